import { t } from '../i18n/text.ts';
import type { NarrowTerm } from '../server/types.ts';
import { formatSettings } from '../store/local/format-settings.ts';
import { channelLabel, channelName, displayName, displayNames, topicName } from './names.ts';

/** Describes a search term in words. */
export function termName({ operator, operand, negated }: NarrowTerm): string {
  const name = getName(operator, operand);
  const descriptions: Record<string, () => string> = {
    search: () => name,
    channel: () => name,
    topic: () => t('topic: {name}', { name }),
    dm: () => t('with {name}', { name }),
    'dm-including': () => t('direct messages with {name}', { name }),
    sender: () => t('from {name}', { name }),
    has: () => t('has {name}', { name }),
    is: () => t('is {name}', { name }),
    in: () => (operand === 'all' ? t('including muted messages') : t('excluding muted messages')),
    channels: () => (operand === 'public' ? t('in all public channels') : t('in web-public channels')),
    before: () => t('sent before {date}', { date: nameOfDay(name) }),
    on: () => t('sent on {date}', { date: nameOfDay(name) }),
    after: () => t('sent after {date}', { date: nameOfDay(name) }),
    id: () => t('the message {name}', { name }),
  };
  const text = descriptions[operator]?.() ?? `${operator}: ${name}`;
  return negated ? t('not {filter}', { filter: text }) : text;
}

/** A day (YYYY-MM-DD) in the user's language. */
function nameOfDay(day: string): string {
  const time = Date.parse(day);
  return Number.isNaN(time)
    ? day
    : new Intl.DateTimeFormat(formatSettings.value.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(time);
}

function getName(operator: string, operand: NarrowTerm['operand']): string {
  if (Array.isArray(operand)) return displayNames(operand);
  if (operator === 'channel' && typeof operand === 'number') return channelLabel(channelName(operand));
  if (operator === 'sender' || operator === 'dm-including')
    return typeof operand === 'number' ? displayName(operand) : operand === 'me' ? t('you') : String(operand);
  return operator === 'topic' ? topicName(String(operand)) : String(operand);
}

import { topicLists } from '../../actions/topics.ts';
import { t } from '../../i18n/text.ts';
import { hrefOfNarrow, topicName } from '../../names.ts';
import { channelIn, type Narrow } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';
import type { NarrowTerm } from '../../wire.ts';
import type { Finder, Goal } from '../search.tsx';
import { termName } from '../terms.ts';
import { best } from './best.ts';

/** What may stand before a colon, and what each is for. */
const OPERATORS: Record<string, () => string> = {
  channel: () => t('in a channel'),
  topic: () => t('in a topic'),
  from: () => t('by somebody'),
  dm: () => t('in a direct conversation'),
  is: () => t('with a mark'),
  has: () => t('with something in it'),
};
const IS = ['unread', 'starred', 'mentioned', 'dm', 'followed', 'muted', 'resolved', 'alerted'];
const HAS = ['link', 'image', 'attachment', 'reaction'];
const CANONICAL: Record<string, string> = { stream: 'channel', from: 'sender', with: 'dm', pm: 'dm' };

const SHOWN = 8;
const WORD = /(?:^|\s)(-?)([a-z-]+):("[^"]*"?|\S*)$/i;
const TERM = /(?:^|(?<=\s))(-?)([a-z-]+):("[^"]+"|\S+)(?=\s)/gi;

export const finder: Finder = {
  goals(words, terms) {
    const goals = [find(words, terms), ...suggestions(words, terms)];
    return terms.length > 0 && words.trim() !== ''
      ? [...goals.slice(0, 1), { ...find(words, []), note: t('Search everywhere'), key: 'everywhere' }, ...goals.slice(1)]
      : goals.filter(Boolean);
  },
  taken(words) {
    const terms: NarrowTerm[] = [];
    const rest = words.replace(TERM, (whole, minus: string, name: string, text: string) => {
      const operator = CANONICAL[name.toLowerCase()] ?? name.toLowerCase();
      const operand = operandOf(operator, text.replaceAll('"', ''));
      if (operand === undefined) return whole;
      terms.push({ operator, operand, ...(minus && { negated: true }) });
      return '';
    });
    return { terms, rest: rest.replace(/\s+/g, ' ').trimStart() };
  },
};

/** What was written after the colon as the server takes it; undefined: nothing of that name. */
function operandOf(operator: string, text: string): NarrowTerm['operand'] | undefined {
  const is = (name: string) => name.toLowerCase() === text.toLowerCase();
  const person = () => [...store.people.value.values()].find(({ full_name, email }) => is(full_name) || is(email))?.user_id;
  if (operator === 'is') return IS.find(is);
  if (operator === 'has') return HAS.find(is);
  if (operator === 'id') return Number(text) || undefined;
  if (operator === 'topic') return text;
  if (operator === 'channel') return [...store.channels.value.values()].find(({ name }) => is(name))?.stream_id;
  if (operator === 'sender') return is('me') ? 'me' : person();
  const other = operator === 'dm' ? person() : undefined;
  return other === undefined ? undefined : [other];
}

/** The search itself. Where only filters are, it goes to what they let through. */
function find(words: string, terms: Narrow): Goal {
  const { terms: more, rest } = finder.taken(`${words} `);
  const text = rest.trim();
  const narrow = [...terms, ...more, ...(text ? [{ operator: 'search', operand: text }] : [])];
  const name = narrow.length === 0 ? t('Type words to search for') : narrow.map(termName).join(' · ');
  return { key: 'find', name, note: narrow.length === 0 ? '' : t('Search'), href: narrow.length === 0 ? '#feed' : hrefOfNarrow(narrow) };
}

function suggestions(words: string, terms: Narrow): Goal[] {
  const [found, minus = '', name = '', text = ''] = WORD.exec(words) ?? [];
  if (found !== undefined) {
    const operator = CANONICAL[name.toLowerCase()] ?? name.toLowerCase();
    const left = words.slice(0, words.length - found.trimStart().length).trim();
    return operands(operator, text.replaceAll('"', ''), terms).map((operand) =>
      goalFor({ operator, operand, ...(minus && { negated: true }) }, left),
    );
  }
  const last = /(\S*)$/.exec(words)![1]!;
  const left = words.slice(0, words.length - last.length);
  const begun = last.replace(/^-/, '').toLowerCase();
  const operators = Object.entries(OPERATORS)
    .filter(([one]) => begun === '' || one.startsWith(begun))
    .map(
      ([one, about]): Goal => ({
        key: `${one}:`,
        name: `${last.startsWith('-') ? '-' : ''}${one}:`,
        note: about(),
        words: `${left}${last.startsWith('-') ? '-' : ''}${one}:`,
      }),
    );
  if (begun === '') return operators;
  const named = ['channel', 'sender', 'dm'].flatMap((operator) =>
    operands(operator, begun, terms)
      .slice(0, 3)
      .map((operand) => goalFor({ operator, operand }, left.trim())),
  );
  return [...operators, ...named];
}

const goalFor = (term: NarrowTerm, words: string): Goal => ({
  key: JSON.stringify(term),
  name: termName(term),
  note: t('Filter'),
  term,
  words: words && `${words} `,
});

/** What may stand after an operator, best first. */
function operands(operator: string, text: string, terms: Narrow): NarrowTerm['operand'][] {
  const begins = (all: readonly string[]) => all.filter((one) => one.startsWith(text.toLowerCase()));
  if (operator === 'is') return begins(IS);
  if (operator === 'has') return begins(HAS);
  if (operator === 'channel')
    return named(
      [...store.channels.value.values()].map(({ stream_id, name }) => [stream_id, name]),
      text,
    );
  if (operator === 'topic') {
    const channel = channelIn(terms);
    const lists = channel === undefined ? [...topicLists.value.values()].flat() : (topicLists.value.get(channel) ?? []);
    return named(
      [...new Set(lists.map(({ name }) => name))].map((name) => [name, topicName(name)]),
      text,
    );
  }
  if (operator !== 'sender' && operator !== 'dm') return [];
  const people = named(
    [...store.people.value.values()].filter(({ is_active }) => is_active).map(({ user_id, full_name }) => [user_id, full_name]),
    text,
  );
  return operator === 'dm' ? people.map((id) => [id]) : [...begins(['me']), ...people];
}

function named<T>(all: readonly (readonly [T, string])[], text: string): T[] {
  if (text === '') return all.slice(0, SHOWN).map(([one]) => one);
  return best(all, text, ([, name]) => [name], SHOWN).map(([one]) => one);
}

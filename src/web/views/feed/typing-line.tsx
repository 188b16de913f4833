import { plural, t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';
import { formatList } from '../../text/format.ts';
import { displayName } from '../../text/names.ts';

const NAMED = 3;

/** The compact typing indicator. */
export const TypingDots = () => (
  <span class="typing-dots" role="img" aria-label={t('Someone is typing…')} title={t('Someone is typing…')}>
    <i />
    <i />
    <i />
  </span>
);

/** Who is typing in a conversation (by key), in any topic of a channel, or in all conversations of a mixed feed. */
export function TypingLine({ in: key, channel }: { in?: string | undefined; channel?: number | undefined }) {
  const places = [...store.typing.value.in].filter(([one]) =>
    key !== undefined ? one === key : channel !== undefined ? one.startsWith(`${channel}/`) : true,
  );
  const writers = [...new Set(places.flatMap(([, people]) => [...people.keys()]))];
  if (writers.length === 0) return <p class="typing-line" aria-hidden="true" />;
  const names = formatList(writers.slice(0, NAMED).map(displayName));
  return (
    <p class="typing-line" translate={false}>
      <span aria-hidden="true">
        <TypingDots />
      </span>
      {writers.length > NAMED
        ? t('Several people are typing…')
        : plural(writers.length, '{names} is typing…', '{names} are typing…', { names })}
    </p>
  );
}

import { list } from '../format.ts';
import { plural, t } from '../i18n/text.ts';
import { personName } from '../names.ts';
import { store } from '../store/store.ts';

const NAMED = 3;

/** Who is writing here just now. */
export function TypingLine({ in: key }: { in: string }) {
  const writers = [...(store.typing.value.in.get(key)?.keys() ?? [])];
  if (writers.length === 0) return <p class="typing-line" aria-hidden="true" />;
  const names = list(writers.slice(0, NAMED).map(personName));
  return (
    <p class="typing-line">
      <span class="typing-dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {writers.length > NAMED
        ? t('Several people are writing…')
        : plural(writers.length, '{names} is writing…', '{names} are writing…', { names })}
    </p>
  );
}

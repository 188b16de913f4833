import { type Signal, useSignal } from '@preact/signals';
import type { IconNode } from 'lucide';
import { Field } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import type { MenuItem } from '../../design/menu.tsx';
import { CalendarClock } from '../../design/more-icons.ts';
import { errorText } from '../../errors/error-text.ts';
import { currentLanguage, t } from '../../i18n/text.ts';
import { dialog } from '../../store/local/layers.ts';
import { formatDateTime, formatTimeOfDay } from '../../text/format.ts';
import { loadTimeWords, TIME_WORDS_LIMIT } from '../../text/time-words.ts';
import {
  nextHour,
  readSeconds,
  type SuggestedTime,
  suggestedTimes,
  timeMarkdown,
  wallTime,
} from './suggested-times.ts';
import { applyChange } from './text-field.ts';

/**
 * A field for a time in words. `onTime` receives UNIX time in seconds; NaN: the words are not understood, or not yet;
 * undefined: there are none.
 */
function TimeWords({ words, onTime }: { words: Signal<string>; onTime: (seconds: number | undefined) => void }) {
  const wrong = useSignal('');
  const read = async (): Promise<number | undefined> => {
    const text = words.peek();
    try {
      const seconds = (await loadTimeWords(currentLanguage()))(text, new Date());
      if (seconds !== undefined && text === words.peek()) onTime(seconds);
      return seconds;
    } catch (error) {
      wrong.value = errorText(error);
      return NaN;
    }
  };
  const write = (text: string) => {
    words.value = text;
    wrong.value = '';
    onTime(text.trim() ? NaN : undefined);
    void read();
  };
  // Half a word is not an error, so errors appear once the words are complete.
  const finish = async () => {
    if (words.peek().trim() && (await read()) === undefined) wrong.value = t('Klatch does not understand this time.');
  };
  return (
    <Field
      label={t('In words')}
      hint={t('For example: tomorrow 9:00, in 2 hours, Friday afternoon')}
      wrong={words.value && wrong.value}
    >
      {(id, describedBy, isWrong) => (
        <input
          id={id}
          type="text"
          autofocus
          autocomplete="off"
          maxlength={TIME_WORDS_LIMIT}
          aria-describedby={describedBy}
          aria-invalid={isWrong}
          value={words.value}
          onInput={(event) => write(event.currentTarget.value)}
          onChange={() => void finish()}
        />
      )}
    </Field>
  );
}

/** A dialog for a date and time; `act` receives UNIX time in seconds. */
export function TimeDialog({
  title,
  action,
  begin,
  future = false,
  act,
}: {
  title: string;
  action: string;
  begin: number;
  /** Times in the past cannot be selected. */
  future?: boolean;
  act: (seconds: number) => Promise<unknown>;
}) {
  const value = useSignal(wallTime(begin));
  const words = useSignal('');
  const seconds = readSeconds(value.value);
  const isPast = future && seconds <= Date.now() / 1000;
  return (
    <FormDialog title={title} action={action} ready={Number.isFinite(seconds) && !isPast} act={() => act(seconds)}>
      <TimeWords words={words} onTime={(time = begin) => (value.value = Number.isNaN(time) ? '' : wallTime(time))} />
      <Field
        label={t('Day and time')}
        hint={Number.isFinite(seconds) ? t('{moment}, in your time zone', { moment: formatDateTime(seconds) }) : ''}
        {...(isPast && { wrong: t('Choose a time in the future.') })}
      >
        {(id, describedBy) => (
          <input
            id={id}
            type="datetime-local"
            required
            aria-describedby={describedBy}
            value={value.value}
            min={future ? wallTime(Date.now() / 1000) : undefined}
            onInput={(event) => {
              words.value = '';
              value.value = event.currentTarget.value;
            }}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** Asks for a time and inserts it into a message, replacing the text from `from` to the caret. */
export async function chooseTime(field: HTMLTextAreaElement, from = field.selectionStart): Promise<void> {
  const to = field.selectionEnd;
  dialog.value = (
    <TimeDialog
      title={t('Insert a time')}
      action={t('Insert')}
      begin={nextHour()}
      act={async (seconds) => {
        const text = `${timeMarkdown(seconds)} `;
        dialog.value = undefined;
        requestAnimationFrame(() =>
          applyChange(field, { from, to, text, start: from + text.length, end: from + text.length }),
        );
      }}
    />
  );
}

const NAMES: Record<SuggestedTime['name'], () => string> = {
  soon: () => t('In 30 minutes'),
  later: () => t('In 3 hours'),
  afternoon: () => t('This afternoon'),
  tomorrow: () => t('Tomorrow morning'),
  monday: () => t('Monday morning'),
};

/** Menu items for suggested times; the last one opens a dialog for a custom time. */
export function timeMenuItems(
  kind: 'send' | 'remind',
  icon: IconNode,
  own: { title: string; action: string },
  act: (seconds: number) => Promise<unknown>,
  failed: (error: unknown) => void,
): MenuItem[] {
  return [
    ...suggestedTimes(new Date(), kind).map(({ name, at }) => ({
      name:
        name === 'soon' || name === 'later'
          ? NAMES[name]()
          : t('{name}, {time}', { name: NAMES[name](), time: formatTimeOfDay(at) }),
      icon,
      act: () => void act(at).catch(failed),
    })),
    {
      name: t('Custom time…'),
      icon: CalendarClock,
      act: () => {
        dialog.value = <TimeDialog {...own} begin={nextHour()} future act={act} />;
      },
    },
  ];
}

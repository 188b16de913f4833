import { useSignal } from '@preact/signals';
import type { IconNode } from 'lucide';
import { FormDialog } from '../../design/form-dialog.tsx';
import type { MenuItem } from '../../design/layers.tsx';
import { CalendarClock } from '../../design/more-icons.ts';
import { Field } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { dialog } from '../../store/local/layers.ts';
import { formatDateTime, formatTimeOfDay } from '../../text/format.ts';
import { nextHour, type SuggestedTime, secondsOf, suggestedTimes, timeMarkdown, wallTime } from './suggested-times.ts';
import { applyChange } from './text-field.ts';

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
  const seconds = secondsOf(value.value);
  const isPast = future && seconds <= Date.now() / 1000;
  return (
    <FormDialog title={title} action={action} ready={Number.isFinite(seconds) && !isPast} act={() => act(seconds)}>
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
            autofocus
            aria-describedby={describedBy}
            value={value.value}
            min={future ? wallTime(Date.now() / 1000) : undefined}
            onInput={(event) => (value.value = event.currentTarget.value)}
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

import { type Signal, useSignal } from '@preact/signals';
import { EmojiIcon } from '../../design/emoji.tsx';
import { Field } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { SmilePlus, X } from '../../design/icons.ts';
import { addStyle } from '../../design/load-style.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { UserStatus } from '../../store/activity.ts';
import type { PickableEmoji } from '../../store/local/emoji.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { displayName } from '../../text/names.ts';
import { EmojiPicker } from '../compose/emoji-picker.tsx';
import { endTime, nextHour, readSeconds, type StatusEnd, wallTime } from '../compose/suggested-times.ts';
import css from './status.css';

addStyle(css);

/** In characters. */
const MAX_LENGTH = 60;
type StatusEmoji = NonNullable<UserStatus['emoji']>;

const unicodeEmoji = (emoji_name: string, emoji_code: string): StatusEmoji => ({
  emoji_name,
  emoji_code,
  reaction_type: 'unicode_emoji',
});

const suggestions = (): UserStatus[] => [
  { text: t('In a meeting'), emoji: unicodeEmoji('calendar', '1f4c5') },
  { text: t('Commuting'), emoji: unicodeEmoji('bus', '1f68c') },
  { text: t('Out sick'), emoji: unicodeEmoji('hurt', '1f915') },
  { text: t('On vacation'), emoji: unicodeEmoji('palm_tree', '1f334') },
  { text: t('Working remotely'), emoji: unicodeEmoji('house', '1f3e0') },
  { text: t('At the office'), emoji: unicodeEmoji('office', '1f3e2') },
];

/** Edits the user's own status, or for administrators that of another user. */
export const openStatus = (person = store.me.peek().id): void => {
  dialog.value = <StatusDialog person={person} />;
};

function StatusDialog({ person }: { person: number }) {
  const isMe = person === store.me.value.id;
  const initial = store.statuses.peek().get(person);
  const text = useSignal(initial?.text ?? '');
  const emoji = useSignal(initial?.emoji);
  const isPicking = useSignal(false);
  const end = useSignal<StatusEnd>(
    initial?.end ? { choice: 'set', set: initial.end } : { choice: 'never', set: nextHour() },
  );
  const apply = (status: Partial<UserStatus>) => {
    text.value = status.text ?? '';
    emoji.value = status.emoji;
  };
  const pick = ({ emoji_name, emoji_code, reaction_type }: PickableEmoji) => {
    emoji.value = { emoji_name, emoji_code, reaction_type };
    isPicking.value = false;
  };
  return (
    <FormDialog
      title={isMe ? t('Your status') : t('Status of {name}', { name: displayName(person) })}
      action={t('Save')}
      ready={!isPast(end.value)}
      act={() => saveStatus(person, text.peek(), emoji.peek(), endTime(end.peek(), Date.now() / 1000))}
    >
      <div class="status-row">
        <EmojiButton emoji={emoji.value} isPicking={isPicking} />
        <input
          type="text"
          dir="auto"
          autofocus
          maxLength={MAX_LENGTH}
          aria-label={t('Shown next to your name')}
          placeholder={t('What’s your status?')}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        {(text.value || emoji.value) && <Button kind="quiet" icon={X} label={t('Clear')} onClick={() => apply({})} />}
      </div>
      {isPicking.value ? <EmojiPicker pick={pick} /> : <Suggestions apply={apply} />}
      {(text.value || emoji.value) && !isPicking.value && <EndFields end={end} />}
    </FormDialog>
  );
}

function saveStatus(person: number, text: string, emoji: UserStatus['emoji'], end: number): Promise<unknown> {
  const { emoji_name = '', emoji_code = '', reaction_type = 'unicode_emoji' } = emoji ?? {};
  const isEmpty = !text.trim() && !emoji;
  const scheduled_end_time = isEmpty ? 0 : end;
  const status = { status_text: text.trim(), emoji_name, emoji_code, reaction_type, scheduled_end_time };
  return person === store.me.peek().id
    ? request('POST /users/me/status', status)
    : request('POST /users/{user_id}/status', { user_id: person, ...status });
}

const isPast = ({ choice, set }: StatusEnd): boolean => choice === 'set' && !(set > Date.now() / 1000);

/** When the status is cleared by itself. */
function EndFields({ end }: { end: Signal<StatusEnd> }) {
  const { choice, set } = end.value;
  const choices: [StatusEnd['choice'], string][] = [
    ['never', t('Don’t clear')],
    ['half', t('After 30 minutes')],
    ['one', t('After 1 hour')],
    ['four', t('After 4 hours')],
    ['today', t('At the end of today')],
    ['week', t('At the end of the week')],
    ['set', t('Custom time…')],
  ];
  return (
    <div class="form-row">
      <Field label={t('Clear status')}>
        {(id) => (
          <select
            id={id}
            value={choice}
            onChange={({ currentTarget }) =>
              (end.value = { ...end.peek(), choice: choices[currentTarget.selectedIndex]![0] })
            }
          >
            {choices.map(([value, name]) => (
              <option key={value} value={value} selected={value === choice}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {choice === 'set' && (
        <Field label={t('Day and time')} {...(isPast(end.value) && { wrong: t('Choose a time in the future.') })}>
          {(id, describedBy) => (
            <input
              id={id}
              type="datetime-local"
              required
              aria-describedby={describedBy}
              value={Number.isFinite(set) ? wallTime(set) : ''}
              min={wallTime(Date.now() / 1000)}
              onInput={(event) => (end.value = { choice, set: readSeconds(event.currentTarget.value) })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

/** The emoji of the status; a click opens and closes the emoji picker. */
const EmojiButton = ({ emoji, isPicking }: { emoji: UserStatus['emoji']; isPicking: Signal<boolean> }) => (
  <button
    type="button"
    class="status-emoji"
    aria-label={
      emoji ? t('Change emoji {name}', { name: emoji.emoji_name.replaceAll('_', ' ') }) : t('Choose an emoji')
    }
    aria-expanded={isPicking.value}
    onClick={() => (isPicking.value = !isPicking.peek())}
  >
    {emoji ? <EmojiIcon emoji={emoji} /> : <Icon of={SmilePlus} />}
  </button>
);

const Suggestions = ({ apply }: { apply: (status: UserStatus) => void }) => (
  <ul class="status-suggestions" aria-label={t('Suggestions')}>
    {suggestions().map((status) => (
      <li key={status.text}>
        <button type="button" class="menu-item" onClick={() => apply(status)}>
          <EmojiIcon emoji={status.emoji!} />
          {status.text}
        </button>
      </li>
    ))}
  </ul>
);

import { useSignal } from '@preact/signals';
import type { PickableEmoji } from '../../actions/emoji.ts';
import { EmojiIcon } from '../../design/emoji.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { SmilePlus, X } from '../../design/icons.ts';
import { dialog } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { UserStatus } from '../../store/activity.ts';
import { store } from '../../store/store.ts';
import { displayName } from '../../text/names.ts';
import { EmojiPicker } from '../compose/emoji-picker.tsx';
import css from './status.css';

addStyle(css);

const LONGEST = 60;
const sign = (emoji_name: string, emoji_code: string): NonNullable<UserStatus['emoji']> => ({
  emoji_name,
  emoji_code,
  reaction_type: 'unicode_emoji',
});

const suggestions = (): UserStatus[] => [
  { text: t('In a meeting'), emoji: sign('calendar', '1f4c5') },
  { text: t('Commuting'), emoji: sign('bus', '1f68c') },
  { text: t('Out sick'), emoji: sign('hurt', '1f915') },
  { text: t('On vacation'), emoji: sign('palm_tree', '1f334') },
  { text: t('Working remotely'), emoji: sign('house', '1f3e0') },
  { text: t('At the office'), emoji: sign('office', '1f3e2') },
];

/** Edits the user's own status, or for administrators that of another user. */
export const openStatus = (person = store.me.peek().id): void => {
  dialog.value = <StatusDialog person={person} />;
};

function StatusDialog({ person }: { person: number }) {
  const isMe = person === store.me.value.id;
  const before = store.statuses.peek().get(person);
  const text = useSignal(before?.text ?? '');
  const emoji = useSignal(before?.emoji);
  const picking = useSignal(false);
  const save = () => {
    const { emoji_name = '', emoji_code = '', reaction_type = 'unicode_emoji' } = emoji.peek() ?? {};
    const status = { status_text: text.peek().trim(), emoji_name, emoji_code, reaction_type };
    return isMe
      ? request('POST /users/me/status', status)
      : request('POST /users/{user_id}/status', { user_id: person, ...status });
  };
  const pick = ({ emoji_name, emoji_code, reaction_type }: PickableEmoji) => {
    emoji.value = { emoji_name, emoji_code, reaction_type };
    picking.value = false;
  };
  return (
    <FormDialog
      title={isMe ? t('Your status') : t('Status of {name}', { name: displayName(person) })}
      action={t('Save')}
      act={save}
    >
      <div class="status-row">
        <button
          type="button"
          class="status-emoji"
          aria-label={
            emoji.value
              ? t('Change emoji {name}', { name: emoji.value.emoji_name.replaceAll('_', ' ') })
              : t('Choose an emoji')
          }
          aria-expanded={picking.value}
          onClick={() => (picking.value = !picking.peek())}
        >
          {emoji.value ? <EmojiIcon emoji={emoji.value} /> : <Icon of={SmilePlus} />}
        </button>
        <input
          type="text"
          dir="auto"
          autofocus
          maxLength={LONGEST}
          aria-label={t('Shown next to your name')}
          placeholder={t('What’s your status?')}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
        {(text.value || emoji.value) && (
          <Button
            kind="quiet"
            icon={X}
            label={t('Clear')}
            onClick={() => {
              text.value = '';
              emoji.value = undefined;
            }}
          />
        )}
      </div>
      {picking.value ? (
        <EmojiPicker pick={pick} />
      ) : (
        <ul class="status-suggestions" aria-label={t('Suggestions')}>
          {suggestions().map((one) => (
            <li key={one.text}>
              <button
                type="button"
                class="menu-item"
                onClick={() => {
                  text.value = one.text;
                  emoji.value = one.emoji;
                }}
              >
                <EmojiIcon emoji={one.emoji!} />
                {one.text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}

import { EmojiIcon } from '../../design/emoji.tsx';
import { store } from '../../store/store.ts';
import { presenceText } from '../../text/names.ts';

/** The emoji of a user's status. Its text is a tooltip and is announced to screen readers. */
export function StatusSign({ id }: { id: number }) {
  const status = store.statuses.value.get(id);
  if (!status?.emoji) return null;
  const words = status.text || status.emoji.emoji_name.replaceAll('_', ' ');
  return (
    <span class="status-sign" title={words}>
      <EmojiIcon emoji={status.emoji} />
      <span class="visually-hidden">{words}</span>
    </span>
  );
}

/** A user's status and presence, below or next to the name. */
export function PersonNote({ id }: { id: number }) {
  const status = store.statuses.value.get(id);
  const there = store.users.value.get(id)?.is_bot || id === store.me.value.id ? '' : presenceText(id);
  if (!status && !there) return null;
  return (
    <span class="main-note">
      <StatusSign id={id} />
      <bdi>{[status?.text, there].filter(Boolean).join(' · ')}</bdi>
    </span>
  );
}

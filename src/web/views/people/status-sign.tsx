import { EmojiSign } from '../../design/emoji.tsx';
import { store } from '../../store/store.ts';
import { presenceText } from '../../text/names.ts';

/** The emoji somebody has beside their name; the words with it are said on hover, and to who listens. */
export function StatusSign({ id }: { id: number }) {
  const said = store.statuses.value.get(id);
  if (!said?.emoji) return null;
  const words = said.text || said.emoji.emoji_name.replaceAll('_', ' ');
  return (
    <span class="status-sign" title={words}>
      <EmojiSign emoji={said.emoji} />
      <span class="unseen">{words}</span>
    </span>
  );
}

/** Under or beside a person's name: what they say of themselves, and whether they are there. */
export function PersonNote({ id }: { id: number }) {
  const said = store.statuses.value.get(id);
  const there = store.people.value.get(id)?.is_bot || id === store.me.value.id ? '' : presenceText(id);
  if (!said && !there) return null;
  return (
    <span class="main-note">
      <StatusSign id={id} />
      <bdi>{[said?.text, there].filter(Boolean).join(' · ')}</bdi>
    </span>
  );
}

import type { Emoji } from '../store/local/emoji.ts';
import { store } from '../store/store.ts';
import { characterOf } from '../views/message/rendered.tsx';

/** The image or character of an emoji. Its name stands beside it or labels its button. */
export function EmojiIcon({ emoji: { reaction_type, emoji_code, emoji_name } }: { emoji: Emoji }) {
  const own = reaction_type === 'realm_emoji' ? store.emoji.value[emoji_code] : undefined;
  if (own) return <img class="emoji" src={own.source_url} alt="" loading="lazy" />;
  return (
    <span class="emoji-sign" aria-hidden="true">
      {reaction_type === 'unicode_emoji' && store.settings.value.emojiset !== 'text'
        ? characterOf(emoji_code)
        : `:${emoji_name}:`}
    </span>
  );
}

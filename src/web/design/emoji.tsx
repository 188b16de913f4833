import { chosenSkinTone } from '../actions/emoji.ts';
import type { Emoji } from '../store/local/emoji.ts';
import { store } from '../store/store.ts';
import { makeCharacter } from '../text/emoji-characters.ts';
import { inSkinTone } from '../text/skin-tones.ts';

/**
 * The image or character of an emoji. Its name stands beside it or labels its button. `toned`: in the user's skin tone.
 */
export function EmojiIcon({ emoji, toned = false }: { emoji: Emoji; toned?: boolean }) {
  const { reaction_type, emoji_code, emoji_name } = emoji;
  const own = reaction_type === 'realm_emoji' ? store.emoji.value[emoji_code] : undefined;
  if (own) return <img class="emoji" src={own.source_url} alt="" loading="lazy" />;
  return (
    <span class="emoji-sign" aria-hidden="true">
      {reaction_type === 'unicode_emoji' && store.settings.value.emojiset !== 'text'
        ? makeCharacter(toned ? inSkinTone(emoji_code, chosenSkinTone()) : emoji_code)
        : `:${emoji_name}:`}
    </span>
  );
}

import { once } from '../../shared/memo.ts';
import { type Emoji, type EmojiWeight, emojiUse, skinTone } from '../store/local/emoji.ts';
import { store } from '../store/store.ts';
import type { SkinTone } from '../text/skin-tones.ts';
import { readStored, writeStored } from './local-storage.ts';

const STORAGE_KEY = 'emoji';
const DECAY = 0.97;
const MAX_FREQUENT = 40;

/** The key of an emoji in the stored weights. */
export const emojiKey = ({ reaction_type, emoji_code }: Emoji): string => `${reaction_type} ${emoji_code}`;

/** How often the user has used each emoji, most used first. This browser remembers it. */
export const loadWeights = (): readonly EmojiWeight[] => (emojiUse.weights ??= readStored(STORAGE_KEY, []));

/** Records that an emoji was used. */
export function recordEmojiUse(emoji: Emoji): void {
  const key = emojiKey(emoji);
  const next = loadWeights().map(([one, weight, name]): EmojiWeight => [one, weight * DECAY, name]);
  const at = next.findIndex(([one]) => one === key);
  if (at < 0) next.push([key, 1, emoji.emoji_name]);
  else next[at] = [key, next[at]![1] + 1, emoji.emoji_name];
  emojiUse.weights = next.sort(([, a], [, b]) => b - a).slice(0, MAX_FREQUENT);
  writeStored(STORAGE_KEY, emojiUse.weights);
}

/** The key of the chosen skin tone in the browser's storage. */
export const TONE_KEY = 'skin-tone';

/** The skin tone that the user has chosen for emoji. This browser remembers it. */
export const chosenSkinTone = (): SkinTone => (skinTone.value ??= readStored<SkinTone>(TONE_KEY, 0));

/** Reactions of users who have used fewer than three emoji. */
const DEFAULT_REACTIONS = [
  ['1f44d', '+1'],
  ['2764', 'heart'],
  ['1f389', 'tada'],
] as const;

/**
 * The three reactions next to every message: the user's most used emoji. They stay the same until the page is loaded
 * again, so that no button moves under the pointer. This needs no emoji table.
 */
export const quickReactions = once((): readonly Emoji[] => {
  const used = loadWeights().flatMap(([key, , emoji_name]): Emoji[] => {
    const [reaction_type, emoji_code] = key.split(' ') as [Emoji['reaction_type'], string];
    const custom = store.emoji.peek()[emoji_code];
    const exists = reaction_type !== 'realm_emoji' || (custom !== undefined && !custom.deactivated);
    return emoji_name && exists ? [{ emoji_name, emoji_code, reaction_type }] : [];
  });
  const others = DEFAULT_REACTIONS.filter(([code]) => !used.some(({ emoji_code }) => emoji_code === code)).map(
    ([emoji_code, emoji_name]): Emoji => ({ emoji_name, emoji_code, reaction_type: 'unicode_emoji' }),
  );
  return [...used, ...others].slice(0, DEFAULT_REACTIONS.length);
});

import {
  type Emoji,
  type EmojiWeight,
  emojiTable,
  emojiUse,
  type PickableEmoji,
  skinTone,
} from '../store/local/emoji.ts';
import { once, oneAtATime } from '../store/memo.ts';
import { store } from '../store/store.ts';
import { characterOf } from '../text/emoji-characters.ts';
import { inSkinTone, type SkinTone } from '../text/skin-tones.ts';
import { readStored, writeStored } from './local-storage.ts';

/** Loads names and categories from the URL that the server announces. A failed load is tried again at the next call. */
export const loadEmoji = oneAtATime(() => fetchTable().catch(() => {}));

async function fetchTable(): Promise<void> {
  if (emojiTable.peek()) return;
  const { pathname } = new URL(store.realm.peek().server_emoji_data_url, location.href);
  const { code_to_names, emoji_catalog } = (await (await fetch(pathname)).json()) as {
    code_to_names: Record<string, string[]>;
    emoji_catalog: Record<string, string[]>;
  };
  const byCode = new Map<string, PickableEmoji>();
  for (const [emoji_code, names] of Object.entries(code_to_names))
    byCode.set(emoji_code, { emoji_code, emoji_name: names[0]!, reaction_type: 'unicode_emoji', names });
  const categories = Object.entries(emoji_catalog).map(([name, codes]) => ({
    name,
    signs: codes.flatMap((code) => byCode.get(code) ?? []),
  }));
  emojiTable.value = { categories, byCode };
}

/** The organization's active custom emoji. */
export const customEmoji = (): PickableEmoji[] =>
  Object.values(store.emoji.value)
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, name, source_url }) => ({
      emoji_code: id,
      emoji_name: name,
      reaction_type: 'realm_emoji' as const,
      names: [name],
      url: source_url,
    }))
    .sort((a, b) => a.emoji_name.localeCompare(b.emoji_name));

/** All emoji. A custom emoji replaces the server's emoji of the same name. */
export function allEmoji(): PickableEmoji[] {
  const own = customEmoji();
  const taken = new Set(own.map(({ emoji_name }) => emoji_name));
  return [...own, ...[...(emojiTable.value?.byCode.values() ?? [])].filter(({ emoji_name }) => !taken.has(emoji_name))];
}

const STORAGE_KEY = 'emoji';
const DECAY = 0.97;
const MAX_FREQUENT = 40;
const COMMON_WEIGHT = 0.01;
const COMMON = [
  '1f44d',
  '2764',
  '1f602',
  '1f389',
  '1f642',
  '1f64f',
  '1f440',
  '2705',
  '1f680',
  '1f914',
  '1f44f',
  '1f622',
];

const keyOf = ({ reaction_type, emoji_code }: Emoji): string => `${reaction_type} ${emoji_code}`;

const loadWeights = (): readonly EmojiWeight[] => (emojiUse.weights ??= readStored(STORAGE_KEY, []));

/** Records that an emoji was used. */
export function recordEmojiUse(emoji: Emoji): void {
  const key = keyOf(emoji);
  const next = loadWeights().map(([one, weight, name]): EmojiWeight => [one, weight * DECAY, name]);
  const at = next.findIndex(([one]) => one === key);
  if (at < 0) next.push([key, 1, emoji.emoji_name]);
  else next[at] = [key, next[at]![1] + 1, emoji.emoji_name];
  emojiUse.weights = next.sort(([, a], [, b]) => b - a).slice(0, MAX_FREQUENT);
  writeStored(STORAGE_KEY, emojiUse.weights);
}

export const weightOf = (emoji: Emoji): number =>
  loadWeights().find(([key]) => key === keyOf(emoji))?.[1] ?? (COMMON.includes(emoji.emoji_code) ? COMMON_WEIGHT : 0);

/** The user's most used emoji, followed by generally popular ones. */
export function frequentEmoji(limit: number): PickableEmoji[] {
  const all = new Map(allEmoji().map((emoji) => [keyOf(emoji), emoji]));
  const keys = [...loadWeights().map(([key]) => key), ...COMMON.map((code) => `unicode_emoji ${code}`)];
  return [...new Set(keys)].flatMap((key) => all.get(key) ?? []).slice(0, limit);
}

const TONE_KEY = 'skin-tone';

/** The skin tone that the user has chosen for emoji. This browser remembers it. */
export const chosenSkinTone = (): SkinTone => (skinTone.value ??= readStored<SkinTone>(TONE_KEY, 0));

export function chooseSkinTone(tone: SkinTone): void {
  skinTone.value = tone;
  writeStored(TONE_KEY, tone || undefined);
}

/**
 * An emoji in a message: its name in colons or, in a skin tone, its characters. Zulip has no names for skin tones, but
 * all clients show the characters.
 */
export function emojiText({ reaction_type, emoji_code, emoji_name }: Emoji, name = emoji_name): string {
  const toned = reaction_type === 'unicode_emoji' ? inSkinTone(emoji_code, chosenSkinTone()) : emoji_code;
  return toned === emoji_code ? `:${name}:` : characterOf(toned);
}

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

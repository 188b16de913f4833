import { oneAtATime } from '../../shared/memo.ts';
import { type Emoji, emojiTable, type PickableEmoji, skinTone } from '../store/local/emoji.ts';
import { store } from '../store/store.ts';
import { makeCharacter } from '../text/emoji-characters.ts';
import { inSkinTone, type SkinTone } from '../text/skin-tones.ts';
import { chosenSkinTone, emojiKey, loadWeights, TONE_KEY } from './emoji.ts';
import { writeStored } from './local-storage.ts';

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

export const getWeight = (emoji: Emoji): number =>
  loadWeights().find(([key]) => key === emojiKey(emoji))?.[1] ??
  (COMMON.includes(emoji.emoji_code) ? COMMON_WEIGHT : 0);

/** The user's most used emoji, followed by generally popular ones. */
export function frequentEmoji(limit: number): PickableEmoji[] {
  const all = new Map(allEmoji().map((emoji) => [emojiKey(emoji), emoji]));
  const keys = [...loadWeights().map(([key]) => key), ...COMMON.map((code) => `unicode_emoji ${code}`)];
  return [...new Set(keys)].flatMap((key) => all.get(key) ?? []).slice(0, limit);
}

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
  return toned === emoji_code ? `:${name}:` : makeCharacter(toned);
}

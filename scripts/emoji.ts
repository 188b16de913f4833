/**
 * Writes src/emoji/categories.json: the codes of each category, in the order in which clients show them. The categories
 * and the order come from the npm package `emojibase-data` (MIT). src/emoji/names.json decides which emoji exist. Every
 * build runs this first. The result is committed, so that the sources run without a build.
 *
 * Also writes src/emoji/shortcodes.json, for imports: the names that Slack, Mattermost, Rocket.Chat and Discord use for
 * emoji, where they differ from ours.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Emoji {
  readonly hexcode: string;
  /** Only components of other emoji (skin tones, letters of flags) have no group. */
  readonly group?: number;
  readonly order?: number;
}

/**
 * The categories in the order in which clients show them, and emojibase's number of each. Number 2 is the components.
 */
const CATEGORIES: Record<string, number> = {
  ...{ 'Smileys & Emotion': 0, 'People & Body': 1, 'Animals & Nature': 3, 'Food & Drink': 4, 'Travel & Places': 5 },
  ...{ Activities: 6, Objects: 7, Symbols: 8, Flags: 9 },
};
const NAMES = new URL('../src/emoji/names.json', import.meta.url);
const TABLE = new URL('../src/emoji/categories.json', import.meta.url);
const SHORTCODES = new URL('../src/emoji/shortcodes.json', import.meta.url);
const getShortcodes = (set: string) =>
  new URL(`../node_modules/emojibase-data/en/shortcodes/${set}.json`, import.meta.url);
const DATA = new URL('../node_modules/emojibase-data/en/data.json', import.meta.url);
/** Other products have a clock for every half hour. */
const CLOCK_FACE = /^1F5(5[0-9A-F]|6[0-7])$/;
const ONLY_CLOCK_FACE = '1f557';
const read = (file: URL) => JSON.parse(readFileSync(file, 'utf8'));
const getCode = ({ hexcode }: Emoji) => hexcode.toLowerCase().replaceAll('-fe0f', '');

/** Updates the files. One that is up to date keeps its time, so that `npm start` does not bundle the sources again. */
export function writeEmoji(): void {
  update(TABLE, emojiCategories());
  update(SHORTCODES, emojiShortcodes());
}

function update(file: URL, text: string): void {
  if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

/** The content of the table of shortcodes. */
export function emojiShortcodes(): string {
  const ours: Record<string, string[]> = read(NAMES);
  const known = new Map(Object.entries(ours).flatMap(([code, names]) => names.map((name) => [name, code])));
  const found = new Map<string, string>();
  // The first set that has a name decides what it means, also if that is the same as ours.
  for (const set of ['iamcal', 'github', 'joypixels'])
    for (const [hexcode, names] of Object.entries(read(getShortcodes(set)) as Record<string, string | string[]>))
      for (const name of [names].flat()) {
        const code = CLOCK_FACE.test(hexcode) ? ONLY_CLOCK_FACE : getCode({ hexcode });
        if (ours[code] && !found.has(name)) found.set(name, code);
      }
  const sorted = [...found]
    .filter(([name, code]) => known.get(name) !== code)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

/** The content of the file. Throws if a named emoji has no category. */
export function emojiCategories(): string {
  const named = new Set(Object.keys(read(NAMES)));
  const emoji = (read(DATA) as Emoji[])
    .filter((one) => one.group !== undefined && named.has(getCode(one)))
    .sort((a, b) => a.order! - b.order!);
  const categories = Object.entries(CATEGORIES).map(
    ([name, group]) => [name, emoji.filter((one) => one.group === group).map(getCode)] as const,
  );
  for (const code of categories.flatMap(([, codes]) => codes)) named.delete(code);
  if (named.size > 0) throw new Error(`Emoji without a category: ${[...named].join(', ')}`);
  return `${JSON.stringify(Object.fromEntries(categories), null, 2)}\n`;
}

if (import.meta.main) writeEmoji();

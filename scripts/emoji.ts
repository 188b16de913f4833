/**
 * Makes src/emoji/emoji.json (code → names, the chief one first; and the codes of each category): Zulip's own names, completed from the
 * shortcodes of the npm package `emojibase-data` (MIT). Every build does so first; the result is kept among the sources, so that they run without one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { ZULIP_NAMES } from '../src/emoji/zulip-names.ts';

interface Emoji {
  readonly hexcode: string;
  /** Only building blocks of other emoji (skin tones, letters of flags) have no group. */
  readonly group?: number;
  readonly order?: number;
}

/** In the order of preference: iamcal's are the ones nearest to Zulip's. */
const SHORTCODES = ['iamcal', 'github', 'emojibase', 'cldr'];

/** As clients name emojibase's groups, in their order; 2 are the building blocks. */
const CATEGORIES: Record<string, number> = {
  ...{ 'Smileys & Emotion': 0, 'People & Body': 1, 'Animals & Nature': 3, 'Food & Drink': 4, 'Travel & Places': 5 },
  ...{ Activities: 6, Objects: 7, Symbols: 8, Flags: 9 },
};
const TABLE = new URL('../src/emoji/emoji.json', import.meta.url);
const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../node_modules/emojibase-data/en/${path}.json`, import.meta.url), 'utf8'));
const codeOf = ({ hexcode }: Emoji) => hexcode.toLowerCase().replaceAll('-fe0f', '');
function isCountry({ hexcode }: Emoji): boolean {
  return /^1F1[EF][0-9A-F]-/.test(hexcode);
}

/** Brings the table up to date. */
export function writeEmoji(): void {
  const text = emojiTable();
  if (readFileSync(TABLE, 'utf8') !== text) writeFileSync(TABLE, text);
}

/** The table, as its file holds it. */
export function emojiTable(): string {
  const shortcodesOf = SHORTCODES.map((name) => read(`shortcodes/${name}`) as Record<string, string | string[]>);

  const emoji = (read('data') as Emoji[])
    .filter(({ group }) => group !== undefined)
    .sort((a, b) => a.order! - b.order!);

  const names = new Map<string, string[]>(
    emoji.map((one) => [codeOf(one), ZULIP_NAMES[codeOf(one)]?.split(' ') ?? []]),
  );
  const unknown = Object.keys(ZULIP_NAMES).filter((code) => !names.has(code));
  if (unknown.length) throw new Error(`Not emoji: ${unknown.join(', ')}`);

  const taken = new Set<string>();
  for (const name of [...names.values()].flat()) {
    if (taken.has(name)) throw new Error(`Two emoji are called ${name}`);
    taken.add(name);
  }

  for (const shortcodes of shortcodesOf) {
    for (const one of emoji) {
      if (!isCountry(one)) for (const shortcode of [shortcodes[one.hexcode] ?? []].flat()) name(one, shortcode);
    }
  }
  // Countries by their names: `:no:` and `:in:` are words before they are flags.
  for (const one of emoji.filter(isCountry)) {
    const shortcode = [shortcodesOf.at(-1)![one.hexcode]!].flat()[0]!;
    name(one, shortcode.replace('flag_', ''));
    name(one, shortcode);
  }

  const nameless = [...names].filter(([, own]) => own.length === 0);
  if (nameless.length) throw new Error(`Without a name: ${nameless.map(([code]) => code).join(', ')}`);

  const catalog = Object.entries(CATEGORIES).map(([name, group]) => {
    const codes = emoji.filter((one) => one.group === group).map(codeOf);
    return `    ${JSON.stringify(name)}: ${JSON.stringify(codes, null, 2).replaceAll('\n', '\n    ')}`;
  });

  const lines = [...names].map(([code, own]) => {
    const line = `  ${JSON.stringify(code)}: [${own.map((one) => JSON.stringify(one)).join(', ')}]`;
    return line.length < 140
      ? line
      : `  ${JSON.stringify(code)}: ${JSON.stringify(own, null, 2).replaceAll('\n', '\n  ')}`;
  });
  return `{\n  "code_to_names": {\n${lines.map((line) => line.replaceAll(/^/gm, '  ')).join(',\n')}\n  },\n  "emoji_catalog": {\n${catalog.join(',\n')}\n  }\n}\n`;

  function name(one: Emoji, shortcode: string): void {
    const written = shortcode.toLowerCase().replaceAll('-', (dash, at) => (at === 0 ? dash : '_'));
    if (taken.has(written) || !/^[a-z0-9_+-]+$/.test(written)) return;
    taken.add(written);
    names.get(codeOf(one))!.push(written);
  }
}

if (import.meta.main) writeEmoji();

import { shipped } from '../kernel/shipped.ts';

/** The one emoji of its kind: Zulip's name for the server's own, which has no code point but a picture, where Zulip has it. */
export const EXTRA_EMOJI = 'zulip';
export const EXTRA_EMOJI_PATH = '/static/generated/emoji/images/emoji/unicode/zulip.png';

/** Names by code, the chief one first, and the codes of each category, in the order they are shown. */
export interface EmojiData {
  code_to_names: Record<string, string[]>;
  emoji_catalog: Record<string, string[]>;
}

interface Table {
  readonly codeToNames: Record<string, string[]>;
  readonly catalog: Record<string, string[]>;
  readonly nameToCode: Map<string, string>;
}

let table: Table | undefined;

/** Read when the first emoji is asked for: many servers start, and many tests run, without one. */
function loaded(): Table {
  if (!table) {
    const { code_to_names: codeToNames, emoji_catalog: catalog }: EmojiData = JSON.parse(
      shipped('src/emoji/emoji.json').toString(),
    );
    const pairs = Object.entries(codeToNames).flatMap(([code, names]) => names.map((name) => [name, code] as const));
    table = { codeToNames, catalog, nameToCode: new Map(pairs) };
  }
  return table;
}

/** An emoji by any of its names; `name` in the answer is its first. */
export function emojiNamed(name: string): { code: string; name: string } | undefined {
  const code = loaded().nameToCode.get(name);
  return code === undefined ? undefined : { code, name: loaded().codeToNames[code]![0]! };
}

/** The names of a code (dash-separated hex of its code points, without variation selectors), the chief one first. */
export function namesOf(code: string): readonly string[] | undefined {
  const { codeToNames } = loaded();
  return Object.hasOwn(codeToNames, code) ? codeToNames[code] : undefined;
}

/** What `server_emoji_data_url` serves. */
export function emojiData(): EmojiData {
  return { code_to_names: loaded().codeToNames, emoji_catalog: loaded().catalog };
}

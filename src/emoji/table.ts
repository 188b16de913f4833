import { readAsset } from '../kernel/assets.ts';
import { once } from '../shared/memo.ts';

/** The only emoji of its kind: Zulip's own emoji has no code point. Zulip shows its logo. */
export const EXTRA_EMOJI = 'zulip';
export const EXTRA_EMOJI_PATH = '/static/generated/emoji/images/emoji/unicode/zulip.png';

/** The names of each code, the canonical name first, and the codes of each category, in the order of display. */
export interface EmojiData {
  code_to_names: Record<string, string[]>;
  emoji_catalog: Record<string, string[]>;
}

interface Table {
  readonly codeToNames: Record<string, string[]>;
  readonly nameToCode: Map<string, string>;
}

/**
 * Loads the table when the first emoji is looked up, because many servers and tests start without using one.
 * `names.json` is Zulip's emoji set at the feature level that the server announces. It is the only source of names.
 */
const table = once((): Table => {
  const codeToNames: Record<string, string[]> = JSON.parse(readAsset('src/emoji/names.json').toString());
  const pairs = Object.entries(codeToNames).flatMap(([code, names]) => names.map((name) => [name, code] as const));
  return { codeToNames, nameToCode: new Map(pairs) };
});

/** Finds an emoji by any of its names; `name` in the result is its canonical name. */
export function emojiNamed(name: string): { code: string; name: string } | undefined {
  const code = table().nameToCode.get(name);
  return code === undefined ? undefined : { code, name: table().codeToNames[code]![0]! };
}

/** The names of a code, the canonical name first. Codes are dash-separated hex, without variation selectors. */
export function findNames(code: string): readonly string[] | undefined {
  const { codeToNames } = table();
  return Object.hasOwn(codeToNames, code) ? codeToNames[code] : undefined;
}

/** The data that `server_emoji_data_url` serves. Categories are read at each request, because clients cache them. */
export function emojiData(): EmojiData {
  return {
    code_to_names: table().codeToNames,
    emoji_catalog: JSON.parse(readAsset('src/emoji/categories.json').toString()),
  };
}

import { readAsset } from '../kernel/assets.ts';
import { once } from '../shared/memo.ts';
import { findNames } from './table.ts';

/** Reads the table at the first import. `shortcodes.json` has the names of other products that differ from ours. */
const shortcodes = once(() => JSON.parse(readAsset('src/emoji/shortcodes.json').toString()) as Record<string, string>);

/** The name of an emoji without the skin tone that other products add to it. */
export const withoutSkinTone = (name: string): string =>
  name.replace(/(?:::?skin-tone-\d(?:-\d)?|_tone[1-5](?:-[1-5])?|_(?:medium_)?(?:light|medium|dark)_skin_tone)+$/, '');

/**
 * The emoji that other products call by this name, or by its characters. undefined: their name
 * is the same as ours, or there is no such emoji.
 */
export function emojiOfShortcode(name: string): { code: string; name: string } | undefined {
  const code = Object.hasOwn(shortcodes(), name) ? shortcodes()[name]! : codeOfCharacters(name);
  const names = code === undefined ? undefined : findNames(code);
  return names && { code: code!, name: names[0]! };
}

/** Dash-separated hex of code points, without variation selectors and skin tones. */
function codeOfCharacters(text: string): string | undefined {
  if (!/^[^a-z]/i.test(text)) return undefined;
  const points = [...text].map((character) => character.codePointAt(0)!);
  const plain = points.filter((point) => point !== 0xfe0f && !(point >= 0x1f3fb && point <= 0x1f3ff));
  return plain.map((point) => point.toString(16).padStart(4, '0')).join('-');
}

/** Longer than file systems allow, and short enough for an address. */
const LONGEST = 100;

/** The name of a file in its address: letters, digits, dots, dashes and underscores, with its extension. */
export function nameInPath(input: string): string {
  const name = nameShown(input)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_\s.-]/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-');
  if (/^\.*$/.test(name)) return 'uploaded-file';
  const characters = [...name];
  if (characters.length <= LONGEST) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, LONGEST - [...ending].length).join('') + ending;
}

/** Control characters and direction overrides: with these, `gpj.exe` could look like an image. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The name as its owner sees it: the last part of a possible path, without invisible characters. */
export const nameShown = (input: string): string =>
  [
    ...input
      .toWellFormed()
      .replace(/^.*[/\\]/s, '')
      .replace(UNSEEN, '')
      .trim(),
  ]
    .slice(0, 200)
    .join('') || 'uploaded-file';

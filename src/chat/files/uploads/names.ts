/** Longer than any file system's, and short enough for an address. */
const LONGEST = 100;

/** The name of a file as it stands in its address: letters, digits, dots, dashes and underscores, its ending kept. */
export function nameInPath(given: string): string {
  const name = nameShown(given)
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

/** Control characters, and those that turn the direction of writing: `gpj.exe` is not to be read as a picture. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The name as its owner sees it: the last part of what may be a path, without what cannot be seen. */
export const nameShown = (given: string): string =>
  [
    ...given
      .toWellFormed()
      .replace(/^.*[/\\]/s, '')
      .replace(UNSEEN, '')
      .trim(),
  ]
    .slice(0, 200)
    .join('') || 'uploaded-file';

/** Longer than any file system's, and short enough for an address. */
const LONGEST = 100;

/** The name of a file as it stands in its address: letters, digits, dots, dashes and underscores, its ending kept. */
export function nameInPath(given: string): string {
  const name = given
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

/** The name as its owner sees it: the last part of what may be a path, without what cannot be seen. */
export const nameShown = (given: string): string =>
  [
    ...given
      .toWellFormed()
      .replace(/^.*[/\\]/s, '')
      .replace(/\p{Cc}/gu, '')
      .trim(),
  ]
    .slice(0, 200)
    .join('') || 'uploaded-file';

/** What replaces the markup of Jira whose raw form says nothing to a person. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/\{(?:code|noformat|quote|panel)(?::[^{}\n]{0,200})?\}/g, '\n'],
  [/\{color(?::[^{}\n]{0,200})?\}/g, ''],
  [/\[~accountid:[^[\]\n]{0,200}\]/g, '@someone'],
  [/\[~([^[\]\n]{1,200})\]/g, '@$1'],
  [/\[([^[\]|\n]{1,500})\|([^[\]|\n]{1,2000})(?:\|smart-link)?\]/g, '$1 ($2)'],
  [/^h[1-6]\. /gm, ''],
  [/\\([!*_{}[\]\\-])/g, '$1'],
];

/** A text in Jira's markup as plain text: links with their addresses, code without its braces, names of people. */
export const plainJira = (text: string): string =>
  REPLACEMENTS.reduce((done, [markup, replacement]) => done.replaceAll(markup, replacement), text);

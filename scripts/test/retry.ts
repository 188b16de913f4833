/** Which failed tests `npm test` repeats. */
import { readFileSync } from 'node:fs';
import type { Failure } from '../failures.ts';

/** More failed tests than these are not a matter of chance. */
const MOST = 3;

/**
 * Only a few browser tests are repeated, because a window depends on many clocks at once. A repeated test still needs
 * to be looked into.
 */
export const areRepeated = (failures: readonly Failure[]): boolean =>
  failures.length > 0 && failures.length <= MOST && failures.every(isBrowserTest);

/** Whether it is a test, not a file that failed as a whole, which Node names after its path. */
const isBrowserTest = ({ file, name }: Failure): boolean => !name.endsWith('.ts') && usesBrowser(file);

/** Whether a test file opens windows. */
export const usesBrowser = (file: string): boolean =>
  /(^|\/)test\/browser\//.test(file) || readFileSync(file, 'utf8').includes('support/browser.ts');

/** The options with which Node runs only these tests, whatever characters their names contain. */
export const onlyTests = (names: readonly string[]): string[] =>
  names.map((name) => `--test-name-pattern=^${name.replace(/[^\p{L}\p{N} ]/gu, '\\$&')}$`);

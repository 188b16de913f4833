import { readNumber, readText } from '../records.ts';

/** Times are seconds with a fraction, or ISO 8601. */
export function wholeSeconds(value: unknown): number | undefined {
  const seconds = readNumber(value) ?? Date.parse(readText(value) ?? '') / 1000;
  return Number.isFinite(seconds) ? Math.floor(seconds) : undefined;
}

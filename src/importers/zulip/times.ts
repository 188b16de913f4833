import { numberOf, textOf } from '../records.ts';

/** Times are seconds with a fraction, or ISO 8601. */
export function wholeSeconds(value: unknown): number | undefined {
  const seconds = numberOf(value) ?? Date.parse(textOf(value) ?? '') / 1000;
  return Number.isFinite(seconds) ? Math.floor(seconds) : undefined;
}

import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { afterPaint } from '../../store/local/after-paint.ts';
import { rowCost } from '../../store/local/rendered-rows.ts';

/** The number of placeholder rows that fill a screen. */
export const SCREENFUL = Math.ceil(innerHeight / 60);
/** Milliseconds for rendering rows in one frame. Their layout takes twice the time again. */
const BUDGET = 6;
/** Fewer rows make no reliable measurement. */
const FEW = 4;
const rows = (least: number, most: number): number => Math.min(most, Math.max(least, Math.floor(BUDGET / rowCost.ms)));
/** The number of rows rendered at first, about a screenful on a fast machine, and added after each paint. */
const first = () => rows(8, Math.max(16, Math.ceil(innerHeight / 50)));
const more = () => rows(2, 8);
/**
 * The number of rows that are certainly taller than the placeholder at the start, which disappears with the last ones.
 * If fewer replaced it at the very top, the rows on screen would move up.
 */
const LAST = 6;

interface Range {
  opened: number | undefined;
  from: number;
  /** Infinity means that rows at the end are always rendered, though not all at once. */
  to: number;
  /** The last rendered message. */
  last?: number | undefined;
  /** More messages arrived at the end than are rendered at once. */
  grows?: boolean;
  /** Whether the first message of the window was rendered. */
  whole: boolean;
  /** The number of rendered rows. */
  count?: number;
}

/**
 * Selects which messages of a window are rendered: first those around `begin` (undefined: the end), then more after
 * each paint, so that no frame waits for all. `lacks` reserves room below for messages that are still loading, so that
 * `begin` can be at its position. `starts` is the number of messages at the start that are not rendered.
 */
export function useProgressiveRows(
  ids: readonly number[],
  begin: number | undefined,
  opened: number | undefined,
  starts: number,
): { from: number; to: number; lacks: boolean } {
  const range = useRef<Range | undefined>(undefined);
  const drawn = useSignal(0);
  const goal = useRef<number | undefined>(undefined);
  drawn.value;
  const wanted = begin === undefined ? -1 : ids.indexOf(begin);
  const known = range.current;
  const isOut =
    goal.current !== begin && wanted >= 0 && known !== undefined && (begin! < known.from || begin! > known.to);
  if (known === undefined || known.opened !== opened || isOut) {
    const count = first();
    const above = wanted < 0 ? count : Math.floor(count * 0.3);
    const from = (wanted < 0 ? ids.length : wanted) - above;
    const to = wanted < 0 ? ids.length : wanted + count - above;
    range.current = {
      opened,
      from: ids[Math.max(0, from)] ?? 0,
      to: ids[to] === undefined ? Number.POSITIVE_INFINITY : ids[to]!,
      whole: false,
    };
  }
  goal.current = begin;
  const step = more();
  const now = range.current!;
  let from = Math.max(starts, now.from === 0 ? 0 : firstFrom(ids, now.from));
  // At the very top, several rows are added at once, because only room above keeps the first row in place.
  if (now.whole && from > starts) now.from = ids[(from = earlier(from, step, starts))]!;
  now.whole = from <= starts;
  if (now.to === Number.POSITIVE_INFINITY && now.last !== undefined) {
    const come = firstFrom(ids, now.last + 1);
    now.grows = ids.length - come > step;
    if (now.grows) now.to = ids[come + step - 1]!;
  }
  const to = now.to === Number.POSITIVE_INFINITY ? ids.length : firstFrom(ids, now.to + 1);
  now.last = ids[to - 1];
  const count = to - from;
  const begun = performance.now();
  useLayoutEffect(() => {
    const come = count - (now.count ?? 0);
    now.count = count;
    if (come >= FEW) rowCost.ms += ((performance.now() - begun) / come - rowCost.ms) / 2;
  });
  useEffect(() => {
    if (from <= starts && to === ids.length) return;
    return afterPaint(() => {
      if (to < ids.length) now.to = ids[to + step] ?? Number.POSITIVE_INFINITY;
      else now.from = ids[earlier(from, step, starts)] ?? 0;
      drawn.value++;
    });
  });
  return { from, to, lacks: to < ids.length && !now.grows };
}

/** The index of the first row after the next step towards the start. */
const earlier = (from: number, step: number, starts: number): number =>
  from - step < starts + LAST ? starts : from - step;

/** The index of the first ID that is not smaller. */
function firstFrom(ids: readonly number[], id: number): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

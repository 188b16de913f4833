import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { afterPaint } from '../../design/after-paint.ts';

/** So many rows of a skeleton are about a screen. */
export const SCREENFUL = Math.ceil(innerHeight / 60);
/** How long rows may take in one frame, in milliseconds; with their layout that makes about twice as much. */
const BUDGET = 12;
/** What a row takes on this machine, as the last ones told. */
let cost = 1;
/** Fewer tell too little of that. */
const FEW = 4;
const rows = (least: number, most: number): number => Math.min(most, Math.max(least, Math.floor(BUDGET / cost)));
/** About a screen of rows is drawn at once where that is quick, and so many more after each time the browser has painted. */
const first = () => rows(8, Math.max(16, Math.ceil(innerHeight / 50)));
const more = () => rows(3, 10);

interface Range {
  opened: number | undefined;
  from: number;
  /** Infinity: whatever comes at the end is drawn, though not all at once. */
  to: number;
  /** The last one that is drawn. */
  last?: number | undefined;
  /** More came at the end than is drawn at once. */
  grows?: boolean;
  /** Whether the first of the window was drawn. */
  whole: boolean;
  /** So many are drawn. */
  count?: number;
}

/**
 * Which of a window's messages are drawn by now: those where one begins at first, and the others bit by bit, so that no frame waits
 * for all of them. `begin`: the message to begin at; undefined: the end. `lacks`: some are to come below, and need their room: else the
 * one to begin at could not be where it belongs. `starts`: how many at the beginning are not drawn.
 */
export function useDrawn(
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
  // What comes above the first row is drawn some rows high at once: at the very top there is no other room to keep that row where it is.
  if (now.whole && from > starts) now.from = ids[(from = Math.max(starts, from - step))]!;
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
    if (come >= FEW) cost += ((performance.now() - begun) / come - cost) / 2;
  });
  useEffect(() => {
    if (from <= starts && to === ids.length) return;
    return afterPaint(() => {
      if (to < ids.length) now.to = ids[to + step] ?? Number.POSITIVE_INFINITY;
      else now.from = ids[Math.max(starts, from - step)] ?? 0;
      drawn.value++;
    });
  });
  return { from, to, lacks: to < ids.length && !now.grows };
}

/** The place of the first id that is not smaller. */
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

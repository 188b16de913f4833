import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { afterPaint } from '../store/local/after-paint.ts';
import { addStyle } from './load-style.ts';
import css from './settings.css';

addStyle(css);

/** Shorter lists are rendered whole, so that the browser's own search finds everything in them. */
const SHORT = 60;
const BEYOND = 6;

interface LongListProps<T> {
  label: string;
  items: readonly T[];
  getKey: (item: T) => string | number;
  height: number;
  render: (item: T) => ComponentChildren;
}

/**
 * A list of rows of equal height, in pixels. Of a long list it renders only the rows near the viewport and the focused
 * row. It scrolls with its container.
 */
export function LongList<T>({ label, items, getKey: keyOf, height, render }: LongListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const focused = useSignal(-1);
  const isLong = items.length > SHORT;
  const range = useVisibleRange(list, height, isLong);
  const [from, to] = isLong ? range : [0, items.length];
  const shown: number[] = [];
  for (let at = from; at < Math.min(to, items.length); at++) shown.push(at);
  if (isLong && focused.value >= 0 && focused.value < items.length && !shown.includes(focused.value))
    shown.push(focused.value);
  return (
    <ul
      ref={list}
      class={isLong ? 'long-list long-list-drawn' : 'long-list'}
      aria-label={label}
      style={isLong ? { height: `${items.length * height}px` } : {}}
      onFocusIn={(event) => (focused.value = Number((event.target as Element).closest('li')?.dataset.at ?? -1))}
      onFocusOut={() => (focused.value = -1)}
    >
      {shown.map((at) => (
        <li
          key={keyOf(items[at]!)}
          data-at={at}
          aria-posinset={at + 1}
          aria-setsize={items.length}
          style={isLong ? { top: `${at * height}px`, height: `${height}px` } : { minHeight: `${height}px` }}
        >
          {render(items[at]!)}
        </li>
      ))}
    </ul>
  );
}

/** The rows near the viewport, while the list is long: the first one, and the one after the last. */
function useVisibleRange(list: RefObject<HTMLElement | null>, height: number, isLong: boolean) {
  const range = useSignal<readonly [from: number, to: number]>([0, Math.ceil(innerHeight / height)]);
  useLayoutEffect(() => {
    if (!isLong) return;
    let scroller: Element | undefined;
    let callOff = () => {};
    const look = () => {
      if (!scroller) {
        scroller = findScroller(list.current!);
        scroller.addEventListener('scroll', look, { passive: true });
        observer.observe(scroller);
      }
      const above = scroller.getBoundingClientRect().top - list.current!.getBoundingClientRect().top;
      const from = Math.max(0, Math.floor(above / height));
      const to = Math.ceil((above + scroller.clientHeight) / height);
      const [before, until] = range.peek();
      if (from < before || to > until) range.value = [from, to];
      // After a long jump the visible rows are rendered first; the others follow later.
      const [first, last] = [Math.max(0, from - BEYOND), to + BEYOND];
      callOff();
      if (first !== before || last !== until) callOff = afterPaint(() => (range.value = [first, last]));
    };
    // The observer runs after layout, also when anything grows or shrinks. Measuring earlier would force another
    // layout.
    const observer = new ResizeObserver(look);
    observer.observe(list.current!);
    return () => {
      observer.disconnect();
      callOff();
      scroller?.removeEventListener('scroll', look);
    };
  }, [isLong, height]);
  return range.value;
}

function findScroller(element: Element): Element {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.documentElement;
}

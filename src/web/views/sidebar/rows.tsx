import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { afterPaint } from '../../design/after-paint.ts';
import { filter } from './filter.ts';

/** So many rows are drawn together, or not. */
const BLOCK = 8;
/** Of so few blocks, all are. */
const FEW = 4;
/** Drawn are those so near to what is seen. */
const NEAR = '600px 0px';
const NONE: ReadonlySet<number> = new Set();

/**
 * Rows of the list on the left, of which only those near what is seen are there; the others keep their room. `here`: the place of the one
 * that must be there all the same, since it is gone to; below zero: none. Each row says that it is a `listitem`.
 */
export function Rows<T>({
  items,
  here,
  render,
  children,
}: {
  items: readonly T[];
  here: number;
  render: (item: T) => ComponentChildren;
  /** What stands below them, a row too. */
  children?: ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const count = Math.ceil(items.length / BLOCK);
  // What is found is another list, of which nothing was looked at.
  const of = filter.value && items.length;
  const looked = useSignal({ of, near: NONE });
  const near = looked.value.of === of ? looked.value.near : NONE;
  useEffect(() => {
    if (count <= FEW) return;
    const blocks = [...box.current!.querySelectorAll(':scope > .rows-block')];
    // Far away all of them change at once, which is too much for one frame.
    const turns = new Map<Element, () => void>();
    const turn = ({ target, isIntersecting }: IntersectionObserverEntry) => {
      const { of: before, near } = looked.peek();
      const next = new Set(before === of ? near : NONE);
      if (isIntersecting) next.add(blocks.indexOf(target));
      // Nobody's focus goes away under them.
      else if (!target.contains(document.activeElement)) next.delete(blocks.indexOf(target));
      looked.value = { of, near: next };
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          turns.get(entry.target)?.();
          turns.set(
            entry.target,
            afterPaint(() => turn(entry)),
          );
        }
      },
      { root: box.current!.closest('.sidebar-scroll'), rootMargin: NEAR },
    );
    for (const block of blocks) observer.observe(block);
    return () => {
      observer.disconnect();
      for (const callOff of turns.values()) callOff();
    };
  }, [count, of]);
  // The first are always there: Enter in the filter goes to what it finds before anything was looked at.
  const isDrawn = (at: number) =>
    count <= FEW || at <= 1 || near.has(at) || (here >= 0 && Math.floor(here / BLOCK) === at);
  return (
    <div ref={box} class="rows" role="list">
      {Array.from({ length: count }, (_, at) => {
        const rows = items.slice(at * BLOCK, (at + 1) * BLOCK);
        return (
          <div key={at} class="rows-block" role="presentation" style={isDrawn(at) ? {} : { '--rows': rows.length }}>
            {isDrawn(at) && rows.map(render)}
          </div>
        );
      })}
      {children}
    </div>
  );
}

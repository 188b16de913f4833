import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { afterPaint } from '../../store/local/after-paint.ts';

/** The number of rows that are rendered or removed together. */
const BLOCK = 8;
/** With this many blocks or fewer, all are rendered. */
const FEW = 4;
/** The distance from the viewport within which rows are rendered. */
const NEAR = '600px 0px';
const NONE: ReadonlySet<number> = new Set();

interface VirtualRowsProps<T> {
  items: readonly T[];
  here: number;
  render: (item: T) => ComponentChildren;
  /** Shown below the rows, as a row of its own. */
  children?: ComponentChildren;
}

/**
 * Sidebar rows, of which only those near the viewport are rendered; the others keep their space. `here` is the index of
 * the current row, which is always rendered, or negative. Each row has the role `listitem`.
 */
export function VirtualRows<T>({ items, here, render, children }: VirtualRowsProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const count = Math.ceil(items.length / BLOCK);
  const near = useNearBlocks(box, count);
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

/** The blocks of rows near the viewport. */
function useNearBlocks(box: RefObject<HTMLElement | null>, count: number): ReadonlySet<number> {
  const near = useSignal(NONE);
  useEffect(() => {
    if (count <= FEW) return;
    const blocks = [...box.current!.querySelectorAll(':scope > .rows-block')];
    // After a long jump all blocks change at once, which takes more than one frame.
    const turns = new Map<Element, () => void>();
    const turn = ({ target, isIntersecting }: IntersectionObserverEntry) => {
      const next = new Set(near.peek());
      if (isIntersecting) next.add(blocks.indexOf(target));
      // A block that contains the focus is not removed.
      else if (!target.contains(document.activeElement)) next.delete(blocks.indexOf(target));
      near.value = next;
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
  }, [count]);
  return near.value;
}

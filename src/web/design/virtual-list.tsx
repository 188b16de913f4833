import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { adopt } from './adopt.ts';
import css from './paged.css';

adopt(css);

/** Rows drawn above and below those in sight, so that Tab finds the next one. */
const BESIDE = 8;

/**
 * A long list of rows of one height (pixels), of which only those near the window are in the page. It scrolls in itself and is as high as
 * its box lets it be.
 */
export function VirtualList<T>({
  items,
  height,
  label,
  keyOf,
  children,
}: {
  items: readonly T[];
  height: number;
  label: string;
  keyOf: (item: T) => string | number;
  children: (item: T) => ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ from: 0, to: 30 });
  const look = () => {
    const { scrollTop, clientHeight } = box.current!;
    const from = Math.max(0, Math.floor(scrollTop / height) - BESIDE);
    const to = Math.ceil((scrollTop + clientHeight) / height) + BESIDE;
    setSeen((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  useLayoutEffect(() => {
    look();
    const watcher = new ResizeObserver(look);
    watcher.observe(box.current!);
    return () => watcher.disconnect();
  }, [height, items.length]);
  const shown = items.slice(seen.from, seen.to);
  return (
    <div ref={box} class="virtual" onScroll={look}>
      <ul aria-label={label} style={{ height: `${items.length * height}px` }}>
        {shown.map((item, at) => (
          <li
            key={keyOf(item)}
            aria-setsize={items.length}
            aria-posinset={seen.from + at + 1}
            style={{ height: `${height}px`, transform: `translateY(${(seen.from + at) * height}px)` }}
          >
            {children(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}

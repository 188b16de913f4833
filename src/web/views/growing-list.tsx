import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { renderedRows } from '../store/local/rendered-rows.ts';
import { historyEntry } from '../store/local/route.ts';

/**
 * The number of rows of a long list to render: `step` at first, and as many more whenever the end comes near. A change
 * of `again` starts over.
 */
export function useGrowingList(total: number, step: number, again: string) {
  const here = `${historyEntry.entry} ${again}`;
  const shown = useSignal((historyEntry.again && renderedRows.get(here)) || step);
  const begun = useRef(again);
  if (begun.current !== again) {
    begun.current = again;
    shown.value = step;
  }
  if (shown.value > step) renderedRows.set(here, shown.value);
  const end = useRef<HTMLDivElement>(null);
  const isMore = total > shown.value;
  useEffect(() => {
    if (!isMore || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && (shown.value += step), {
      rootMargin: '900px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isMore, shown.value]);
  return { shown: shown.value, end: isMore ? <div ref={end} class="more-below" /> : null };
}

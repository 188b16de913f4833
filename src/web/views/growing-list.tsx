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
  const grow = () => (shown.value += step);
  return { shown: shown.value, end: total > shown.value ? <End key={shown.value} grow={grow} /> : null };
}

/** The end of the rendered rows. After each step it is another one, which is observed once it is on the page. */
function End({ grow }: { grow: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && grow(), { rootMargin: '900px' });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return <div ref={element} class="more-below" />;
}

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { visit } from '../routing/router.ts';

/** How many were drawn, by where that was: who comes back is at the same place of it. */
const drawn = new Map<string, number>();

/** How many of a long list are drawn: `step` at first, and so many more whenever its end comes near. `again`: what begins it anew. */
export function useMore(total: number, step: number, again: string) {
  const here = `${visit.entry} ${again}`;
  const shown = useSignal((visit.again && drawn.get(here)) || step);
  const begun = useRef(again);
  if (begun.current !== again) {
    begun.current = again;
    shown.value = step;
  }
  if (shown.value > step) drawn.set(here, shown.value);
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

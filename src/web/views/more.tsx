import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

/** How many of a long list are drawn: `step` at first, and so many more whenever its end comes near. `again`: what begins it anew. */
export function useMore(total: number, step: number, again: unknown) {
  const shown = useSignal(step);
  const begun = useRef(again);
  if (begun.current !== again) {
    begun.current = again;
    shown.value = step;
  }
  const end = useRef<HTMLDivElement>(null);
  const isMore = total > shown.value;
  useEffect(() => {
    if (!isMore || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && (shown.value += step), { rootMargin: '900px' });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isMore, shown.value]);
  return { shown: shown.value, end: isMore ? <div ref={end} class="more-below" /> : null };
}

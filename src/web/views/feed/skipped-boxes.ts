import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Marks the boxes of rows that are far from the visible ones. The browser skips them, but knows their heights, because
 * each box is laid out once whenever its rows change. So nothing moves, and the cost of a frame does not grow with the
 * number of loaded messages.
 */
export function useSkippedBoxes(content: RefObject<HTMLElement | null>): void {
  const observer = useRef<IntersectionObserver>(undefined);
  // Before the scroll position is restored, because that reads the heights.
  useLayoutEffect(() => {
    observer.current ??= new IntersectionObserver(markFar, {
      root: content.current!.parentElement,
      // Half the height of the visible part, above and below it.
      rootMargin: '50%',
    });
    for (const box of content.current!.querySelectorAll<HTMLElement>('.row-box')) {
      if (box.dataset.observed === box.dataset.rows) continue;
      box.dataset.observed = box.dataset.rows;
      delete box.dataset.far;
      observer.current.unobserve(box);
      observer.current.observe(box);
    }
  });
  useEffect(() => () => observer.current?.disconnect(), []);
}

/** Is called for each new box after it was laid out, and when one comes near or goes away. */
function markFar(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) target.toggleAttribute('data-far', !isIntersecting);
}

const waiting = new Set<() => void>();
let isDue = false;

/**
 * Does what may wait until the frame that is due is painted: one thing after each frame, in their order, so that no frame has to wait for several.
 * Gives the way to call it off. Nothing is painted, and nothing done, while nobody sees the page.
 */
export function afterPaint(act: () => void): () => void {
  const one = () => act();
  waiting.add(one);
  look();
  return () => void waiting.delete(one);
}

function look(): void {
  if (isDue || waiting.size === 0) return;
  isDue = true;
  requestAnimationFrame(() => setTimeout(next));
}

function next(): void {
  isDue = false;
  const [act] = waiting;
  if (!act) return;
  waiting.delete(act);
  try {
    act();
  } finally {
    look();
  }
}

/** Resolves after the frame that is due; soon, too, while nobody sees the page. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve();
    afterPaint(resolve);
    setTimeout(resolve, LONG);
  });
/** In milliseconds: by then it is hidden, or hangs. */
const LONG = 200;

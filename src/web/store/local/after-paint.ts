const paintQueue = {
  /** The callbacks that run after the next paints. */
  waiting: new Set<() => void>(),
  /** Whether one of them runs after the next paint. */
  isDue: false,
};

/**
 * Runs callbacks after the next paint: one per frame, in order, so that no frame waits for several. Returns a function
 * that cancels the callback. While the page is hidden, nothing is painted and nothing runs.
 */
export function afterPaint(act: () => void): () => void {
  const one = () => act();
  paintQueue.waiting.add(one);
  schedule();
  return () => void paintQueue.waiting.delete(one);
}

function schedule(): void {
  if (paintQueue.isDue || paintQueue.waiting.size === 0) return;
  paintQueue.isDue = true;
  requestAnimationFrame(() => setTimeout(runNext));
}

function runNext(): void {
  paintQueue.isDue = false;
  const [act] = paintQueue.waiting;
  if (!act) return;
  paintQueue.waiting.delete(act);
  try {
    act();
  } finally {
    schedule();
  }
}

/** Resolves after the next paint, or soon if the page is hidden. */
export const waitForPaint = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve();
    afterPaint(resolve);
    setTimeout(resolve, HIDDEN_AFTER);
  });
/** Milliseconds after which the page counts as hidden or blocked. */
const HIDDEN_AFTER = 200;

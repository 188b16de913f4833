/** Does what may wait until the frame that is due is painted. Gives the way to call it off. */
export function afterPaint(act: () => void): () => void {
  let later: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => {
    later = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(later);
  };
}

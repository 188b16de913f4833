import { afterPaint } from './after-paint.ts';

/** The number of images loaded after each frame. Each costs time to decode, and a screenful would delay a frame. */
const TOGETHER = 2;
const known = new Set<string>();
const coming = new Set<HTMLImageElement>();

/** Shows the avatar that `data-src` names: at once if it was shown before, otherwise in its turn. */
export function face(image: HTMLImageElement | null): void {
  if (!image) return;
  if (known.has(image.dataset.src!)) show(image);
  else if (coming.add(image).size === 1) afterPaint(next);
}

function next(): void {
  let left = TOGETHER;
  for (const image of coming) {
    if (left === 0) break;
    coming.delete(image);
    if (!image.isConnected) continue;
    show(image);
    left--;
  }
  if (coming.size > 0) afterPaint(next);
}

function show(image: HTMLImageElement): void {
  const { src } = image.dataset;
  known.add(src!);
  image.src = src!;
}

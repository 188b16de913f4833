import { afterPaint } from './after-paint.ts';

/** So many are fetched after each frame: what comes with each is work of its own, and a screenful of them would make a frame wait. */
const TOGETHER = 2;
const known = new Set<string>();
const coming = new Set<HTMLImageElement>();

/** Shows the face an image names in `data-src`: at once if it was shown before, else when it is its turn. */
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

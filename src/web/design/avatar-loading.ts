import { afterPaint } from './after-paint.ts';

/** The number of images loaded after each frame. Each costs time to decode, and a screenful would delay a frame. */
const PER_FRAME = 2;
const known = new Set<string>();
const queue = new Set<HTMLImageElement>();

/** Shows the avatar that `data-src` names: at once if it was shown before, otherwise in its turn. */
export function loadAvatar(image: HTMLImageElement | null): void {
  if (!image) return;
  if (known.has(image.dataset.src!)) show(image);
  else if (queue.add(image).size === 1) afterPaint(next);
}

function next(): void {
  let left = PER_FRAME;
  for (const image of queue) {
    if (left === 0) break;
    queue.delete(image);
    if (!image.isConnected) continue;
    show(image);
    left--;
  }
  if (queue.size > 0) afterPaint(next);
}

function show(image: HTMLImageElement): void {
  const { src } = image.dataset;
  known.add(src!);
  image.src = src!;
}

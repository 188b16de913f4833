import { afterPaint } from '../store/local/after-paint.ts';
import { avatarQueue, shownAvatars } from '../store/local/avatars.ts';

/** The number of images loaded after each frame. Each costs time to decode, and a screenful would delay a frame. */
const PER_FRAME = 2;

/** Shows the avatar that `data-src` names: at once if it was shown before, otherwise in its turn. */
export function loadAvatar(image: HTMLImageElement | null): void {
  if (!image) return;
  if (shownAvatars.has(image.dataset.src!)) show(image);
  else if (avatarQueue.add(image).size === 1) afterPaint(next);
}

function next(): void {
  let left = PER_FRAME;
  for (const image of avatarQueue) {
    if (left === 0) break;
    avatarQueue.delete(image);
    if (!image.isConnected) continue;
    show(image);
    left--;
  }
  if (avatarQueue.size > 0) afterPaint(next);
}

function show(image: HTMLImageElement): void {
  const { src } = image.dataset;
  shownAvatars.add(src!);
  image.src = src!;
}

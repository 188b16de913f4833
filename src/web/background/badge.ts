import { effect } from '@preact/signals';
import { store } from '../store/store.ts';
import { badgeCount } from '../views/unread-counts.ts';

const SIZE = 64;
/** Milliseconds between updates, since the count changes constantly at busy times. */
const UPDATE_INTERVAL = 1000;

/**
 * Shows the unread count on the icons of the window and the installed app, by the setting `desktop_icon_count_display`.
 */
export function startBadge(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  const defaultIcon = link?.href ?? '';
  let later: ReturnType<typeof setTimeout> | undefined;
  let drawn = '';
  effect(() => {
    const count = badgeCount.value;
    const icon = store.realm.value.realm_icon_url || defaultIcon;
    clearTimeout(later);
    later = setTimeout(() => {
      const text = count > 99 ? '99+' : String(count);
      if (link && drawn !== text + icon) void draw(link, count, text, icon);
      drawn = text + icon;
      if (count > 0) void navigator.setAppBadge?.(count).catch(() => {});
      else void navigator.clearAppBadge?.().catch(() => {});
    }, UPDATE_INTERVAL);
  });
}

async function draw(link: HTMLLinkElement, count: number, text: string, icon: string): Promise<void> {
  if (count === 0) {
    link.href = icon;
    return;
  }
  const picture = new Image();
  picture.src = icon;
  await picture.decode().catch(() => {});
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return;
  if (picture.naturalWidth > 0) pen.drawImage(picture, 0, 0, SIZE, SIZE);
  pen.font = `700 ${text.length > 2 ? 24 : 32}px system-ui, sans-serif`;
  const width = Math.max(38, pen.measureText(text).width + 16);
  pen.fillStyle = '#a72a20';
  pen.beginPath();
  pen.roundRect(SIZE - width, SIZE - 38, width, 38, 19);
  pen.fill();
  pen.fillStyle = '#fff';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, SIZE - width / 2, SIZE - 18);
  if (badgeCount.peek() === count) link.href = canvas.toDataURL();
}

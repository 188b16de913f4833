import { keepWorld } from '../actions/save-cache.ts';
import boxes from '../design/boxes.css';
import { tellWholeNames } from '../design/full-names.ts';
import { adopt } from '../design/load-style.ts';
import print from '../design/print.css';
import { midnights } from '../text/format.ts';
import { tellWhoWhenCopying } from '../views/message/selected-text.ts';
import { openBadge } from './badge.ts';
import { openNotices } from './desktop.ts';
import { openQuiet } from './do-not-disturb.ts';
import { followNotices, openWorker } from './service-worker.ts';
import { openSounds } from './sounds.ts';
import { tellUnsent } from './unsent-messages.ts';

/**
 * Starts the background features: deferred styles, notifications, sounds, icon counts, the service worker, date
 * changes, tooltips with full names, saving the cache, and headers in copied text.
 */
export function live(spectator: boolean): void {
  adopt(boxes);
  adopt(print);
  // The worker's downloads must not delay what the page loads first.
  setTimeout(() => void openWorker(), AFTER);
  followNotices();
  followDays();
  tellWholeNames();
  tellWhoWhenCopying();
  if (spectator) return;
  keepWorld();
  openQuiet();
  openNotices();
  openSounds();
  openBadge();
  tellUnsent();
}

const AFTER = 1500;
const MINUTE = 60_000;

function followDays(): void {
  let day = new Date().toDateString();
  // A single timer until midnight would stop while the machine sleeps.
  setInterval(() => {
    const now = new Date().toDateString();
    if (now === day) return;
    day = now;
    midnights.value++;
  }, MINUTE);
}

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

/** Begins what goes on beside the page: the style of what is not there at first, notifications, sounds, counts on icons, the worker, that days pass, whole names, what is kept for the next visit, and who said what is copied. */
export function live(spectator: boolean): void {
  adopt(boxes);
  adopt(print);
  // What it fetches to keep must not be in the way of what is to be seen now.
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
  // A timer until midnight would sleep with the machine.
  setInterval(() => {
    const now = new Date().toDateString();
    if (now === day) return;
    day = now;
    midnights.value++;
  }, MINUTE);
}

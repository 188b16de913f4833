import { startSavingCache } from '../actions/save-cache.ts';
import forcedColors from '../design/forced-colors.css';
import { showFullNamesOnHover } from '../design/full-names.ts';
import late from '../design/late.css';
import { isTouchScreen } from '../design/layers.tsx';
import { addStyle } from '../design/load-style.ts';
import print from '../design/print.css';
import { startNotifications } from '../notifications/desktop.ts';
import { followDoNotDisturb } from '../notifications/do-not-disturb.ts';
import { startInstallOffer } from '../notifications/install.ts';
import { openClickedNotifications, registerServiceWorker } from '../notifications/service-worker.ts';
import { unlockSounds } from '../notifications/sounds.ts';
import { midnightCount } from '../store/local/format-settings.ts';
import { zulipDesktop } from '../store/local/zulip-desktop.ts';
import { addSendersWhenCopying } from '../views/message/selected-text.ts';
import { startBadge } from './badge.ts';
import { startCalls } from './calls.ts';
import { showCommandAnswers } from './command-answers.ts';
import { notifyUnsent } from './unsent-messages.ts';

/**
 * Starts the background features: deferred styles, notifications, sounds, icon counts, the service worker, date
 * changes, tooltips with full names, saving the cache, and headers in copied text.
 */
export function startBackgroundFeatures(spectator: boolean): void {
  addStyle(late);
  addStyle(forcedColors);
  addStyle(print);
  // The worker's downloads must not delay what the page loads first.
  setTimeout(() => void registerServiceWorker(), WORKER_DELAY);
  openClickedNotifications();
  followDateChanges();
  showFullNamesOnHover();
  addSendersWhenCopying();
  if (isTouchScreen()) void import('../touch/start.ts').then((touch) => touch.startTouchFeatures(spectator));
  if (spectator) return;
  startSavingCache();
  followDoNotDisturb();
  startNotifications();
  startCalls();
  showCommandAnswers();
  unlockSounds();
  startBadge();
  startInstallOffer();
  if (zulipDesktop()) void import('./zulip-desktop.ts').then(({ startZulipDesktop }) => startZulipDesktop());
  notifyUnsent();
}

const WORKER_DELAY = 1500;
const MINUTE = 60_000;

function followDateChanges(): void {
  let day = new Date().toDateString();
  // A single timer until midnight would stop while the machine sleeps.
  setInterval(() => {
    const now = new Date().toDateString();
    if (now === day) return;
    day = now;
    midnightCount.value++;
  }, MINUTE);
}

import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { job } from '../../declare.ts';
import { hasReceived } from '../../messages/messages/rules.ts';
import { countDelivery } from '../../organization/statistics/actions.ts';
import { doNotDisturbEnd } from '../do-not-disturb/rules.ts';
import { candidatesAmong } from '../missed-messages/candidates.ts';
import { PUSH } from '../missed-messages/delivery-methods.ts';
import { causeOf, isThere, stillMissed } from '../missed-messages/rules.ts';
import { notificationOf } from './notice.ts';
import { deliverToBrowser } from './push-jobs.ts';
import type { Subscription } from './types.ts';

// A send does no work for closed browsers. A job reads new messages and writes a row for each browser to notify. The
// row is deleted once the browser's push service has accepted the notification.

/** The number of messages processed at once. */
const MOST = 500;
/** Seconds until an active user is checked again, and until the next attempt after a failure. */
const LATER = 60;
/** Notifications that could not be delivered for this long are dropped. */
const STALE = 86_400;

/** The number of users notified concurrently, so that a push service that does not respond delays nobody else. */
const AT_ONCE = 10;

export const webPushes = job({
  name: 'notifications for closed browsers',
  every: 2,
  run: (app) => deliverWebPushes(app, false),
  next: (app) => app.webPush.nextDue(),
});

/**
 * Finds the browsers to notify of new messages, and notifies them. `allowPrivate`: also push services at private
 * addresses.
 */
export async function deliverWebPushes(app: App, allowPrivate: boolean): Promise<void> {
  const { webPushRun, webPushUsers } = app.memory;
  if (webPushRun.isRunning) return;
  await webPushRun.run(async () => {
    while (collectMissedMessages(app)) await turn();
  });
  const due = [...app.webPush.due(seconds(app.clock))]
    .filter(([user]) => !webPushUsers.has(user))
    .slice(0, Math.max(0, AT_ONCE - webPushUsers.size));
  await Promise.all(
    due.map(([user, browsers]) => webPushUsers.run(user, () => notifyBrowsers(app, browsers, allowPrivate))),
  );
}

async function notifyBrowsers(app: App, browsers: readonly number[], allowPrivate: boolean): Promise<void> {
  for (const id of browsers) {
    const browser = app.webPush.byId(id);
    if (browser) await notify(app, browser, allowPrivate);
  }
}

/** Processes the next messages. Returns whether there may be more. If no browser is registered, it only moves on. */
function collectMissedMessages(app: App): boolean {
  const to = app.webPush.noticedTo();
  const last = app.messages.lastId();
  if (to === last) return false;
  const browsers = Map.groupBy(app.webPush.all(), ({ user_id }) => user_id);
  if (to === undefined && browsers.size === 0) return false;
  if (to === undefined || browsers.size === 0) {
    app.db.write(() => app.webPush.setNoticedTo(last));
    return false;
  }
  const news = app.missedMessages.news(to, MOST);
  const newest = news.length < MOST ? last : news.at(-1)!.id;
  const candidates = candidatesAmong(app, PUSH);
  app.db.write(() => {
    for (const message of news)
      for (const id of candidates(message)) {
        const own = browsers.get(id);
        if (!own || causeOf(app, app.users.byId(id)!, message, PUSH) === undefined || !hasReceived(app, id, message))
          continue;
        // While a call rings, its own notification is shown. This one follows if nobody answered.
        const call = app.memory.ringingCalls.byMessage(message.id);
        const due = call?.ringing.has(id) ? call.until + 1 : message.date_sent;
        for (const browser of own) app.webPush.addNotice(browser.id, message.id, due);
      }
    app.webPush.setNoticedTo(newest);
  });
  return newest < last;
}

/** Sends a browser the messages that its owner has not read and can still read. */
async function notify(app: App, browser: Subscription, allowPrivate: boolean): Promise<void> {
  const user = app.users.byId(browser.user_id)!;
  // Old notifications would be a burst when do not disturb ends.
  if (doNotDisturbEnd(app, user)) return void app.db.write(() => app.webPush.removeNotices(browser.id));
  const postpone = () => app.db.write(() => app.webPush.postpone(seconds(app.clock) + LATER, browser.id));
  if (isThere(app, user) && !user.settings.enable_online_push_notifications) return void postpone();
  const waiting = app.webPush.waiting(browser.id, seconds(app.clock));
  const fresh = stillMissed(app, user, waiting, PUSH).filter(
    ({ message }) => message.date_sent > seconds(app.clock) - STALE,
  );
  const ids = new Set(fresh.map(({ message }) => message.id));
  app.db.write(() => waiting.filter((id) => !ids.has(id)).forEach((id) => app.webPush.removeNotice(browser.id, id)));
  for (const { message } of fresh) {
    const outcome = await deliverToBrowser(app, browser, notificationOf(app, user, message), { allowPrivate });
    if (outcome === 'again') return void postpone();
    if (outcome === 'gone') return void app.db.write(() => app.webPush.remove(browser.id));
    app.db.write(() => {
      app.webPush.removeNotice(browser.id, message.id);
      countDelivery(app, outcome === 'done' ? 'pushes_sent' : 'pushes_failed');
    });
  }
}

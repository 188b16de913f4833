import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { LIFESPAN, push, type Transport } from '../missed-messages/delivery-jobs.ts';
import { PUSH } from '../missed-messages/delivery-methods.ts';
import { notificationOf } from './notice.ts';
import { deliverToBrowser } from './push-jobs.ts';

/** The number of users notified concurrently, so that a push service that does not respond delays nobody else. */
const AT_ONCE = 10;

/**
 * Notifications in browsers while no page is open. A row is deleted once the browser's push service has accepted the
 * notification. `allowPrivate`: also push services at private addresses.
 */
export const browsersWith = ({ allowPrivate }: { allowPrivate: boolean }): Transport => ({
  method: PUSH,
  reachable(app) {
    const owners = new Set(app.webPush.owners());
    return owners.size > 0 ? owners : undefined;
  },
  note(app, { id }, message) {
    // While a call rings, its own notification is shown. This one follows if nobody answered.
    const call = app.memory.ringingCalls.byMessage(message.id);
    const due = call?.ringing.has(id) ? call.until + 1 : message.date_sent;
    for (const browser of app.webPush.ofUser(id)) app.webPush.addNotice(browser.id, message.id, due);
  },
  nextDue: (app) => app.webPush.nextDue(),
  async deliver(app) {
    const { webPushUsers } = app.memory;
    const due = [...app.webPush.due(seconds(app.clock))]
      .filter(([user]) => !webPushUsers.has(user))
      .slice(0, Math.max(0, AT_ONCE - webPushUsers.size));
    await Promise.all(
      due.map(([user, browsers]) =>
        webPushUsers.run(user, async () => {
          for (const id of browsers) await notifyBrowser(app, id, allowPrivate);
        }),
      ),
    );
  },
});

export const browsers = browsersWith({ allowPrivate: false });

/** Sends a browser the messages that its owner has not read and can still read. */
async function notifyBrowser(app: App, id: number, allowPrivate: boolean): Promise<void> {
  const browser = app.webPush.byId(id);
  if (!browser) return;
  const user = app.users.byId(browser.user_id)!;
  await push(app, {
    user,
    method: PUSH,
    waiting: app.webPush.waiting(id, seconds(app.clock)),
    reachesActive: user.settings.enable_online_push_notifications,
    lifespan: LIFESPAN,
    remove: (messages) => messages.forEach((message) => app.webPush.removeNotice(id, message)),
    postpone: (due) => app.webPush.postpone(due, id),
    async send(message) {
      const outcome = await deliverToBrowser(app, browser, notificationOf(app, user, message), { allowPrivate });
      if (outcome === 'gone') app.db.write(() => app.webPush.remove(id));
      return outcome;
    },
    finish: (message) => app.webPush.removeNotice(id, message),
  });
}

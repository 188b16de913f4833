import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { unreachable } from '../../../kernel/http/failure-reason.ts';
import { type Answer, ForbiddenAddress, post } from '../../../kernel/http/outgoing.ts';
import { isOutage } from '../../../kernel/http/outside-services.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import { countDelivery } from '../../organization/statistics/batches.ts';
import type { User } from '../../people/users/types.ts';
import { FAILURES, LIFESPAN, type Outcome, push, type Transport } from '../missed-messages/delivery-batches.ts';
import { PUSH } from '../missed-messages/types.ts';
import { getKeys } from './actions.ts';
import type { CallNotice, Notice, Subscription } from './types.ts';
import { callNotice, makeNotification } from './views.ts';

/** The timeout of a push service (ms), and how long it keeps undelivered notifications (seconds). */
const TIMEOUT = 10_000;
const KEPT = 86_400;

interface Delivery {
  /** Also push services at private addresses. */
  allowPrivate: boolean;
  /** Seconds for which the push service keeps what it cannot deliver. */
  keepFor?: number;
}

/** Sends a notification to one browser, and stores what became of it. A browser that is gone is removed. */
export async function deliverToBrowser(
  app: App,
  browser: Subscription,
  notice: Notice,
  delivery: Delivery,
): Promise<Outcome> {
  const outcome = await postNotice(app, browser, notice, delivery);
  const failure = FAILURES[outcome];
  const now = seconds(app.clock);
  app.db.write(() => {
    if (outcome === 'gone') app.webPush.remove(browser.id);
    else if (failure) app.webPush.setFailure(now, failure, browser.id);
    else app.webPush.setSuccess(now, browser.id);
  });
  return outcome;
}

/** Encrypts a notification for a browser and sends it to the browser's push service. */
async function postNotice(
  app: App,
  { endpoint, p256dh, auth }: Subscription,
  notice: Notice,
  { allowPrivate, keepFor = KEPT }: Delivery,
): Promise<Outcome> {
  // Loaded when first used: few servers need it.
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(notice),
    {
      vapidDetails: { subject: getSubject(app), ...getKeys(app) },
      TTL: keepFor,
      urgency: 'high',
    },
  );
  const { 'Content-Type': type, 'Content-Length': _, ...rest } = headers as Record<string, string>;
  let answer: Answer;
  try {
    answer = await post(endpoint, type!, body as Buffer, {
      allowPrivate,
      timeout: TIMEOUT,
      headers: texts(rest),
    });
  } catch (error) {
    app.log.warn({ reason: unreachable(endpoint, error) }, 'a browser’s push service could not be reached');
    return error instanceof ForbiddenAddress ? 'gone' : 'again';
  }
  return readOutcome(app, answer);
}

function readOutcome(app: App, { status, text }: Answer): Outcome {
  if (status >= 200 && status < 300) return 'done';
  if (status === 404 || status === 410) return 'gone';
  app.log.warn({ status, answer: text.slice(0, 200) }, 'a browser’s push service rejected a notification');
  return isOutage(status) ? 'again' : 'refused';
}

const texts = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** The contact that push services require: this server's web address. */
const getSubject = ({ config }: App): string =>
  config.url.startsWith('https:') ? config.url : `mailto:klatch@${config.realmHost}`;

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
    send: (message) => deliverToBrowser(app, browser, makeNotification(app, user, message), { allowPrivate }),
    finish: (message) => app.webPush.removeNotice(id, message),
  });
}

/** Lets the browsers of a user ring. `allowPrivate`: also push services at private addresses. */
export async function ringBrowsers(
  app: App,
  user: User,
  { message, ...call }: Pick<CallNotice, 'url' | 'until'> & { message: StoredMessage },
  allowPrivate: boolean,
): Promise<void> {
  const notice = callNotice(app, user, message, call);
  await Promise.all(
    app.webPush.ofUser(user.id).map(async (browser) => {
      const keepFor = Math.max(0, call.until - seconds(app.clock));
      const outcome = await deliverToBrowser(app, browser, notice, { allowPrivate, keepFor });
      if (outcome === 'gone') return;
      app.db.write(() => countDelivery(app, outcome === 'done' ? 'pushes_sent' : 'pushes_failed'));
    }),
  );
}

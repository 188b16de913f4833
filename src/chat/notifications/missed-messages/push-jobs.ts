import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { job } from '../../declare.ts';
import { hasReceived } from '../../messages/messages/rules.ts';
import { countDelivery } from '../../organization/statistics/actions.ts';
import type { User } from '../../people/users/types.ts';
import { doNotDisturbEnd } from '../do-not-disturb/rules.ts';
import { hasPushService, PushFailed, requestPushService } from '../push/bouncer-client.ts';
import { candidatesAmong } from './candidates.ts';
import { PUSH } from './delivery-methods.ts';
import { messagePayload, type Payload, removalPayload } from './push-payload.ts';
import { causeOf, isThere, stillMissed } from './rules.ts';

// A send does no work for phones. A job reads new messages and writes a row for each user whose phones to notify. The
// row stays until the message is read, so that the notification can be removed then.

/** The number of messages processed at once. */
const MOST = 500;
/** Seconds until an active user is checked again. */
const LATER = 60;
/** Seconds after a failure. */
const PAUSE = 30;
/** Notifications that could not be delivered for this long are dropped. */
const STALE = 86_400;

/** Finds the phones to notify of new and of read messages, and has the push service notify them. */
export const pushes = job({
  name: 'push notifications',
  every: 2,
  run: (app) =>
    app.memory.pushRun.run(async () => {
      while (noticePushes(app)) await turn();
      await pushDue(app);
    }),
});

/** Messages that were deleted, became inaccessible or were read just before a stop are removed from phones, too. */
export const pushRemovals = job({
  name: 'push notifications of what is gone',
  every: 60,
  run(app) {
    for (const id of app.devices.notifiedUsers()) app.memory.usersWhoRead.add(id);
  },
});

/**
 * Processes the next messages. Returns whether there may be more. Without a push service, or phones, it only moves on.
 */
function noticePushes(app: App): boolean {
  const to = app.missedMessages.noticedTo('pushes_noticed_to');
  const last = app.messages.lastId();
  const has = hasPushService(app.config);
  if (to === last || (to === undefined && !has)) return false;
  const owners = new Set(has ? app.devices.owners() : []);
  if (to === undefined || owners.size === 0) {
    app.db.write(() => app.missedMessages.setNoticedTo(last, 'pushes_noticed_to'));
    return false;
  }
  const news = app.missedMessages.news(to, MOST);
  const newest = news.length < MOST ? last : news.at(-1)!.id;
  app.db.write(() => {
    const candidates = candidatesAmong(app, PUSH);
    for (const message of news)
      for (const id of candidates(message)) {
        if (
          !owners.has(id) ||
          causeOf(app, app.users.byId(id)!, message, PUSH) === undefined ||
          !hasReceived(app, id, message)
        )
          continue;
        app.devices.addNotice(id, message.id, message.date_sent);
      }
    app.missedMessages.setNoticedTo(newest, 'pushes_noticed_to');
  });
  return newest < last;
}

/** Notifies phones of unread messages, and removes notifications that are done. */
async function pushDue(app: App): Promise<void> {
  if (!hasPushService(app.config)) return;
  await registerTokens(app);
  for (const id of app.devices.duePeople(seconds(app.clock))) await notifyUser(app, app.users.byId(id)!);
  const readers = [...app.memory.usersWhoRead].filter((id) => app.devices.notified(id).length > 0);
  app.memory.usersWhoRead.clear();
  for (const id of readers) {
    await removeNotifications(app, app.users.byId(id)!);
    await turn();
  }
}

/** Registers new phones with the push service. */
async function registerTokens(app: App): Promise<void> {
  for (const { user_id, kind, token, app_id } of app.devices.unregistered()) {
    const body = {
      ...whose(app, user_id),
      token,
      token_kind: KINDS[kind],
      ...(app_id !== null && { ios_app_id: app_id }),
    };
    if ((await requestOf(app, 'register', body)) !== 'again')
      app.db.write(() => app.devices.setRegistered(user_id, kind, token));
    else return;
  }
}
const KINDS = { apns: 1, fcm: 2 } as const;

async function notifyUser(app: App, user: User): Promise<void> {
  const waiting = app.devices.waiting(user.id);
  // Old notifications would be a burst when do not disturb ends.
  if (doNotDisturbEnd(app, user))
    return void app.db.write(() => waiting.forEach((id) => app.devices.removeNotice(user.id, id)));
  if (isThere(app, user) && !user.settings.enable_online_push_notifications)
    return void app.db.write(() => app.devices.postpone(seconds(app.clock) + LATER, user.id));
  const missed = stillMissed(app, user, waiting, PUSH);
  const news = missed.filter(({ message }) => message.date_sent > seconds(app.clock) - STALE);
  const stale = waiting.filter((id) => !news.some(({ message }) => message.id === id));
  app.db.write(() => stale.forEach((id) => app.devices.removeNotice(user.id, id)));
  for (const { message } of news) {
    const badge = app.devices.notified(user.id).length + 1;
    const outcome = await notify(app, user, messagePayload(app, user, message, badge));
    if (outcome === 'again') return void app.db.write(() => app.devices.postpone(seconds(app.clock) + PAUSE, user.id));
    app.db.write(() => {
      app.devices.setNotified(user.id, message.id);
      if (outcome !== 'no phones') countDelivery(app, outcome === 'done' ? 'pushes_sent' : 'pushes_failed');
    });
  }
}

/** Notifications of messages that were read elsewhere, deleted, or became inaccessible are removed. */
async function removeNotifications(app: App, user: User): Promise<void> {
  const notified = app.devices.notified(user.id);
  const missed = new Set(stillMissed(app, user, notified, PUSH).map(({ message }) => message.id));
  const done = notified.filter((id) => !missed.has(id));
  if (done.length === 0) return;
  app.db.write(() => done.forEach((id) => app.devices.removeNotice(user.id, id)));
  await notify(app, user, removalPayload(app, user, done, missed.size));
}

type Outcome = 'done' | 'again' | 'rejected' | 'no phones';

/** Sends to all of a user's phones, and deletes those that no longer exist. */
async function notify(app: App, user: User, payload: Payload): Promise<Outcome> {
  const tokens = app.devices.tokensOf(user.id);
  const of = (service: 'apns' | 'fcm') => tokens.filter(({ kind }) => kind === service).map(({ token }) => token);
  if (tokens.length === 0) return 'no phones';
  const body = { ...whose(app, user.id), ...payload, android_devices: of('fcm'), apple_devices: of('apns') };
  const answer = await requestOf(app, 'notify', body);
  if (answer === 'again' || answer === 'rejected') return answer;
  const deleted = (answer.deleted_devices ?? {}) as { android_devices?: string[]; apple_devices?: string[] };
  app.db.write(() => {
    for (const token of deleted.android_devices ?? []) app.devices.remove(user.id, 'fcm', token);
    for (const token of deleted.apple_devices ?? []) app.devices.remove(user.id, 'apns', token);
  });
  return 'done';
}

const whose = ({ realm, config }: App, user_id: number) => ({
  server_uuid: config.choices.pushServiceId,
  realm_uuid: realm.get('uuid'),
  user_id,
});

/** Returns the service's answer, or whether to try again after a failure. */
async function requestOf(
  app: App,
  what: string,
  body: object,
): Promise<Record<string, unknown> | 'again' | 'rejected'> {
  try {
    return await requestPushService(app.config, what, body);
  } catch (error) {
    if (!(error instanceof PushFailed)) throw error;
    app.log.warn({ reason: error.message }, `the push service did not ${what}`);
    return error.again ? 'again' : 'rejected';
  }
}

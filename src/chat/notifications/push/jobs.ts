import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { job } from '../../declare.ts';
import type { User } from '../../people/users/types.ts';
import { FAILURES, LIFESPAN, type Outcome, push, type Transport } from '../missed-messages/delivery-batches.ts';
import { stillMissed } from '../missed-messages/rules.ts';
import { PUSH } from '../missed-messages/types.ts';
import { recordDelivery } from './actions.ts';
import { PushFailed, requestPushService } from './bouncer-client.ts';
import { findPushAccount, hasPushService } from './registration-rules.ts';
import { messagePayload, type Payload, removalPayload } from './views.ts';

// A row stays until its message is read, so that the notification can be removed from phones then.

/** Notifications on phones, by the push service. */
export const phones: Transport = {
  method: PUSH,
  reachable: (app) => (hasPushService(app) ? new Set(app.devices.owners()) : undefined),
  note: (app, user, message) => void app.devices.addNotice(user.id, message.id, message.date_sent),
  nextDue: (app) => (hasPushService(app) ? app.devices.nextDue() : null),
  deliver: (app) => app.memory.pushRun.run(() => pushDue(app)),
};

/** Messages that were deleted, became inaccessible or were read just before a stop are removed from phones, too. */
export const pushRemovals = job({
  name: 'push notifications of what is gone',
  every: 60,
  run(app) {
    for (const id of [...app.devices.notifiedUsers(), ...app.ntfy.shownOwners()]) app.memory.readers.add(id);
  },
});

/** Notifies phones of unread messages, and removes notifications that are done. */
async function pushDue(app: App): Promise<void> {
  if (!hasPushService(app)) return;
  await registerTokens(app);
  for (const id of app.devices.duePeople(seconds(app.clock))) await notifyUser(app, app.users.byId(id)!);
  const readers = app.memory.readers.take('phones').filter((id) => app.devices.notified(id).length > 0);
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
    if ((await sendRequest(app, 'register', body)) !== 'again')
      app.db.write(() => app.devices.setRegistered(user_id, kind, token));
    else return;
  }
}
const KINDS = { apns: 1, fcm: 2 } as const;

const notifyUser = (app: App, user: User): Promise<void> =>
  push(app, {
    user,
    method: PUSH,
    waiting: app.devices.waiting(user.id),
    reachesActive: user.settings.enable_online_push_notifications,
    lifespan: LIFESPAN,
    remove: (messages) => messages.forEach((id) => app.devices.removeNotice(user.id, id)),
    postpone: (due) => app.devices.postpone(due, user.id),
    async send(message) {
      const badge = app.devices.notified(user.id).length + 1;
      const outcome = await notify(app, user, messagePayload(app, user, message, badge));
      recordDelivery(app, app.devices.listTokens(user.id), FAILURES[outcome]);
      return outcome;
    },
    finish: (message) => app.devices.setNotified(user.id, message),
  });

/** Notifications of messages that were read elsewhere, deleted, or became inaccessible are removed. */
async function removeNotifications(app: App, user: User): Promise<void> {
  const notified = app.devices.notified(user.id);
  const missed = new Set(stillMissed(app, user, notified, PUSH).map(({ message }) => message.id));
  const done = notified.filter((id) => !missed.has(id));
  if (done.length === 0) return;
  app.db.write(() => done.forEach((id) => app.devices.removeNotice(user.id, id)));
  await notify(app, user, removalPayload(app, user, done, missed.size));
}

/** Sends to all of a user's phones, and deletes those that no longer exist. */
async function notify(app: App, user: User, payload: Payload): Promise<Outcome> {
  const tokens = app.devices.listTokens(user.id);
  const of = (service: 'apns' | 'fcm') => tokens.filter(({ kind }) => kind === service).map(({ token }) => token);
  if (tokens.length === 0) return 'gone';
  const body = { ...whose(app, user.id), ...payload, android_devices: of('fcm'), apple_devices: of('apns') };
  const answer = await sendRequest(app, 'notify', body);
  if (answer === 'again' || answer === 'refused') return answer;
  const deleted = (answer.deleted_devices ?? {}) as { android_devices?: string[]; apple_devices?: string[] };
  app.db.write(() => {
    for (const token of deleted.android_devices ?? []) app.devices.remove(user.id, 'fcm', token);
    for (const token of deleted.apple_devices ?? []) app.devices.remove(user.id, 'apns', token);
  });
  return 'done';
}

const whose = (app: App, user_id: number) => ({
  server_uuid: findPushAccount(app)!.id,
  realm_uuid: app.realm.get('uuid'),
  user_id,
});

/** Returns the service's answer, or whether to try again after a failure. */
async function sendRequest(
  app: App,
  what: string,
  body: object,
): Promise<Record<string, unknown> | 'again' | 'refused'> {
  try {
    return await requestPushService(app, what, body);
  } catch (error) {
    if (!(error instanceof PushFailed)) throw error;
    app.log.warn({ reason: error.message }, `the push service did not ${what}`);
    return error.again ? 'again' : 'refused';
  }
}

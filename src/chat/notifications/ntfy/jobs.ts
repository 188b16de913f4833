import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { unreachable } from '../../../kernel/http/failure-reason.ts';
import { type Answer, ForbiddenAddress, post, remove } from '../../../kernel/http/outgoing.ts';
import { isOutage } from '../../../kernel/http/outside-services.ts';
import { countDelivery } from '../../organization/statistics/batches.ts';
import type { User } from '../../people/users/types.ts';
import { type Transport, takeMissed } from '../missed-messages/delivery-batches.ts';
import { type Missed, stillMissed } from '../missed-messages/rules.ts';
import { PUSH } from '../missed-messages/types.ts';
import type { DeliveryFailure } from '../targets/types.ts';
import { retryDelay, splitAddress, unsealAddress } from './rules.ts';
import type { NtfyAddress, NtfyNotice } from './types.ts';
import { conversationNotice, makeSequence } from './views.ts';

// A row stays until its message is read, so that the notification can be removed from phones then.

/** The timeout of an ntfy server, ms. */
const TIMEOUT = 10_000;
/** The number of addresses notified concurrently, so that a server that does not respond delays few others. */
const AT_ONCE = 10;
/** Older messages are not sent any more, s. */
const LIFESPAN = 3600;

/** Notifications by ntfy servers. */
export const ntfy: Transport = {
  method: PUSH,
  reachable(app) {
    const owners = new Set(app.ntfy.owners());
    return owners.size > 0 ? owners : undefined;
  },
  note(app, { id }, message) {
    for (const address of app.ntfy.ofUser(id)) app.ntfy.addNotice(address.id, message.id, message.date_sent);
  },
  nextDue: (app) => app.ntfy.nextDue(),
  deliver: (app) => app.memory.ntfyRun.run(() => deliverDue(app)),
};

async function deliverDue(app: App): Promise<void> {
  await eachAtOnce(app.ntfy.due(seconds(app.clock)), (id) => notifyAddress(app, id));
  const readers = app.memory.readers.take('ntfy');
  if (readers.length === 0) return;
  const owners = new Set(app.ntfy.shownOwners());
  const withNotifications = readers.filter((id) => owners.has(id));
  await eachAtOnce(withNotifications, (id) => withdrawRead(app, app.users.byId(id)!));
}

/** Works on all of them, some at the same time. */
async function eachAtOnce(ids: readonly number[], work: (id: number) => Promise<void>): Promise<void> {
  const rest = ids.values();
  const worker = async () => {
    for (const id of rest) await work(id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Sends what its owner has not read and can still read: one notification for each conversation. */
async function notifyAddress(app: App, id: number): Promise<void> {
  const stored = app.ntfy.byId(id);
  if (!stored) return;
  const address = unsealAddress(app, stored);
  const user = app.users.byId(address.user_id)!;
  const news = takeMissed(app, {
    user,
    method: PUSH,
    // What a failure of the same server has postponed meanwhile is not due any more.
    waiting: app.ntfy.waiting(id, seconds(app.clock)),
    reachesActive: user.settings.enable_online_push_notifications,
    lifespan: LIFESPAN,
    remove: (messages) => messages.forEach((message) => app.ntfy.removeNotice(id, message)),
    postpone: (due) => app.ntfy.postpone(due, id),
  });
  const shown = Map.groupBy(app.ntfy.shown(id), ({ sequence }) => sequence);
  for (const [sequence, missed] of Map.groupBy(news, ({ message }) => makeSequence(address, message))) {
    const unread = (shown.get(sequence)?.length ?? 0) + missed.length;
    if (!(await notifyConversation(app, user, address, { sequence, missed, unread }))) return;
  }
}

/** Returns false if the server has failed. All that waits for it then waits longer. */
async function notifyConversation(
  app: App,
  user: User,
  address: NtfyAddress,
  { sequence, missed, unread }: { sequence: string; missed: readonly Missed[]; unread: number },
): Promise<boolean> {
  const { message } = missed.at(-1)!;
  const notice = conversationNotice(app, user, { message, unread, showsText: address.shows_text === 1 });
  const failure = await publish(app, address, notice, sequence);
  return app.db.write(() => {
    if (failure === 'unreachable') {
      const { failures } = app.ntfy.byId(address.id) ?? address;
      app.ntfy.postponeServer(seconds(app.clock) + retryDelay(failures - 1), address.server_hash);
      return false;
    }
    for (const { message } of missed) {
      if (failure) app.ntfy.removeNotice(address.id, message.id);
      else app.ntfy.setShown(sequence, address.id, message.id);
    }
    countDelivery(app, failure ? 'pushes_failed' : 'pushes_sent');
    return true;
  });
}

/**
 * Sends a notification, and stores whether it was accepted. `sequence`: it replaces the notification with the same ID.
 * Returns why it failed.
 */
export async function publish(
  app: App,
  address: NtfyAddress,
  notice: NtfyNotice,
  sequence?: string,
): Promise<DeliveryFailure | undefined> {
  const { server, topic } = splitAddress(address.url);
  const body = JSON.stringify({ topic, ...notice, ...(sequence && { sequence_id: sequence }) });
  const failure = await findFailure(app, address, () => post(server, 'application/json', body, asking(app, address)));
  app.db.write(() => {
    if (failure) app.ntfy.setFailure(seconds(app.clock), failure, address.id);
    else app.ntfy.setSuccess(seconds(app.clock), address.id);
  });
  return failure;
}

const asking = ({ config }: App, { authorization }: NtfyAddress) => ({
  allowPrivate: config.choices.allowPrivateNtfy === true,
  timeout: TIMEOUT,
  headers: { ...(authorization !== null && { Authorization: authorization }) },
});

async function findFailure(
  app: App,
  { url }: NtfyAddress,
  ask: () => Promise<Answer>,
): Promise<DeliveryFailure | undefined> {
  const { host } = new URL(url);
  try {
    const { status } = await ask();
    if (status >= 200 && status < 300) return undefined;
    app.log.warn({ host, status }, 'an ntfy server rejected a notification');
    if (isOutage(status)) return 'unreachable';
    return status === 401 || status === 403 ? 'unauthorized' : 'rejected';
  } catch (error) {
    // The topic is a secret, so the log contains only the host.
    app.log.warn({ reason: unreachable(`${new URL(url).origin}/`, error) }, 'an ntfy server could not be reached');
    return error instanceof ForbiddenAddress ? 'private' : 'unreachable';
  }
}

/** Removes the notifications of which everything was read elsewhere, deleted, or became inaccessible. */
async function withdrawRead(app: App, user: User): Promise<void> {
  for (const stored of app.ntfy.ofUser(user.id)) {
    const address = unsealAddress(app, stored);
    const shown = app.ntfy.shown(address.id);
    const unread = new Set(
      stillMissed(
        app,
        user,
        shown.map(({ message_id }) => message_id),
        PUSH,
      ).map(({ message }) => message.id),
    );
    for (const [sequence, rows] of Map.groupBy(shown, (row) => row.sequence)) {
      if (rows.some(({ message_id }) => unread.has(message_id))) continue;
      // Servers before ntfy 2.16 cannot remove notifications, and answer with an error. That is no failure of theirs.
      await remove(`${address.url}/${sequence}`, asking(app, address)).catch(() => undefined);
      app.db.write(() => rows.forEach(({ message_id }) => app.ntfy.removeNotice(address.id, message_id)));
    }
  }
}

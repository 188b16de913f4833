import type { App } from '../../../app.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { freeColor } from '../../channels/subscriptions/colors.ts';
import { addSubscribers } from '../../channels/subscriptions/subscribe.ts';
import { withUserVisibilityDiff } from '../../channels/subscriptions/user-visibility.ts';
import { CHUNK, ReadBits } from '../../messages/flags/read-state.ts';
import type { User } from '../../people/users/types.ts';
import type { ImportOrigin } from './types.ts';

/** The number of users whose read state is written at once. */
const USERS_AT_ONCE = 200;

/** How far giving memberships is: the chunk of message ids, and the last user whose read state is written there. */
export interface MembershipProgress {
  chunk: number;
  after_user: number;
}

/**
 * Takes one step towards giving the memberships that wait. First the imported messages are marked as read, then
 * everyone is subscribed as of before them. So nobody ever sees the history as unread. A step that is repeated
 * changes nothing. Returns where to continue; undefined: all is done.
 */
export function giveMemberships(
  app: App,
  source: ImportOrigin,
  at: MembershipProgress = { chunk: chunkOf(source.from_id + 1), after_user: 0 },
): MembershipProgress | undefined {
  const last = chunkOf(app.messages.lastId());
  if (at.chunk <= last) {
    const upTo = app.importMembers.lastPendingUser(at.after_user, USERS_AT_ONCE) ?? undefined;
    if (upTo === undefined) return { chunk: at.after_user === 0 ? last + 1 : at.chunk + 1, after_user: 0 };
    app.db.write(() => markRead(app, source, at.chunk, at.after_user, upTo));
    return { chunk: at.chunk, after_user: upTo };
  }
  const recipient = app.importMembers.nextPendingRecipient();
  if (recipient === undefined) return undefined;
  app.db.write(() => open(app, source, recipient));
  return at;
}

const chunkOf = (id: number): number => Math.floor(id / CHUNK);

/** Marks what these users will receive in a chunk of ids as read. */
function markRead(app: App, source: ImportOrigin, chunk: number, afterUser: number, upToUser: number): void {
  const recipients = new Map<number, Uint8Array>();
  const own = new Map<number, Uint8Array>();
  const from = Math.max(chunk * CHUNK, source.from_id + 1);
  for (const [id, recipient, sender] of app.imports.messagesBetween(from, chunk * CHUNK + CHUNK - 1)) {
    setBit(recipients, recipient, id);
    setBit(own, sender, id);
  }
  const pending = app.importMembers.pending(afterUser, upToUser);
  for (const [user_id, theirs] of Map.groupBy(pending, (one) => one.user_id)) {
    if (!hasHistory(app.users.byId(user_id)!)) continue;
    const mask = new Uint8Array(CHUNK / 8);
    for (const { recipient_id } of theirs) recipients.get(recipient_id)?.forEach((byte, at) => (mask[at]! |= byte));
    own.get(user_id)?.forEach((byte, at) => (mask[at]! &= ~byte));
    const bits = new ReadBits(app, user_id);
    if (bits.fill(chunk, mask)) bits.save();
  }
}

function setBit(masks: Map<number, Uint8Array>, key: number, id: number): void {
  let mask = masks.get(key);
  if (!mask) masks.set(key, (mask = new Uint8Array(CHUNK / 8)));
  mask[(id % CHUNK) >> 3]! |= 1 << (id & 7);
}

/** Whether a user can read what was imported, now or when their account is claimed or reactivated. */
const hasHistory = ({ is_active, is_bot }: User): boolean => is_active || !is_bot;

/** Gives the memberships of one channel or conversation. Deactivated users get only what was imported. */
function open(app: App, source: ImportOrigin, recipient: number): void {
  const channel = app.channels.byRecipient(recipient);
  const users = app.importMembers.pendingIn(recipient).map((id) => app.users.byId(id)!);
  const active = users.filter(({ is_active }) => is_active);
  const readers = users.filter(hasHistory);
  if (channel) subscribe(app, source, channel, users, active);
  else
    withUserVisibilityDiff(app, active, [], () =>
      app.subscriptions.openPeriods(
        recipient,
        source.from_id,
        readers.map(({ id }) => id),
      ),
    );
  app.importMembers.setGiven(recipient);
}

function subscribe(
  app: App,
  source: ImportOrigin,
  channel: Channel,
  users: readonly User[],
  active: readonly User[],
): void {
  const { added } = addSubscribers(app, active, [channel]);
  for (const { id } of added.keys()) app.subscriptions.beginEarlier(source.from_id, id, channel.recipient_id);
  const inactive = users.filter(({ is_active }) => !is_active);
  if (inactive.length === 0) return;
  app.subscriptions.add(
    channel.id,
    inactive.map(({ id }) => [id, freeColor([], channel.id)] as const),
  );
  for (const { id } of inactive) app.subscriptions.leftAll(id);
  // As if they had been deactivated after the import.
  const readers = inactive.filter(hasHistory).map(({ id }) => id);
  app.subscriptions.openPeriods(channel.recipient_id, source.from_id, readers);
  app.subscriptions.closePeriods(channel.recipient_id, app.messages.lastId(), readers);
}

/**
 * Marks messages that were just stored as read for those who are in their channel or conversation already. Call it
 * inside `db.write`.
 */
export function markReadForReceivers(app: App, ids: readonly number[]): void {
  const receivers = new Map<number, readonly number[]>();
  const bits = new Map<number, ReadBits>();
  for (const [id, recipient, sender] of app.imports.messagesBetween(ids[0]!, ids.at(-1)!)) {
    let users = receivers.get(recipient);
    if (!users) receivers.set(recipient, (users = app.subscriptions.receivers(recipient, id, id)));
    for (const user of users) {
      if (user === sender) continue;
      let own = bits.get(user);
      if (!own) bits.set(user, (own = new ReadBits(app, user)));
      own.set(id, true);
    }
  }
  for (const own of bits.values()) own.save();
}

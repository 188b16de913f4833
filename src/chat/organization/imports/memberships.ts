import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { SUBSCRIPTION_SETTINGS } from '../../../shared/subscription-settings.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { grantHistory, withUserVisibilityDiff } from '../../channels/subscriptions/peer-actions.ts';
import { cleanColor, freeColor } from '../../channels/subscriptions/rules.ts';
import { addSubscribers, setProperty } from '../../channels/subscriptions/subscribe-actions.ts';
import { CHUNK, ReadBits } from '../../messages/flags/rules.ts';
import { FLAG } from '../../messages/messages/types.ts';
import type { User } from '../../people/users/types.ts';
import { findChannel, findUser, type ImportContext } from './context.ts';
import type { Outcome } from './people.ts';
import type { ImportedSubscription, ImportedSubscriptionStart } from './personal-types.ts';
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
  at: MembershipProgress = { chunk: getChunk(source.from_id + 1), after_user: 0 },
): MembershipProgress | undefined {
  const last = getChunk(app.messages.lastId());
  if (at.chunk <= last) {
    const upTo = app.importMembers.lastPendingUser(at.after_user, USERS_AT_ONCE) ?? undefined;
    if (upTo === undefined) return { chunk: at.after_user === 0 ? last + 1 : at.chunk + 1, after_user: 0 };
    app.db.write(() => markRead(app, source, at.chunk, at.after_user, upTo));
    return { chunk: at.chunk, after_user: upTo };
  }
  const recipient = app.importMembers.nextPendingRecipient();
  if (recipient === undefined) return undefined;
  app.db.write(() => openMemberships(app, source, recipient));
  return at;
}

const getChunk = (id: number): number => Math.floor(id / CHUNK);

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
    if (!hasHistory({ user: app.users.byId(user_id)! })) continue;
    const mask = new Uint8Array(CHUNK / 8);
    for (const { recipient_id, from_id } of theirs) {
      const received = findReceived(recipients.get(recipient_id), chunk, from_id);
      received?.forEach((byte, at) => (mask[at]! |= byte));
    }
    own.get(user_id)?.forEach((byte, at) => (mask[at]! &= ~byte));
    const bits = new ReadBits(app, user_id);
    if (bits.fill(chunk, mask)) bits.save();
  }
}

/** The bits of the messages in a chunk after one. */
function findReceived(bits: Uint8Array | undefined, chunk: number, from: number | null): Uint8Array | undefined {
  const before = from === null ? 0 : from + 1 - chunk * CHUNK;
  if (!bits || before <= 0) return bits;
  return bits.map((byte, at) => {
    const unread = Math.min(8, Math.max(0, before - at * 8));
    return byte & ~((1 << unread) - 1);
  });
}

function setBit(masks: Map<number, Uint8Array>, key: number, id: number): void {
  let mask = masks.get(key);
  if (!mask) masks.set(key, (mask = new Uint8Array(CHUNK / 8)));
  mask[(id % CHUNK) >> 3]! |= 1 << (id & 7);
}

/** Whether a user can read what was imported, now or when their account is claimed or reactivated. */
const hasHistory = ({ user: { is_active, is_bot } }: { user: User }): boolean => is_active || !is_bot;

/** Gives the memberships of one channel or conversation. Deactivated users get only what was imported. */
function openMemberships(app: App, source: ImportOrigin, recipient: number): void {
  const channel = app.channels.byRecipient(recipient);
  const members = app.importMembers
    .pendingIn(recipient)
    .map(({ user_id, from_id }) => ({ user: app.users.byId(user_id)!, from: from_id ?? source.from_id }));
  const active = members.filter(({ user }) => user.is_active);
  if (channel) subscribe(app, channel, members);
  else
    withUserVisibilityDiff(
      app,
      active.map(({ user }) => user),
      [],
      () => openPeriods(app, recipient, members.filter(hasHistory)),
    );
  for (const { user, from } of members)
    if (from > source.from_id) app.importMembers.removeFlag(FLAG.mentioned, user.id, from, recipient);
  app.importMembers.setGiven(recipient);
}

/** A user who becomes a member, and the newest message before. */
interface Member {
  user: User;
  from: number;
}

function openPeriods(app: App, recipient: number, members: readonly Member[]): void {
  for (const [from, some] of Map.groupBy(members, (one) => one.from))
    app.subscriptions.openPeriods(
      recipient,
      from,
      some.map(({ user }) => user.id),
    );
}

function subscribe(app: App, channel: Channel, members: readonly Member[]): void {
  const active = members.filter(({ user }) => user.is_active);
  const { added } = addSubscribers(
    app,
    active.map(({ user }) => user),
    [channel],
  );
  const isNew = new Set([...added.keys()].map(({ id }) => id));
  for (const { user, from } of active) if (isNew.has(user.id)) grantHistory(app, user, channel.recipient_id, from);
  const inactive = members.filter(({ user }) => !user.is_active);
  if (inactive.length === 0) return;
  app.subscriptions.add(
    channel.id,
    inactive.map(({ user }) => [user.id, freeColor([], channel.id)] as const),
  );
  for (const { user } of inactive) app.subscriptions.leftAll(user.id);
  // As if they had been deactivated after the import.
  const readers = inactive.filter(hasHistory);
  openPeriods(app, channel.recipient_id, readers);
  app.subscriptions.closePeriods(
    channel.recipient_id,
    app.messages.lastId(),
    readers.map(({ user }) => user.id),
  );
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

/** Remembers which messages a member did not receive, until this import gives the membership. */
export function writeSubscriptionStart(context: ImportContext, record: ImportedSubscriptionStart): Outcome {
  const { app, source } = context;
  const user = findUser(context, record.user);
  const channel = findChannel(context, record.channel);
  if (!user || !channel) return 'known';
  const first = record.first === undefined ? undefined : app.imports.find(source.id, 'message', record.first)?.id;
  app.importMembers.setStart(first === undefined ? app.messages.lastId() : first - 1, channel.recipient_id, user.id);
  return 'linked';
}

const FLAGS = SUBSCRIPTION_SETTINGS.filter((name) => name !== 'color');

/**
 * Stores a user's settings for a channel that this import subscribed them to. Only the first import does so: later the
 * user may have changed them here.
 */
export function writeSubscription(context: ImportContext, record: ImportedSubscription): Outcome {
  const { app, source, skip } = context;
  if (app.imports.find(source.id, 'unread', '')) return 'known';
  const user = findUser(context, record.user);
  const channel = findChannel(context, record.channel);
  if (!user || !channel || !app.importMembers.isMember(channel.recipient_id, user.id)) return 'known';
  const stored = app.subscriptions.of(user.id, channel.id);
  if (!stored) return 'known';
  for (const name of FLAGS) {
    const value = record.settings[name];
    if (typeof value === 'boolean' && stored[name] !== value) setProperty(app, user, channel.id, name, value);
  }
  const { color } = record.settings;
  if (typeof color !== 'string') return 'linked';
  try {
    const clean = cleanColor(color);
    if (clean !== stored.color) setProperty(app, user, channel.id, 'color', clean);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    skip(record.kind, record.origin, error.message);
  }
  return 'linked';
}

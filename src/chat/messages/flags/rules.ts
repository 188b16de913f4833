import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { hasReceived, keyReachesRecipient } from '../messages/rules.ts';
import { FACT, type StoredMessage } from '../messages/types.ts';

/** The fields of a message that the read state needs. */
export type Readable = Pick<StoredMessage, 'id' | 'recipient_id' | 'origin_id' | 'sender_id' | 'facts'>;

/** The fields of an unread message that counting and sorting need. */
export interface Unread extends Readable {
  topic_id: number | null;
}

/** The number of ids whose bits are stored together. */
export const CHUNK = 4096;

/**
 * One user's bits. A bit is set if a message is NOT in its default state. By default a message is unread for those who
 * received it, and read for everyone else and for its sender, unless it is `FACT.unreadForSender`. So a send writes
 * nothing here.
 */
export class ReadBits {
  readonly #app: App;
  readonly #userId: number;
  readonly #chunks = new Map<number, Buffer | undefined>();
  readonly #changed = new Set<number>();

  constructor(app: App, userId: number) {
    this.#app = app;
    this.#userId = userId;
  }

  has(id: number): boolean {
    const bits = this.#chunk(Math.floor(id / CHUNK));
    return bits !== undefined && isSet(bits, id);
  }

  set(id: number, on: boolean): void {
    const at = Math.floor(id / CHUNK);
    let bits = this.#chunk(at);
    if (!bits) this.#chunks.set(at, (bits = Buffer.alloc(CHUNK / 8)));
    const mask = 1 << (id & 7);
    const byte = (id % CHUNK) >> 3;
    bits[byte] = on ? bits[byte]! | mask : bits[byte]! & ~mask;
    this.#changed.add(at);
  }

  /**
   * Sets all bits of `mask` in a chunk and calls `changed` with those that were not set. Returns whether there were
   * any.
   */
  fill(at: number, mask: Uint8Array, changed?: (id: number) => void): boolean {
    const bits = this.#chunk(at) ?? Buffer.alloc(CHUNK / 8);
    let any = false;
    mask.forEach((maskByte, byte) => {
      const fresh = maskByte & ~bits[byte]!;
      if (fresh === 0) return;
      any = true;
      bits[byte] = bits[byte]! | fresh;
      if (changed) for (let bit = 0; bit < 8; bit++) if (fresh & (1 << bit)) changed(at * CHUNK + byte * 8 + bit);
    });
    if (!any) return false;
    this.#chunks.set(at, bits);
    this.#changed.add(at);
    return true;
  }

  /** Writes the changes. Call it inside `db.write`. */
  save(): void {
    for (const at of this.#changed) this.#app.messages.putChunk(this.#userId, at, this.#chunks.get(at)!);
    this.#changed.clear();
  }

  #chunk(at: number): Buffer | undefined {
    if (!this.#chunks.has(at)) this.#chunks.set(at, this.#app.messages.chunk(this.#userId, at));
    return this.#chunks.get(at);
  }
}

const isSet = (bits: Buffer, id: number): boolean => (bits[(id % CHUNK) >> 3]! & (1 << (id & 7))) !== 0;

/** All users for whom a message is NOT in its default state. */
export const changedFor = (app: App, id: number): Set<number> =>
  new Set(
    app.messages.listChunks(Math.floor(id / CHUNK)).flatMap(({ user_id, bits }) => (isSet(bits, id) ? user_id : [])),
  );

/** Whether a message is read; `isReceived`: whether the user received it. */
export const isRead = (bits: ReadBits, userId: number, message: Readable, isReceived: boolean): boolean =>
  isReadByDefault(userId, message, isReceived) !== bits.has(message.id);

export const isReadByDefault = (userId: number, message: Readable, isReceived: boolean): boolean =>
  !isReceived || isReadBySender(userId, message.sender_id, message.facts);

/** Whether a user is the sender of a message, and has read it by sending it. */
const isReadBySender = (userId: number, senderId: number, facts: number): boolean =>
  senderId === userId && (facts & FACT.unreadForSender) === 0;

/** The maximum number of unread messages; older ones count as `old_unreads_missing`. */
export const MOST_UNREAD = 50_000;

/**
 * The newest unread messages that a user can read, oldest first, at most MOST_UNREAD; of one conversation if it is
 * given, even one they just left. This is the only place that decides what is unread: counts, `is:unread`,
 * `first_unread` and marking everything as read use it.
 */
export function unreadMessages(app: App, user: User, recipientId?: number): Unread[] {
  const bits = new ReadBits(app, user.id);
  const floor = unreadFloor(app, user);
  const found: Unread[] = [];
  const reaches = ({ recipient_id }: { recipient_id: number }) => keyReachesRecipient(app, user, recipient_id);
  const periods = (
    recipientId === undefined
      ? app.subscriptions.listPeriods(user.id)
      : app.subscriptions.periodsIn(user.id, recipientId)
  ).filter(reaches);
  for (const { recipient_id, from_id, until_id } of periods) {
    const after = Math.max(from_id, floor);
    let count = 0;
    for (const [id, sender_id, topic_id, facts] of app.messages.listBetween(
      recipient_id,
      after,
      until_id ?? Number.MAX_SAFE_INTEGER,
    )) {
      if (isReadBySender(user.id, sender_id, facts) !== bits.has(id)) continue;
      found.push({ id, recipient_id, origin_id: null, sender_id, topic_id, facts });
      if (++count >= MOST_UNREAD) break;
    }
  }
  for (const recipient of new Set(periods.map(({ recipient_id }) => recipient_id)))
    for (const message of app.messages.movedInto(recipient, floor))
      if (hasReceived(app, user.id, message) && !isRead(bits, user.id, message, true)) found.push(message);
  for (const message of app.messages.listCopies(user.id)) {
    if ((recipientId !== undefined && message.recipient_id !== recipientId) || !reaches(message)) continue;
    if (message.id > floor && bits.has(message.id) && !hasReceived(app, user.id, message)) found.push(message);
  }
  found.sort((a, b) => a.id - b.id);
  return found.length > MOST_UNREAD ? found.slice(-MOST_UNREAD) : found;
}

/**
 * Remembers that nothing before the first unread message is unread, so that the next query is short. A process that
 * follows lets the writer do it.
 */
export function advanceUnreadFloor(app: App, user: User, unread: readonly Unread[]): void {
  // A limited key does not count what its channels leave out.
  if (unread.length >= MOST_UNREAD || user.key_limit) return;
  const floor = unread[0] ? unread[0].id - 1 : app.messages.lastId();
  if (floor <= unreadFloor(app, user) + CHUNK) return;
  if (app.db.isFollower) app.node!.tellWriter('unread_floor', { user_id: user.id });
  else app.db.write(() => app.users.setUnreadFloor(floor, user.id));
}

/** Does it for a process that follows. Its copy may be older than the last message that was marked as unread. */
export function advanceUserUnreadFloor(app: App, { user_id }: { user_id: number }): void {
  const user = app.users.byId(user_id);
  if (user) advanceUnreadFloor(app, user, unreadMessages(app, user));
}

/** The value in `user` may be older than the last change. */
export const unreadFloor = (app: App, user: User): number => app.users.byId(user.id)!.unread_floor;

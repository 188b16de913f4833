import type { App } from '../../../app.ts';
import type { User } from '../../people/users/types.ts';
import { hasReceived, receivedAmongMessages } from '../messages/rules.ts';
import { FACT, FLAG } from '../messages/types.ts';
import { CHUNK, isRead, isReadByDefault, type Readable, ReadBits, type Unread, unreadFloor } from './rules.ts';

/**
 * Marks messages as read or unread for a user. Call it inside `db.write`. Returns the ids that changed. A message that
 * becomes unread though it was not received becomes one of the user's own.
 */
export function setRead(app: App, user: User, messages: readonly Readable[], read: boolean): number[] {
  const bits = new ReadBits(app, user.id);
  const wasReceived = receivedAmongMessages(app, user.id, messages.length);
  const changed: number[] = [];
  for (const message of messages) {
    const isReceived = wasReceived(message);
    if (isRead(bits, user.id, message, isReceived) === read) continue;
    bits.set(message.id, isReadByDefault(user.id, message, isReceived) !== read);
    changed.push(message.id);
    if (!read && !isReceived) app.messages.addFlags(user.id, message.id, FLAG.copy);
  }
  bits.save();
  if (read && changed.length > 0) app.memory.readers.add(user.id);
  const lowest = read ? undefined : changed.reduce((low, id) => Math.min(low, id), Number.POSITIVE_INFINITY);
  if (lowest !== undefined && lowest <= unreadFloor(app, user)) app.users.setUnreadFloor(lowest - 1, user.id);
  return changed.sort((a, b) => a - b);
}

/** The messages of one conversation. */
interface ConversationBits {
  /** The messages sent there, one bit each, by chunk. */
  sent: ReadonlyMap<number, Uint8Array>;
  /** Those that their senders have read by sending them. */
  bySender: ReadonlyMap<number, readonly number[]>;
  /** The messages moved there. */
  moved: readonly Unread[];
}

/** The messages of conversations since a time, read once for any number of users. */
export class ConversationMessages {
  readonly #app: App;
  readonly #after: number;
  readonly #conversations = new Map<number, ConversationBits>();

  /** `people`: the users whose read state will be changed. */
  constructor(app: App, people: Iterable<User>) {
    this.#app = app;
    this.#after = [...people].reduce((least, user) => Math.min(least, unreadFloor(app, user)), Number.MAX_SAFE_INTEGER);
  }

  in(recipient: number): ConversationBits {
    let there = this.#conversations.get(recipient);
    if (!there) this.#conversations.set(recipient, (there = this.#read(recipient)));
    return there;
  }

  #read(recipient: number): ConversationBits {
    const sent = new Map<number, Uint8Array>();
    const bySender = new Map<number, number[]>();
    for (const [id, sender, , facts] of this.#app.messages.listBetween(
      recipient,
      this.#after,
      Number.MAX_SAFE_INTEGER,
    )) {
      const at = Math.floor(id / CHUNK);
      const bits = sent.get(at) ?? new Uint8Array(CHUNK / 8);
      bits[(id % CHUNK) >> 3]! |= 1 << (id & 7);
      sent.set(at, bits);
      if (facts & FACT.unreadForSender) continue;
      const own = bySender.get(sender);
      if (own) own.push(id);
      else bySender.set(sender, [id]);
    }
    return { sent, bySender, moved: this.#app.messages.movedInto(recipient, this.#after) };
  }
}

/**
 * Marks everything in some conversations as read for a user, who may have left them just now. Call it inside
 * `db.write`. Returns the changed ids, ascending, if the user has an open event queue.
 */
export function markRead(
  app: App,
  user: User,
  recipients: readonly number[],
  conversations: ConversationMessages,
): number[] {
  const bits = new ReadBits(app, user.id);
  const floor = unreadFloor(app, user);
  const changed: number[] = [];
  let any = false;
  const isHeard = app.queues.isListening(user.id);
  const read = (message: Readable, isReceived: boolean) => {
    if (isRead(bits, user.id, message, isReceived)) return;
    bits.set(message.id, !isReadByDefault(user.id, message, isReceived));
    any = true;
    changed.push(message.id);
  };
  for (const { recipient_id, from_id, until_id } of app.subscriptions.periodsInAll(
    user.id,
    JSON.stringify(recipients),
  )) {
    const { sent, bySender } = conversations.in(recipient_id);
    const [after, upTo] = [Math.max(from_id, floor), until_id ?? Number.MAX_SAFE_INTEGER];
    const own = (bySender.get(user.id) ?? []).filter((id) => id > after && id <= upTo);
    for (const [at, all] of sent) {
      const mask = within(all, at, after, upTo, own);
      if (mask && bits.fill(at, mask, isHeard ? (id) => changed.push(id) : undefined)) any = true;
    }
    for (const id of own) read({ id, recipient_id, origin_id: null, sender_id: user.id, facts: 0 }, true);
  }
  for (const recipient of recipients)
    for (const message of conversations.in(recipient).moved)
      if (message.id > floor && hasReceived(app, user.id, message)) read(message, true);
  const among = new Set(recipients);
  for (const message of app.messages.listCopies(user.id))
    if (among.has(message.recipient_id) && message.id > floor && !hasReceived(app, user.id, message))
      read(message, false);
  bits.save();
  if (any) app.memory.readers.add(user.id);
  return changed.sort((a, b) => a - b);
}

/** The bits of a chunk above one id and up to another, except some; undefined: there are none. */
function within(
  all: Uint8Array,
  at: number,
  after: number,
  upTo: number,
  without: readonly number[],
): Uint8Array | undefined {
  const [first, last] = [at * CHUNK, at * CHUNK + CHUNK - 1];
  if (last <= after || first > upTo) return undefined;
  const out = without.filter((id) => id >= first && id <= last);
  if (first > after && last <= upTo && out.length === 0) return all;
  const bits = all.slice();
  for (let id = first; id <= after; id++) out.push(id);
  for (let id = last; id > upTo; id--) out.push(id);
  for (const id of out) bits[(id % CHUNK) >> 3]! &= ~(1 << (id & 7));
  return bits;
}

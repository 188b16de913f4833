import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { hasReceived } from '../../messages/messages/rules.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import { countDelivery } from '../../organization/statistics/batches.ts';
import type { User } from '../../people/users/types.ts';
import { doNotDisturbEnd } from '../do-not-disturb/rules.ts';
import type { DeliveryFailure } from '../targets/types.ts';
import type { MissedMessageFacts } from './repository.ts';
import { candidatesAmong, findCause, isActiveNow, type Missed, stillMissed } from './rules.ts';
import type { DeliveryMethod } from './types.ts';

// A send does no work for those who are away. A job reads each new message once, and every transport that wants it
// writes a row for each recipient. When a recipient's time has come, the transport sends what is still unread.

/** A way to tell people of messages that they missed. */
export interface Transport {
  /** The settings that control it. */
  method: DeliveryMethod;
  /** The users it can reach; undefined: it is not set up. */
  reachable(app: App): Pick<ReadonlySet<number>, 'has'> | undefined;
  /** Writes down that a user is to receive a notification of a message. */
  note(app: App, user: User, message: MissedMessageFacts): void;
  /** When the next recipient's time comes, in UNIX seconds. */
  nextDue(app: App): number | null | undefined;
  /** Tells those whose time has come. */
  deliver(app: App): void | Promise<void>;
}

/** A user, or one browser of a user, whose time has come. */
export interface Recipient {
  user: User;
  method: DeliveryMethod;
  /** The messages that wait for them, ascending. */
  waiting: readonly number[];
  /** Do not disturb only delays it. Otherwise it drops what waits, which would be a burst when it ends. */
  waitsForQuiet?: boolean;
  /** Active users receive it, too. Otherwise they are checked again later. */
  reachesActive?: boolean;
  /** Older messages are dropped, s. */
  lifespan?: number;
  remove(messages: readonly number[]): void;
  postpone(due: number): void;
}

/** A recipient of one notification after the other. */
export interface PushRecipient extends Recipient {
  send(message: StoredMessage): Promise<Outcome>;
  /** The recipient has received the notification, or never will. */
  finish(message: number): void;
}

/** Delivered, failed for now, rejected for good, or there is nobody any more. */
export type Outcome = 'done' | 'again' | 'refused' | 'gone';

/** What each outcome is for the recipient. */
export const FAILURES: Record<Outcome, DeliveryFailure | null> = {
  done: null,
  again: 'unreachable',
  gone: 'unregistered',
  refused: 'rejected',
};

/**
 * Read at once, if that takes no longer than this (ms): a message to thousands who all want mail takes some time.
 */
const BATCH_SIZE = 500;
const BATCH_TIME = 20;
/** Seconds until an active user is checked again, and until the next attempt after a failure. */
const LATER = 60;
const RETRY = 30;
/** Notifications that could not be delivered for this long are dropped, s. */
export const LIFESPAN = 86_400;

/** Finds whom to tell of new messages, and tells those whose time has come, by each of these transports. */
export async function deliverMissedMessages(app: App, transports: readonly Transport[]): Promise<void> {
  while (noteMissedMessages(app, transports)) await turn();
  await Promise.all(transports.map((transport) => transport.deliver(app)));
}

/** Reads the next messages. Returns whether there may be more. Without a transport, it only moves on. */
function noteMissedMessages(app: App, transports: readonly Transport[]): boolean {
  const to = app.missedMessages.noticedTo();
  const last = app.messages.lastId();
  if (to === last) return false;
  const groups = [...Map.groupBy(transports, ({ method }) => method)].map(([method, group]) =>
    findNoter(app, method, group),
  );
  const noters = groups.filter((noter) => noter !== undefined);
  if (to === undefined || noters.length === 0) {
    app.db.write(() => app.missedMessages.setNoticedTo(last));
    return false;
  }
  const news = app.missedMessages.news(to, BATCH_SIZE);
  const until = performance.now() + BATCH_TIME;
  return app.db.write(() => {
    let looked = 0;
    while (looked < news.length && performance.now() < until) {
      const message = news[looked++]!;
      for (const note of noters) note(message);
    }
    const newest = looked === news.length && news.length < BATCH_SIZE ? last : (news[looked - 1]?.id ?? to);
    app.missedMessages.setNoticedTo(newest);
    return newest < last;
  });
}

/** What writes down a message for the transports that the same settings control; undefined: none is set up. */
function findNoter(
  app: App,
  method: DeliveryMethod,
  transports: readonly Transport[],
): ((message: MissedMessageFacts) => void) | undefined {
  const set = transports.flatMap((transport) => {
    const reachable = transport.reachable(app);
    return reachable ? [{ transport, reachable }] : [];
  });
  if (set.length === 0) return undefined;
  const candidates = candidatesAmong(app, method);
  return (message) => {
    for (const id of candidates(message)) {
      const wanted = set.filter(({ reachable }) => reachable.has(id));
      if (wanted.length === 0) continue;
      const user = app.users.byId(id)!;
      if (findCause(app, user, message, method) === undefined || !hasReceived(app, id, message)) continue;
      for (const { transport } of wanted) transport.note(app, user, message);
    }
  };
}

/** What to tell a recipient now: the waiting messages that are unread, readable and wanted. Others are removed. */
export function takeMissed(app: App, recipient: Recipient): readonly Missed[] {
  const { user, method, waiting, waitsForQuiet, reachesActive, lifespan, remove, postpone } = recipient;
  const now = seconds(app.clock);
  return app.db.write(() => {
    const quietUntil = doNotDisturbEnd(app, user);
    if (quietUntil && waitsForQuiet) postpone(quietUntil);
    else if (quietUntil) remove(waiting);
    else if (isActiveNow(app, user) && !reachesActive) postpone(now + LATER);
    else {
      const missed = stillMissed(app, user, waiting, method).filter(
        ({ message }) => lifespan === undefined || message.date_sent > now - lifespan,
      );
      const news = new Set(missed.map(({ message }) => message.id));
      remove(waiting.filter((id) => !news.has(id)));
      return missed;
    }
    return [];
  });
}

/** Tells a recipient of the waiting messages, one by one. After a failure, the rest waits. */
export async function push(app: App, recipient: PushRecipient): Promise<void> {
  const news = takeMissed(app, recipient);
  for (const { message } of news) {
    const outcome = await recipient.send(message);
    if (outcome === 'again') return void app.db.write(() => recipient.postpone(seconds(app.clock) + RETRY));
    if (outcome === 'gone') return void app.db.write(() => news.forEach((each) => recipient.finish(each.message.id)));
    app.db.write(() => {
      recipient.finish(message.id);
      countDelivery(app, outcome === 'done' ? 'pushes_sent' : 'pushes_failed');
    });
  }
}

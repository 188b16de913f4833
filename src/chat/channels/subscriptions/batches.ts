import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { inTurns } from '../../../kernel/time-slices.ts';
import { LIMITS } from '../../../limits.ts';
import { nothingToAddOrDelete } from '../../errors.ts';
import type { User } from '../../people/users/types.ts';
import { requireChannelNamed } from '../channels/rules.ts';
import type { Channel } from '../channels/types.ts';
import {
  requireUnsubscribable,
  type SubscribeRequest,
  sendNewChannelNotices,
  sendSubscriptionNotices,
  unsubscribe,
} from './actions.ts';
import { requireUsers } from './rules.ts';
import { requireSubscribable, type SubscribeResult, subscribeUsers } from './subscribe-actions.ts';
import type { Principals, WantedChannel } from './types.ts';

/**
 * How many subscriptions are made or ended at once, and in how many channels, each of which may be a new one: less than
 * a tenth of a second.
 */
const AT_ONCE = { subscriptions: 1000, channels: 20 };

interface Batches {
  atOnce?: typeof AT_ONCE;
  /** Returns the actor's current account in a later batch. Throws if they may not continue. */
  actorNow?: () => User;
}

/**
 * Subscribes users to channels in batches, each completely, with other requests in between. Errors are thrown before
 * anything has changed. The result has channel names by user id.
 */
export async function subscribeInBatches(
  app: App,
  actor: User,
  request: SubscribeRequest,
  { atOnce = AT_ONCE, actorNow = () => app.users.byId(actor.id)! }: Batches = {},
) {
  const ids = requireUsers(app, actor, request.principals).map(({ id }) => id);
  requireFew(request.subscriptions.length * ids.length);
  requireSubscribable(app, actor, request);
  const whole = new WholeResult();
  // New channels come first: whether the actor may add others to them is known when the first one exists.
  for (const subscriptions of splitParts(newFirst(app, request.subscriptions), atOnce.channels))
    for (const principals of splitParts(ids, atOnce.subscriptions / subscriptions.length)) {
      if (whole.isBegun) await nextBatch(app);
      app.db.write(() => {
        const part = subscribeUsers(app, actorNow(), { ...request, subscriptions, principals });
        sendNewChannelNotices(app, actorNow(), part, request);
        whole.add(part);
      });
    }
  const result = whole.inOrder(app, request.subscriptions);
  return inTurns(sendSubscriptionNotices(app, actorNow(), result, request));
}

/**
 * Unsubscribes the actor or others in batches, likewise. Returns the names of channels that users left, and of those
 * nobody was subscribed to.
 */
export async function unsubscribeInBatches(
  app: App,
  actor: User,
  { names, principals }: { names: readonly string[]; principals?: Principals | undefined },
  { atOnce = AT_ONCE, actorNow = () => app.users.byId(actor.id)! }: Batches = {},
) {
  const ids = requireUsers(app, actor, principals).map(({ id }) => id);
  requireFew(names.length * ids.length);
  const channels = [...new Set(names.map((name) => requireChannelNamed(app, actor, name.trim())))];
  for (const people of splitParts(ids, (10 * atOnce.subscriptions) / channels.length)) {
    requireUnsubscribable(app, actor, people, channels);
    if (people.length < ids.length) await turn();
  }
  const removed = new Set<string>();
  let isBegun = false;
  for (const some of splitParts(channels, atOnce.channels))
    for (const people of splitParts(ids, atOnce.subscriptions / some.length)) {
      if (isBegun) await nextBatch(app);
      isBegun = true;
      for (const name of unsubscribe(app, actorNow(), reloadChannels(app, some), people).removed) removed.add(name);
    }
  const all = channels.map(({ name }) => name);
  return { removed: all.filter((name) => removed.has(name)), not_removed: all.filter((name) => !removed.has(name)) };
}

/** The channels as they are now: another request may have renamed or deleted them. */
const reloadChannels = (app: App, channels: readonly Channel[]): Channel[] =>
  channels.map(({ id }) => app.channels.byId(id)).filter((channel) => channel !== undefined);

/** Leaves some channels and joins others in batches. Errors are thrown before anything has changed. */
export async function updateInBatches(
  app: App,
  user: User,
  { leave, join }: { leave: readonly string[]; join: readonly WantedChannel[] },
  batches: Batches,
) {
  if (leave.length === 0 && join.length === 0) throw nothingToAddOrDelete();
  const joining = new Set(join.map(({ name }) => name.trim()));
  for (const name of leave) if (!joining.has(name.trim())) requireChannelNamed(app, user, name.trim());
  // Nobody else is subscribed, so no messages are sent, and no channel is left out.
  const request = { authorization_errors_fatal: true, announce: false, send_new_subscription_messages: false };
  const { subscribed = {}, already_subscribed = {} } =
    join.length > 0 ? await subscribeInBatches(app, user, { ...request, subscriptions: [...join] }, batches) : {};
  if (leave.length > 0) await nextBatch(app);
  const left = await unsubscribeInBatches(app, batches.actorNow?.() ?? user, { names: leave }, batches);
  return { subscribed, already_subscribed, new_subscription_messages_sent: true, ...left };
}

/** Throws if a request changes too many subscriptions. */
function requireFew(count: number): void {
  const maximum = LIMITS.subscriptions_per_request;
  if (count > maximum)
    throw badRequest(
      `The request names too many subscriptions (limit: ${maximum}). Name fewer channels or users at once.`,
    );
}

/** Divides a list into parts of at most `size`, but of one at least. */
function* splitParts<T>(list: readonly T[], size: number): Generator<T[]> {
  const step = Math.max(1, Math.floor(size));
  for (let at = 0; at < list.length; at += step) yield list.slice(at, at + step);
}

const newFirst = (app: App, wanted: readonly WantedChannel[]): WantedChannel[] => {
  const isNew = wanted.map(({ name }) => !app.channels.named(name.trim()));
  return [...wanted.filter((_, at) => isNew[at]), ...wanted.filter((_, at) => !isNew[at])];
};

/** The result of all batches. */
class WholeResult {
  readonly #people = new Map<number, User>();
  readonly #whole: SubscribeResult = { created: [], added: new Map(), already: new Map(), unauthorized: [] };
  isBegun = false;

  add(part: SubscribeResult): void {
    this.isBegun = true;
    this.#whole.created.push(...part.created);
    this.#whole.unauthorized.push(...part.unauthorized);
    for (const key of ['added', 'already'] as const)
      for (const [user, channels] of part[key]) {
        const person = this.#people.get(user.id) ?? user;
        this.#people.set(user.id, person);
        this.#whole[key].set(person, [...(this.#whole[key].get(person) ?? []), ...channels]);
      }
  }

  /** The channels of each user, in the order of the request. */
  inOrder(app: App, wanted: readonly WantedChannel[]): SubscribeResult {
    const places = new Map(wanted.map(({ name }, at) => [app.channels.named(name.trim())?.id, at]));
    const place = ({ id }: Channel) => places.get(id) ?? wanted.length;
    const { added, already, unauthorized } = this.#whole;
    for (const channels of [...added.values(), ...already.values()]) channels.sort((a, b) => place(a) - place(b));
    return { ...this.#whole, unauthorized: [...new Set(unauthorized)] };
  }
}

async function nextBatch(app: App): Promise<void> {
  await turn();
  await app.db.committed();
}

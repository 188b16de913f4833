import type { App } from '../../app.ts';
import { badRequest } from '../../kernel/errors.ts';
import type { Channel, ChannelDraft } from '../channels/types.ts';
import { foundChannel, type JoinRequest, joinChannels } from '../subscriptions/subscribe.ts';
import type { Principals, WantedChannel } from '../subscriptions/types.ts';
import { leaveChannels } from '../subscriptions/unsubscribe.ts';
import type { User } from '../users/types.ts';

/** Whom to tell by message. */
interface Telling {
  /** Announce new channels to everyone. */
  announce: boolean;
  /** Tell others that they were subscribed. */
  send_new_subscription_messages: boolean;
}

/** Makes a channel with its first subscribers; its id. */
export function create(app: App, actor: User, draft: ChannelDraft & Telling & { subscribers: number[] }): number {
  return foundChannel(app, actor, draft, draft.subscribers).created[0]!.id;
}

/** Subscribes the actor or others: names of channels by the ids of people. */
export function subscribe(app: App, actor: User, request: JoinRequest & Telling) {
  const { added, already, unauthorized } = joinChannels(app, actor, request);
  return {
    subscribed: namesById(added),
    already_subscribed: namesById(already),
    ...(!request.authorization_errors_fatal && { unauthorized }),
  };
}

/** Unsubscribes the actor or others: the names of channels somebody left, and of those nobody was in. */
export function unsubscribe(app: App, actor: User, names: readonly string[], principals?: Principals) {
  const { removed, untouched } = leaveChannels(app, actor, names, principals);
  const left = new Set([...removed.values()].flat());
  return { removed: [...left].map(({ name }) => name), not_removed: untouched.map(({ name }) => name) };
}

/** Leaves some channels and joins others, both or neither. */
export function exchange(app: App, user: User, leave: readonly string[], join: readonly WantedChannel[]) {
  if (leave.length === 0 && join.length === 0) throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
  return app.db.write(() => ({ ...NOTHING, ...(join.length > 0 && joinOnly(app, user, join)), ...unsubscribe(app, user, leave) }));
}

const NOTHING: ReturnType<typeof joinOnly> = { subscribed: {}, already_subscribed: {} };

function joinOnly(app: App, user: User, join: readonly WantedChannel[]) {
  const quietly = { announce: false, send_new_subscription_messages: false };
  const { subscribed, already_subscribed } = subscribe(app, user, {
    subscriptions: [...join],
    authorization_errors_fatal: true,
    ...quietly,
  });
  return { subscribed, already_subscribed };
}

const namesById = (channels: ReadonlyMap<User, readonly Channel[]>): Record<string, string[]> =>
  Object.fromEntries([...channels].map(([{ id }, theirs]) => [id, theirs.map(({ name }) => name)]));

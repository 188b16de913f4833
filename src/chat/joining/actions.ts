import type { App } from '../../app.ts';
import { badRequest } from '../../kernel/errors.ts';
import type { Channel, ChannelDraft } from '../channels/types.ts';
import { readWhatWasLeft } from '../messages/flags.ts';
import { announceChannel, openChannel, tellSubscribed } from '../messages/notify.ts';
import { foundChannel, type Joined, type JoinRequest, joinChannels } from '../subscriptions/subscribe.ts';
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

/** Makes a channel with its first subscribers, and tells of it; its id. */
export function create(app: App, actor: User, draft: ChannelDraft & Telling & { subscribers: number[] }): number {
  return app.db.write(() => {
    const joined = foundChannel(app, actor, draft, draft.subscribers);
    tell(app, actor, joined, draft);
    return joined.created[0]!.id;
  });
}

/** Subscribes the actor or others: names of channels by the ids of people. */
export function subscribe(app: App, actor: User, request: JoinRequest & Telling) {
  return app.db.write(() => {
    const joined = joinChannels(app, actor, request);
    const told = tell(app, actor, joined, request);
    return {
      subscribed: namesById(joined.added),
      already_subscribed: namesById(joined.already),
      ...(!request.authorization_errors_fatal && { unauthorized: joined.unauthorized }),
      ...(request.send_new_subscription_messages && { new_subscription_messages_sent: told }),
    };
  });
}

/** Messages about new channels, and to those whom somebody else subscribed; whether the latter were not too many to be told. */
function tell(app: App, actor: User, { created, added }: Joined, { announce, send_new_subscription_messages }: Telling): boolean {
  for (const channel of created) {
    openChannel(app, actor, channel);
    if (announce) announceChannel(app, actor, channel);
  }
  return send_new_subscription_messages && tellSubscribed(app, actor, added);
}

/** Unsubscribes the actor or others: the names of channels somebody left, and of those nobody was in. */
export function unsubscribe(app: App, actor: User, names: readonly string[], principals?: Principals) {
  const { removed, untouched } = app.db.write(() => {
    const result = leaveChannels(app, actor, names, principals);
    readWhatWasLeft(app, result.removed);
    return result;
  });
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

import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { readWhatWasLeft } from '../../messages/flags/actions.ts';
import { announceChannel, openChannel, tellSubscribed } from '../../messages/notices/actions.ts';
import type { User } from '../../people/users/types.ts';
import type { Channel, ChannelDraft } from '../channels/types.ts';
import { foundChannel, type Joined, type JoinRequest, joinChannels } from './subscribe.ts';
import type { Principals, WantedChannel } from './types.ts';
import { leaveChannels } from './unsubscribe.ts';

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
    tellOfNew(app, actor, joined, draft);
    return joined.created[0]!.id;
  });
}

/** What is asked for, and whom to tell of it. */
export type Subscribing = JoinRequest & Telling;

/** Subscribes the actor or others: names of channels by the ids of people. */
export function subscribe(app: App, actor: User, request: Subscribing) {
  return app.db.write(() => {
    const joined = joinChannels(app, actor, request);
    tellOfNew(app, actor, joined, request);
    return answer(app, actor, joined, request);
  });
}

/** Messages in new channels, and about them. */
export function tellOfNew(app: App, actor: User, { created }: Pick<Joined, 'created'>, { announce }: Telling): void {
  for (const channel of created) {
    openChannel(app, actor, channel);
    if (announce) announceChannel(app, actor, channel);
  }
}

/** Writes to those whom somebody else subscribed, unless they are too many, and says what subscribing came to. */
export function answer(app: App, actor: User, joined: Joined, request: Subscribing) {
  const { added, already, unauthorized } = joined;
  const { send_new_subscription_messages, authorization_errors_fatal } = request;
  return {
    subscribed: namesById(added),
    already_subscribed: namesById(already),
    ...(!authorization_errors_fatal && { unauthorized }),
    ...(send_new_subscription_messages && { new_subscription_messages_sent: tellSubscribed(app, actor, joined) }),
  };
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
  if (leave.length === 0 && join.length === 0)
    throw badRequest('Nothing to do. Specify at least one of "add" or "delete".');
  return app.db.write(() => ({
    ...NOTHING,
    ...(join.length > 0 && joinOnly(app, user, join)),
    ...unsubscribe(app, user, leave),
  }));
}

const NOTHING: ReturnType<typeof joinOnly> = {
  subscribed: {},
  already_subscribed: {},
  new_subscription_messages_sent: true,
};

/** Subscribes the user to channels. Nobody else is subscribed, so no messages are sent, and none is left out. */
function joinOnly(app: App, user: User, join: readonly WantedChannel[]) {
  const { subscribed, already_subscribed } = subscribe(app, user, {
    subscriptions: [...join],
    authorization_errors_fatal: true,
    announce: false,
    send_new_subscription_messages: false,
  });
  return { subscribed, already_subscribed, new_subscription_messages_sent: true };
}

const namesById = (channels: ReadonlyMap<User, readonly Channel[]>): Record<string, string[]> =>
  Object.fromEntries([...channels].map(([{ id }, theirs]) => [id, theirs.map(({ name }) => name)]));

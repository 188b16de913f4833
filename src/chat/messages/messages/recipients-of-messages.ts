import type { App } from '../../../app.ts';
import { readAccess } from '../../channels/channels/rules.ts';
import { originalRecipient } from './rules.ts';
import { FLAG, type StoredMessage } from './types.ts';

/** Messages with the same recipients, by id, all of one place and sent to one place. */
export interface RecipientGroup {
  messages: StoredMessage[];
  people: ReadonlySet<number>;
}

type Copies = ReadonlyMap<number, readonly { user_id: number; flags: number }[]>;

/**
 * The users who receive changes of a message (reactions, edits, deletion): all active users who have it as their own or
 * are subscribed to its shared history, and can still read it. Queues with all_public_streams are handled separately.
 */
export const usersWithMessage = (app: App, message: StoredMessage): ReadonlySet<number> =>
  groupByRecipients(app, [message])[0]!.people;

/** `holders` of many messages (by id), queried once for all that were sent while no membership changed. */
export function groupByRecipients(app: App, messages: readonly StoredMessage[]): RecipientGroup[] {
  const copies = Map.groupBy(
    app.messages.flagHoldersOf(JSON.stringify(messages.map(({ id }) => id))),
    ({ message_id }) => message_id,
  );
  const places = Map.groupBy(messages, (message) => `${message.recipient_id} ${originalRecipient(message)}`);
  return [...places.values()].flatMap((alike) => groupInConversation(app, alike, copies));
}

function groupInConversation(app: App, messages: StoredMessage[], copies: Copies): RecipientGroup[] {
  const first = messages[0]!;
  const channel = app.channels.byRecipient(first.recipient_id);
  if (!channel) {
    const people = app.messages.people(first.recipient_id)!.filter((id) => app.users.byId(id)!.is_active);
    return [{ messages, people: new Set(people) }];
  }
  const shared = channel.history_public_to_subscribers || !channel.invite_only;
  const always = shared ? app.subscriptions.subscribersOf(channel.id) : NOBODY;
  const within = (id: number) => {
    const user = app.users.byId(id)!;
    return user.is_active ? readAccess(app, user, channel) : 'none';
  };
  const origin = originalRecipient(first);
  // Open membership periods of shared history decide nothing: only ended ones do.
  const over =
    shared && origin === channel.recipient_id
      ? app.subscriptions
          .endedIn(origin)
          .filter(({ from_id, until_id }) => from_id < messages.at(-1)!.id && until_id! >= first.id)
      : app.subscriptions.periodsOver(origin, messages.at(-1)!.id, first.id);
  const periods = over.filter(({ user_id }) => !always.has(user_id) && within(user_id) !== 'none');
  return sentBetweenChanges(messages, periods).flatMap((stretch) => {
    const { id } = stretch[0]!;
    const receivers = periods.filter(({ from_id, until_id }) => from_id < id && (until_id === null || id <= until_id));
    const people = new Set([...always, ...receivers.map(({ user_id }) => user_id)]);
    const took = (message: StoredMessage) =>
      (copies.get(message.id) ?? [])
        .filter(({ user_id, flags }) => {
          if (people.has(user_id)) return false;
          const seen = within(user_id);
          return seen === 'all' || (seen === 'received' && (flags & FLAG.copy) !== 0);
        })
        .map(({ user_id }) => user_id);
    const groups = Map.groupBy(stretch, (message) => took(message).join());
    return [...groups.values()].map((group) => ({ messages: group, people: new Set([...people, ...took(group[0]!)]) }));
  });
}

const NOBODY: ReadonlySet<number> = new Set();

/** Messages by id, split where a membership period begins or ends between them. */
function sentBetweenChanges(
  messages: readonly StoredMessage[],
  periods: readonly { from_id: number; until_id: number | null }[],
) {
  const changes = [
    ...new Set(periods.flatMap(({ from_id, until_id }) => (until_id === null ? [from_id] : [from_id, until_id]))),
  ];
  changes.sort((a, b) => a - b);
  const stretches: StoredMessage[][] = [];
  let at = 0;
  for (const message of messages) {
    const before = at;
    while (at < changes.length && changes[at]! < message.id) at++;
    if (at > before || stretches.length === 0) stretches.push([message]);
    else stretches.at(-1)!.push(message);
  }
  return stretches;
}

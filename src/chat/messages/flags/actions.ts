import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { isSubscribed } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import type { User } from '../../people/users/types.ts';
import { flagsAdded, flagsRemoved } from '../messages/events.ts';
import { receivedAmongMessages, requireReadableMessages } from '../messages/rules.ts';
import { FACT, FLAG, type Flaggable } from '../messages/types.ts';
import { ConversationMessages, markRead, setRead } from './read-actions.ts';
import { MOST_UNREAD, unreadMessages } from './rules.ts';

/** The flags that users set themselves. */
const OWN_FLAGS = ['read', 'starred', 'collapsed'] as const;
export type OwnFlag = (typeof OWN_FLAGS)[number];
const OTHER_FLAGS = [
  'mentioned',
  'wildcard_mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'has_alert_word',
  'historical',
];

/** Throws for unknown flags and for those that only the server sets. */
export function requireOwnFlag(flag: string): OwnFlag {
  if ((OWN_FLAGS as readonly string[]).includes(flag)) return flag as OwnFlag;
  throw badRequest(OTHER_FLAGS.includes(flag) ? `Flag not editable: '${flag}'` : `Invalid flag: '${flag}'`);
}

export interface FlagsChanged {
  /** Ascending. */
  changed: number[];
  /** Messages in channels without a subscription are never unread. */
  ignored_because_not_subscribed_channels: number[];
}

/** Changes a flag of messages with these ids. Throws if the user cannot read one of them; then nothing changes. */
export function changeFlags(
  app: App,
  user: User,
  ids: readonly number[],
  op: 'add' | 'remove',
  flag: string,
): FlagsChanged {
  const own = requireOwnFlag(flag);
  return setFlag(app, user, requireReadableMessages(app, user, new Set(ids)), own, op);
}

/** Adds or removes one of a user's flags on messages they can read, and publishes what changed to their clients. */
export function setFlag(
  app: App,
  user: User,
  messages: readonly Flaggable[],
  flag: OwnFlag,
  op: 'add' | 'remove',
): FlagsChanged {
  return app.db.write(() => {
    const ignored = new Set<number>();
    const selected =
      flag === 'read' && op === 'remove'
        ? messages.filter((message) => !isElsewhere(app, user, message, ignored))
        : messages;
    const changed =
      flag === 'read' ? setRead(app, user, selected, op === 'add') : setRareFlag(app, user, selected, flag, op);
    if (changed.length > 0) {
      const details = flag === 'read' && op === 'remove' ? makeDetails(app, user, selected, changed) : undefined;
      const event =
        op === 'add'
          ? flagsAdded({ flag, messages: changed })
          : flagsRemoved({ flag, messages: changed, ...(details && { details }) });
      app.events.publish(event, [user.id]);
    }
    return { changed, ignored_because_not_subscribed_channels: [...ignored].sort((a, b) => a - b) };
  });
}

function isElsewhere(app: App, user: User, { recipient_id }: Flaggable, ignored: Set<number>): boolean {
  const channel = app.channels.byRecipient(recipient_id);
  if (!channel || isSubscribed(app, user, channel)) return false;
  ignored.add(channel.id);
  return true;
}

/** A flag on a message that the user did not receive makes it their own. */
function setRareFlag(
  app: App,
  user: User,
  messages: readonly Flaggable[],
  flag: Exclude<OwnFlag, 'read'>,
  op: 'add' | 'remove',
): number[] {
  const flags = readFlags(app, user, messages);
  const changing = messages.filter(({ id }) => ((flags(id) & FLAG[flag]) !== 0) !== (op === 'add'));
  if (op === 'remove') app.messages.removeFlags(FLAG[flag], user.id, listIds(changing));
  else {
    const wasReceived = receivedAmongMessages(app, user.id, changing.length);
    const { own = [], others = [] } = Object.groupBy(changing, (message) => (wasReceived(message) ? 'own' : 'others'));
    app.messages.addFlagsToMany(user.id, FLAG[flag], listIds(own));
    app.messages.addFlagsToMany(user.id, FLAG[flag] | FLAG.copy, listIds(others));
  }
  return changing.map(({ id }) => id).sort((a, b) => a - b);
}

/** A user's flags of these messages, by id. */
function readFlags(app: App, user: User, messages: readonly Flaggable[]): (id: number) => number {
  const flags = new Map(
    app.messages.flagsOfMessages(user.id, listIds(messages)).map((row) => [row.message_id, row.flags]),
  );
  return (id) => flags.get(id) ?? 0;
}

const listIds = (messages: readonly Flaggable[]): string => JSON.stringify(messages.map(({ id }) => id));

/** What clients need to count messages that became unread. */
function makeDetails(app: App, user: User, messages: readonly Flaggable[], changed: readonly number[]) {
  const selected = new Set(changed);
  const flagsBy = readFlags(app, user, messages);
  const muted = app.subscriptions.mutedBy(user.id);
  const details = messages
    .filter(({ id }) => selected.has(id))
    .map((message) => {
      const channel = app.channels.byRecipient(message.recipient_id);
      const flags = flagsBy(message.id);
      const mentioned =
        (flags & (FLAG.mentioned | FLAG.topicWildcard)) !== 0 || (message.facts & FACT.mentionsChannel) !== 0;
      const place = channel
        ? {
            type: 'stream',
            stream_id: channel.id,
            topic: message.subject,
            unmuted_stream_msg: !muted.has(channel.id),
          }
        : { type: 'private', user_ids: app.messages.people(message.recipient_id)!.filter((id) => id !== user.id) };
      return [message.id, { ...place, ...(mentioned && { mentioned: true }) }] as const;
    });
  return Object.fromEntries(details);
}

/** Messages in channels that users leave, or that are archived, become read. Call it inside `db.write`. */
export function markReadAfterUnsubscribing(app: App, left: ReadonlyMap<User, readonly Channel[]>): void {
  const conversations = new ConversationMessages(app, left.keys());
  for (const [person, channels] of left) {
    const recipients = channels.map(({ recipient_id }) => recipient_id);
    const changed = markRead(app, person, recipients, conversations);
    if (changed.length > 0) app.events.publish(flagsAdded({ flag: 'read', messages: changed }), [person.id]);
  }
}

/** Marks all unread messages as read, or those of one conversation or topic. */
export function markAllRead(app: App, user: User, recipientId?: number, topicId?: number): void {
  app.db.write(() => {
    for (;;) {
      const unread = unreadMessages(app, user, recipientId);
      const selected = topicId === undefined ? unread : unread.filter(({ topic_id }) => topic_id === topicId);
      const changed = setRead(app, user, selected, true);
      if (changed.length > 0) app.events.publish(flagsAdded({ flag: 'read', messages: changed }), [user.id]);
      // There may be older unread messages behind those.
      if (unread.length < MOST_UNREAD || changed.length === 0) return;
    }
  });
}

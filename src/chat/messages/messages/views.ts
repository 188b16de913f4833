import type { App } from '../../../app.ts';
import type { ClientKind } from '../../../kernel/events/client.ts';
import type { Viewer } from '../../channels/channels/rules.ts';
import { topicShown } from '../../channels/topics/rules.ts';
import { canAccessUser } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { apiEmail, avatarUrl, placeholderEmail, unknownUser } from '../../people/users/views.ts';
import { type Change, editHistoryFor } from '../edit/views.ts';
import { isRead, ReadBits } from '../flags/rules.ts';
import type { StoredReaction } from '../reactions/repository.ts';
import type { Submessage } from '../submessages/events.ts';
import { topicLinks } from './content-rules.ts';
import { hasReceived, receivedAmongMessages } from './rules.ts';
import {
  type DirectRecipient,
  FACT,
  type FetchedMessage,
  FLAG,
  type Match,
  type MessageView,
  type Reaction,
  type StoredMessage,
} from './types.ts';

/** The names of those who reacted, for clients that show only names. */
export type Reactor = NonNullable<Reaction['user']>;

/** Converts a reaction for clients. The two names of one type are chosen by the requesting client. */
export const reactionsShown = (
  reactions: readonly StoredReaction[],
  kind: ClientKind,
  reactor?: (id: number) => Reactor,
): Reaction[] =>
  reactions.map(({ emoji_name, emoji_code, reaction_type, user_id }) => ({
    emoji_name,
    emoji_code,
    reaction_type: shownType(reaction_type, kind),
    user_id,
    ...(kind.former_fields && reactor && { user: reactor(user_id) }),
  }));

type ReactionType = 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji' | 'service_extra_emoji';

/** Zulip's own clients know only `zulip_extra_emoji`; others receive the specification's name. */
export const shownType = (stored: string, kind: ClientKind): ReactionType =>
  stored === 'zulip_extra_emoji' && !kind.zulip_names ? 'service_extra_emoji' : (stored as ReactionType);

/** A message with everything shown beside it; `shown` converts it for a client. */
export interface MessageParts {
  message: StoredMessage;
  sender: { email: string; full_name: string; avatar: string; gravatar: string | null };
  channel: { id: number; name: string } | undefined;
  topicLinks: readonly { text: string; url: string }[];
  /** The users of a direct message. */
  people: DirectRecipient[];
  client: string;
  reactions: readonly StoredReaction[];
  submessages: readonly Submessage[];
  /** undefined: nothing the viewer may see. */
  editHistory: readonly Change[] | undefined;
}

export function loadParts(
  app: App,
  viewer: Viewer,
  message: StoredMessage,
  reactions: readonly StoredReaction[],
  submessages: readonly Submessage[],
): MessageParts {
  const sender = app.users.byId(message.sender_id)!;
  const channel = app.channels.byRecipient(message.recipient_id);
  return {
    message,
    sender: senderFor(app, viewer, sender),
    channel,
    topicLinks: channel ? topicLinks(app, message.subject) : [],
    people: channel ? [] : app.messages.people(message.recipient_id)!.map((id) => directRecipient(app, id)),
    client: app.messages.clientName(message.client_id),
    reactions,
    submessages,
    editHistory: editHistoryFor(app, viewer, message),
  };
}

const senderFor = (app: App, viewer: Viewer, sender: User): MessageParts['sender'] =>
  canAccessUser(app, viewer, sender) ? knownSender(app, viewer, sender) : unknownSender(app, sender);

/** Who reacted, with the names a viewer may see. */
export function reactorFor(app: App, viewer: Viewer, id: number): Reactor {
  const { email, full_name } = senderFor(app, viewer, app.users.byId(id)!);
  return { user_id: id, email, full_name };
}

const knownSender = (app: App, viewer: Viewer, sender: User): MessageParts['sender'] => ({
  email: viewer ? apiEmail(app, sender) : placeholderEmail(app, sender),
  full_name: sender.full_name,
  avatar: avatarUrl(app, sender, false)!,
  gravatar: avatarUrl(app, sender, true),
});

/** Guests can read messages of users they cannot see. */
function unknownSender(app: App, sender: User): MessageParts['sender'] {
  const { email, full_name, avatar_url } = unknownUser(app, sender);
  return { email, full_name, avatar: avatar_url!, gravatar: avatar_url! };
}

function directRecipient(app: App, id: number): DirectRecipient {
  const user = app.users.byId(id)!;
  return { id, email: apiEmail(app, user), full_name: user.full_name, is_mirror_dummy: false };
}

/** Converts a message for this kind of client. */
export function messageView(parts: MessageParts, kind: ClientKind, reactor?: (id: number) => Reactor): MessageView {
  const { message, sender, channel, people, client, reactions, submessages, editHistory } = parts;
  return {
    id: message.id,
    type: channel ? 'stream' : 'private',
    ...(channel && { stream_id: channel.id }),
    display_recipient: channel ? channel.name : people,
    subject: channel ? topicShown(message.subject, kind.empty_topic_name) : '',
    topic_links: [...parts.topicLinks],
    recipient_id: message.recipient_id,
    sender_id: message.sender_id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_realm_str: '',
    avatar_url: kind.client_gravatar ? sender.gravatar : sender.avatar,
    client,
    content: kind.apply_markdown ? message.rendered_content : message.content,
    content_type: kind.apply_markdown ? 'text/html' : 'text/x-markdown',
    is_me_message: (message.facts & FACT.me) !== 0,
    timestamp: message.date_sent,
    reactions: reactionsShown(reactions, kind, reactor),
    submessages: [...submessages],
    ...(editHistory && { edit_history: editHistory.map((change) => historyEntryView(change, kind)) }),
    ...(message.last_edit_timestamp !== null && { last_edit_timestamp: message.last_edit_timestamp }),
    ...(message.last_moved_timestamp !== null && { last_moved_timestamp: message.last_moved_timestamp }),
  };
}

/** Converts the topics of a change for this kind of client. */
export const historyEntryView = (change: Change, kind: ClientKind): Change => ({
  ...change,
  ...(change.topic !== undefined && { topic: topicShown(change.topic, kind.empty_topic_name) }),
  ...(change.prev_topic !== undefined && { prev_topic: topicShown(change.prev_topic, kind.empty_topic_name) }),
});

/** Stored messages in the form for one reader, with flags. Read access is checked before. */
export function fetchedMessages(
  app: App,
  viewer: Viewer,
  messages: readonly StoredMessage[],
  kind: ClientKind,
  matches?: ReadonlyMap<number, Match>,
): FetchedMessage[] {
  const ids = JSON.stringify(messages.map(({ id }) => id));
  const reactions = Map.groupBy(app.reactions.ofMessages(ids), ({ message_id }) => message_id);
  const submessages = Map.groupBy(app.submessages.ofMessages(ids), ({ message_id }) => message_id);
  const flags =
    viewer && new Map(app.messages.flagsOfMessages(viewer.id, ids).map(({ message_id, flags }) => [message_id, flags]));
  const bits = viewer && new ReadBits(app, viewer.id);
  const wasReceived = viewer && receivedAmongMessages(app, viewer.id, messages.length);
  const reactor = (id: number) => reactorFor(app, viewer, id);
  return messages.map((message) => ({
    ...messageView(
      loadParts(app, viewer, message, reactions.get(message.id) ?? [], submessages.get(message.id) ?? []),
      kind,
      reactor,
    ),
    flags: viewer
      ? flagsShown(viewer.id, message, flags!.get(message.id) ?? 0, bits!, wasReceived!(message))
      : ['read'],
    ...matches?.get(message.id),
  }));
}

/** One reader's flags of a message, with the API's names. */
function flagsShown(
  userId: number,
  message: StoredMessage,
  flags: number,
  bits: ReadBits,
  isReceived: boolean,
): string[] {
  return [
    ...(isRead(bits, userId, message, isReceived) ? ['read'] : []),
    ...rareFlags(flags, isReceived && (message.facts & FACT.mentionsChannel) !== 0),
    ...(isReceived ? [] : ['historical']),
  ];
}

/** One user's flags of one message. */
export const flagsFor = (app: App, userId: number, message: StoredMessage): string[] =>
  flagsShown(
    userId,
    message,
    app.messages.getFlags(userId, message.id) ?? 0,
    new ReadBits(app, userId),
    hasReceived(app, userId, message),
  );

/** The flags that few messages have. */
export function rareFlags(flags: number, channelWildcard: boolean): string[] {
  const names: string[] = [];
  if (flags & FLAG.starred) names.push('starred');
  if (flags & FLAG.collapsed) names.push('collapsed');
  if (flags & FLAG.mentioned) names.push('mentioned');
  if (channelWildcard) names.push('stream_wildcard_mentioned');
  if (flags & FLAG.topicWildcard) names.push('topic_wildcard_mentioned');
  if (channelWildcard || flags & FLAG.topicWildcard) names.push('wildcard_mentioned');
  if (flags & FLAG.alertWord) names.push('has_alert_word');
  return names;
}

import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { LIMITS } from '../../../limits.ts';
import type { Rendered } from '../../../markdown/render.ts';
import { attachFiles } from '../../files/attachments/actions.ts';
import type { Attachment } from '../../files/attachments/types.ts';
import { cancelPreviews, requestPreviews } from '../../files/external-content/actions.ts';
import type { User } from '../../people/users/types.ts';
import { cleanContent, render } from '../messages/content-rules.ts';
import { canRead, isPublic, usersWithMessage } from '../messages/rules.ts';
import { FACT, FLAG, LASTING_FACTS, type StoredMessage } from '../messages/types.ts';
import { flagsFor } from '../messages/views.ts';
import { flagMentioned, messageFacts, requireCanMentionMany, requireMentionable } from '../send/rules.ts';
import { type Edited, messageEdited } from './events.ts';
import { requireEditable, requireUnchanged } from './rules.ts';

/** A message's new content before it is published. */
export interface EditedContent {
  message: StoredMessage;
  /** The content for the event. */
  change: NonNullable<Edited['content']>;
  /** The users who have the message. */
  audience: ReadonlySet<number>;
  /** The author's files that no message links to any more. */
  detached: Attachment[];
}

/**
 * Writes a message's new content; returns undefined if it is unchanged. Throws for callers who may not edit it (any
 * more), empty content, mentions that are not allowed, and a stale `prev_content_sha256`. Call it inside `db.write`;
 * the caller publishes the event.
 */
export function editContent(
  app: App,
  actor: User,
  id: number,
  input: string,
  prev_content_sha256?: string,
): EditedContent | undefined {
  const before = requireEditable(app, actor, id);
  requireUnchanged(before, prev_content_sha256);
  const content = input.trim() === '' ? '(deleted)' : cleanContent(input);
  if (content === before.content) return undefined;
  const rendered = render(app, actor, content);
  requireMentionable(app, actor, rendered);
  const channel = app.channels.byRecipient(before.recipient_id);
  if (channel && rendered.mentions_channel && !(before.facts & FACT.mentionsChannel))
    requireCanMentionMany(
      app,
      actor,
      app.subscriptions.listSubscribers(channel.id).size,
      'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    );
  const timestamp = seconds(app.clock);
  const past = { prev_content: before.content, prev_rendered_content: before.rendered_content };
  const message: StoredMessage = {
    ...before,
    content,
    rendered_content: rendered.html,
    facts: messageFacts(rendered) | (before.facts & LASTING_FACTS),
    last_edit_timestamp: timestamp,
    edit_history: withHistoryEntry(before.edit_history, { user_id: actor.id, timestamp, ...past }),
  };
  const audience = usersWithMessage(app, before);
  app.messages.edit(message);
  cancelPreviews(app, id);
  requestPreviews(app, id, rendered.unknown_links);
  const detached = attachFiles(app, actor, message, canRead);
  updateMentions(app, actor, message, rendered, audience);
  const { html: rendered_content, is_me_message } = rendered;
  const change = {
    orig_content: past.prev_content,
    orig_rendered_content: past.prev_rendered_content,
    content,
    rendered_content,
    is_me_message,
  };
  return { message, change, audience, detached };
}

/** Publishes the new content of a message that was not moved. */
export function publishEditedContent(app: App, actor: User, { message, change, audience }: EditedContent): void {
  const event = messageEdited({
    user_id: actor.id,
    message_id: message.id,
    message_ids: [message.id],
    edit_timestamp: message.last_edit_timestamp!,
    channel: app.channels.byRecipient(message.recipient_id),
    content: change,
    flags: flagsOfListeners(app, message, audience),
  });
  app.events.publish(event, audience, isPublic(app, message));
}

/** Mentions and alert words follow from the new content alone. */
function updateMentions(
  app: App,
  actor: User,
  message: StoredMessage,
  rendered: Rendered,
  receivers: ReadonlySet<number>,
): void {
  for (const { user_id } of app.messages.flagHolders(message.id))
    app.messages.removeFlags(
      FLAG.mentioned | FLAG.topicWildcard | FLAG.alertWord,
      user_id,
      JSON.stringify([message.id]),
    );
  const participants = rendered.mentions_topic
    ? app.topics.participants(message.topic_id!).filter((id) => receivers.has(id))
    : [];
  if (rendered.mentions_topic)
    requireCanMentionMany(app, actor, participants.length, 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED');
  flagMentioned(app, message, rendered, receivers, participants);
}

/**
 * Adds a change at the beginning of an edit history. If the history becomes too long, changes in the middle are
 * dropped: the first version and the newest changes stay.
 */
export function withHistoryEntry(history: string | null, entry: object): string {
  const changes = [entry, ...(history === null ? [] : (JSON.parse(history) as object[]))].map((one) =>
    JSON.stringify(one),
  );
  let length = changes.reduce((sum, one) => sum + one.length + 1, 0);
  while (changes.length > 2 && (changes.length > LIMITS.history_entries || length > LIMITS.history_length))
    length -= changes.splice(-2, 1)[0]!.length + 1;
  return `[${changes.join(',')}]`;
}

/** Adds more changed fields to the newest change. */
export function mergedHistoryEntry(history: string, more: object): string {
  const [newest, ...older] = JSON.parse(history) as object[];
  return JSON.stringify([{ ...newest, ...more }, ...older]);
}

/** The flags of users with open event queues. Nobody else needs them. */
export function flagsOfListeners(
  app: App,
  message: StoredMessage,
  audience: Iterable<number>,
): Map<number, readonly string[]> {
  const flags = new Map<number, readonly string[]>();
  for (const id of audience) if (app.queues.isListening(id)) flags.set(id, flagsFor(app, id, message));
  return flags;
}

/**
 * Renders a message again because something it shows from elsewhere has changed. Users with the message receive the new
 * HTML; it does not count as edited.
 */
export function renderAgain(app: App, id: number): void {
  const message = app.messages.byId(id);
  const author = message && app.users.byId(message.sender_id);
  if (!message || !author) return;
  const { html, is_me_message } = render(app, author, message.content);
  if (html === message.rendered_content) return;
  app.db.write(() => {
    const again = { ...message, rendered_content: html };
    app.messages.edit(again);
    const audience = usersWithMessage(app, message);
    const event = messageEdited({
      user_id: null,
      message_id: id,
      message_ids: [id],
      edit_timestamp: seconds(app.clock),
      channel: app.channels.byRecipient(message.recipient_id),
      rendering: { content: message.content, rendered_content: html, is_me_message },
      flags: flagsOfListeners(app, again, audience),
    });
    app.events.publish(event, audience, isPublic(app, message));
  });
}

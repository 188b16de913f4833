import type { App } from '../../../app.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import type { Rendered } from '../../../markdown/render.ts';
import { canAccessMetadata, canPost, noSuchChannel } from '../../channels/channels/rules.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { cleanTopic, requireTopicAllowed } from '../../channels/topics/rules.ts';
import { cannotSendTo } from '../../errors.ts';
import { hasRealmPermission, isInGroup, settingValue } from '../../people/groups/rules.ts';
import { inaccessible } from '../../people/users/key-limit-rules.ts';
import type { User } from '../../people/users/types.ts';
import { cleanContent, render } from '../messages/content-rules.ts';
import { requireConversation } from '../messages/rules.ts';
import { FACT, FLAG, type StoredMessage } from '../messages/types.ts';

/** In larger channels, only users with the permission may use wildcard mentions. */
const MANY = 15;

/** Throws for a wildcard mention in a large channel without the permission. */
export function requireCanMentionMany(app: App, sender: User, audience: number, code: string): void {
  if (audience <= MANY || sender.is_system || hasRealmPermission(app, sender, 'can_mention_many_users_group')) return;
  const what = code.startsWith('STREAM') ? 'channel' : 'topic';
  throw new ApiError(400, code, `You do not have permission to use ${what} wildcard mentions in this ${what}.`);
}

/** Throws for a mention of a group that the sender may not mention. */
export function requireMentionable(app: App, sender: User, { mentioned_group_ids }: Rendered): void {
  for (const id of mentioned_group_ids) {
    const { name, can_mention_group } = app.groups.byId(id)!;
    if (sender.is_system || can_mention_group === null || isInGroup(app, sender, can_mention_group)) continue;
    const required = JSON.stringify(settingValue(app, can_mention_group));
    throw badRequest(`You are not allowed to mention user group '${name}'.`, { required });
  }
}

/** The facts from rendering, as a message stores them. */
export const messageFacts = (rendered: Rendered): number =>
  (rendered.has_link ? FACT.link : 0) |
  (rendered.has_image ? FACT.image : 0) |
  (rendered.has_attachment ? FACT.attachment : 0) |
  (rendered.mentions_channel ? FACT.mentionsChannel : 0) |
  (rendered.is_me_message ? FACT.me : 0);

/**
 * The subscribers whom a mention of the topic notifies: those who wrote or reacted there, and the sender, whose message
 * makes them a participant.
 */
export function participantsWith(app: App, sender: User, topicId: number, subscribers: ReadonlySet<number>): number[] {
  const participants = new Set(app.topics.participants(topicId)).add(sender.id);
  return [...participants].filter((id) => subscribers.has(id));
}

/** The users whom the flags of a message say to be mentioned, by name or through a group. */
export const mentionedIn = (flags: ReadonlyMap<number, number>): number[] =>
  [...flags].flatMap(([userId, bits]) => (bits & FLAG.mentioned ? userId : []));

/** Stores the rare flags of recipients who were mentioned or whose alert words occur. */
export function flagMentioned(
  app: App,
  { id, sender_id, content }: StoredMessage,
  rendered: Rendered,
  receivers: ReadonlySet<number>,
  participants: readonly number[],
): Map<number, number> {
  const flags = new Map<number, number>();
  const add = (userId: number, flag: number) => flags.set(userId, (flags.get(userId) ?? 0) | flag);
  for (const userId of rendered.mentioned_user_ids) if (receivers.has(userId)) add(userId, FLAG.mentioned);
  for (const groupId of rendered.mentioned_group_ids)
    for (const userId of receivers) if (isInGroup(app, app.users.byId(userId), groupId)) add(userId, FLAG.mentioned);
  for (const userId of participants) add(userId, FLAG.topicWildcard);
  for (const userId of app.alertWords.everybodys().waitingFor(content))
    if (userId !== sender_id && receivers.has(userId)) add(userId, FLAG.alertWord);
  for (const [userId, bits] of flags) app.messages.addFlags(userId, id, bits);
  return flags;
}

/** The message as it would be sent to a channel's topic. Throws the errors of `sendChannelMessage`. */
export function requireChannelMessage(app: App, sender: User, to: string | number, topic: string, content: string) {
  const channel = requireChannel(app, sender, to);
  if (!canPost(app, sender, channel)) throw inaccessible(sender, () => cannotSendTo(channel.name));
  const subject = cleanTopic(topic);
  requireTopicAllowed(app, channel, subject);
  const source = cleanContent(content);
  const rendered = render(app, sender, source);
  if (rendered.mentioned_group_ids.length > 0) requireMentionable(app, sender, rendered);
  const subscribers = app.subscriptions.listSubscribers(channel.id);
  if (rendered.mentions_channel)
    requireCanMentionMany(app, sender, subscribers.size, 'STREAM_WILDCARD_MENTION_NOT_ALLOWED');
  return { channel, subject, source, rendered, subscribers };
}

/** The message as it would be sent to these users. Throws the errors of `sendDirectMessage`. */
export function requireDirectMessage(
  app: App,
  sender: User,
  to: readonly (number | string)[],
  content: string,
  author = sender,
) {
  const people = requireConversation(app, sender, to);
  const source = cleanContent(content);
  const rendered = render(app, author, source);
  if (rendered.mentioned_group_ids.length > 0) requireMentionable(app, sender, rendered);
  return { people, source, rendered };
}

function requireChannel(app: App, sender: User, to: string | number): Channel {
  const channel = typeof to === 'number' ? app.channels.byId(to) : app.channels.named(to);
  const owner = sender.bot_owner_id === null ? undefined : app.users.byId(sender.bot_owner_id);
  const known =
    channel &&
    (sender.is_system ||
      canAccessMetadata(app, sender, channel) ||
      (owner?.is_active && canAccessMetadata(app, owner, channel)));
  if (!channel || !known)
    throw inaccessible(sender, () => noSuchChannel(typeof to === 'number' ? { stream_id: to } : { stream: to }));
  return channel;
}

/** A message's widget, which clients receive in its first submessage. */
export type Widget =
  | { widget_type: 'poll'; extra_data: { question: string; options: string[] } }
  | { widget_type: 'todo'; extra_data: { task_list_title: string; tasks: { task: string; desc: string }[] } };

const COMMAND = /^\/(poll|todo)(?=\s|$)/;

/** Whether a message begins like a poll or a to-do list. */
export const isWidget = (content: string): boolean => COMMAND.test(content);

/**
 * Parses a poll (`/poll question`, one option per line) or a to-do list (`/todo title`, one `task: description` per
 * line). Lines may be Markdown list items.
 */
export function readWidget(content: string): Widget | undefined {
  const kind = COMMAND.exec(content)?.[1];
  if (!kind) return undefined;
  const [title = '', ...rest] = content.slice(kind.length + 1).split('\n');
  const lines = rest.map((line) => line.trim().replace(/^[-*]\s*/, '')).filter((line) => line !== '');
  if (kind === 'poll') return { widget_type: 'poll', extra_data: { question: title.trim(), options: lines } };
  return { widget_type: 'todo', extra_data: { task_list_title: title.trim(), tasks: lines.map(readTask) } };
}

function readTask(line: string): { task: string; desc: string } {
  const colon = line.indexOf(':');
  return colon < 0
    ? { task: line, desc: '' }
    : { task: line.slice(0, colon).trim(), desc: line.slice(colon + 1).trim() };
}

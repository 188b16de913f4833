import type { App } from '../../../app.ts';
import { LIMITS } from '../../../limits.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { cleanTopic, isTopicAllowed } from '../../channels/topics/rules.ts';
import type { StoredMessage } from '../../messages/messages/types.ts';
import type { User } from '../../people/users/types.ts';
import { oneLine } from './channels.ts';
import { findUser } from './context.ts';
import type { Conversation } from './markdown.ts';
import { mainTopic, PRODUCT_NAMES } from './texts.ts';
import type { ImportedMessage, ImportOrigin } from './types.ts';

/** Where a message goes. */
export interface Where extends Conversation {
  topic_id: number | null;
  subject: string;
  /** The thread of which this is the topic; undefined: the archive itself names the topic, or there is none. */
  thread?: string | undefined;
  /** No message of the thread was imported before. */
  isNewThread?: boolean | undefined;
}

export const nameProduct = ({ name }: ImportOrigin): string => PRODUCT_NAMES[name.split(':')[0]!] ?? name;

/** Where a message goes. undefined: its channel, or nobody it was sent to, was imported. */
export function findDestination(
  app: App,
  source: ImportOrigin,
  message: ImportedMessage,
  author: User,
): Where | undefined {
  const { to } = message;
  if ('users' in to) {
    const people = [...new Set([author.id, ...to.users.flatMap((one) => findUser({ app, source }, one)?.id ?? [])])];
    return { author, recipient_id: getConversation(app, people), topic_id: null, subject: '' };
  }
  const id = app.imports.find(source.id, 'channel', to.channel)?.id;
  const channel = id === undefined ? undefined : app.channels.byId(id);
  if (!channel) return undefined;
  return { author, recipient_id: channel.recipient_id, ...getTopic(app, source, channel, message, to) };
}

/** The conversation of these users. They receive it when the import is complete. */
function getConversation(app: App, people: readonly number[]): number {
  const ids = [...people].sort((one, other) => one - other);
  const before = app.messages.conversation(ids);
  if (before !== undefined) return before;
  const recipient = app.messages.addConversation(ids);
  for (const id of ids) app.importMembers.add(recipient, id);
  return recipient;
}

interface Topic {
  topic_id: number;
  subject: string;
}

/** The main topic of a channel is a thread, too. */
const mainThread = (channel: Channel): string => `main ${channel.id}`;

function getTopic(
  app: App,
  source: ImportOrigin,
  channel: Channel,
  { sent }: ImportedMessage,
  { thread, topic }: Extract<ImportedMessage['to'], { channel: string }>,
): Topic & Pick<Where, 'thread' | 'isNewThread'> {
  if (topic !== undefined) return findTopic(app, channel, topic);
  const main = mainTopic(app, nameProduct(source));
  // The name is remembered: the organization's language may change between two imports.
  const origin = thread?.origin ?? mainThread(channel);
  const before = app.imports.find(source.id, 'thread', origin);
  if (before) return { topic_id: before.id, subject: before.detail, thread: origin };
  const found = findTopic(app, channel, thread ? freeTopic(app, channel, thread.title || main, sent) : main);
  app.imports.add(source.id, 'thread', origin, found.topic_id, found.subject);
  return { ...found, thread: origin, isNewThread: true };
}

function findTopic(app: App, channel: Channel, input: string): Topic {
  const cleaned = cleanTopic(oneLine(input, 1000));
  const subject = isTopicAllowed(app, channel, cleaned) ? cleaned : cleaned === '' ? '-' : '';
  return { topic_id: app.topics.ensure(channel.recipient_id, subject), subject };
}

/** Threads that begin with the same words get different topics: by their date, then by a number. */
function freeTopic(app: App, channel: Channel, title: string, sent: number): string {
  const date = new Date(sent * 1000).toISOString().slice(0, 10);
  for (let number = 0; ; number++) {
    const ending = number === 0 ? '' : number === 1 ? ` (${date})` : ` (${date}, ${number})`;
    const tried = shortenText(title, LIMITS.topic_length - ending.length) + ending;
    if (app.topics.id(channel.recipient_id, tried) === undefined) return tried;
  }
}

/** The first words of a text, with an ellipsis if there are more. */
function shortenText(text: string, most: number): string {
  const line = oneLine(text, 1000);
  if ([...line].length <= most) return line;
  const cut = [...line].slice(0, most - 1).join('');
  const wordEnd = cut.lastIndexOf(' ');
  return `${(wordEnd > most / 2 ? cut.slice(0, wordEnd) : cut).trimEnd()}…`;
}

/**
 * A thread follows its messages: if all of them were moved to another topic of the channel, later replies go there.
 * `stored` is a message of it that was imported before.
 */
export function followThread(app: App, source: ImportOrigin, where: Where, stored: StoredMessage): void {
  const { thread, topic_id, isNewThread } = where;
  if (thread === undefined || isNewThread || stored.topic_id === topic_id) return;
  if (stored.topic_id === null || stored.recipient_id !== where.recipient_id) return;
  if (app.topics.newestIn(topic_id!) !== null) return;
  app.imports.change(source.id, 'thread', thread, { id: stored.topic_id, detail: stored.subject });
}

/** Whether a message is still in the main topic, and so follows its thread if it has one now. */
export function isInMainTopic(app: App, source: ImportOrigin, stored: StoredMessage): boolean {
  const channel = app.channels.byRecipient(stored.recipient_id);
  const main = channel && app.imports.find(source.id, 'thread', mainThread(channel));
  return main !== undefined && main.id === stored.topic_id;
}

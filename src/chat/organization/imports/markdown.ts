import type { App } from '../../../app.ts';
import { emojiOfShortcode, withoutSkinTone } from '../../../emoji/shortcodes.ts';
import { emojiNamed } from '../../../emoji/table.ts';
import { topicLink } from '../../../markdown/generated.ts';
import { type Rendered, renderMessage } from '../../../markdown/render.ts';
import { hashEncoded } from '../../../markdown/urls.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { claimAttachment } from '../../files/attachments/actions.ts';
import { directoryFor, MAX_MESSAGE_LENGTH, shownUpload } from '../../messages/messages/content-rules.ts';
import type { User } from '../../people/users/types.ts';
import { missingFile, missingFileTexts } from './texts.ts';
import type { ImportOrigin, Reference, RichText } from './types.ts';

/** Who wrote a text, and to which recipient; this decides what it may refer to. */
export interface Conversation {
  author: User;
  recipient_id: number;
}

/** The Markdown of a text, and the files that it links to. */
export interface Composed {
  markdown: string;
  attachment_ids: number[];
}

/** Replaces the references in a text by Markdown. */
export function compose(app: App, source: ImportOrigin, conversation: Conversation, text: RichText): Composed {
  const attachment_ids: number[] = [];
  const parts = text.map((part) => {
    if (typeof part === 'string') return part;
    if (!('file' in part)) return makeReference(app, source, conversation, part);
    const link = linkToFile(app, source, part);
    if (!link) return fileElsewhere(app, part);
    attachment_ids.push(link.file.id);
    return link.markdown;
  });
  return { markdown: tidy(parts.join('')), attachment_ids };
}

type FileReference = Extract<Reference, { file: string }>;

/** A link to an imported file; undefined: it is not here. */
export function linkToFile(app: App, source: ImportOrigin, { file: origin, name }: FileReference) {
  const id = app.imports.find(source.id, 'file', origin)?.id;
  const file = id === undefined ? undefined : app.attachments.byId(id);
  return file && { file, markdown: `[${linkText(name)}](/user_uploads/${file.path_id})` };
}

type OtherReference = Exclude<Reference, { file: string }>;

function makeReference(app: App, source: ImportOrigin, conversation: Conversation, reference: OtherReference): string {
  if ('user' in reference) return makeMention(app, source, reference);
  if ('group' in reference) return groupMention(app, source, reference);
  if ('channel' in reference) return channelLink(app, source, conversation, reference);
  if ('message' in reference) return messageLink(app, source, conversation, reference);
  if ('emoji' in reference) return emojiText(app, source, reference.emoji);
  return '@**all**';
}

/** `@**Name|id**`, so that users with the same name are not confused. */
function makeMention(
  app: App,
  source: ImportOrigin,
  { user: origin, silent, name }: Extract<Reference, { user: string }>,
): string {
  const id = app.imports.find(source.id, 'user', origin)?.id;
  const user = id === undefined ? undefined : app.users.byId(id);
  return user ? `@${silent ? '_' : ''}**${user.full_name}|${user.id}**` : `@${name ?? origin}`;
}

function groupMention(
  app: App,
  source: ImportOrigin,
  { group: origin, name }: { group: string; name: string },
): string {
  const id = app.imports.find(source.id, 'group', origin)?.id;
  const group = id === undefined ? undefined : app.groups.byId(id);
  return group ? `@*${group.name}*` : `@${name}`;
}

/** A private channel is linked only by its own members; for others it is plain text, as it was. */
function channelLink(
  app: App,
  source: ImportOrigin,
  { author }: Conversation,
  { channel: origin, name, thread }: { channel: string; name: string; thread?: string | undefined },
): string {
  const id = app.imports.find(source.id, 'channel', origin)?.id;
  const channel = id === undefined ? undefined : app.channels.byId(id);
  if (!channel || !canLink(app, author, channel)) return `#${name}`;
  if (thread === undefined) return `#**${channel.name}**`;
  const topic = app.imports.find(source.id, 'thread', thread)?.detail;
  return topic === undefined ? `#${name}` : topicLink(channel, topic);
}

/** Whether an author may link a channel. The server's own bots write to those who know it. */
const canLink = (app: App, author: User, { invite_only, recipient_id }: Channel): boolean =>
  !invite_only || author.is_system || isMember(app, recipient_id, author.id);

/** Whether a user is in a channel or conversation, or will be when the import is complete. */
export function isMember(app: App, recipientId: number, userId: number): boolean {
  const channel = app.channels.byRecipient(recipientId);
  if (channel && app.subscriptions.listSubscribers(channel.id).has(userId)) return true;
  if (!channel && app.messages.people(recipientId)?.includes(userId)) return true;
  return app.importMembers.isMember(recipientId, userId);
}

/** A link that names no topic, since the text may have more readers than the message it links to. */
function messageLink(
  app: App,
  source: ImportOrigin,
  { recipient_id }: Conversation,
  { message: origin, text, url }: { message: string; text: string; url: string },
): string {
  const elsewhere = url === '' ? '' : text === url ? url : `[${linkText(text)}](${url})`;
  const id = app.imports.find(source.id, 'message', origin)?.id;
  const message = id === undefined ? undefined : app.messages.byId(id);
  const channel = message && app.channels.byRecipient(message.recipient_id);
  if (!channel) return elsewhere;
  if (channel.invite_only && channel.recipient_id !== recipient_id) return elsewhere;
  const name = hashEncoded(`${channel.id}-${channel.name.replaceAll(' ', '-')}`);
  return `[${linkText(text === url ? `#${channel.name}` : text)}](/#narrow/channel/${name}/near/${message.id})`;
}

/** An emoji in a text. An unknown one stays as it was written. */
function emojiText(app: App, source: ImportOrigin, name: string): string {
  return `:${emojiFor(app, source, name)?.emoji_name ?? name}:`;
}

/** The emoji that another server calls by this name; undefined: there is none. */
export function emojiFor(app: App, source: ImportOrigin, name: string) {
  const own = app.imports.find(source.id, 'emoji', name);
  const custom = own && app.realmEmoji.byId(String(own.id));
  if (custom) return { emoji_name: custom.name, emoji_code: custom.id, reaction_type: 'realm_emoji' } as const;
  const standard = findStandardEmoji(source.name, name);
  return standard && { emoji_name: standard.name, emoji_code: standard.code, reaction_type: 'unicode_emoji' as const };
}

/** The standard emoji that a server calls by this name: some names mean another emoji elsewhere. */
export function findStandardEmoji(sourceName: string, name: string) {
  const plain = withoutSkinTone(name);
  return sourceName.startsWith('zulip:') ? emojiNamed(name) : (emojiOfShortcode(plain) ?? emojiNamed(plain));
}

const fileElsewhere = (app: App, { name, url }: FileReference): string =>
  url === undefined ? missingFile(app, name) : `[${linkText(name)}](${url})`;

/** What an earlier import may have written instead of a link to a file, also in another language. */
export const linksToMissingFile = ({ name, url }: FileReference): string[] => [
  ...(url === undefined ? [] : [`[${linkText(name)}](${url})`]),
  ...missingFileTexts(name),
];

const linkText = (text: string): string => text.replaceAll(/[[\]\\\n]/g, ' ').trim() || 'link';

const tidy = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll('\0', '').trimEnd();

/**
 * Splits Markdown that is too long for one message, at line ends if possible. A code block continues in the next part.
 */
export function splitLong(markdown: string): string[] {
  const parts: string[] = [];
  let rest = markdown;
  while (rest.length > MAX_MESSAGE_LENGTH) {
    const most = MAX_MESSAGE_LENGTH - FENCE.length;
    const lineEnd = rest.lastIndexOf('\n', most);
    const end = lineEnd > most / 2 ? lineEnd : withoutHalf(rest, most);
    const part = rest.slice(0, end);
    const isInCode = (part.match(/^```/gm) ?? []).length % 2 === 1;
    parts.push(isInCode ? part + FENCE : part);
    rest = (isInCode ? '```\n' : '') + rest.slice(end).replace(/^\n/, '');
  }
  if (rest.trim() !== '' || parts.length === 0) parts.push(rest);
  return parts;
}
const FENCE = '\n```';

/** A cut does not separate the two halves of a character. */
const withoutHalf = (text: string, at: number): number => (/[\uD800-\uDBFF]/.test(text[at - 1]!) ? at - 1 : at);

/**
 * Renders a text without looking up pages that it links to. Private channels are linked only by their members. Removed
 * emoji are shown if they came from the same server.
 */
export function renderImported(app: App, source: ImportOrigin, { author }: Conversation, content: string): Rendered {
  const { preview: _, ...directory } = directoryFor(app, author);
  const known = (channel: Channel | undefined) => (channel && canLink(app, author, channel) ? channel : undefined);
  return renderMessage(content, {
    ...directory,
    userById: (id) => app.users.byId(id),
    realmEmoji(name) {
      const removed = app.imports.find(source.id, 'emoji', name);
      return app.realmEmoji.named(name) ?? (removed && app.realmEmoji.byId(String(removed.id)));
    },
    channelNamed: (name) => known(app.channels.named(name)),
    channelById: (id) => known(app.channels.byId(id)),
    upload(path) {
      const file = app.attachments.byPath(path);
      return file && shownUpload(file);
    },
  });
}

/** Lets those who read a message read a file, too. */
export function attach(app: App, attachmentId: number, messageId: number): void {
  claimAttachment(app, attachmentId, messageId);
}

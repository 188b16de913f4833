import type { ImportedReaction, Reference, RichText } from '../../../chat/organization/imports/types.ts';
import type { Archive } from '../archives/archive.ts';
import { titleOf } from '../markdown.ts';
import { idOf, isRaw, numberOf, type Raw, rawsOf, textOf, textsOf } from '../records.ts';
import type { Sink } from '../sink.ts';
import { blocksToRich } from './blocks.ts';
import type { SlackConversation } from './layout.ts';
import { decode, linkTo, mrkdwnToRich } from './mrkdwn.ts';
import type { SlackUsers } from './users.ts';

export interface SlackContext {
  archive: Archive;
  sink: Sink;
  users: SlackUsers;
}

/** Kinds of messages that people or programs wrote; all others are notices of Slack. */
const WRITTEN = new Set([
  'bot_message',
  'me_message',
  'file_share',
  'file_comment',
  'file_mention',
  'thread_broadcast',
  'reply_broadcast',
  'slackbot_response',
  'reminder_add_reply',
]);

/** Seconds and a fraction of six digits. */
const TIME = /^(\d{1,12})(?:\.(\d{1,9}))?$/;

/** Translates one message. `place` names it where it has no time. */
export function readMessage(context: SlackContext, conversation: SlackConversation, raw: Raw, place: string): void {
  const reason = reasonToSkip(raw);
  const author = reason === undefined ? context.users.authorOf(raw) : undefined;
  if (author !== undefined) addMessage(context, conversation, raw, author);
  else {
    const ts = textOf(raw.ts);
    context.sink.skip('message', ts ? `${conversation.id}/${ts}` : place, reason ?? 'it has no author');
  }
}

/** Why a message is not imported; undefined: it is. */
function reasonToSkip(raw: Raw): string | undefined {
  if (!TIME.test(textOf(raw.ts) ?? '')) return `its time is broken: ${JSON.stringify(raw.ts ?? null)}`;
  if (raw.type !== undefined && raw.type !== 'message') return `it is no message (${String(raw.type)})`;
  const subtype = textOf(raw.subtype);
  const isNotice = raw.hidden === true || (subtype !== undefined && !WRITTEN.has(subtype));
  return isNotice ? `it is a notice of Slack (${subtype ?? 'hidden'})` : undefined;
}

function addMessage(context: SlackContext, conversation: SlackConversation, raw: Raw, author: string): void {
  const { sink, users } = context;
  const ts = textOf(raw.ts)!;
  const [, whole, fraction = '0'] = TIME.exec(ts)!;
  const text = textParts(context, conversation, raw, author, Number(whole));
  for (const part of text) if (typeof part !== 'string' && 'user' in part) users.mention(part.user);
  const edited = isRaw(raw.edited) ? TIME.exec(textOf(raw.edited.ts) ?? '') : null;
  sink.message(
    {
      origin: `${conversation.id}/${ts}`,
      sent: Number(whole),
      author,
      to: destination(context, conversation, raw, text),
      text,
      edited: edited ? Number(edited[1]) : undefined,
      reactions: reactionsOf(raw),
      starred: [],
      pinned: conversation.pins.get(ts),
    },
    Number(whole) + Number(`0.${fraction}`),
  );
}

/** A thread becomes a topic, which its first message names. */
function destination({ sink }: SlackContext, conversation: SlackConversation, raw: Raw, text: RichText) {
  if (conversation.name === undefined) return { users: conversation.members };
  const first = textOf(raw.thread_ts);
  if (first === undefined || (first === raw.ts && numberOf(raw.reply_count) === 0)) return { channel: conversation.id };
  const origin = `${conversation.id}/${first}`;
  if (first === raw.ts) sink.thread(origin, titleOf(text));
  return { channel: conversation.id, thread: { origin, title: '' } };
}

const reactionsOf = (raw: Raw): ImportedReaction[] =>
  rawsOf(raw.reactions).flatMap((reaction) => {
    const emoji = textOf(reaction.name);
    return emoji ? [{ emoji, users: textsOf(reaction.users) }] : [];
  });

function textParts(
  context: SlackContext,
  conversation: SlackConversation,
  raw: Raw,
  author: string,
  sent: number,
): RichText {
  const text = blocksToRich(raw.blocks) ?? mrkdwnToRich(textOf(raw.text) ?? '');
  const isMe = raw.subtype === 'me_message';
  const parts: (string | Reference)[] = isMe ? ['/me ', ...text] : [...text];
  for (const attachment of rawsOf(raw.attachments)) parts.push(...attachmentParts(attachment));
  const files = raw.files === undefined && isRaw(raw.file) ? [raw.file] : rawsOf(raw.files);
  for (const file of files) {
    const reference = fileReference(context, conversation, file, author, sent);
    if (reference) parts.push('\n', reference);
  }
  return parts;
}

/** What a program attached, or a message that was shared. Previews of links are not repeated. */
function attachmentParts(attachment: Raw): (string | Reference)[] {
  const isShared = attachment.is_msg_unfurl === true || attachment.is_share === true;
  if (!isShared && (attachment.from_url !== undefined || attachment.original_url !== undefined)) return [];
  const title = textOf(attachment.title);
  const link = textOf(attachment.title_link);
  const shared = isShared ? textOf(attachment.from_url) : undefined;
  const lines: RichText[] = [
    ...(shared ? [[linkTo(shared, textOf(attachment.author_name))]] : []),
    mrkdwnToRich(textOf(attachment.pretext) ?? ''),
    title ? [link ? `**[${decode(title)}](${link})**` : `**${decode(title)}**`] : [],
    mrkdwnToRich(textOf(attachment.text) ?? (title ? '' : (textOf(attachment.fallback) ?? ''))),
    ...rawsOf(attachment.fields).map((field) => [
      `**${decode(textOf(field.title) ?? '')}**: `,
      ...mrkdwnToRich(textOf(field.value) ?? ''),
    ]),
  ].filter((line) => line.length > 0);
  if (lines.length === 0) return [];
  return lines.flatMap((line): (string | Reference)[] => [
    '\n> ',
    ...line.map((part) => (typeof part === 'string' ? part.replaceAll('\n', '\n> ') : part)),
  ]);
}

/** A link to a file, which is in the archive if a program has added it there. */
function fileReference(
  { archive, sink, users }: SlackContext,
  { folder }: SlackConversation,
  file: Raw,
  author: string,
  sent: number,
): Reference | string | undefined {
  const id = idOf(file.id);
  if (id === undefined || file.mode === 'tombstone' || file.mode === 'hidden_by_limit') {
    sink.skip('file', id ?? '', 'Slack has deleted or hidden it');
    return undefined;
  }
  const name = textOf(file.name) || textOf(file.title) || id;
  const url = textOf(file.url_private_download) ?? textOf(file.url_private);
  if (file.is_external === true) return linkTo(url ?? '', name);
  const path = [`__uploads/${id}/${name}`, `${folder}attachments/${id}-${name}`].find(archive.has);
  const owner = idOf(file.user) ?? author;
  users.mention(owner);
  const created = numberOf(file.created) ?? numberOf(file.timestamp) ?? sent;
  sink.file({ origin: id, name, owner, created, source: { path, url, size: numberOf(file.size) } });
  return { file: id, name, url: url?.replace(/[?&]t=xox[^&]*/, '') };
}

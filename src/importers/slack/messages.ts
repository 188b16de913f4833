import type { ImportedReaction, Reference, RichText } from '../../chat/organization/imports/types.ts';
import type { Archive } from '../archives/archive.ts';
import { isRaw, type Raw, readId, readNumber, readRaws, readText, readTexts } from '../records.ts';
import type { Sink } from '../sink.ts';
import { attachmentParts } from './attachments.ts';
import { type BlockContext, blocksToRich } from './blocks.ts';
import type { SlackConversation } from './layout.ts';
import { linkTo, mrkdwnToRich } from './mrkdwn.ts';
import type { SlackGroups, SlackUsers } from './users.ts';

export interface SlackContext {
  archive: Archive;
  sink: Sink;
  users: SlackUsers;
  groups: SlackGroups;
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
  'assistant_app_thread',
]);

/** What Slack itself says; a message of another kind would be lost. */
const NOTICES =
  /^(?:(?:channel|group|mpim|bot|app|joiner|message|reminder|huddle|sh|file|pinned|unpinned|ekm|canvas|list)_|tombstone$)/;

/** Seconds and a fraction of six digits. */
const TIME = /^(\d{1,12})(?:\.(\d{1,9}))?$/;

/** Translates one message. `place` names it where it has no time. */
export function readMessage(context: SlackContext, conversation: SlackConversation, raw: Raw, place: string): void {
  const { sink, users } = context;
  const ts = readText(raw.ts);
  const origin = ts ? `${conversation.id}/${ts}` : place;
  const subtype = readText(raw.subtype);
  if (!TIME.test(ts ?? '')) sink.skip('message', origin, `its time is broken: ${JSON.stringify(raw.ts ?? null)}`);
  else if (raw.type !== undefined && raw.type !== 'message')
    sink.skip('message', origin, `it is no message (${String(raw.type)})`);
  else if (raw.hidden === true || (subtype !== undefined && !WRITTEN.has(subtype))) {
    if (subtype === 'bot_add') users.nameBot(raw);
    const isNotice = subtype === undefined || NOTICES.test(subtype) || !readText(raw.text);
    const kind = subtype ?? 'hidden';
    sink.skip(
      'message',
      origin,
      isNotice ? `it is a notice of Slack (${kind})` : `messages of the kind '${kind}' are unknown`,
    );
  } else {
    const author = users.findAuthor(raw);
    if (author === undefined) sink.skip('message', origin, 'it has no author');
    else addMessage(context, conversation, raw, author);
  }
}

function addMessage(context: SlackContext, conversation: SlackConversation, raw: Raw, author: string): void {
  const { sink, users } = context;
  const ts = readText(raw.ts)!;
  const [, whole, fraction = '0'] = TIME.exec(ts)!;
  const text = textParts(context, raw, { conversation, author, sent: Number(whole) });
  for (const part of text) if (typeof part !== 'string' && 'user' in part) users.mention(part.user, part.name);
  const edited = isRaw(raw.edited) ? TIME.exec(readText(raw.edited.ts) ?? '') : null;
  sink.message(
    {
      origin: `${conversation.id}/${ts}`,
      sent: Number(whole),
      author,
      to: destination(conversation, raw),
      text,
      said: saidIn(raw),
      edited: edited ? Number(edited[1]) : undefined,
      reactions: readReactions(context, `${conversation.id}/${ts}`, raw),
      starred: [],
      pinned: conversation.pins.get(ts),
    },
    Number(whole) + Number(`0.${fraction}`),
  );
}

/** What somebody wrote. Addresses of files have another token in each archive. */
const saidIn = ({ text, blocks, attachments, files, comment }: Raw): string =>
  JSON.stringify([text, blocks, attachments, readRaws(files).map(({ id }) => id), comment]).replaceAll(
    /([?&])t=xox[\w-]+/g,
    '$1',
  );

/** A thread becomes a topic, which its first message names. */
function destination(conversation: SlackConversation, raw: Raw) {
  if (conversation.name === undefined) return { users: conversation.members };
  const first = readText(raw.thread_ts);
  if (first === undefined || (first === raw.ts && readNumber(raw.reply_count) === 0))
    return { channel: conversation.id };
  return { channel: conversation.id, thread: { origin: `${conversation.id}/${first}`, title: '' } };
}

/** Slack lists at most some of the users of a reaction with many. */
const readReactions = ({ sink }: SlackContext, origin: string, raw: Raw): ImportedReaction[] =>
  readRaws(raw.reactions).flatMap((reaction) => {
    const emoji = readText(reaction.name);
    const users = readTexts(reaction.users);
    const missing = (readNumber(reaction.count) ?? 0) - users.length;
    if (missing > 0) sink.skip('reaction', origin, 'the archive does not say who reacted', missing);
    return emoji ? [{ emoji, users }] : [];
  });

/** The message in which a text is. */
interface MessageFacts {
  conversation: SlackConversation;
  author: string;
  /** Seconds. */
  sent: number;
}

function textParts(context: SlackContext, raw: Raw, facts: MessageFacts): RichText {
  const { groups } = context;
  const fileOf = (file: Raw) => fileReference(context, file, facts);
  const blockContext: BlockContext = { groups, getFile: fileOf };
  const written = readText(isRaw(raw.comment) ? raw.comment.comment : raw.text) ?? readText(raw.text) ?? '';
  groups.learn(written);
  const text = blocksToRich(raw.blocks, blockContext) ?? mrkdwnToRich(written, groups);
  const parts: (string | Reference)[] = raw.subtype === 'me_message' ? ['/me ', ...text] : [...text];
  for (const attachment of readRaws(raw.attachments)) parts.push(...attachmentParts(attachment, raw, blockContext));
  const files = raw.files === undefined && isRaw(raw.file) ? [raw.file] : readRaws(raw.files);
  for (const file of files) {
    const reference = fileOf(file);
    if (reference) parts.push('\n', reference);
  }
  return parts;
}

/** A link to a file, which is in the archive if a program has added it there. */
function fileReference(
  { archive, sink, users }: SlackContext,
  file: Raw,
  { conversation: { folder }, author, sent }: MessageFacts,
): Reference | string | undefined {
  const id = readId(file.id);
  if (id === undefined || file.mode === 'tombstone' || file.mode === 'hidden_by_limit') {
    sink.skip('file', id ?? '', 'Slack has deleted or hidden it');
    return undefined;
  }
  const name = readText(file.name) || readText(file.title) || id;
  const url = readText(file.url_private_download) ?? readText(file.url_private);
  if (file.is_external === true) return linkTo(url ?? '', name);
  const path = [`__uploads/${id}/${name}`, `${folder}attachments/${id}-${name}`].find(archive.has);
  const owner = readId(file.user) ?? author;
  users.mention(owner);
  const created = readNumber(file.created) ?? readNumber(file.timestamp) ?? sent;
  sink.file({ origin: id, name, owner, created, source: { path, url, size: readNumber(file.size) } });
  return { file: id, name, url: url?.replace(/[?&]t=xox[^&]*/, '') };
}

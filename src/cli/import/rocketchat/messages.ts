import type { ImportedReaction, Reference, RichText } from '../../../chat/organization/imports/types.ts';
import { secondsOf } from '../bson-documents.ts';
import { markdownToRich, quoted } from '../markdown.ts';
import { idOf, isRaw, numberOf, type Raw, rawsOf, textOf, textsOf } from '../records.ts';
import type { RocketArchive, RocketRoom } from './read.ts';

/** Translates one message. */
export function readMessage(found: RocketArchive, raw: Raw): void {
  const { sink } = found;
  const origin = idOf(raw._id) ?? '';
  const room = found.rooms.get(idOf(raw.rid) ?? '');
  const user = isRaw(raw.u) ? raw.u : {};
  const author = idOf(user._id);
  const sent = secondsOf(raw.ts);
  const reason = reasonToSkip(raw, room, author, sent);
  if (reason !== undefined || !room || author === undefined || sent === undefined) {
    sink.skip('message', origin, reason ?? '');
    return;
  }
  if (!sink.hasUser(author)) {
    const name = textOf(user.name) || textOf(user.username) || author;
    sink.user({ origin: author, name, role: 'member', is_active: true, is_bot: false }, textOf(user.username));
  }
  sink.message(
    {
      origin,
      sent,
      author,
      to: destination(room, raw, origin),
      text: textParts(found, raw, author, sent),
      said: JSON.stringify([raw.msg, raw.attachments]),
      edited: secondsOf(raw.editedAt),
      reactions: reactionsOf(found, raw),
      starred: rawsOf(raw.starred).flatMap((one) => idOf(one._id) ?? []),
      pinned: raw.pinned === true ? pinOf(raw) : undefined,
    },
    (raw.ts as Date).getTime() / 1000,
  );
}

/** A document that nobody sees in Rocket.Chat: a copy of an edited or deleted message, or one for a single person. */
const isHidden = (raw: Raw): boolean =>
  raw._hidden === true || raw.private === true || raw._deletedAt instanceof Date || idOf(raw.parent) !== undefined;

/** Whether somebody wrote a message that its room shows. */
export const isWritten = (raw: Raw): boolean => !isHidden(raw) && (textOf(raw.t) ?? '') === '';

/** Why a message is not imported; undefined: it is. */
function reasonToSkip(raw: Raw, room: RocketRoom | undefined, author: string | undefined, sent: number | undefined) {
  const type = textOf(raw.t) ?? '';
  if (isHidden(raw)) return 'Rocket.Chat hides it: it is an earlier version, or it was deleted';
  if (!room) return 'its room is not imported';
  if (author === undefined) return 'it has no author';
  if (sent === undefined) return 'its time is broken';
  if (type === 'e2e') return 'it is encrypted';
  if (type !== '') return `it is a notice of Rocket.Chat (${type})`;
  return undefined;
}

/** A thread becomes a topic, which its first message names. */
function destination({ users, channel, discussion }: RocketRoom, raw: Raw, origin: string) {
  if (users) return { users };
  const root = textOf(raw.tmid);
  if (root !== undefined) return { channel, thread: { origin: root, title: '' } };
  if ((numberOf(raw.tcount) ?? 0) > 0) return { channel, thread: { origin, title: '' } };
  return discussion ? { channel, thread: discussion } : { channel };
}

function reactionsOf(found: RocketArchive, { reactions }: Raw): ImportedReaction[] {
  if (!isRaw(reactions)) return [];
  return Object.entries(reactions).map(([name, value]) => ({
    emoji: name.replaceAll(':', ''),
    users: textsOf(isRaw(value) ? value.usernames : []).flatMap((one) => found.userNamed(one) ?? []),
  }));
}

const pinOf = ({ pinnedBy, pinnedAt }: Raw) => ({
  by: isRaw(pinnedBy) ? idOf(pinnedBy._id) : undefined,
  at: secondsOf(pinnedAt),
});

function textParts(found: RocketArchive, raw: Raw, author: string, sent: number): RichText {
  const parts: (string | Reference)[] = [...rocketToRich(found, textOf(raw.msg) ?? '')];
  const files = raw.files === undefined && isRaw(raw.file) ? [raw.file] : rawsOf(raw.files);
  for (const attachment of rawsOf(raw.attachments)) parts.push(...attachmentParts(found, attachment, files.length > 0));
  for (const file of files) {
    const id = idOf(file._id);
    const name = textOf(file.name) || id || '';
    // Smaller copies of an image are no files of their own.
    if (id === undefined || name.startsWith('thumb-')) continue;
    found.sink.file({ origin: id, name, owner: author, created: sent, source: { unpacked: found.files.get(id) } });
    parts.push('\n', { file: id, name });
  }
  return parts;
}

/** A quoted message, a preview, or the description of a file. */
function attachmentParts(found: RocketArchive, attachment: Raw, hasFiles: boolean): (string | Reference)[] {
  const link = textOf(attachment.message_link);
  const description = textOf(attachment.description);
  if (hasFiles && link === undefined) return description ? ['\n', ...rocketToRich(found, description)] : [];
  const text = textOf(attachment.text) ?? textOf(attachment.title) ?? '';
  if (text === '') return [];
  const [, message] = /[?&]msg=([A-Za-z0-9]+)/.exec(link ?? '') ?? [];
  const name = textOf(attachment.author_name);
  const origin: (string | Reference)[] = message ? ['\n', { message, text: name ?? link!, url: link! }, ':'] : [];
  return [...origin, '\n', ...quoted(rocketToRich(found, text)), '\n'];
}

/** `@user`, `#channel`, `:emoji:`, and the empty link with which a quotation begins. */
const REFERENCE =
  /\[ \]\([^)\s]*\)\s?|(?<![\p{L}\p{N}_/@.])@(?<user>[\p{L}\p{N}._-]*[\p{L}\p{N}_])|(?<![\p{L}\p{N}_/#&])#(?<channel>[\p{L}\p{N}._-]*[\p{L}\p{N}_])|:(?<emoji>[a-z0-9_+-]+):/giu;

const rocketToRich = (found: RocketArchive, text: string): RichText =>
  markdownToRich(text, { pattern: REFERENCE, referenceOf: (match) => referenceIn(found, match.groups!) }, rocketStyle);

/** Rocket.Chat's own marks: one asterisk for bold, one tilde for a strike. */
const rocketStyle = (text: string): string =>
  text
    .replaceAll(/(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\p{L}\p{N}*])/gu, '**$1**')
    .replaceAll(/(?<![\p{L}\p{N}_])_{1,2}(?=[^\s_])([^_\n]*[^\s_])_{1,2}(?![\p{L}\p{N}_])/gu, '*$1*')
    .replaceAll(/(?<![\p{L}\p{N}~])~(?=[^\s~])([^~\n]*[^\s~])~(?![\p{L}\p{N}~])/gu, '~~$1~~');

function referenceIn(
  found: RocketArchive,
  { user, channel, emoji }: Readonly<Record<string, string | undefined>>,
): Reference | string | undefined {
  if (emoji !== undefined) return { emoji };
  if (channel !== undefined) {
    const origin = found.channelNamed(channel);
    return origin === undefined ? undefined : { channel: origin, name: channel };
  }
  if (user === undefined) return '';
  if (/^(all|here)$/.test(user)) return { everyone: true };
  const origin = found.userNamed(user);
  return origin === undefined ? undefined : { user: origin };
}

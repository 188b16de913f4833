import type { ImportedReaction, Reference, RichText } from '../../chat/organization/imports/types.ts';
import { type Card, cardBlocks, joinBlocks, separateBlocks } from '../blocks.ts';
import { readSeconds } from '../bson-documents.ts';
import { markdownToRich } from '../markdown.ts';
import { isRaw, type Raw, readId, readNumber, readRaws, readText, readTexts } from '../records.ts';
import type { RocketArchive, RocketRoom } from './read.ts';

/** Translates one message. */
export function readMessage(found: RocketArchive, raw: Raw): void {
  const { sink } = found;
  const origin = readId(raw._id) ?? '';
  const room = found.rooms.get(readId(raw.rid) ?? '');
  const user = isRaw(raw.u) ? raw.u : {};
  const id = readId(user._id);
  const sent = readSeconds(raw.ts);
  const reason = reasonToSkip(raw, room, id, sent);
  if (reason !== undefined || !room || id === undefined || sent === undefined) {
    sink.skip('message', origin, reason ?? '');
    return;
  }
  const author = findAuthor(found, raw, room, found.addPerson(id, user));
  if (readRaws(raw.blocks).length > 0) sink.skip('block', origin, 'blocks of apps are not imported');
  sink.message(
    {
      origin,
      sent,
      author,
      to: destination(room, raw, origin),
      text: textParts(found, raw, author, sent),
      said: JSON.stringify([raw.msg, raw.attachments]),
      edited: readSeconds(raw.editedAt),
      reactions: readReactions(found, raw),
      starred: readRaws(raw.starred).flatMap((one) => readId(one._id) ?? []),
      pinned: raw.pinned === true ? readPin(raw) : undefined,
    },
    (raw.ts as Date).getTime() / 1000,
  );
}

/** Who a message is from. A program that writes under a name of its own is a bot of that name. */
function findAuthor(found: RocketArchive, raw: Raw, room: RocketRoom, user: string): string {
  const alias = readText(raw.alias)?.trim();
  const own = isRaw(raw.u) ? [raw.u.name, raw.u.username] : [];
  // A direct message is between its people, whatever they are called in it.
  if (!alias || own.includes(alias) || room.users?.includes(user)) return user;
  const origin = `${user} ${alias}`;
  found.sink.user({ origin, name: alias, role: 'member', is_active: true, is_bot: true });
  return origin;
}

/** A document that nobody sees in Rocket.Chat: a copy of an edited or deleted message, or one for a single person. */
const isHidden = (raw: Raw): boolean =>
  raw._hidden === true || raw.private === true || raw._deletedAt instanceof Date || readId(raw.parent) !== undefined;

/** Whether somebody wrote a message that its room shows. */
export const isWritten = (raw: Raw): boolean => !isHidden(raw) && (readText(raw.t) ?? '') === '';

/** Why a message is not imported; undefined: it is. */
function reasonToSkip(raw: Raw, room: RocketRoom | undefined, author: string | undefined, sent: number | undefined) {
  const type = readText(raw.t) ?? '';
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
  const root = readText(raw.tmid);
  if (root !== undefined) return { channel, thread: { origin: root, title: '' } };
  if ((readNumber(raw.tcount) ?? 0) > 0) return { channel, thread: { origin, title: '' } };
  return discussion ? { channel, thread: discussion } : { channel };
}

function readReactions(found: RocketArchive, { reactions }: Raw): ImportedReaction[] {
  if (!isRaw(reactions)) return [];
  return Object.entries(reactions).map(([name, value]) => ({
    emoji: name.replaceAll(':', ''),
    users: readTexts(isRaw(value) ? value.usernames : []).flatMap((one) => found.userNamed(one) ?? []),
  }));
}

const readPin = ({ pinnedBy, pinnedAt }: Raw) => ({
  by: isRaw(pinnedBy) ? readId(pinnedBy._id) : undefined,
  at: readSeconds(pinnedAt),
});

function textParts(found: RocketArchive, raw: Raw, author: string, sent: number): RichText {
  const blocks: RichText[] = [rocketToRich(found, readText(raw.msg) ?? '')];
  const files = raw.files === undefined && isRaw(raw.file) ? [raw.file] : readRaws(raw.files);
  for (const attachment of readRaws(raw.attachments))
    blocks.push(...attachmentBlocks(found, attachment, files.length > 0));
  for (const file of files) {
    const id = readId(file._id);
    const name = readText(file.name) || id || '';
    // Smaller copies of an image are no files of their own.
    if (id === undefined || name.startsWith('thumb-')) continue;
    found.sink.file({ origin: id, name, owner: author, created: sent, source: { unpacked: found.files.get(id) } });
    blocks.push([{ file: id, name }]);
  }
  return joinBlocks(blocks);
}

/** A quoted message, a preview, or the description of a file. */
function attachmentBlocks(found: RocketArchive, attachment: Raw, hasFiles: boolean): RichText[] {
  const value = (name: string) => readText(attachment[name]);
  const translate = (text: string) => rocketToRich(found, text);
  const link = value('message_link');
  const isFile = ['image_type', 'video_type', 'audio_type'].some(value) || value('type') === 'file';
  if (link === undefined && (isFile || (hasFiles && !value('text')))) return [translate(value('description') ?? '')];
  const card: Card = {
    pretext: value('pretext'),
    title: value('title'),
    titleUrl: value('title_link'),
    text: value('text'),
    fields: readRaws(attachment.fields).map(({ title, value: content }) => ({
      name: readText(title) ?? '',
      value: content === null || content === undefined ? '' : String(content),
    })),
    image: value('image_url') || value('thumb_url'),
  };
  const author = value('author_name');
  if (link === undefined) return cardBlocks({ ...card, author, authorUrl: value('author_link') }, translate);
  const [, message] = /[?&]msg=([A-Za-z0-9]+)/.exec(link) ?? [];
  const origin: RichText = message ? [{ message, text: author ?? link, url: link }, ':'] : [];
  return [origin, ...cardBlocks(card, translate)];
}

/** `@user`, `#channel`, `:emoji:`, and the empty link with which a quotation begins. */
const REFERENCE =
  /\[ \]\([^)\s]*\)\s?|(?<![\p{L}\p{N}_/@.])@(?<user>[\p{L}\p{N}._-]*[\p{L}\p{N}_])|(?<![\p{L}\p{N}_/#&])#(?<channel>[\p{L}\p{N}._-]*[\p{L}\p{N}_])|:(?<emoji>[a-z0-9_+-]+):/giu;

const rocketToRich = (found: RocketArchive, text: string): RichText =>
  markdownToRich(
    separateBlocks(text, { hasLooseFences: true }),
    { pattern: REFERENCE, makeReference: (match) => referenceIn(found, match.groups!) },
    rocketStyle,
  );

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
    const named = found.roomNamed(channel);
    if (!named || named.room.users) return undefined;
    return { channel: named.room.channel, name: named.name, thread: named.room.discussion?.origin };
  }
  if (user === undefined) return '';
  if (/^(all|here)$/.test(user)) return { everyone: true };
  const origin = found.userNamed(user);
  if (origin !== undefined) return { user: origin };
  const team = found.teamNamed(user);
  return team === undefined ? undefined : { group: team, name: user };
}

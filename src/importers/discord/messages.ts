import type { ImportedReaction, Reference, RichText } from '../../chat/organization/imports/types.ts';
import { cardBlocks, joinBlocks, separateBlocks } from '../blocks.ts';
import { markdownToRich, quoteParts } from '../markdown.ts';
import { isRaw, type Raw, readId, readNumber, readRaws, readText } from '../records.ts';
import { decodePath } from './paths.ts';
import type { DiscordArchive, DiscordPlace } from './read.ts';

/** Types of messages that people and programs wrote; the others are notices. */
const WRITTEN = new Set(['Default', 'Reply', '0', '19', '20', '23', 'ChatInputCommand', 'ContextMenuCommand']);

/** The flag of a message that only one person sees. */
const EPHEMERAL = 64;

/** Translates one message. */
export function readMessage(found: DiscordArchive, place: DiscordPlace, raw: Raw): void {
  const { sink } = found;
  const origin = readId(raw.id) ?? '';
  const author = isRaw(raw.author) ? found.findOrigin(raw.author) : undefined;
  const sent = Date.parse(readText(raw.timestamp) ?? '') / 1000;
  const type = String(raw.type ?? 'Default');
  if (((readNumber(raw.flags) ?? 0) & EPHEMERAL) !== 0) {
    sink.skip('message', origin, 'only one person could see it');
    return;
  }
  if (!WRITTEN.has(type) || author === undefined || !Number.isFinite(sent)) {
    const isNotice = !WRITTEN.has(type);
    sink.skip(
      'message',
      origin,
      isNotice ? `it is a notice of Discord (${type})` : 'it has no author or a broken time',
    );
    return;
  }
  for (const mentioned of readRaws(raw.mentions)) found.addUser(mentioned, place.folder);
  const edited = Date.parse(readText(raw.timestampEdited) ?? '') / 1000;
  const { channel, thread } = place;
  sink.message(
    {
      origin,
      sent: Math.floor(sent),
      author,
      to: place.isDirect ? { users: [...place.authors] } : { channel, thread },
      text: textParts(found, raw, { place, author, sent: Math.floor(sent) }),
      said: saidIn(raw),
      edited: Number.isFinite(edited) ? Math.floor(edited) : undefined,
      reactions: readReactions(found, place, raw),
      starred: [],
      // Nobody knows who pinned it.
      pinned: raw.isPinned === true ? {} : undefined,
    },
    sent,
  );
}

/** What somebody wrote. Addresses of files have another signature in each archive. */
const saidIn = ({ content, embeds, attachments }: Raw): string =>
  JSON.stringify([
    content,
    readRaws(embeds).map(({ title, description, fields }) => [title, description, fields]),
    readRaws(attachments).map(({ id }) => id),
  ]);

/** Only some versions of the exporter say who reacted. */
function readReactions(found: DiscordArchive, place: DiscordPlace, raw: Raw): ImportedReaction[] {
  return readRaws(raw.reactions).flatMap((reaction) => {
    const emoji = isRaw(reaction.emoji) ? reaction.emoji : {};
    const name = emojiName(found, place, emoji);
    const users = readRaws(reaction.users).flatMap((user) => found.addUser(user, place.folder) ?? []);
    if (users.length < (readNumber(reaction.count) ?? 0))
      found.sink.skip('reaction', readId(raw.id) ?? '', 'the archive does not say who reacted');
    return name && users.length > 0 ? [{ emoji: name, users }] : [];
  });
}

/** The name of an emoji. One of the guild is added to the custom emoji. */
function emojiName(found: DiscordArchive, place: DiscordPlace, emoji: Raw): string | undefined {
  const name = readText(emoji.name);
  if (!readId(emoji.id)) return name || readText(emoji.code);
  const image = found.findSource(readText(emoji.imageUrl), place.folder);
  if (name && image) found.sink.emoji(name, image);
  return name;
}

type Written = Pick<MessageFacts, 'place' | 'author' | 'sent'>;

function textParts(found: DiscordArchive, raw: Raw, written: Written): RichText {
  const reference = isRaw(raw.reference) ? readId(raw.reference.messageId) : undefined;
  const facts = { ...written, id: readId(raw.id) ?? '', mentions: readRaws(raw.mentions) };
  const blocks = contentBlocks(found, raw, facts);
  const forwarded = forwardedMessage(raw);
  if (forwarded) blocks.push(quoteForwarded(found, forwarded, reference, facts));
  const text = joinBlocks(blocks);
  const isReply = reference !== undefined && (raw.type === 'Reply' || raw.type === '19');
  return isReply ? [{ message: reference, text: '↩', url: '' }, startsBlock(text) ? '\n' : ' ', ...text] : text;
}

/** Whether a text begins with a block that needs a line of its own. */
const startsBlock = ([first]: RichText): boolean => typeof first === 'string' && /^(>|```|#|[-*] |\d+\. )/.test(first);

/** The message in which a text is. */
interface MessageFacts {
  place: DiscordPlace;
  id: string;
  author: string;
  /** Seconds. */
  sent: number;
  mentions: readonly Raw[];
}

/** Newer versions of the exporter call it `forwardedMessage`, Discord itself `message_snapshots`. */
function forwardedMessage(raw: Raw): Raw | undefined {
  if (isRaw(raw.forwardedMessage)) return raw.forwardedMessage;
  const [snapshot] = readRaws(raw.messageSnapshots ?? raw.message_snapshots);
  return isRaw(snapshot?.message) ? snapshot.message : snapshot;
}

function quoteForwarded(found: DiscordArchive, forwarded: Raw, origin: string | undefined, facts: MessageFacts) {
  const mentions = [...facts.mentions, ...readRaws(forwarded.mentions)];
  const parts = joinBlocks(contentBlocks(found, forwarded, { ...facts, mentions }));
  const mark: RichText = origin === undefined ? ['↪'] : [{ message: origin, text: '↪', url: '↪' }];
  return [...mark, '\n', ...quoteParts(parts)];
}

/** The text of a message, its embeds and its files. */
function contentBlocks(found: DiscordArchive, raw: Raw, facts: MessageFacts): RichText[] {
  const content = readText(raw.content) ?? '';
  for (const emoji of readRaws(raw.inlineEmojis)) emojiName(found, facts.place, emoji);
  const blocks = [discordToRich(found, content, facts.mentions)];
  for (const [at, embed] of readRaws(raw.embeds).entries())
    blocks.push(...embedBlocks(found, { content, embed, key: `${facts.id} ${at}` }, facts));
  for (const attachment of [...readRaws(raw.attachments), ...readRaws(raw.stickers)]) {
    const id = readId(attachment.id) ?? readText(attachment.url) ?? readText(attachment.sourceUrl);
    if (id === undefined) {
      found.sink.skip('file', facts.id, 'it has no id and no address');
      continue;
    }
    const name = readText(attachment.fileName) || readText(attachment.name) || id;
    blocks.push(fileBlock(found, { id, name, url: readText(attachment.url) ?? readText(attachment.sourceUrl) }, facts));
  }
  return blocks;
}

function fileBlock(
  found: DiscordArchive,
  { id, name, url }: { id: string; name: string; url: string | undefined },
  { place, author, sent }: MessageFacts,
): RichText {
  const source = found.findSource(url, place.folder) ?? {};
  found.sink.file({ origin: id, name, owner: author, created: sent, source });
  return [{ file: id, name, url: source.url }];
}

/** What a program embeds. Previews of links in the text are not repeated. */
function embedBlocks(
  found: DiscordArchive,
  { content, embed, key }: { content: string; embed: Raw; key: string },
  facts: MessageFacts,
): RichText[] {
  const url = readText(embed.url);
  if (url && content.includes(url)) return [];
  const part = (name: string): Raw => (isRaw(embed[name]) ? embed[name] : {});
  const card = {
    author: readText(part('author').name),
    authorUrl: readText(part('author').url),
    title: readText(embed.title),
    titleUrl: url,
    text: readText(embed.description),
    fields: readRaws(embed.fields).map(({ name, value }) => ({
      name: readText(name) ?? '',
      value: readText(value) ?? '',
    })),
    footer: readText(part('footer').text),
  };
  const images = [part('image'), ...readRaws(embed.images), part('thumbnail')].flatMap(
    (one) => readText(one.url) || [],
  );
  return [
    ...cardBlocks(card, (text) => discordToRich(found, text, facts.mentions)),
    ...[...new Set(images)].map((image, at) =>
      fileBlock(found, { id: `embed ${key} ${at}`, name: fileNameIn(image), url: image }, facts),
    ),
  ];
}

/** The name of a file at an address, or at a path of any system. */
const fileNameIn = (location: string): string =>
  decodePath(location.split(/[?#]/, 1)[0]!).split(/[/\\]/).findLast(Boolean) ?? 'image';

/** References by id, and names after `@` and `#`, which the exporter writes instead of ids by default. */
const REFERENCE =
  /<@!?(?<user>\d+)>|<#(?<channel>\d+)>|<@&(?<role>\d+)>|<a?:(?<custom>\w+):\d+>|<t:(?<time>\d{1,11})(?::\w)?>|@(?<everyone>everyone|here)\b|(?<![\p{L}\p{N}_/@.])@(?<name>[^\s@,:;!?*`<>()]{1,31}[\p{L}\p{N}_])|:(?<emoji>[a-z0-9_+-]+):/giu;

/** Users of one message that are found by their names. */
const MOST_MENTIONS = 100;

function discordToRich(found: DiscordArchive, text: string, mentions: readonly Raw[] = []): RichText {
  const names = new Map<string, Reference>();
  for (const raw of mentions.slice(0, MOST_MENTIONS)) {
    const id = found.findOrigin(raw);
    for (const name of [readText(raw.name), readText(raw.nickname)])
      if (id && name) names.set(name.toLowerCase(), { user: id });
  }
  const makeReference = (match: RegExpMatchArray) => referenceIn(found, match.groups!, names);
  return markdownToRich(
    separateBlocks(text, { hasLooseFences: true, hasLongQuotations: true }),
    { pattern: namesPattern(found, names), makeReference },
    discordStyle,
  );
}

/** Only the roles and the list of those who are mentioned tell where a name with blanks ends. */
function namesPattern(found: DiscordArchive, names: ReadonlyMap<string, Reference>): RegExp {
  if (names.size === 0) return (found.rolesPattern ??= makePattern([...found.roles.keys()]));
  return makePattern([...names.keys(), ...found.roles.keys()]);
}

function makePattern(names: readonly string[]): RegExp {
  if (names.length === 0) return REFERENCE;
  const longest = [...names].sort((one, other) => other.length - one.length).map(escapePattern);
  return new RegExp(
    `(?<![\\p{L}\\p{N}_/.])@(?<known>${longest.join('|')})(?![\\p{L}\\p{N}_])|${REFERENCE.source}`,
    'giu',
  );
}

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Zulip underlines nothing, and has no small print. */
const discordStyle = (text: string): string =>
  text
    .replaceAll(/(?<![\p{L}\p{N}_])__(?=[^\s_])([^_\n]*[^\s_])__(?![\p{L}\p{N}_])/gu, '$1')
    .replaceAll(/(?<![\p{L}\p{N}_/])_(?=[^\s_])([^_\n]*[^\s_])_(?![\p{L}\p{N}_])/gu, '*$1*')
    .replaceAll(/^-# /gm, '');

function referenceIn(
  found: DiscordArchive,
  { user, channel, role, custom, time, everyone, name, emoji, known }: Readonly<Record<string, string | undefined>>,
  names: ReadonlyMap<string, Reference>,
): Reference | string | undefined {
  if (known !== undefined) return names.get(known.toLowerCase()) ?? found.roles.get(known.toLowerCase())!;
  if (user !== undefined) return found.sink.hasUser(user) ? { user } : '@?';
  if (channel !== undefined) return { channel, name: found.channelName(channel) ?? channel };
  if (custom !== undefined || emoji !== undefined) return { emoji: custom ?? emoji! };
  if (time !== undefined) return `<time:${new Date(Number(time) * 1000).toISOString()}>`;
  if (everyone !== undefined) return { everyone: true };
  if (role !== undefined) return found.findRole(role) ?? '@role';
  if (name === undefined) return undefined;
  const origin = found.userNamed(name);
  return origin === undefined ? undefined : { user: origin };
}

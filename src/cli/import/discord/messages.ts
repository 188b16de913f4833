import type { ImportedReaction, Reference, RichText } from '../../../chat/organization/imports/types.ts';
import { markdownToRich, quoted } from '../markdown.ts';
import { idOf, isRaw, numberOf, type Raw, rawsOf, textOf } from '../records.ts';
import type { DiscordArchive, DiscordPlace } from './read.ts';

/** Types of messages that people and programs wrote; the others are notices. */
const WRITTEN = new Set(['Default', 'Reply', '0', '19', '20', '23', 'ChatInputCommand', 'ContextMenuCommand']);

/** The flag of a message that only one person sees. */
const EPHEMERAL = 64;

/** Translates one message. */
export function readMessage(found: DiscordArchive, place: DiscordPlace, raw: Raw): void {
  const { sink } = found;
  const origin = idOf(raw.id) ?? '';
  const author = isRaw(raw.author) ? idOf(raw.author.id) : undefined;
  const sent = Date.parse(textOf(raw.timestamp) ?? '') / 1000;
  const type = String(raw.type ?? 'Default');
  if (((numberOf(raw.flags) ?? 0) & EPHEMERAL) !== 0) {
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
  for (const mentioned of rawsOf(raw.mentions)) found.addUser(mentioned, place.folder);
  const edited = Date.parse(textOf(raw.timestampEdited) ?? '') / 1000;
  const { channel, thread } = place;
  sink.message(
    {
      origin,
      sent: Math.floor(sent),
      author,
      to: place.isDirect ? { users: [...place.authors] } : { channel, thread },
      text: textParts(found, place, raw, author, Math.floor(sent)),
      said: saidIn(raw),
      edited: Number.isFinite(edited) ? Math.floor(edited) : undefined,
      reactions: reactionsOf(found, place, raw),
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
    rawsOf(embeds).map(({ title, description, fields }) => [title, description, fields]),
    rawsOf(attachments).map(({ id }) => id),
  ]);

/** Only some versions of the exporter say who reacted. */
function reactionsOf(found: DiscordArchive, place: DiscordPlace, raw: Raw): ImportedReaction[] {
  return rawsOf(raw.reactions).flatMap((reaction) => {
    const emoji = isRaw(reaction.emoji) ? reaction.emoji : {};
    const name = emojiName(found, place, emoji);
    const users = rawsOf(reaction.users).flatMap((user) => found.addUser(user, place.folder) ?? []);
    if (users.length < (numberOf(reaction.count) ?? 0))
      found.sink.skip('reaction', idOf(raw.id) ?? '', 'the archive does not say who reacted');
    return name && users.length > 0 ? [{ emoji: name, users }] : [];
  });
}

/** The name of an emoji. One of the guild is added to the custom emoji. */
function emojiName(found: DiscordArchive, place: DiscordPlace, emoji: Raw): string | undefined {
  const name = textOf(emoji.name);
  if (!idOf(emoji.id)) return name || textOf(emoji.code);
  const image = found.sourceOf(textOf(emoji.imageUrl), place.folder);
  if (name && image) found.sink.emoji(name, image);
  return name;
}

function textParts(found: DiscordArchive, place: DiscordPlace, raw: Raw, author: string, sent: number): RichText {
  const parts: (string | Reference)[] = [];
  const reference = isRaw(raw.reference) ? idOf(raw.reference.messageId) : undefined;
  if (reference !== undefined && (raw.type === 'Reply' || raw.type === '19'))
    parts.push({ message: reference, text: '↩', url: '' }, ' ');
  for (const emoji of rawsOf(raw.inlineEmojis)) emojiName(found, place, emoji);
  parts.push(...discordToRich(found, textOf(raw.content) ?? ''));
  for (const embed of rawsOf(raw.embeds)) parts.push(...embedParts(found, textOf(raw.content) ?? '', embed));
  for (const attachment of [...rawsOf(raw.attachments), ...rawsOf(raw.stickers)]) {
    const id = idOf(attachment.id);
    if (id === undefined) continue;
    const url = textOf(attachment.url) ?? textOf(attachment.sourceUrl);
    const name = textOf(attachment.fileName) || textOf(attachment.name) || id;
    const source = found.sourceOf(url, place.folder) ?? {};
    found.sink.file({ origin: id, name, owner: author, created: sent, source });
    parts.push('\n', { file: id, name, url: source.url });
  }
  return parts;
}

/** What a program embeds. Previews of links in the text are not repeated. */
function embedParts(found: DiscordArchive, content: string, embed: Raw): (string | Reference)[] {
  const url = textOf(embed.url);
  if (url && content.includes(url)) return [];
  const title = textOf(embed.title);
  const fields = rawsOf(embed.fields).map(({ name, value }) => `**${textOf(name) ?? ''}**: ${textOf(value) ?? ''}`);
  const heading = title && (url ? `**[${title}](${url})**` : `**${title}**`);
  const text = [heading, textOf(embed.description), ...fields].filter(Boolean).join('\n');
  return text === '' ? [] : ['\n', ...quoted(discordToRich(found, text)), '\n'];
}

/** References by id, and names after `@` and `#`, which the exporter writes instead of ids by default. */
const REFERENCE =
  /<@!?(?<user>\d+)>|<#(?<channel>\d+)>|<@&\d+>|<a?:(?<custom>\w+):\d+>|<t:(?<time>\d{1,11})(?::\w)?>|@(?<everyone>everyone|here)\b|(?<![\p{L}\p{N}_/@.])@(?<name>[^\s@,:;!?*`<>()]{1,31}[\p{L}\p{N}_])|:(?<emoji>[a-z0-9_+-]+):/giu;

const discordToRich = (found: DiscordArchive, text: string): RichText =>
  markdownToRich(text, { pattern: REFERENCE, referenceOf: (match) => referenceIn(found, match.groups!) }, discordStyle);

/** Zulip underlines nothing, and has no small print. */
const discordStyle = (text: string): string =>
  text
    .replaceAll(/(?<![\p{L}\p{N}_])__(?=[^\s_])([^_\n]*[^\s_])__(?![\p{L}\p{N}_])/gu, '$1')
    .replaceAll(/(?<![\p{L}\p{N}_/])_(?=[^\s_])([^_\n]*[^\s_])_(?![\p{L}\p{N}_])/gu, '*$1*')
    .replaceAll(/^-# /gm, '');

function referenceIn(
  found: DiscordArchive,
  { user, channel, custom, time, everyone, name, emoji }: Readonly<Record<string, string | undefined>>,
): Reference | string | undefined {
  if (user !== undefined) return found.sink.hasUser(user) ? { user } : '@?';
  if (channel !== undefined) return { channel, name: found.channelName(channel) ?? channel };
  if (custom !== undefined || emoji !== undefined) return { emoji: custom ?? emoji! };
  if (time !== undefined) return `<time:${new Date(Number(time) * 1000).toISOString()}>`;
  if (everyone !== undefined) return { everyone: true };
  if (name === undefined) return '@role';
  const origin = found.userNamed(name);
  return origin === undefined ? undefined : { user: origin };
}

import type { App } from '../../../app.ts';
import { LIMITS } from '../../../limits.ts';
import type { Directory, Upload } from '../../../markdown/directory.ts';
import { addressesIn } from '../../../markdown/domains.ts';
import { type Rendered, renderMessage } from '../../../markdown/render.ts';
import { allowedUrl, urlLength } from '../../../markdown/urls.ts';
import { canAccessMetadata, mentionableNames } from '../../channels/channels/rules.ts';
import { emptyMessage, nullBytes } from '../../errors.ts';
import { canOpen } from '../../files/attachments/rules.ts';
import type { StoredAttachment } from '../../files/attachments/types.ts';
import { makeAddress } from '../../files/external-content/rules.ts';
import { fullSizeFormat, listFormats } from '../../files/images/types.ts';
import { linksIn } from '../../organization/linkifiers/types.ts';
import type { User } from '../../people/users/types.ts';
import { canRead } from './rules.ts';

export const MAX_MESSAGE_LENGTH = LIMITS.message_length;
const CUT = '\n[message truncated]';

/**
 * Returns content as it is stored: line breaks become LF, blanks at the end are removed, and it is cut to 10,000
 * characters. Throws for empty content and null bytes.
 */
export function cleanContent(input: string): string {
  const content = cleanText(input);
  if (content.length <= MAX_MESSAGE_LENGTH) return content;
  const characters = [...content];
  return characters.length <= MAX_MESSAGE_LENGTH
    ? content
    : characters.slice(0, MAX_MESSAGE_LENGTH - CUT.length).join('') + CUT;
}

/** The same without a limit, for texts that are no messages yet. */
export function cleanText(input: string): string {
  const text = input.replaceAll('\r\n', '\n').trimEnd();
  if (text.trim() === '') throw emptyMessage();
  if (text.includes('\0')) throw nullBytes();
  return text;
}

/** Renders what `author` wrote. Names refer only to what the author can see. */
export const render = (app: App, author: User, content: string): Rendered =>
  renderMessage(content, directoryFor(app, author));

/** The names that an author's text may refer to. Every send makes one, so it is one literal without spreads. */
export function directoryFor(app: App, author: User): Directory {
  const { usersNamed, userById, groupNamed } = mentionableNames(app, author);
  const linkifiers = app.linkifiers.compiled();
  const hasPreviews = author.bot_type === null && app.realm.get('inline_url_embed_preview');
  return {
    usersNamed,
    userById,
    groupNamed,
    linksIn: linkifiers.length > 0 ? (text) => linksIn(text, linkifiers) : undefined,
    preview: hasPreviews ? app.linkPreviews.of : undefined,
    previews: app.realm.get('inline_image_preview'),
    upload: (path) => findUpload(app, author, path),
    proxyUrl: (url) => makeAddress(app, url),
    realmEmoji: (name) => app.realmEmoji.named(name),
    default_code_language: app.realm.get('default_code_block_language'),
    channelById: (id) => {
      const channel = app.channels.byId(id);
      return channel && canAccessMetadata(app, author, channel) ? channel : undefined;
    },
    newestIn: (channel, topic) => newestIn(app, author, channel, topic),
    origin: app.config.url,
    emoticons: author.settings.translate_emoticons,
    channelNamed: (name) => {
      const channel = app.channels.named(name);
      return channel && canAccessMetadata(app, author, channel) ? channel : undefined;
    },
  };
}

/** A topic's newest message, if the author can read it. */
function newestIn(app: App, author: User, channel: number, topic: string): number | undefined {
  const id = app.topics.id(app.channels.byId(channel)!.recipient_id, topic);
  const newest = id === undefined ? null : app.topics.newestIn(id);
  const message = newest == null ? undefined : app.messages.byId(newest);
  return message && canRead(app, author, message) ? message.id : undefined;
}

/** Nothing is shown of a file that the author cannot read. */
function findUpload(app: App, author: User, path: string): Upload | undefined {
  const file = app.attachments.byPath(path);
  return file && canOpen(app, author, file, canRead) ? shownUpload(file) : undefined;
}

/** How a message shows a file. */
export function shownUpload(file: StoredAttachment): Upload {
  const { content_type, thumbnails, width, height, frames } = file;
  if (thumbnails === 'none') return { content_type, picture: 'itself' };
  if (thumbnails === null || thumbnails === 'failed') return { content_type };
  const large = fullSizeFormat(file);
  const [usual] = listFormats(file);
  const measures = { width: width!, height: height!, animated: frames! > 1, format: usual!.name };
  return {
    content_type,
    picture: { ready: thumbnails === 'made', ...measures, ...(large && { transcoded: large.name }) },
  };
}

/** The links in a topic: from the organization's linkifiers, and web addresses. */
export function topicLinks(app: App, topic: string): { text: string; url: string }[] {
  const own = linksIn(topic, app.linkifiers.compiled());
  const addresses = addressesIn(topic, urlLength).filter(
    ({ from, to, url }) => allowedUrl(url) && own.every((link) => to <= link.from || link.to <= from),
  );
  return [...own, ...addresses]
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, url }) => ({ text: topic.slice(from, to), url }));
}

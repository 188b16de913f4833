import { channelHtml, topicHtml } from './mentions.ts';
import type { Directory } from './render.ts';

const NARROW =
  /^\/#narrow\/(?:channel|stream)\/(\d{1,15})(?:-[\w.%~-]*)?(?:\/(?:topic|subject)\/([\w.%~-]*)(?:\/(near|with)\/(\d{1,15}))?)?\/?$/;

/** An address of this server without its origin, as far as links within it are written so; any other as it is. */
export function ownPath(url: string, origin: string | undefined): string {
  if (!origin || !url.toLowerCase().startsWith(`${origin.toLowerCase()}/`)) return url;
  const path = url.slice(origin.length);
  return /^\/(?:#|user_uploads\/)/.test(path) ? path : url;
}

/** The link by name that an address of a channel, topic or message is written as; nothing for channels the author may not know of. */
export function narrowHtml(path: string, directory: Directory): string | undefined {
  const [found, id, encoded, operator, message] = NARROW.exec(path) ?? [];
  if (!found) return undefined;
  const channel = directory.channelById?.(Number(id));
  if (!channel) return undefined;
  if (encoded === undefined) return channelHtml(channel);
  const topic = hashDecoded(encoded);
  return topic === undefined ? undefined : topicHtml(channel, topic, message, operator === 'with');
}

function hashDecoded(encoded: string): string | undefined {
  try {
    const topic = decodeURIComponent(encoded.replaceAll('.', '%'));
    return topic.isWellFormed() && !/\p{Cc}/u.test(topic) ? topic : undefined;
  } catch {
    return undefined;
  }
}

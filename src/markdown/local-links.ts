import type { Directory } from './directory.ts';
import { channelHtml, topicHtml } from './mentions.ts';

const NARROW =
  /^\/#narrow\/(?:channel|stream)\/(\d{1,15})(?:-[\w.%~-]*)?(?:\/(?:topic|subject)\/([\w.%~-]*)(?:\/(near|with)\/(\d{1,15}))?)?\/?$/;

/**
 * Removes the origin from a URL of this server where its links are written without one. Other URLs stay as they are.
 */
export function localPath(url: string, origin: string | undefined): string {
  if (!origin || !url.toLowerCase().startsWith(`${origin.toLowerCase()}/`)) return url;
  const path = url.slice(origin.length);
  return /^\/(?:#|user_uploads\/)/.test(path) ? path : url;
}

/**
 * Rewrites a URL of a channel, topic or message as a link by name. Undefined for channels that the author has no access
 * to.
 */
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

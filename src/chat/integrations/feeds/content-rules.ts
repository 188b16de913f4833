import type { FeedEntry, ReadFeed } from '../../../kernel/feeds/types.ts';
import { linkTo, plainText } from '../../../markdown/generated.ts';
import { silenceMentions } from '../incoming-webhooks/rendering/wording.ts';

/**
 * The message about an entry. It mentions nobody and contains no image. It begins with a heading, because the text
 * could begin with a command. `feedName`: the heading of an entry without a title.
 */
export function entryMessage({ title, url, author, text }: FeedEntry, feedName: string): string {
  const name = title || url || feedName;
  const heading = `**${url === undefined ? plainText(name) : linkTo(name, url)}**`;
  const first = [heading, author && plainText(author)].filter(Boolean).join(' · ');
  return [first, silenceMentions(text)].filter(Boolean).join('\n');
}

/** The message about new entries that are not posted. */
export function othersMessage({ home, others }: ReadFeed, feedName: string): string {
  const where = home === undefined ? plainText(feedName) : linkTo(feedName, home);
  return others === 1 ? `1 older entry: ${where}` : `${others} older entries: ${where}`;
}

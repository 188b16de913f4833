import { parseRoute } from '../../routing/router.ts';
import { channelIn, conversationIn } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';

/** Characters that a name in a Markdown link such as `#**name**` cannot contain. */
const UNWRITABLE = /[`>*&[\]\n]|\$\$/;

/**
 * The Markdown link for an address of a channel, topic or message on this server. Undefined for other addresses, and
 * for names that cannot be written so.
 */
export function namedLink(address: string): string | undefined {
  const url = URL.canParse(address, location.href) ? new URL(address, location.href) : undefined;
  if (url?.origin !== location.origin || url.pathname !== '/' || url.search !== '') return undefined;
  const place = parseRoute(url.hash);
  if (place.view !== 'narrow') return undefined;
  const conversation = conversationIn(place.narrow);
  const id =
    conversation?.kind === 'topic'
      ? conversation.channel
      : place.narrow.length === 1
        ? channelIn(place.narrow)
        : undefined;
  const channel = store.channels.peek().get(id ?? -1)?.name;
  if (channel === undefined || UNWRITABLE.test(channel)) return undefined;
  if (conversation?.kind !== 'topic') return place.near === undefined ? `#**${channel}**` : undefined;
  // A trailing number after @ would be read as a message ID.
  if (UNWRITABLE.test(conversation.topic) || /@\d+$/.test(conversation.topic)) return undefined;
  return `#**${channel}>${conversation.topic}${place.near === undefined ? '' : `@${place.near}`}**`;
}

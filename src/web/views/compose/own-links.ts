import { parse } from '../../routing/router.ts';
import { channelIn, conversationIn } from '../../store/narrow.ts';
import { store } from '../../store/store.ts';

/** What cannot stand in a name between stars. */
const UNWRITABLE = /[`>*&[\]\n]|\$\$/;

/** An address of a channel, a topic or a message here, as one writes it by name; undefined: it is another, or has no such name. */
export function namedLink(address: string): string | undefined {
  const url = URL.canParse(address, location.href) ? new URL(address, location.href) : undefined;
  if (url?.origin !== location.origin || url.pathname !== '/' || url.search !== '') return undefined;
  const place = parse(url.hash);
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
  // A number at its end would be taken for a message's.
  if (UNWRITABLE.test(conversation.topic) || /@\d+$/.test(conversation.topic)) return undefined;
  return `#**${channel}>${conversation.topic}${place.near === undefined ? '' : `@${place.near}`}**`;
}

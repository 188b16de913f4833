import { once } from '../../shared/memo.ts';
import { onEvent, withEventsMeanwhile } from '../server/connection.ts';
import { request } from '../server/request.ts';
import type { ServerEvent } from '../server/types.ts';
import { type Conversation, getConversation, getKey } from '../store/conversation.ts';
import { type PinnedMessage, pinnedIds, pinnedLists } from '../store/local/pins.ts';
import type { Message } from '../store/narrow.ts';
import { registrations, store } from '../store/store.ts';

/** Where messages are pinned: a conversation, or a channel with all its topics. */
export type PinPlace = Conversation | { kind: 'channel'; channel: number };

export const placeKey = (place: PinPlace): string =>
  place.kind === 'channel' ? `channel ${place.channel}` : getKey(place);

/** Fetches the pinned messages of a place. Those known from before are shown meanwhile. */
export async function fetchPins(place: PinPlace): Promise<void> {
  followPins();
  const where =
    place.kind === 'direct'
      ? { user_ids: [...place.people] }
      : { stream_id: place.channel, ...(place.kind === 'topic' && { topic: place.topic }) };
  const [{ pinned_messages, messages }, news] = await withEventsMeanwhile(() =>
    request('GET /pinned_messages', {
      ...where,
      client_gravatar: false,
      apply_markdown: true,
      allow_empty_topic_name: true,
    }),
  );
  const byId = new Map(messages.map((message) => [message.id, message]));
  const list = pinned_messages.flatMap((pin): PinnedMessage[] => {
    const message = byId.get(pin.message_id);
    return message ? [{ pin, message }] : [];
  });
  pinnedLists.value = new Map(pinnedLists.peek()).set(placeKey(place), list);
  for (const event of news) applyPinEvent(event);
}

export const pinMessage = ({ id }: Message): Promise<unknown> =>
  request('POST /messages/{message_id}/pin', { message_id: id });
export const unpinMessage = ({ id }: Message): Promise<unknown> =>
  request('DELETE /messages/{message_id}/pin', { message_id: id });

/** Keeps the lists up to date. After a new registration they may have missed events, so they are fetched again. */
const followPins = once(() => {
  registrations.subscribe(() => {
    pinnedLists.value = new Map();
  });
  return onEvent(applyPinEvent);
});

function applyPinEvent(event: ServerEvent): void {
  if (event.type === 'pinned_message' && event.op === 'add') addPin(event);
  else if (event.type === 'pinned_message') removePins([event.message_id]);
  else if (event.type === 'delete_message') removePins(event.message_ids ?? []);
  else if (event.type === 'update_message') applyUpdate(event);
}

function addPin({ message_id, pinned_by, pinned_at, stream_id }: PinnedMessage['pin'] & { stream_id?: number }): void {
  const message = store.messages.peek().all.get(message_id);
  if (!message) {
    refetchLists(stream_id);
    return;
  }
  const conversation = getConversation(message, store.me.peek().id);
  const added: PinnedMessage = { pin: { message_id, pinned_by, pinned_at }, message };
  const next = new Map(pinnedLists.peek());
  const keys = [
    getKey(conversation),
    ...(stream_id === undefined ? [] : [placeKey({ kind: 'channel', channel: stream_id })]),
  ];
  for (const key of keys) {
    const before = next.get(key)?.filter(({ pin }) => pin.message_id !== message_id);
    if (before) next.set(key, [added, ...before]);
  }
  pinnedLists.value = next;
}

function removePins(ids: readonly number[]): void {
  const removed = ids.filter((id) => pinnedIds.peek().has(id));
  if (removed.length > 0) changeLists((list) => list.filter(({ pin }) => !removed.includes(pin.message_id)));
}

/** An edit changes the text of a pinned message. After a move only the server knows which list it is in. */
function applyUpdate(event: Extract<ServerEvent, { type: 'update_message' }>): void {
  const { message_id, rendered_content: content, subject, new_stream_id, stream_id } = event;
  if (content !== undefined && pinnedIds.peek().has(message_id))
    changeLists((list) =>
      list.map((one) => (one.pin.message_id === message_id ? { ...one, message: { ...one.message, content } } : one)),
    );
  if (subject === undefined && new_stream_id === undefined) return;
  refetchLists(stream_id);
  if (new_stream_id !== undefined) refetchLists(new_stream_id);
}

function changeLists(change: (list: readonly PinnedMessage[]) => readonly PinnedMessage[]): void {
  pinnedLists.value = new Map([...pinnedLists.peek()].map(([key, list]) => [key, change(list)]));
}

/** Forgets the lists of a channel, or those of direct messages. The one on screen is fetched again. */
function refetchLists(channel: number | undefined): void {
  const isOutdated = (key: string): boolean =>
    channel === undefined ? key.startsWith('@') : key.startsWith(`${channel}/`) || key === `channel ${channel}`;
  pinnedLists.value = new Map([...pinnedLists.peek()].filter(([key]) => !isOutdated(key)));
}

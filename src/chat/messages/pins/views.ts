import type { App } from '../../../app.ts';
import type { ClientKind } from '../../../kernel/events/client.ts';
import { LIMITS } from '../../../limits.ts';
import { requireReadableChannel, type Viewer } from '../../channels/channels/rules.ts';
import { cleanTopic } from '../../channels/topics/rules.ts';
import { canRead, receivedAmongMessages } from '../messages/rules.ts';
import type { FetchedMessage } from '../messages/types.ts';
import { fetchedMessages } from '../messages/views.ts';
import type { Pin } from './types.ts';

/** A channel, one of its topics, or the conversation of the viewer with these users. */
export type PinPlace = { stream_id: number; topic: string | undefined } | { user_ids: readonly number[] };

/**
 * The pins of a place that the viewer can read, the newest first, and their messages. Throws for a channel of which the
 * viewer can read nothing. A conversation that does not exist has no pins.
 */
export function listPins(
  app: App,
  viewer: Viewer,
  place: PinPlace,
  kind: ClientKind,
): { pinned_messages: Pin[]; messages: FetchedMessage[] } {
  const pins = storedPins(app, viewer, place);
  const ids = JSON.stringify(pins.map(({ message_id }) => message_id));
  const wasReceived = viewer && receivedAmongMessages(app, viewer.id, pins.length);
  const messages = app.messages.byIds(ids).filter((message) => canRead(app, viewer, message, wasReceived));
  const readable = new Set(messages.map(({ id }) => id));
  return {
    pinned_messages: pins.filter(({ message_id }) => readable.has(message_id)),
    messages: fetchedMessages(app, viewer, messages, kind),
  };
}

function storedPins(app: App, viewer: Viewer, place: PinPlace): Pin[] {
  const most = LIMITS.pins_of_channel;
  if ('stream_id' in place) {
    const { recipient_id } = requireReadableChannel(app, viewer, place.stream_id);
    if (place.topic === undefined) return app.pins.ofRecipient(recipient_id, most);
    const topic = app.topics.id(recipient_id, cleanTopic(place.topic));
    return topic === undefined ? [] : app.pins.ofTopic(recipient_id, topic, most);
  }
  if (!viewer) return [];
  const people = [...new Set([viewer.id, ...place.user_ids])].sort((a, b) => a - b);
  const recipient = app.messages.conversation(people);
  return recipient === undefined ? [] : app.pins.ofRecipient(recipient, most);
}

import type { Reply } from '../support/team.ts';
import type { Ask } from './other-requests.ts';

/** A channel, with one message for each role that sends requests. */
export interface TestChannel {
  id: number;
  name: string;
  message: number;
  /** A message with a poll. */
  poll: number;
  /** Sends requests as a visitor must: only for web-public content. */
  forVisitor: boolean;
  /** The creator. */
  creatorId: number;
  /** Creates a channel of the same kind with the same subscribers. */
  createAnother(): number;
  /** Sends a message there, if that is possible. */
  send(): void;
}
/** The response, and whether the requested content was returned or the action done. */
type Result = Promise<[reply: Reply, found: boolean]>;

const has = async (asking: Promise<Reply>, found: (reply: Reply) => boolean): Result => {
  const reply = await asking;
  return [reply, reply.result === 'success' && found(reply)];
};
const done = (asking: Promise<Reply>): Result => has(asking, () => true);
const channelTerm = ({ id, forVisitor }: TestChannel) => [
  { operator: 'channel', operand: id },
  ...(forVisitor ? [{ operator: 'channels', operand: 'web-public' }] : []),
];

/** A request about one channel for every endpoint that concerns channels. */
export const CHANNEL_REQUESTS: Record<string, (ask: Ask, place: TestChannel) => Result> = {
  'GET /streams': (ask, { id }) => {
    const all = { include_all: true, exclude_archived: false };
    return has(ask('GET', '/streams', all), ({ streams }) => streams.some((one: Reply) => one.stream_id === id));
  },
  'GET /streams/{stream_id}': (ask, { id }) => done(ask('GET', `/streams/${id}`)),
  'GET /get_stream_id': (ask, { name }) => done(ask('GET', '/get_stream_id', { stream: name })),
  'GET /streams/{stream_id}/members': (ask, { id }) => done(ask('GET', `/streams/${id}/members`)),
  'GET /streams/{stream_id}/email_address': (ask, { id }) => done(ask('GET', `/streams/${id}/email_address`)),
  'GET /users/{user_id}/subscriptions/{stream_id}': (ask, { id, creatorId }) =>
    done(ask('GET', `/users/${creatorId}/subscriptions/${id}`)),
  'GET /users/me/subscriptions': (ask, { id }) =>
    has(ask('GET', '/users/me/subscriptions'), ({ subscriptions }) =>
      subscriptions.some((one: Reply) => one.stream_id === id),
    ),
  'GET /users/me/{stream_id}/topics': (ask, { id }) =>
    has(ask('GET', `/users/me/${id}/topics`), ({ topics }) => topics.length > 0),
  'GET /messages': (ask, place) =>
    has(
      ask('GET', '/messages', { anchor: 'newest', num_before: 99, num_after: 0, narrow: channelTerm(place) }),
      ({ messages }) => messages.some(({ id }: Reply) => id === place.message),
    ),
  'GET /messages/matches_narrow': (ask, place) =>
    has(
      ask('GET', '/messages/matches_narrow', { msg_ids: [place.message], narrow: [] }),
      ({ messages }) => place.message in messages,
    ),
  'GET /messages/{message_id}': (ask, { message }) => done(ask('GET', `/messages/${message}`)),
  'GET /messages/{message_id}/history': (ask, { message }) => done(ask('GET', `/messages/${message}/history`)),
  'GET /messages/{message_id}/read_receipts': (ask, { message }) =>
    done(ask('GET', `/messages/${message}/read_receipts`)),
  'POST /register': (ask, { id }) => {
    const wanted = {
      fetch_event_types: ['subscription'],
      client_capabilities: { notification_settings_null: true, archived_channels: true },
    };
    return has(ask('POST', '/register', wanted), ({ subscriptions, unsubscribed, never_subscribed }) =>
      [...subscriptions, ...unsubscribed, ...never_subscribed].some((one) => one.stream_id === id),
    );
  },
  'GET /events': async (ask, place) => {
    const { queue_id } = await ask('POST', '/register', { event_types: ['message'], fetch_event_types: [] });
    place.send();
    const events = ask('GET', '/events', { queue_id: queue_id ?? 'none', dont_block: true, last_event_id: -1 });
    return has(events, ({ events }) => events.some(({ message }: Reply) => message.stream_id === place.id));
  },
  'POST /messages': (ask, { id }) =>
    done(ask('POST', '/messages', { type: 'channel', to: id, topic: 'topic', content: 'word' })),
  'POST /submessage': (ask, { poll }) => {
    const content = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 });
    return done(ask('POST', '/submessage', { message_id: poll, msg_type: 'widget', content }));
  },
  'POST /messages/{message_id}/reactions': (ask, { message }) =>
    done(ask('POST', `/messages/${message}/reactions`, { emoji_name: 'heart' })),
  'DELETE /messages/{message_id}/reactions': async (ask, { message }) => {
    await ask('POST', `/messages/${message}/reactions`, { emoji_name: 'tada' });
    return done(ask('DELETE', `/messages/${message}/reactions`, { emoji_name: 'tada' }));
  },
  'POST /messages/{message_id}/pin': async (ask, { message }) => {
    const reply = await ask('POST', `/messages/${message}/pin`);
    if (reply.result === 'success') await ask('DELETE', `/messages/${message}/pin`);
    return done(Promise.resolve(reply));
  },
  'DELETE /messages/{message_id}/pin': async (ask, { message }) => {
    await ask('POST', `/messages/${message}/pin`);
    return done(ask('DELETE', `/messages/${message}/pin`));
  },
  'GET /pinned_messages': (ask, { id }) => done(ask('GET', '/pinned_messages', { stream_id: id })),
  'POST /messages/flags': async (ask, { message }) => {
    const reply = await ask('POST', '/messages/flags', { messages: [message], op: 'add', flag: 'starred' });
    return has(Promise.resolve(reply), () => reply.messages.includes(message));
  },
  'POST /messages/flags/narrow': (ask, place) => {
    const fields = {
      anchor: 'newest',
      num_before: 99,
      num_after: 0,
      op: 'add',
      flag: 'starred',
      narrow: channelTerm(place),
    };
    return has(ask('POST', '/messages/flags/narrow', fields), ({ processed_count }) => processed_count > 0);
  },
  'POST /mark_stream_as_read': (ask, { id }) => done(ask('POST', '/mark_stream_as_read', { stream_id: id })),
  'POST /mark_topic_as_read': (ask, { id }) =>
    done(ask('POST', '/mark_topic_as_read', { stream_id: id, topic_name: 'topic' })),
  'POST /messages/{message_id}/report': (ask, { message }) =>
    done(ask('POST', `/messages/${message}/report`, { report_type: 'spam' })),
  'PATCH /messages/{message_id} (another topic)': (ask, { message }) =>
    done(ask('PATCH', `/messages/${message}`, { topic: 'elsewhere' })),
  'PATCH /messages/{message_id} (other words)': (ask, { message }) =>
    done(ask('PATCH', `/messages/${message}`, { content: 'other words' })),
  'DELETE /messages/{message_id}': (ask, { message }) => done(ask('DELETE', `/messages/${message}`)),
  'POST /typing': (ask, { id }) =>
    done(ask('POST', '/typing', { type: 'stream', op: 'start', stream_id: id, topic: 'topic' })),
  'POST /messages/{message_id}/typing': async (ask, { id }) => {
    // It needs a message of the user's own; users who cannot send one have none.
    const { id: own } = await ask('POST', '/messages', { type: 'channel', to: id, topic: 'topic', content: 'word' });
    return done(ask('POST', `/messages/${own ?? 1}/typing`, { op: 'start' }));
  },
  'POST /user_topics': (ask, { id }) =>
    done(ask('POST', '/user_topics', { stream_id: id, topic: 'topic', visibility_policy: 1 })),
  'POST /users/me/subscriptions/properties': (ask, { id }) =>
    done(
      ask('POST', '/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id: id, property: 'pin_to_top', value: true }],
      }),
    ),
  'PATCH /users/me/subscriptions/{stream_id}': (ask, { id }) =>
    done(ask('PATCH', `/users/me/subscriptions/${id}`, { property: 'is_muted', value: true })),
  'PATCH /users/me/subscriptions/muted_topics': (ask, { id }) =>
    done(
      ask('PATCH', '/users/me/subscriptions/muted_topics', {
        stream_id: id,
        topic: `topic ${Math.random()}`,
        op: 'add',
      }),
    ),
  'POST /users/me/subscriptions': (ask, { name }) =>
    done(ask('POST', '/users/me/subscriptions', { subscriptions: [{ name }] })),
  'PATCH /users/me/subscriptions': (ask, { name }) =>
    done(ask('PATCH', '/users/me/subscriptions', { add: [{ name }] })),
  'DELETE /users/me/subscriptions': (ask, { name }) =>
    has(ask('DELETE', '/users/me/subscriptions', { subscriptions: [name] }), ({ removed }) => removed.length > 0),
  'POST /streams/{stream_id}/email_address/replace': (ask, { id }) =>
    done(ask('POST', `/streams/${id}/email_address/replace`)),
  'POST /streams/{stream_id}/delete_topic': async (ask, place) => {
    place.send();
    return done(ask('POST', `/streams/${place.id}/delete_topic`, { topic_name: 'topic' }));
  },
  'PATCH /streams/{stream_id}': (ask, { id }) =>
    done(ask('PATCH', `/streams/${id}`, { description: 'Another description' })),
  'POST /streams/{stream_id}/merge': (ask, { createAnother }) =>
    done(ask('POST', `/streams/${createAnother()}/merge`, { into_stream_id: createAnother() })),
  // The last one, because it deletes the channel. Each role has its own.
  'DELETE /streams/{stream_id}': (ask, { createAnother }) => done(ask('DELETE', `/streams/${createAnother()}`)),
};

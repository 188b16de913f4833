import type { MessageView, ServerEvent } from '../server/types.ts';
import { type Conversation, conversationOf, keyOf } from './conversation.ts';
import { copied, resource } from './resource.ts';

/** A conversation with its newest message. */
export interface Lately {
  conversation: Conversation;
  newest: number;
  /** 0: not known. */
  timestamp: number;
  /** Who spoke last first. */
  senders: readonly number[];
}

export interface Recent {
  me: number;
  /** Whether what was before the client began was fetched. */
  fetched: boolean;
  /** The oldest message that was looked through. */
  oldest: number;
  /** Nothing is before it: all conversations are known. */
  complete: boolean;
  /** Messages were moved or deleted here: what is left only the server knows. */
  unsure: readonly Conversation[];
  all: ReadonlyMap<string, Lately>;
}

export const recent = resource<Recent>(
  ({ user_id: me = 0 }) => ({ me, fetched: false, oldest: 0, complete: false, unsure: [], all: new Map() }),
  {
    message: (state, { message }) => withHeard(state, [message as MessageView]),
    'stream/delete': (state, { stream_ids }) => ({
      ...state,
      all: new Map(
        [...state.all].filter(
          ([, { conversation }]) => conversation.kind === 'direct' || !stream_ids.includes(conversation.channel),
        ),
      ),
    }),
    update_message: (state, event) => (isMove(event) ? withUnsure(state, placesOfMove(event)) : state),
    delete_message: (state, { message_ids }) => {
      const gone = new Set<number>(message_ids);
      const touched = [...state.all.values()].filter(({ newest }) => gone.has(newest));
      return withUnsure(
        state,
        touched.map(({ conversation }) => conversation),
      );
    },
  },
);

const isMove = ({ subject, new_stream_id }: ServerEvent): boolean =>
  subject !== undefined || new_stream_id !== undefined;

/** Where moved messages were, and where they are. */
function placesOfMove({ stream_id, new_stream_id, orig_subject, subject }: ServerEvent): Conversation[] {
  return [
    { kind: 'topic', channel: stream_id, topic: orig_subject },
    { kind: 'topic', channel: new_stream_id ?? stream_id, topic: subject ?? orig_subject },
  ];
}

function withUnsure(state: Recent, places: readonly Conversation[]): Recent {
  const known = new Set(state.unsure.map(keyOf));
  const more = places.filter((place) => !known.has(keyOf(place)));
  return more.length === 0 ? state : { ...state, unsure: [...state.unsure, ...more] };
}

/** What the server answered about one that was unsure. */
export function withAsked(state: Recent, key: string, messages: readonly MessageView[]): Recent {
  const all = new Map(state.all);
  all.delete(key);
  const unsure = state.unsure.filter((one) => keyOf(one) !== key);
  return withHeard({ ...state, all, unsure }, messages);
}

/** With the messages before the oldest that was looked through. */
export function withOlderPage(state: Recent, messages: readonly MessageView[], complete: boolean): Recent {
  const oldest = messages[0]?.id ?? state.oldest;
  // From the newest on, so that who spoke before is named after those who spoke later.
  return { ...withHeard(state, messages.toReversed()), oldest, complete };
}

export function withHeard(state: Recent, messages: readonly MessageView[]): Recent {
  const all = copied(state.all);
  for (const message of messages) {
    const conversation = conversationOf(message, state.me);
    const key = keyOf(conversation);
    const before = all.get(key);
    const newer = !before || message.id > before.newest;
    const senders = (before?.senders ?? []).filter((id) => id !== message.sender_id);
    all.set(key, {
      conversation: newer ? conversation : before.conversation,
      newest: newer ? message.id : before.newest,
      timestamp: newer ? message.timestamp : before.timestamp,
      senders: newer
        ? [message.sender_id, ...senders]
        : before.senders.includes(message.sender_id)
          ? before.senders
          : [...senders, message.sender_id],
    });
  }
  return { ...state, all };
}

import type { MessageView } from '../wire.ts';
import { type Conversation, conversationOf, keyOf } from './conversation.ts';
import { copied, resource } from './resource.ts';

/** A conversation something was said in lately. */
export interface Lately {
  conversation: Conversation;
  newest: number;
  timestamp: number;
  /** Who spoke last first. */
  senders: readonly number[];
}

export interface Recent {
  me: number;
  /** Whether what was before the client began was fetched. */
  fetched: boolean;
  all: ReadonlyMap<string, Lately>;
}

export const recent = resource<Recent>(({ user_id: me = 0 }) => ({ me, fetched: false, all: new Map() }), {
  message: (state, { message }) => withHeard(state, [message as MessageView]),
  'stream/delete': (state, { stream_ids }) => ({
    ...state,
    all: new Map(
      [...state.all].filter(
        ([, { conversation }]) => conversation.kind === 'direct' || !stream_ids.includes(conversation.channel),
      ),
    ),
  }),
  // Which conversations are left only the server knows: they are fetched again.
  update_message: (state, { subject, new_stream_id }) =>
    subject === undefined && new_stream_id === undefined ? state : { ...state, fetched: false },
  delete_message: (state) => ({ ...state, fetched: false }),
});

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

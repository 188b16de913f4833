import type { EventNamed, MessageView } from '../server/types.ts';
import { type Conversation, conversationsOfMove, getConversation, getKey } from './conversation.ts';
import { mutableCopy, resource } from './resource.ts';

/** The beginning of a conversation's newest message. */
export interface Preview {
  sender: number;
  html: string;
}

/** A preview is one line, so the rest of a long message is not kept. */
const PREVIEW_LENGTH = 1000;

const makePreview = (sender: number, html: string): Preview => ({ sender, html: html.slice(0, PREVIEW_LENGTH) });

/** A conversation with its newest message. */
export interface RecentConversation {
  conversation: Conversation;
  newest: number;
  /** UNIX time in seconds; 0 if unknown. */
  timestamp: number;
  /** The newest message, if it is loaded. */
  preview?: Preview;
  /** The most recent sender first. */
  senders: readonly number[];
}

export interface RecentConversations {
  me: number;
  /** Whether messages from before the client started were fetched. */
  fetched: boolean;
  /** The oldest processed message. */
  oldest: number;
  /** No older messages exist, so all conversations are loaded. */
  complete: boolean;
  /** Messages of these conversations were moved or deleted, and only the server knows which ones remain. */
  unsure: readonly Conversation[];
  all: ReadonlyMap<string, RecentConversation>;
}

export const recentConversations = resource<RecentConversations>(
  ({ user_id: me = 0 }) => ({ me, fetched: false, oldest: 0, complete: false, unsure: [], all: new Map() }),
  {
    message: (state, { message }) => withMessages(state, [message]),
    'stream/delete': (state, { stream_ids }) => ({
      ...state,
      all: new Map(
        [...state.all].filter(
          ([, { conversation }]) => conversation.kind === 'direct' || !stream_ids.includes(conversation.channel),
        ),
      ),
    }),
    update_message: (state, event) =>
      isMove(event) ? withUnsure(withEdit(state, event), conversationsOfMove(event) ?? []) : withEdit(state, event),
    delete_message: (state, { message_ids }) => {
      const removed = new Set<number>(message_ids);
      const touched = [...state.all.values()].filter(({ newest }) => removed.has(newest));
      return withUnsure(
        state,
        touched.map(({ conversation }) => conversation),
      );
    },
  },
);

type Update = EventNamed<'update_message'>;
const isMove = ({ subject, new_stream_id }: Update): boolean => subject !== undefined || new_stream_id !== undefined;

/** Shows the new text of an edited message if it is the newest one of its conversation. */
function withEdit(state: RecentConversations, { message_id, rendered_content }: Update): RecentConversations {
  if (rendered_content === undefined) return state;
  for (const [key, one] of state.all)
    if (one.newest === message_id && one.preview) {
      const preview = makePreview(one.preview.sender, rendered_content);
      return { ...state, all: mutableCopy(state.all).set(key, { ...one, preview }) };
    }
  return state;
}

function withUnsure(state: RecentConversations, places: readonly Conversation[]): RecentConversations {
  const known = new Set(state.unsure.map(getKey));
  const more = places.filter((place) => !known.has(getKey(place)));
  return more.length === 0 ? state : { ...state, unsure: [...state.unsure, ...more] };
}

/** Applies the server's response for an unsure conversation. */
export function withRefetched(
  state: RecentConversations,
  key: string,
  messages: readonly MessageView[],
): RecentConversations {
  const all = new Map(state.all);
  all.delete(key);
  const unsure = state.unsure.filter((one) => getKey(one) !== key);
  return withMessages({ ...state, all, unsure }, messages);
}

/** Adds messages that are older than the oldest processed one. */
export function withOlderPage(
  state: RecentConversations,
  messages: readonly MessageView[],
  complete: boolean,
): RecentConversations {
  const oldest = messages[0]?.id ?? state.oldest;
  // From newest to oldest, so that earlier senders are listed after later ones.
  return { ...withMessages(state, messages.toReversed()), oldest, complete };
}

export function withMessages(state: RecentConversations, messages: readonly MessageView[]): RecentConversations {
  const all = mutableCopy(state.all);
  for (const message of messages) {
    const conversation = getConversation(message, state.me);
    const key = getKey(conversation);
    const before = all.get(key);
    const newer = !before || message.id > before.newest;
    const senders = (before?.senders ?? []).filter((id) => id !== message.sender_id);
    all.set(key, {
      conversation: newer ? conversation : before.conversation,
      newest: newer ? message.id : before.newest,
      timestamp: newer ? message.timestamp : before.timestamp,
      ...(newer
        ? { preview: makePreview(message.sender_id, message.content) }
        : before.preview && { preview: before.preview }),
      senders: newer
        ? [message.sender_id, ...senders]
        : before.senders.includes(message.sender_id)
          ? before.senders
          : [...senders, message.sender_id],
    });
  }
  return { ...state, all };
}

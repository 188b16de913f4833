import type { EventNamed } from '../server/types.ts';
import { type Conversation, directKey, getConversation, getKey, others, topicKey } from './conversation.ts';
import { mutableCopy, mutableSet, resource } from './resource.ts';

/** The unread messages of one conversation. */
export interface UnreadIn {
  /** The conversation's key. All entries of `where` share this one string. */
  key: string;
  conversation: Conversation;
  ids: ReadonlySet<number>;
}

export interface Unread {
  me: number;
  conversations: ReadonlyMap<string, UnreadIn>;
  /** Unread messages that mention the user. */
  mentions: ReadonlySet<number>;
  /** Older unread messages exist beyond those that the server listed. */
  missing: boolean;
  /**
   * The conversation of each message, since events name only message IDs. The map is modified in place, so only the
   * newest state may use it.
   */
  where: Map<number, string>;
}

export const unread = resource<Unread>(
  ({ unread_msgs: { pms, huddles, streams, mentions, old_unreads_missing: missing }, user_id: me = 0 }) => {
    const conversations = new Map<string, UnreadIn>();
    const where = new Map<number, string>();
    const take = (conversation: Conversation, ids: readonly number[]) => {
      const key = getKey(conversation);
      conversations.set(key, { key, conversation, ids: new Set([...(conversations.get(key)?.ids ?? []), ...ids]) });
      for (const id of ids) where.set(id, key);
    };
    for (const { other_user_id, unread_message_ids } of pms)
      take({ kind: 'direct', people: [other_user_id] }, unread_message_ids);
    for (const { user_ids_string, unread_message_ids } of huddles)
      take({ kind: 'direct', people: others(user_ids_string.split(',').map(Number), me) }, unread_message_ids);
    for (const { stream_id, topic, unread_message_ids } of streams)
      take({ kind: 'topic', channel: stream_id, topic }, unread_message_ids);
    return { me, conversations, mentions: new Set(mentions), missing, where };
  },
  {
    message: (state, { message, flags }) => {
      if (flags.includes('read')) return state;
      const conversation = getConversation(message, state.me);
      const mentions = isMentioning(flags) ? mutableSet(state.mentions).add(message.id) : state.mentions;
      return { ...placeMessages(state, [[message.id, conversation]]), mentions };
    },
    delete_message: (state, { message_ids = [] }) => removeMessages(state, message_ids),
    'update_message_flags/add': (state, { flag, messages, all }) => {
      if (flag !== 'read') return state;
      return removeMessages(state, all ? [...state.where.keys()] : messages);
    },
    'update_message_flags/remove': (state, { flag, messages, message_details = {} }) => {
      if (flag !== 'read') return state;
      const mentions = new Set(state.mentions);
      const places = messages.map((id): [number, Conversation] => {
        const { stream_id, topic, user_ids, mentioned } = message_details[id]!;
        if (mentioned) mentions.add(id);
        return [
          id,
          user_ids
            ? { kind: 'direct', people: others(user_ids, state.me) }
            : { kind: 'topic', channel: stream_id!, topic: topic! },
        ];
      });
      return { ...placeMessages(state, places), mentions };
    },
    update_message: (state, event) => moveMessages(mentionedAnew(state, event), event),
    'stream/delete': (state, { stream_ids }) => withoutChannels(state, stream_ids),
  },
);

const MENTIONS = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'];
const isMentioning = (flags: readonly string[]): boolean => MENTIONS.some((flag) => flags.includes(flag));

function placeMessages(state: Unread, places: readonly [id: number, conversation: Conversation][]): Unread {
  const conversations = mutableCopy(state.conversations);
  const touched = new Map<string, Set<number>>();
  for (const [id, conversation] of places) {
    const found = getKey(conversation);
    const entry = conversations.get(found) ?? { key: found, conversation, ids: undefined };
    const { key } = entry;
    const ids = touched.get(key) ?? mutableSet(entry.ids);
    touched.set(key, ids.add(id));
    conversations.set(key, { ...entry, ids });
    state.where.set(id, key);
  }
  return { ...state, conversations };
}

function removeMessages(state: Unread, removed: readonly number[]): Unread {
  const here = removed.filter((id) => state.where.has(id));
  if (here.length === 0) return state;
  // The IDs are ordered, so they contain no duplicates. Any other check of fifty thousand IDs would take longer than
  // everything else.
  if (here.length === state.where.size && here.every((id, at) => at === 0 || here[at - 1]! < id)) return nothing(state);
  const conversations = mutableCopy(state.conversations);
  const left = new Map<string, Set<number>>();
  for (const id of here) {
    const key = state.where.get(id)!;
    const ids = left.get(key) ?? mutableSet(conversations.get(key)!.ids);
    ids.delete(id);
    left.set(key, ids);
    state.where.delete(id);
  }
  for (const [key, ids] of left)
    if (ids.size === 0) conversations.delete(key);
    else conversations.set(key, { ...conversations.get(key)!, ids });
  const mentions = here.some((id) => state.mentions.has(id)) ? new Set(state.mentions) : state.mentions;
  if (mentions !== state.mentions) for (const id of here) (mentions as Set<number>).delete(id);
  return { ...state, conversations, mentions };
}

/** Marks everything as read in one step, even fifty thousand messages. */
function nothing(state: Unread): Unread {
  state.where.clear();
  return { ...state, conversations: new Map(), mentions: new Set() };
}

/** An edit can add or remove a mention of the user. */
function mentionedAnew(state: Unread, { content, message_id, flags }: EventNamed<'update_message'>): Unread {
  const mentions = isMentioning(flags);
  if (content === undefined || !state.where.has(message_id) || mentions === state.mentions.has(message_id))
    return state;
  const next = new Set(state.mentions);
  if (mentions) next.add(message_id);
  else next.delete(message_id);
  return { ...state, mentions: next };
}

function moveMessages(state: Unread, event: EventNamed<'update_message'>): Unread {
  const { stream_id, new_stream_id, orig_subject, subject, message_ids } = event;
  if (stream_id === undefined || (subject === undefined && new_stream_id === undefined)) return state;
  const here = message_ids.filter((id) => state.where.has(id));
  if (here.length === 0) return state;
  const to: Conversation = { kind: 'topic', channel: new_stream_id ?? stream_id, topic: subject ?? orig_subject! };
  const mentions = state.mentions;
  const next = placeMessages(
    removeMessages(state, here),
    here.map((id) => [id, to]),
  );
  return { ...next, mentions };
}

function withoutChannels(state: Unread, channels: readonly number[]): Unread {
  const removed = [...state.conversations.values()].filter(
    ({ conversation }) => conversation.kind === 'topic' && channels.includes(conversation.channel),
  );
  return removeMessages(
    state,
    removed.flatMap(({ ids }) => [...ids]),
  );
}

export const unreadInTopic = ({ conversations }: Unread, channel: number, topic: string): number =>
  conversations.get(topicKey(channel, topic))?.ids.size ?? 0;

export const unreadWith = ({ conversations }: Unread, people: readonly number[]): number =>
  conversations.get(directKey(people))?.ids.size ?? 0;

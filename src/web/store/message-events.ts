import { withoutResolvedMark } from '../../shared/resolved-topics.ts';
import { POLICY } from '../../shared/topic-policies.ts';
import type { EventName, EventNamed, ServerEvent } from '../server/types.ts';
import { getConversation } from './conversation.ts';
import { MAX_WINDOW_SIZE, type MessageWindow, withArrived, withoutEnd, withoutIds } from './message-window.ts';
import type { LoadedNarrow, MessageContext, Messages } from './messages.ts';
import { channelIn, conversationIn, type Message, matchesNarrow, narrowKey, narrowTo } from './narrow.ts';
import {
  isStarred,
  markOutdated,
  rematchAll,
  UNLOADED_MESSAGE,
  withMatching,
  withoutMoved,
} from './narrow-matching.ts';
import { eventName, mutableCopy } from './resource.ts';

// How events change the loaded messages and their windows.

/** Applies an event to the loaded messages. `known` is the state right after the event. */
export function applyToMessages(state: Messages, event: ServerEvent, known: MessageContext): Messages {
  const reduce = REDUCERS[eventName(event)] as Reducer<ServerEvent> | undefined;
  return reduce?.(state, event, known) ?? state;
}

type Reaction = Pick<Message['reactions'][number], 'emoji_code' | 'reaction_type' | 'user_id'>;
const isSame = (one: Reaction, other: Reaction): boolean =>
  one.emoji_code === other.emoji_code && one.reaction_type === other.reaction_type && one.user_id === other.user_id;

/** Reducers must be idempotent: a fetched page may already include the changes of later events. */
type Reducer<Event> = (state: Messages, event: Event, known: MessageContext) => Messages;

const REDUCERS: { [Name in EventName]?: Reducer<EventNamed<Name>> } = {
  message: (state, { message, flags }, known) => addArrived(state, { ...message, flags }, known),
  delete_message: ({ all, windows }, { message_ids }) => {
    const removed = new Set<number>(message_ids);
    return {
      all: new Map([...all].filter(([id]) => !removed.has(id))),
      windows: mapWindows(windows, (window) => withoutIds(window, removed)),
    };
  },
  'update_message_flags/add': (state, { flag, messages, all }, known) => {
    const next = changeMessages(state, all ? [...state.all.keys()] : messages, (message) =>
      message.flags.includes(flag) ? message : { ...message, flags: [...message.flags, flag] },
    );
    // A message that is no longer starred stays loaded. A newly starred one joins the other windows.
    return flag === 'starred'
      ? withMatching(next, messages, { ...UNLOADED_MESSAGE, flags: ['starred'] }, known, isStarred)
      : next;
  },
  'update_message_flags/remove': (state, { flag, messages }) =>
    changeMessages(state, messages, (message) => ({ ...message, flags: message.flags.filter((one) => one !== flag) })),
  'reaction/add': (state, { message_id, emoji_name, emoji_code, reaction_type, user_id }) =>
    changeMessages(state, [message_id], (message) =>
      message.reactions.some((one) => isSame(one, { emoji_code, reaction_type, user_id }))
        ? message
        : { ...message, reactions: [...message.reactions, { emoji_name, emoji_code, reaction_type, user_id }] },
    ),
  'reaction/remove': (state, { message_id, emoji_code, reaction_type, user_id }) =>
    changeMessages(state, [message_id], (message) => ({
      ...message,
      reactions: message.reactions.filter((one) => !isSame(one, { emoji_code, reaction_type, user_id })),
    })),
  submessage: (state, { message_id, submessage_id, sender_id, content, msg_type }) =>
    changeMessages(state, [message_id], (message) =>
      message.submessages.some(({ id }) => id === submessage_id)
        ? message
        : {
            ...message,
            submessages: [
              ...message.submessages,
              { id: submessage_id, message_id, sender_id, content, msg_type },
            ] as Message['submessages'],
          },
    ),
  update_message: applyEdit,
  // Users who lose access to a channel also lose its messages.
  'stream/delete': ({ all, windows }, { stream_ids }) => {
    const channels = new Set<number | undefined>(stream_ids);
    const removed = new Set([...all.values()].filter(({ stream_id }) => channels.has(stream_id)).map(({ id }) => id));
    const left = [...windows].filter(([, { narrow }]) => !channels.has(channelIn(narrow)));
    return {
      all: new Map([...all].filter(([id]) => !removed.has(id))),
      windows: mapWindows(new Map(left), (window) => withoutIds(window, removed)),
    };
  },
  // A channel that became visible or was unarchived: messages that the user received there return to the feeds.
  'stream/create': (state, { streams }) => {
    if (streams.every(({ first_message_id }) => first_message_id === null)) return state;
    const again = (loaded: LoadedNarrow) => (channelIn(loaded.narrow) === undefined ? markOutdated(loaded) : loaded);
    return { ...state, windows: new Map([...state.windows].map(([key, loaded]) => [key, again(loaded)])) };
  },
  user_topic: (state, { visibility_policy }, known) => rematchAll(state, known, visibility_policy !== POLICY.muted),
  'subscription/update': (state, { property, value }, known) =>
    property === 'is_muted' ? rematchAll(state, known, !value) : state,
  // Messages sent before the user regained access are not loaded.
  'subscription/add': (state, { subscriptions }, known) => {
    const { all, windows } = rematchAll(state, known, true);
    const ids = subscriptions.map(({ stream_id }) => stream_id);
    const caught = ([key, loaded]: [string, LoadedNarrow]) =>
      [key, ids.includes(channelIn(loaded.narrow)!) ? markOutdated(loaded) : loaded] as const;
    return { all, windows: new Map([...windows].map(caught)) };
  },
  'subscription/remove': (state, _, known) => rematchAll(state, known, true),
};

/** A full window drops no unread messages. Then new messages are fetched when the user reaches its end. */
const isFullOfUnread = ({ ids }: MessageWindow, all: ReadonlyMap<number, Message>): boolean =>
  ids.length >= MAX_WINDOW_SIZE && !all.get(ids[0]!)?.flags.includes('read');

function addArrived({ all, windows }: Messages, message: Message, knowledge: MessageContext): Messages {
  let isAdded = false;
  const dropped = new Set<number>();
  const next = new Map(windows);
  for (const [key, loaded] of windows) {
    const belongs = matchesNarrow(loaded.narrow, message, knowledge);
    if (belongs === false) continue;
    // If only the server can tell whether the message matches, it is fetched when the user opens the narrow again.
    const window =
      belongs && !isFullOfUnread(loaded.window, all)
        ? withArrived(loaded.window, message.id)
        : withoutEnd(loaded.window);
    if (window === loaded.window) continue;
    const isTaken = window.newest;
    if (isTaken) isAdded = true;
    if (isTaken && window.ids.length === loaded.window.ids.length) dropped.add(loaded.window.ids[0]!);
    next.set(key, { ...loaded, window, cut: loaded.cut ?? (!belongs && loaded.window.newest ? 'unsure' : undefined) });
  }
  if (!isAdded) return { all, windows: next };
  const known = mutableCopy(all);
  // A loaded message is newer than the event's copy, because later events were applied to it.
  if (!known.has(message.id)) known.set(message.id, message);
  // Messages dropped from a full window are removed, unless another window contains them.
  for (const id of dropped) if (![...next.values()].some(({ window }) => window.ids.includes(id))) known.delete(id);
  return { all: known, windows: next };
}

function applyEdit(state: Messages, event: EventNamed<'update_message'>, known: MessageContext): Messages {
  const {
    message_id,
    message_ids,
    rendered_content,
    edit_timestamp,
    rendering_only,
    subject,
    new_stream_id,
    stream_name,
  } = event;
  let next = state;
  if (rendered_content !== undefined) {
    // An edited message may no longer match the search.
    next = { ...next, windows: withoutMatch(next.windows, message_id) };
    next = changeMessages(next, [message_id], (message) => ({
      ...message,
      content: rendered_content,
      flags: event.flags ?? message.flags,
      is_me_message: event.is_me_message ?? message.is_me_message,
      ...(!rendering_only && { last_edit_timestamp: edit_timestamp }),
    }));
  }
  if (subject === undefined && new_stream_id === undefined) return next;
  const place = {
    ...(subject !== undefined && { subject, topic_links: event.topic_links ?? [] }),
    ...(new_stream_id !== undefined && {
      stream_id: new_stream_id,
      display_recipient: known.channels.get(new_stream_id)?.name ?? String(stream_name),
    }),
  };
  const isResolving =
    new_stream_id === undefined && withoutResolvedMark(subject ?? '') === withoutResolvedMark(event.orig_subject ?? '');
  const move = { ...place, ...(!isResolving && { last_moved_timestamp: edit_timestamp }) };
  next = changeMessages(next, message_ids, (message) => ({ ...message, ...move }));
  next = followMoves(next, withoutMoved(next, message_ids, known), known);
  return withMatching(
    next,
    message_ids,
    { ...UNLOADED_MESSAGE, stream_id: event.stream_id, subject: event.orig_subject ?? '', ...place },
    known,
  );
}

/**
 * When a topic is renamed or resolved as a whole, its window moves to the new name and is shown there at once. It is
 * fetched again, because the new topic may contain other messages too.
 */
function followMoves(before: Messages, after: Messages, { me }: MessageContext): Messages {
  const windows = new Map(after.windows);
  for (const [key, { narrow, window }] of after.windows) {
    const loaded = before.windows.get(key)!;
    const last = after.all.get(loaded.window.ids.at(-1) ?? 0);
    if (window.ids.length > 0 || last === undefined || conversationIn(narrow)?.kind !== 'topic') continue;
    const moved = narrowTo(getConversation(last, me));
    if (windows.has(narrowKey(moved))) continue;
    windows.set(narrowKey(moved), markOutdated({ ...loaded, narrow: moved }));
  }
  return { ...after, windows };
}

function withoutMatch(windows: Messages['windows'], id: number): Messages['windows'] {
  const marked = [...windows].filter(([, { matches }]) => matches?.has(id));
  if (marked.length === 0) return windows;
  const next = new Map(windows);
  for (const [key, loaded] of marked)
    next.set(key, { ...loaded, matches: new Map([...loaded.matches!].filter(([one]) => one !== id)) });
  return next;
}

function changeMessages(state: Messages, ids: readonly number[], change: (message: Message) => Message): Messages {
  const here = ids.filter((id) => state.all.has(id));
  if (here.length === 0) return state;
  const all = mutableCopy(state.all);
  for (const id of here) all.set(id, change(all.get(id)!));
  return { ...state, all };
}

const mapWindows = (
  windows: ReadonlyMap<string, LoadedNarrow>,
  change: (window: MessageWindow) => MessageWindow,
): ReadonlyMap<string, LoadedNarrow> =>
  new Map([...windows].map(([key, loaded]) => [key, { ...loaded, window: change(loaded.window) }]));

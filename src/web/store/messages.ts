import type { ServerEvent } from '../server/types.ts';
import type { Channels } from './channels.ts';
import { conversationOf } from './conversation.ts';
import {
  cutOff,
  MOST,
  opened,
  type Page,
  type Window,
  withArrived,
  withNewer,
  withOlder,
  withoutIds,
} from './message-window.ts';
import { channelIn, conversationIn, isIn, type Message, type Narrow, narrowKey, narrowTo } from './narrow.ts';
import { isStarred, joined, outdated, parted, rehomed, SOMEWHERE } from './narrow-matching.ts';
import { copied, nameOf } from './resource.ts';
import { POLICY, type TopicPolicies } from './topics.ts';

/** One narrow's window, and when it was opened and last looked at. */
export interface Held {
  narrow: Narrow;
  window: Window;
  used: number;
  opened: number;
  /**
   * Why what is newer is not here although nobody went up: `lost`: the connection was, and what is held may have changed too;
   * `unsure`: something came of which only the server can tell whether it belongs here.
   */
  cut?: 'lost' | 'unsure' | undefined;
  /** What a search found in its messages, as HTML with the words marked: the messages themselves are shared by all windows. */
  matches?: ReadonlyMap<number, Match> | undefined;
  /** It did not reach to the newest even before it was cut. */
  aside?: boolean | undefined;
}

export type Match = Pick<Message, 'match_content' | 'match_subject'>;

/** The messages at hand, and the windows that hold them. */
export interface Messages {
  all: ReadonlyMap<number, Message>;
  windows: ReadonlyMap<string, Held>;
}

export const NO_MESSAGES: Messages = { all: new Map(), windows: new Map() };

/** So many windows are kept for a quick return. */
const WINDOWS = 12;
let tick = 0;

export interface Knowledge {
  me: number;
  channels: Channels;
  policies: TopicPolicies;
}

/** `again`: what is held, and what is newer, in its place. */
export type Side = 'around' | 'older' | 'newer' | 'again';
const JOIN = { older: withOlder, newer: withNewer };

/** With a page that was fetched for a narrow, at one side of its window or in its place. */
export function withPage(
  state: Messages,
  narrow: Narrow,
  side: Side,
  messages: readonly Message[],
  found: Omit<Page, 'ids'>,
): Messages {
  const all = new Map(state.all);
  const matches = new Map<number, Match>();
  for (const { match_content, match_subject, ...message } of messages) {
    all.set(message.id, message as Message);
    if (match_content !== undefined) matches.set(message.id, { match_content, match_subject });
  }
  const key = narrowKey(narrow);
  const page = { ids: messages.map(({ id }) => id), ...found };
  const before = state.windows.get(key);
  const isNew = side === 'around' || !before;
  const window = isNew || side === 'again' ? opened(page) : JOIN[side](before.window, page);
  const held: Held = {
    narrow,
    window,
    used: ++tick,
    opened: isNew ? tick : before.opened,
    matches: matches.size > 0 ? new Map([...(isNew ? [] : (before.matches ?? [])), ...matches]) : before?.matches,
    cut: side === 'older' ? before?.cut : undefined,
    aside: side === 'older' ? before?.aside : undefined,
  };
  return released({ all, windows: new Map(state.windows).set(key, held) });
}

/** With a window as this browser kept it from another visit: shown at once, and asked for again. */
export function withKept(state: Messages, narrow: Narrow, messages: readonly Message[], oldest: boolean): Messages {
  const next = withPage(state, narrow, 'around', messages, { found_oldest: oldest, found_newest: false });
  const key = narrowKey(narrow);
  return { ...next, windows: new Map(next.windows).set(key, { ...next.windows.get(key)!, cut: 'lost' }) };
}

export function touched(state: Messages, narrow: Narrow): void {
  const held = state.windows.get(narrowKey(narrow));
  if (held) held.used = ++tick;
}

/** Without the windows least looked at, and the messages no window holds. */
function released({ all, windows }: Messages): Messages {
  const kept = [...windows].sort(([, a], [, b]) => b.used - a.used).slice(0, WINDOWS);
  const held = new Set(kept.flatMap(([, { window }]) => window.ids));
  return {
    all: held.size === all.size ? all : new Map([...all].filter(([id]) => held.has(id))),
    windows: new Map(kept),
  };
}

/** As they are after the queue was lost: none reaches to the newest any more. */
export const allCutOff = ({ all, windows }: Messages): Messages => ({
  all,
  windows: new Map([...windows].map(([key, held]) => [key, outdated(held)])),
});

export function applyToMessages(state: Messages, event: ServerEvent, known: Knowledge): Messages {
  return REDUCERS[nameOf(event)]?.(state, event, known) ?? state;
}

type Reaction = Pick<Message['reactions'][number], 'emoji_code' | 'reaction_type' | 'user_id'>;
const isSame = (one: Reaction, other: Reaction): boolean =>
  one.emoji_code === other.emoji_code && one.reaction_type === other.reaction_type && one.user_id === other.user_id;

/** Each takes up what it knows already without harm: a page may have in it what its events say once more. */
type Reducer = (state: Messages, event: ServerEvent, known: Knowledge) => Messages;

const REDUCERS: Record<string, Reducer> = {
  message: (state, { message, flags }, known) => arrived(state, { ...message, flags }, known),
  delete_message: ({ all, windows }, { message_ids }) => {
    const gone = new Set<number>(message_ids);
    return {
      all: new Map([...all].filter(([id]) => !gone.has(id))),
      windows: mapped(windows, (window) => withoutIds(window, gone)),
    };
  },
  'update_message_flags/add': (state, { flag, messages, all }, known) => {
    const next = changing(state, all ? [...state.all.keys()] : messages, (message) =>
      message.flags.includes(flag) ? message : { ...message, flags: [...message.flags, flag] },
    );
    // Who takes a star away keeps the message before them; a new one belongs to the others.
    return flag === 'starred' ? joined(next, messages, { ...SOMEWHERE, flags: ['starred'] }, known, isStarred) : next;
  },
  'update_message_flags/remove': (state, { flag, messages }) =>
    changing(state, messages, (message) => ({ ...message, flags: message.flags.filter((one) => one !== flag) })),
  'reaction/add': (state, { message_id, emoji_name, emoji_code, reaction_type, user_id }) =>
    changing(state, [message_id], (message) =>
      message.reactions.some((one) => isSame(one, { emoji_code, reaction_type, user_id }))
        ? message
        : { ...message, reactions: [...message.reactions, { emoji_name, emoji_code, reaction_type, user_id }] },
    ),
  'reaction/remove': (state, { message_id, emoji_code, reaction_type, user_id }) =>
    changing(state, [message_id], (message) => ({
      ...message,
      reactions: message.reactions.filter((one) => !isSame(one, { emoji_code, reaction_type, user_id })),
    })),
  submessage: (state, { message_id, submessage_id, sender_id, content, msg_type }) =>
    changing(state, [message_id], (message) =>
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
  update_message: edited,
  // Of a channel that is no longer there for them nobody has anything before them.
  'stream/delete': ({ all, windows }, { stream_ids }) => {
    const gone = new Set(
      [...all.values()].filter(({ stream_id }) => stream_ids.includes(stream_id)).map(({ id }) => id),
    );
    const left = [...windows].filter(([, { narrow }]) => !stream_ids.includes(channelIn(narrow)));
    return {
      all: new Map([...all].filter(([id]) => !gone.has(id))),
      windows: mapped(new Map(left), (window) => withoutIds(window, gone)),
    };
  },
  // One that somebody opened, or brought back: what one received in it once is in the feeds again.
  'stream/create': (state, { streams }) => {
    if (!streams.some(({ first_message_id }: { first_message_id: number | null }) => first_message_id !== null))
      return state;
    const again = (held: Held) => (channelIn(held.narrow) === undefined ? outdated(held) : held);
    return { ...state, windows: new Map([...state.windows].map(([key, held]) => [key, again(held)])) };
  },
  user_topic: (state, { visibility_policy }, known) => rehomed(state, known, visibility_policy !== POLICY.muted),
  'subscription/update': (state, { property, value }, known) =>
    property === 'is_muted' ? rehomed(state, known, !value) : state,
  // What was said before one was told of it again, is not here.
  'subscription/add': (state, { subscriptions }, known) => {
    const { all, windows } = rehomed(state, known, true);
    const ids = (subscriptions as { stream_id: number }[]).map(({ stream_id }) => stream_id);
    const caught = ([key, held]: [string, Held]) =>
      [key, ids.includes(channelIn(held.narrow)!) ? outdated(held) : held] as const;
    return { all, windows: new Map([...windows].map(caught)) };
  },
  'subscription/remove': (state, _, known) => rehomed(state, known, true),
};

/** What would leave a full window was not read yet: then what arrives is fetched when the reader comes there. */
const isFullOfUnread = ({ ids }: Window, all: ReadonlyMap<number, Message>): boolean =>
  ids.length >= MOST && !all.get(ids[0]!)?.flags.includes('read');

function arrived({ all, windows }: Messages, message: Message, knowledge: Knowledge): Messages {
  let wanted = false;
  const gone = new Set<number>();
  const next = new Map(windows);
  for (const [key, held] of windows) {
    const belongs = isIn(held.narrow, message, knowledge);
    if (belongs === false) continue;
    // What only the server can tell is asked when somebody looks there again.
    const window =
      belongs && !isFullOfUnread(held.window, all) ? withArrived(held.window, message.id) : cutOff(held.window);
    if (window === held.window) continue;
    const isTaken = window.newest;
    if (isTaken) wanted = true;
    if (isTaken && window.ids.length === held.window.ids.length) gone.add(held.window.ids[0]!);
    next.set(key, { ...held, window, cut: held.cut ?? (!belongs && held.window.newest ? 'unsure' : undefined) });
  }
  if (!wanted) return { all, windows: next };
  const known = copied(all);
  // Who has it already heard later what became of it.
  if (!known.has(message.id)) known.set(message.id, message);
  // What leaves a full window is let go, unless another holds it.
  for (const id of gone) if (![...next.values()].some(({ window }) => window.ids.includes(id))) known.delete(id);
  return { all: known, windows: next };
}

function edited(state: Messages, event: ServerEvent, known: Knowledge): Messages {
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
    // What was found in it may be gone.
    next = { ...next, windows: withoutMatch(next.windows, message_id) };
    next = changing(next, [message_id], (message) => ({
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
  next = changing(next, message_ids, (message) => ({ ...message, ...place, last_moved_timestamp: edit_timestamp }));
  next = followed(next, parted(next, message_ids, known), known);
  return joined(
    next,
    message_ids,
    { ...SOMEWHERE, stream_id: event.stream_id, subject: event.orig_subject, ...place },
    known,
  );
}

/**
 * A conversation that moved as a whole (a topic that was renamed or resolved) keeps its window under the new name, so that it is shown
 * there at once. It is fetched again behind that: the new place may hold other messages too.
 */
function followed(before: Messages, after: Messages, { me }: Knowledge): Messages {
  const windows = new Map(after.windows);
  for (const [key, { narrow, window }] of after.windows) {
    const held = before.windows.get(key)!;
    const last = after.all.get(held.window.ids.at(-1) ?? 0);
    if (window.ids.length > 0 || last === undefined || conversationIn(narrow)?.kind !== 'topic') continue;
    const moved = narrowTo(conversationOf(last, me));
    if (windows.has(narrowKey(moved))) continue;
    windows.set(narrowKey(moved), outdated({ ...held, narrow: moved }));
  }
  return { ...after, windows };
}

function withoutMatch(windows: Messages['windows'], id: number): Messages['windows'] {
  const marked = [...windows].filter(([, { matches }]) => matches?.has(id));
  if (marked.length === 0) return windows;
  const next = new Map(windows);
  for (const [key, held] of marked)
    next.set(key, { ...held, matches: new Map([...held.matches!].filter(([one]) => one !== id)) });
  return next;
}

function changing(state: Messages, ids: readonly number[], change: (message: Message) => Message): Messages {
  const here = ids.filter((id) => state.all.has(id));
  if (here.length === 0) return state;
  const all = copied(state.all);
  for (const id of here) all.set(id, change(all.get(id)!));
  return { ...state, all };
}

const mapped = (windows: ReadonlyMap<string, Held>, change: (window: Window) => Window): ReadonlyMap<string, Held> =>
  new Map([...windows].map(([key, held]) => [key, { ...held, window: change(held.window) }]));

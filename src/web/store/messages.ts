import type { Channels } from './channels.ts';
import { type MessageWindow, makeWindow, type Page, withNewer, withOlder } from './message-window.ts';
import { type Message, type Narrow, narrowKey } from './narrow.ts';
import { markOutdated } from './narrow-matching.ts';
import type { TopicPolicies } from './topics.ts';

/** The window of one narrow, when it was opened and when it was last viewed. */
export interface LoadedNarrow {
  narrow: Narrow;
  window: MessageWindow;
  used: number;
  opened: number;
  /**
   * Why newer messages are missing although the user did not scroll up. `lost`: the connection was lost, and loaded
   * messages may be outdated. `unsure`: a message arrived of which only the server can tell whether it matches.
   */
  cut?: 'lost' | 'unsure' | undefined;
  /** HTML with the highlighted search matches of its messages. The messages themselves are shared by all windows. */
  matches?: ReadonlyMap<number, Match> | undefined;
  /** The window did not reach the newest message even before it was cut. */
  wasAside?: boolean | undefined;
}

export type Match = Pick<Message, 'match_content' | 'match_subject'>;

/** The loaded messages and the windows that contain them. */
export interface Messages {
  all: ReadonlyMap<number, Message>;
  windows: ReadonlyMap<string, LoadedNarrow>;
}

export const NO_MESSAGES: Messages = { all: new Map(), windows: new Map() };

/** The number of windows kept in memory for a quick return. */
const MAX_WINDOWS = 12;
let tick = 0;

export interface MessageContext {
  me: number;
  channels: Channels;
  topicPolicies: TopicPolicies;
}

/** `again` replaces the loaded messages and everything newer. */
export type Side = 'around' | 'older' | 'newer' | 'again';
const JOIN = { older: withOlder, newer: withNewer };

/** Adds a fetched page to a narrow's window at one side, or replaces the window. */
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
    all.set(message.id, message);
    if (match_content !== undefined) matches.set(message.id, { match_content, match_subject });
  }
  const key = narrowKey(narrow);
  const page = { ids: messages.map(({ id }) => id), ...found };
  const before = state.windows.get(key);
  const isNew = side === 'around' || !before;
  const window = isNew || side === 'again' ? makeWindow(page) : JOIN[side](before.window, page);
  const loaded: LoadedNarrow = {
    narrow,
    window,
    used: ++tick,
    opened: isNew ? tick : before.opened,
    matches: matches.size > 0 ? new Map([...(isNew ? [] : (before.matches ?? [])), ...matches]) : before?.matches,
    cut: side === 'older' ? before?.cut : undefined,
    wasAside: side === 'older' ? before?.wasAside : undefined,
  };
  return withoutUnused({ all, windows: new Map(state.windows).set(key, loaded) });
}

/** Adds a cached window of an earlier visit. It is shown at once and fetched again. */
export function withCached(state: Messages, narrow: Narrow, messages: readonly Message[], oldest: boolean): Messages {
  const next = withPage(state, narrow, 'around', messages, { found_oldest: oldest, found_newest: false });
  const key = narrowKey(narrow);
  return { ...next, windows: new Map(next.windows).set(key, { ...next.windows.get(key)!, cut: 'lost' }) };
}

export function markViewed(state: Messages, narrow: Narrow): void {
  const loaded = state.windows.get(narrowKey(narrow));
  if (loaded) loaded.used = ++tick;
}

/** Removes the least recently viewed windows, and messages that no window contains. */
function withoutUnused({ all, windows }: Messages): Messages {
  const retained = [...windows].sort(([, a], [, b]) => b.used - a.used).slice(0, MAX_WINDOWS);
  const loaded = new Set(retained.flatMap(([, { window }]) => window.ids));
  return {
    all: loaded.size === all.size ? all : new Map([...all].filter(([id]) => loaded.has(id))),
    windows: new Map(retained),
  };
}

/** After the event queue was lost, no window reaches the newest message. */
export const withAllCut = ({ all, windows }: Messages): Messages => ({
  all,
  windows: new Map([...windows].map(([key, loaded]) => [key, markOutdated(loaded)])),
});

import { batch, type Signal, signal } from '@preact/signals';
import type { ServerEvent, Snapshot } from '../server/types.ts';
import { allCutOff, type Messages } from './messages.ts';
import { together } from './resource.ts';
import { applyEvent, startWorld, type World } from './state.ts';

/**
 * The state with one signal per resource. A view reads the signals it needs and is rendered again when one of them
 * changes.
 */
export type Store = { readonly [Name in keyof World]: Signal<World[Name]> };

/** `closed` means that the account or the organization was deactivated. */
export type Link = 'opening' | 'live' | 'reconnecting' | 'offline' | 'closed';

export const NOBODY: Snapshot = {
  queue_id: null,
  last_event_id: -1,
  is_admin: false,
  is_owner: false,
  is_moderator: false,
  is_guest: false,
  realm_users: [],
  realm_non_active_users: [],
  cross_realm_bots: [],
  realm_user_groups: [],
  realm_emoji: {},
  subscriptions: [],
  unsubscribed: [],
  never_subscribed: [],
  streams: [],
  channel_folders: [],
  user_topics: [],
  muted_users: [],
  starred_messages: [],
  recent_private_conversations: [],
  unread_msgs: { pms: [], huddles: [], streams: [], mentions: [], old_unreads_missing: false },
  presences: {},
  server_timestamp: 0,
};

export const store = Object.fromEntries(
  Object.entries(startWorld(NOBODY)).map(([name, value]) => [name, signal(value)]),
) as unknown as Store;

/** The state of the connection to the server. */
export const link = signal<Link>('opening');
/** The number of registrations. Data fetched before the latest registration may have missed events. */
export const beginnings = signal(0);
/** Whether `/register` has succeeded at least once. */
export const ready = signal(false);

export const world = (): World =>
  Object.fromEntries(Object.entries(store).map(([name, slice]) => [name, (slice as Signal<unknown>).peek()])) as World;

function put(next: World): void {
  batch(() => {
    for (const [name, value] of Object.entries(next)) (store[name as keyof World] as Signal<unknown>).value = value;
  });
}

/**
 * Starts, or starts again without a flicker: messages stay on screen, and missing ones are fetched in the background.
 */
export function start(snapshot: Snapshot): void {
  batch(() => {
    const { messages, recent } = store;
    const next = startWorld(snapshot, allCutOff(messages.peek()));
    put({ ...next, recent: { ...next.recent, all: recent.peek().all } });
    ready.value = true;
    beginnings.value++;
  });
}

/** Shows cached state of an earlier visit until the server responds. */
export function restore(kept: Partial<World>): void {
  put({ ...world(), ...kept });
}

/** If a response contains more messages than this, windows catch up page by page instead of appending them all. */
const BURST = 100;

const isBurst = (events: readonly ServerEvent[]): boolean =>
  events.length > BURST && events.filter(({ type }) => type === 'message').length > BURST;

/** Applies events in order. `each` is called after every event with the new state, before any view is rendered. */
export function hear(events: readonly ServerEvent[], each?: (event: ServerEvent, known: World) => void): void {
  const takeUp = (before: World, event: ServerEvent): World => {
    const known = applyEvent(before, event);
    each?.(event, known);
    return known;
  };
  const before = world();
  const start = isBurst(events) ? { ...before, messages: allCutOff(before.messages) } : before;
  put(together(() => events.reduce(takeUp, start)));
}

export function setMessages(change: (messages: Messages) => Messages): void {
  store.messages.value = change(store.messages.peek());
}

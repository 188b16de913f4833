import { batch, type Signal, signal } from '@preact/signals';
import type { ServerEvent, Snapshot, UserSettings } from '../server/types.ts';
import { type Messages, withAllCut } from './messages.ts';
import { inBatch } from './resource.ts';
import { applyEvent, initialState, type StoreState } from './state.ts';

/**
 * The state with one signal per resource. A view reads the signals it needs and is rendered again when one of them
 * changes.
 */
export type Store = { readonly [Name in keyof StoreState]: Signal<StoreState[Name]> };

/** The settings that are in use before the first registration, for example by the formats of dates. */
const START_SETTINGS = {
  color_scheme: 1,
  twenty_four_hour_time: false,
  web_home_view: 'recent_topics',
  web_mark_read_on_scroll_policy: 3,
  enter_sends: true,
  default_language: 'en',
} as UserSettings;

/** `closed` means that the account or the organization was deactivated. */
/** `portal`: a portal before the server, such as an identity-aware proxy, wants the user to sign in there again. */
export type ConnectionState = 'opening' | 'live' | 'reconnecting' | 'offline' | 'portal' | 'closed';

const NOTHING: Partial<Snapshot> = {
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
  unread_msgs: { count: 0, pms: [], huddles: [], streams: [], mentions: [], old_unreads_missing: false },
  presences: {},
  user_status: {},
  user_id: 0,
  user_settings: START_SETTINGS,
  alert_words: [],
  navigation_views: [],
  do_not_disturb: { until: 0, schedule: [], resumed_until: 0 },
  quiet_users: {},
  calls: [],
  sidebar_order: { channels: [], views: [] },
  onboarding_steps: [],
  realm_bots: [],
  realm_linkifiers: [],
  realm_playgrounds: [],
  slash_commands: [],
  custom_profile_fields: [],
  realm_domains: [],
  realm_default_streams: [],
  realm_default_stream_groups: [],
  drafts: [],
  scheduled_messages: [],
  reminders: [],
  saved_snippets: [],
};
/**
 * The state before the first registration. The settings of the organization are missing: the views are rendered only
 * when the server's or the cached state is there.
 */
export const EMPTY_SNAPSHOT = NOTHING as Snapshot;

const start = initialState(EMPTY_SNAPSHOT);
const names = Object.keys(start) as (keyof StoreState)[];

export const store = Object.fromEntries(names.map((name) => [name, signal<unknown>(start[name])])) as Store;

/** The state of the connection to the server. */
export const connection = signal<ConnectionState>('opening');
/** The number of registrations. Data fetched before the latest registration may have missed events. */
export const registrations = signal(0);
/** Seconds by which the server's clock is ahead of the local one. The server's clock is decisive. */
export const clockOffset = signal(0);
/** Whether `/register` has succeeded at least once. */
export const isReady = signal(false);

export function currentState(): StoreState {
  const state = { ...start };
  const read = <Name extends keyof StoreState>(name: Name) => (state[name] = store[name].peek());
  names.forEach(read);
  return state;
}

function put(next: StoreState): void {
  const write = <Name extends keyof StoreState>(name: Name) => (store[name].value = next[name]);
  batch(() => names.forEach(write));
}

/**
 * Starts, or starts again without a flicker: messages stay on screen, and missing ones are fetched in the background.
 */
export function applySnapshot(snapshot: Snapshot): void {
  batch(() => {
    const { messages, presences, recentConversations: recent } = store;
    const next = initialState(snapshot, withAllCut(messages.peek()));
    const recentConversations = { ...next.recentConversations, all: recent.peek().all };
    // The user's next report of presence returns what has changed since the last one.
    put({ ...next, presences: presences.peek(), recentConversations });
    clockOffset.value = snapshot.server_timestamp - Date.now() / 1000;
    isReady.value = true;
    registrations.value++;
  });
}

/** Shows cached state of an earlier visit until the server responds. */
export function showCached(cached: Partial<StoreState>): void {
  put({ ...currentState(), ...cached });
}

/** If a response contains more messages than this, windows catch up page by page instead of appending them all. */
const MANY_MESSAGES = 100;

const isBurst = (events: readonly ServerEvent[]): boolean =>
  events.length > MANY_MESSAGES && events.filter(({ type }) => type === 'message').length > MANY_MESSAGES;

/** Applies events in order. `each` is called after every event with the new state, before any view is rendered. */
export function applyEvents(
  events: readonly ServerEvent[],
  each?: (event: ServerEvent, known: StoreState) => void,
): void {
  const applyNext = (before: StoreState, event: ServerEvent): StoreState => {
    const known = applyEvent(before, event);
    each?.(event, known);
    return known;
  };
  const before = currentState();
  const start = isBurst(events) ? { ...before, messages: withAllCut(before.messages) } : before;
  put(inBatch(() => events.reduce(applyNext, start)));
}

export function setMessages(change: (messages: Messages) => Messages): void {
  store.messages.value = change(store.messages.peek());
}

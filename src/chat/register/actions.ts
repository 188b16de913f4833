import type { App } from '../../app.ts';
import { FEATURE_LEVEL, ZULIP_VERSION } from '../../kernel/config.ts';
import { ALL_CAPABILITIES } from '../../kernel/events/client.ts';
import { QUEUE_LIFESPAN } from '../../kernel/events/queue.ts';
import type { SavedQueue } from '../../kernel/events/repository.ts';
import { describeQueues, loadQueues, saveQueues } from '../../kernel/events/save.ts';
import { describeSlices, listTexts, replacePart, type SharedPart, withParts } from '../../kernel/http/shared-text.ts';
import type { Caller, StateRequest } from '../declare.ts';
import { queueNarrow } from '../messages/narrow/rules.ts';
import { accountState } from '../people/sign-in/rules.ts';
import { isGuest, type User } from '../people/users/types.ts';
import { logQueues } from './crash-actions.ts';
import { reloadAsked, restarted } from './events.ts';
import { isForKey, requireNothingPersonal, requirePublicReach } from './rules.ts';
import type { RegisterParams } from './types.ts';

const VERSIONS = {
  zulip_version: ZULIP_VERSION,
  zulip_merge_base: ZULIP_VERSION,
  zulip_feature_level: FEATURE_LEVEL,
};
/** The specification's name for the feature level, which only /register uses. */
const LEVEL = { service_feature_level: FEATURE_LEVEL };

/**
 * Creates an event queue and reads the requested state, without a gap: earlier changes are in the state, later ones
 * come as events. Visitors get the state without a queue.
 */
export function register(app: App, user: User | undefined, options: RegisterParams, caller: Caller) {
  const params = user?.is_bot ? withDefaults(app, user, options) : options;
  const narrow = queueNarrow(params.narrow);
  if (user) requirePublicReach(user, params);
  else requireNothingPersonal(params);
  app.db.commit();
  const request = stateRequest(app, user, params, caller);
  // First, because what is read after it may write.
  const shared = readSharedState(request);
  const state = readOwnState(request);
  const known = params.known_slices && new Set(params.known_slices);
  if (known) {
    shared.push(...app.memory.sharedStates.makeParts(takeSliced(state)));
    Object.assign(state, { slices: describeSlices(shared) });
  }
  const texts = listTexts(shared, known);
  if (!user) return withParts({ queue_id: null, ...VERSIONS, ...LEVEL, ...state }, texts);
  const queue = app.queues.create({
    userId: user.id,
    kind: request.kind,
    eventTypes: params.event_types ? queueTypes(params.event_types) : null,
    narrow,
    receivesPublic: params.all_public_streams ?? false,
    isBrowser: caller.isBrowser,
    ...(user.key_limit && { limit: { channels: user.key_limit.channels } }),
    lifespan: QUEUE_LIFESPAN,
  });
  return withParts({ queue_id: queue.id, last_event_id: -1, ...VERSIONS, ...LEVEL, ...state }, texts);
}

/** Clients that follow their subscriptions also receive the changes of these channels. */
const queueTypes = (chosen: readonly string[]): readonly string[] =>
  chosen.includes('subscription') ? [...chosen, 'stream'] : chosen;

/** A bot that does not choose its events gets those its owner configured. */
function withDefaults(app: App, bot: User, params: RegisterParams): RegisterParams {
  const { default_events_channel: channel, default_all_public_streams } = app.bots.byId(bot.id);
  return {
    ...params,
    all_public_streams: params.all_public_streams ?? (default_all_public_streams && !isGuest(bot)),
    narrow: params.narrow.length > 0 || channel === null ? params.narrow : [['channel', channel]],
  };
}

function stateRequest(app: App, user: User | undefined, params: RegisterParams, caller: Caller): StateRequest {
  const eventTypes = params.fetch_event_types ?? params.event_types;
  const types = eventTypes ? new Set(eventTypes) : undefined;
  return {
    app,
    user,
    kind: caller.kind({
      ...(params.all_client_capabilities ? ALL_CAPABILITIES : params.client_capabilities),
      apply_markdown: params.apply_markdown,
      client_gravatar: params.client_gravatar ?? user !== undefined,
      slim_presence: params.slim_presence,
    }),
    includeSubscribers: params.include_subscribers,
    presenceHistoryDays: params.presence_history_limit_days,
    fetches: (type) => types === undefined || types.has(type),
    names: (type) => types?.has(type) ?? false,
    caller,
  };
}

const isFetched = ({ app, user, fetches }: StateRequest) =>
  app.declarations.states.filter(({ types }) => types.every((type) => fetches(type) && isForKey(user, type)));

/** Fields with less text are not worth a slice; long lists have more. The longest are written in steps. */
const SLICED = { leastText: 300, longElements: 20, mostElements: 1000 };
/** Changes between nearly all visits, so keeping it would be in vain. */
const OFTEN_NEW = 'unread_msgs';

/** Removes from the state the fields that the client keeps in slices, such as channels and settings. Returns them. */
function takeSliced(state: Record<string, unknown>): {
  lists: Record<string, unknown>;
  others: Record<string, unknown>;
} {
  const lists: Record<string, unknown> = {};
  const others: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(state)) {
    if (!isSliced(field, value)) continue;
    (Array.isArray(value) ? lists : others)[field] = value;
    delete state[field];
  }
  return { lists, others };
}

function isSliced(field: string, value: unknown): boolean {
  if (typeof value !== 'object' || !value || field === OFTEN_NEW) return false;
  if (Array.isArray(value) && value.length >= SLICED.longElements) return value.length <= SLICED.mostElements;
  return JSON.stringify(value).length >= SLICED.leastText;
}

/** What this viewer alone receives. */
function readOwnState(request: StateRequest): Record<string, unknown> {
  const state: Record<string, unknown> = {};
  for (const { read, share } of isFetched(request)) if (!share?.(request)) Object.assign(state, read(request));
  return state;
}

/** What others of this kind receive, too. */
function readSharedState(request: StateRequest): SharedPart[] {
  return isFetched(request).flatMap((declaration) => {
    const shared = declaration.share?.(request);
    if (!shared) return [];
    const parts = request.app.memory.sharedStates.read(request.app, declaration, shared);
    return shared.own
      ? replacePart(parts, ...(shared.own.map((entry) => JSON.stringify(entry)) as [string, string]))
      : parts;
  });
}

/** Saves all queues for the next start. */
export const keepQueues = (app: App): void => saveQueues(app, (id) => accountState(app, id));

/** The queues of this process, for another one to save. */
export const listSavedQueues = (app: App): SavedQueue[] => [
  ...describeQueues(app.queues, (id) => accountState(app, id)),
];

/** Loads the queues of the last run that belong to this process. It does not write, so others can load theirs. */
export const loadOwnQueues = (app: App): void => loadQueues(app, (id) => accountState(app, id), app.queues.suffix);

/** Loads the queues of the last run, so that they receive events. Commands on a stopped server use this. */
export function takeQueues(app: App): void {
  loadQueues(app, (id) => accountState(app, id));
  forgetSavedQueues(app);
}

/** Deletes the saved queues after they were loaded. */
export function forgetSavedQueues(app: App): void {
  if (app.savedQueues.count() === 0) return;
  app.db.writeLocal(() => app.savedQueues.clear());
  app.db.commit();
}

/** Continues the queues of the last run, which survive a crash from now on. Each gets a restart event first. */
export function resumeQueues(app: App): void {
  takeQueues(app);
  if (!app.db.isInMemory) logQueues(app);
  publishRestart(app);
}

/** Tells all clients with queues that the server started again. */
export function publishRestart(app: App): void {
  const people = [...app.queues.listListeners()];
  if (people.length === 0) return;
  app.db.write(() => app.events.publish(restarted({ ...VERSIONS, server_generation: app.config.generation }), people));
  app.db.commit();
}

/** Publishes that web clients should reload: at once, or when idle. Returns the number of clients. */
export function reloadWebClients(app: App, immediate: boolean): number {
  const event = reloadAsked({ immediate });
  const notified = [...app.queues.all].filter((queue) => queue.isBrowser && queue.wants(event.declaration.type));
  app.db.write(() =>
    app.events.publish(
      event,
      notified.map(({ userId }) => userId),
    ),
  );
  return notified.length;
}

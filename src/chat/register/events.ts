import { Type } from 'typebox';
import { event, NO_CHANNELS } from '../../kernel/events/event.ts';
import { MapOf } from '../../kernel/http/schema.ts';
import { state } from '../declare.ts';

/** Waiting clients receive it every 45 to 55 seconds; the queues send it themselves. */
export const heartbeat = event('heartbeat', undefined, {}, NO_CHANNELS);

/** The first event of a queue after a planned restart. */
export const restarted = event(
  'restart',
  undefined,
  {
    zulip_version: Type.String(),
    zulip_merge_base: Type.String(),
    zulip_feature_level: Type.Integer(),
    server_generation: Type.Integer(),
  },
  NO_CHANNELS,
);

/** The operator wants web clients to reload; other clients have no page. */
export const reloadAsked = event(
  'web_reload_client',
  undefined,
  { immediate: Type.Boolean() },
  { accepts: (_, { isBrowser }) => isBrowser },
);

// Parts of /register whose resources do not exist yet. Each moves to its resource's events.ts when that is built.
export const realmBilling = state(
  'realm_billing',
  { realm_billing: Type.Object({ has_pending_sponsorship_request: Type.Boolean() }) },
  () => ({ realm_billing: { has_pending_sponsorship_request: false } }),
);

export const realmEmbeddedBots = state(
  'realm_embedded_bots',
  { realm_embedded_bots: Type.Array(Type.Object({ name: Type.String(), config: MapOf(Type.String()) })) },
  () => ({ realm_embedded_bots: [] }),
);

/** The API's older name for linkifiers: always empty. */
export const realmFilters = state(
  'realm_filters',
  { realm_filters: Type.Array(Type.Array(Type.Union([Type.String(), Type.Integer()]))) },
  () => ({ realm_filters: [] }),
);

export const stopWords = state('stop_words', { stop_words: Type.Array(Type.String()) }, () => ({ stop_words: [] }));

export const videoCalls = state('video_calls', { has_zoom_token: Type.Boolean() }, () => ({ has_zoom_token: false }));

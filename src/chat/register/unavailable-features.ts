/**
 * Parts of /register whose resources do not exist yet: they are empty. Each part moves to its resource's events.ts when
 * the resource is built.
 */

import { Type } from 'typebox';
import { MapOf } from '../../kernel/http/schema.ts';
import { state } from '../declare.ts';

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

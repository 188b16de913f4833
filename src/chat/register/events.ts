import { Type } from 'typebox';
import { event } from '../../kernel/events/event.ts';

/** Waiting clients receive it every 45 to 55 seconds; the queues send it themselves. */
export const heartbeat = event('heartbeat', undefined, {});

/** The first event of a queue after a planned restart. */
export const restarted = event('restart', undefined, {
  zulip_version: Type.String(),
  zulip_merge_base: Type.String(),
  zulip_feature_level: Type.Integer(),
  server_generation: Type.Integer(),
});

/** The operator wants web clients to reload; other clients have no page. */
export const reloadAsked = event(
  'web_reload_client',
  undefined,
  { immediate: Type.Boolean() },
  { accepts: (_, { isBrowser }) => isBrowser },
);

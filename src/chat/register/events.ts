import { Type } from 'typebox';
import { event } from '../../kernel/events/event.ts';

/** What a waiting client hears every 45 to 55 seconds; the queues send it themselves. */
export const heartbeat = event('heartbeat', undefined, {});

/** The first thing a queue hears after a planned restart. */
export const restarted = event('restart', undefined, {
  zulip_version: Type.String(),
  zulip_merge_base: Type.String(),
  zulip_feature_level: Type.Integer(),
  server_generation: Type.Integer(),
});

/** Whoever runs the server wants web clients to load their page anew; others have no page. */
export const reloadAsked = event(
  'web_reload_client',
  undefined,
  { immediate: Type.Boolean() },
  { accepts: (_, { isBrowser }) => isBrowser },
);

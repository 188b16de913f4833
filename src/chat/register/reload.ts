import type { App } from '../../app.ts';
import { reloadAsked } from './events.ts';

/** Publishes that web clients should reload: at once, or when idle. Returns the number of clients. */
export function reloadWebClients(app: App, immediate: boolean): number {
  const asked = reloadAsked({ immediate });
  const told = [...app.queues.all].filter((queue) => queue.isBrowser && queue.wants(asked.declaration.type));
  app.db.write(() =>
    app.events.publish(
      asked,
      told.map(({ userId }) => userId),
    ),
  );
  return told.length;
}

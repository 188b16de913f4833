import type { App } from '../../app.ts';
import { reloadAsked } from './events.ts';

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

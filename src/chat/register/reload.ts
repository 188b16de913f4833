import type { App } from '../../app.ts';
import { reloadAsked } from './events.ts';

/** Has web clients load their page anew: at once, or when nobody is in the middle of something. The answer is how many are told. */
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

import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { type Delivery, dayOf } from './types.ts';

/** Counts a delivery of today. */
export function countDelivery(app: App, what: Delivery): void {
  app.db.write(() => app.statistics.add(what, dayOf(seconds(app.clock)), 1));
}

/** Measures how much is stored today. */
export function measureStorage(app: App): void {
  const day = dayOf(seconds(app.clock));
  app.db.write(() => {
    app.statistics.set('database_bytes', day, app.db.size);
    app.statistics.set('upload_bytes', day, app.attachments.spaceUsed()!);
  });
}

import type { App } from '../../../app.ts';
import { job } from '../../declare.ts';
import { forgetAnnouncements, queueSome } from './actions.ts';

/** Hands announcements to the mail queue, a few mails at a time. */
export const announcing = job({
  name: 'announcements',
  every: 1,
  async run(app, stopping) {
    for (let next = app.announcements.pending(); next && !stopping?.aborted; next = app.announcements.pending()) {
      if (!queueSome(app, next)) return;
      await app.db.committed();
    }
  },
  next: (app: App) => (app.announcements.pending() ? 0 : undefined),
});

export const deletingOldAnnouncements = job({ name: 'old announcements', every: 3600, run: forgetAnnouncements });

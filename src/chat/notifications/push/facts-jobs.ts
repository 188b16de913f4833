import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { job } from '../../declare.ts';
import { configuredAccount, readRegistration } from './registration-rules.ts';
import { UPLOAD_INTERVAL } from './types.ts';

/** Uploads the facts that a push service requires of a server that is registered there. */
export const pushFacts = job({
  name: 'facts for the push service',
  every: 600,
  async run(app) {
    const due = nextUpload(app);
    if (due === null || due > seconds(app.clock)) return;
    const { uploadFacts } = await import('./registration-jobs.ts');
    await uploadFacts(app);
    await app.db.committed();
  },
  next: nextUpload,
});

function nextUpload(app: App): number | null {
  if (configuredAccount(app)) return null;
  const registration = readRegistration(app);
  return registration?.registered == null ? null : (registration.tried ?? 0) + UPLOAD_INTERVAL;
}

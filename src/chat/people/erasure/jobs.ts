import { job } from '../../declare.ts';
import { continueErasures } from './batches.ts';

/** Does what takes longer than a request, and continues after a restart. */
export const erasing = job({
  name: 'erase personal data',
  every: 3,
  async run(app, stopping) {
    if (app.erasures.pending().length > 0) await continueErasures(app, stopping);
  },
  next: (app) => (app.erasures.pending().length > 0 ? 0 : undefined),
});

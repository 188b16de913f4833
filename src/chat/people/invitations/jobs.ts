import { job } from '../../declare.ts';
import { removeExpired } from './actions.ts';

/** An expired invitation is invalid at once; this job deletes it later. */
export const expiry = job({ name: 'expired invitations', every: 60, run: removeExpired });

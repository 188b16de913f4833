import { job } from '../../declare.ts';
import { removeExpired } from './actions.ts';

/** An invitation that has expired leads nowhere at once; what is left of it goes soon after. */
export const expiry = job({ name: 'expired invitations', every: 60, run: removeExpired });

import { job } from '../../declare.ts';
import { removeExpiredAttempts } from './actions.ts';

export const attemptExpiry = job({ name: 'unfinished sign-ins', every: 600, run: removeExpiredAttempts });

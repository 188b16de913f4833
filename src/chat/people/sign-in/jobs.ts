import { job } from '../../declare.ts';
import { removeExpiredTokens } from './expired-tokens.ts';

export const expiry = job({ name: 'sessions and links that expired', every: 3600, run: removeExpiredTokens });

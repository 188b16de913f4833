import { job } from '../../declare.ts';
import { removeExpiredResets } from './link-actions.ts';
import { removeExpiredTokens } from './session-actions.ts';

export const expiry = job({ name: 'sessions and links that expired', every: 3600, run: removeExpiredTokens });

export const resetExpiry = job({ name: 'old links to new passwords', every: 3600, run: removeExpiredResets });

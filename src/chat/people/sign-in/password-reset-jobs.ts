import { job } from '../../declare.ts';
import { removeExpiredResets } from './password-reset-actions.ts';

export const expiry = job({ name: 'old links to new passwords', every: 3600, run: removeExpiredResets });

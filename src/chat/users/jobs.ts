import { job } from '../../kernel/jobs.ts';
import { forgetExpired } from './expiry.ts';

export const expiry = job({ name: 'sessions and links that expired', every: 3600, run: forgetExpired });

import { job } from '../../../kernel/jobs.ts';
import { forgetExpired } from './expired-tokens.ts';

export const expiry = job({ name: 'sessions and links that expired', every: 3600, run: forgetExpired });

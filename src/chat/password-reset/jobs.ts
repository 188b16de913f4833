import { job } from '../../kernel/jobs.ts';
import { forgetResets } from './actions.ts';

export const expiry = job({ name: 'old links to new passwords', every: 3600, run: forgetResets });

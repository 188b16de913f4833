import type { App } from '../../app.ts';
import { job } from '../../kernel/jobs.ts';
import { announceFullMembers } from './promotion.ts';

export const fullMembers = job({ name: 'full members', every: 600, run: (app: App) => announceFullMembers(app) });

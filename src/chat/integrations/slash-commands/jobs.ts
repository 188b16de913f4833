import { job } from '../../declare.ts';
import { forgetRuns } from './run-actions.ts';

export const deletingOldRuns = job({ name: 'old uses of slash commands', every: 3600, run: forgetRuns });

import { job } from '../../declare.ts';
import { storeReports } from './actions.ts';

/** Stores the last reports also if no others follow. */
export const storing = job({ name: 'presence', every: 10, run: storeReports });

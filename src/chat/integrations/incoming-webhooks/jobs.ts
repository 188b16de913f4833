import { job } from '../../declare.ts';
import { forgetHandled } from './actions.ts';

export const deletingOldIds = job({ name: 'old ids of deliveries', every: 3600, run: forgetHandled });

import { job } from '../../declare.ts';
import { forgetDeliveries } from './log-actions.ts';

export const deletingOldDeliveries = job({ name: 'old webhook deliveries', every: 3600, run: forgetDeliveries });

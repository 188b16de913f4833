import { job } from '../../declare.ts';
import { browsers } from '../web-push/jobs.ts';
import { deliverMissedMessages, type Transport } from './delivery-jobs.ts';
import { sendDigests } from './digest.ts';
import { mails } from './mail-jobs.ts';
import { phones } from './push-jobs.ts';

const TRANSPORTS: readonly Transport[] = [mails, phones, browsers];

/** Tells people of messages that they missed. */
export const missedMessages = job({
  name: 'missed messages',
  every: 2,
  run: (app) => deliverMissedMessages(app, TRANSPORTS),
  next(app) {
    const times = TRANSPORTS.map(({ nextDue }) => nextDue(app) ?? Number.POSITIVE_INFINITY);
    const first = Math.min(...times);
    return Number.isFinite(first) ? first : null;
  },
});

export const digests = job({ name: 'digests', every: 600, run: sendDigests });

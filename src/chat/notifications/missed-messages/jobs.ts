import { setImmediate as turn } from 'node:timers/promises';
import { job } from '../../declare.ts';
import { collectMissedMessages, mailDue } from './collect.ts';
import { sendDigests } from './digest.ts';

/** Finds the recipients of mail about new messages, some hundred messages at a time, and mails those who are due. */
export const missedMessages = job({
  name: 'missed messages',
  every: 5,
  async run(app) {
    while (collectMissedMessages(app)) await turn();
    mailDue(app);
  },
  next: (app) => app.missedMessages.nextDue(),
});

export const digests = job({ name: 'digests', every: 600, run: sendDigests });

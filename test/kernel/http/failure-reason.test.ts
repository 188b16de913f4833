import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureReason } from '../../../src/kernel/http/failure-reason.ts';
import { freePort } from '../../support/port.ts';

const withCode = (message: string, code: string, cause?: Error): Error =>
  Object.assign(new Error(message, { cause }), { code });

/** Errors as Node and libraries throw them. The code of nodemailer and undici is their own. */
const REASONS: [error: unknown, reason: string][] = [
  [withCode('connect ECONNREFUSED 192.0.2.1:25', 'ECONNREFUSED'), 'refuses connections (ECONNREFUSED)'],
  [withCode('connect ECONNREFUSED 192.0.2.1:25', 'ESOCKET'), 'refuses connections (ECONNREFUSED)'],
  [withCode('getaddrinfo ENOTFOUND mail.invalid', 'EDNS'), 'has a name that cannot be resolved (ENOTFOUND)'],
  [withCode('read ECONNRESET', 'ECONNECTION'), 'closed the connection (ECONNRESET)'],
  [withCode('connect ETIMEDOUT 192.0.2.1:25', 'ESOCKET'), 'does not answer (ETIMEDOUT)'],
  [new TypeError('fetch failed', { cause: withCode('x', 'EPIPE') }), 'closed the connection (EPIPE)'],
  [new AggregateError([withCode('y', 'ECONNREFUSED')]), 'refuses connections (ECONNREFUSED)'],
  [withCode('Greeting never received', 'ETIMEDOUT'), 'does not answer (ETIMEDOUT)'],
  [new Error('the answer is EMPTY'), 'failed: the answer is EMPTY'],
];

test('the reason of a failure is in words, also if a library replaced the code', () => {
  for (const [error, reason] of REASONS) assert.equal(failureReason(error), reason);
});

test('the reason of a refused connection is in words', async () => {
  const error = await fetch(`http://127.0.0.1:${await freePort()}/`).catch((one) => one);
  assert.equal(failureReason(error), 'refuses connections (ECONNREFUSED)');
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { certificateError, isDue } from '../../../src/kernel/tls/certificate.ts';
import { selfSigned } from '../../support/acme.ts';
import { temporaryFolder } from '../../support/process.ts';

const DAY = 86_400_000;

test('a certificate is renewed in the last third of its validity, or if it lacks a name', () => {
  const { cert, key } = selfSigned(temporaryFolder(), 'one', ['chat.example.com', 'talk.example.com'], 90);
  const pair = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  const now = Date.now();
  assert.equal(certificateError(pair, now), undefined);
  assert.equal(isDue(pair, ['chat.example.com', 'talk.example.com'], now), false);
  assert.equal(isDue(pair, ['chat.example.com'], now + 59 * DAY), false);
  assert.equal(isDue(pair, ['chat.example.com'], now + 61 * DAY), true);
  assert.equal(isDue(pair, ['chat.example.com', 'more.example.com'], now), true);
  assert.match(certificateError(pair, now + 91 * DAY)!, /expired on \d{4}-\d\d-\d\d/);
});

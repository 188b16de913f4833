import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createAccount, runKlatch, startServer, temporaryFolder } from '../../support/process.ts';
import { waitUntil } from '../../support/until.ts';

test('mail send counts the recipients and mails them through the running server', async () => {
  const data = temporaryFolder();
  const outbox = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  await createAccount(data, 'Mia');
  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0', '--outbox', outbox]);
  const send = (...args: string[]) => runKlatch(['mail', 'send', ...args, '--data', data]);
  const about = ['--subject', 'Maintenance'];
  const nobody = await send('Hello', ...about);
  assert.notEqual(nobody.code, 0);
  assert.match(nobody.stderr, /Specify the recipients with --everyone/);
  const counted = await send(...about, '--everyone', '--dry-run', '--json');
  assert.deepEqual(JSON.parse(counted.stdout), { recipients: 2 });
  assert.deepEqual(mailsIn(outbox), []);
  const sent = await send('We **restart** at noon.', ...about, '--role', 'member', '--json');
  assert.equal(sent.code, 0, sent.stderr);
  assert.equal(JSON.parse(sent.stdout).recipients, 1);
  await waitUntil(() => mailsIn(outbox).length > 0);
  const [mail] = mailsIn(outbox);
  assert.match(mail!, /^Subject: Maintenance/m);
  assert.match(mail!, /^To: .*mia/im);
  await server.stop();
});

const mailsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

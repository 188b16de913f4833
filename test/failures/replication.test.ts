import assert from 'node:assert/strict';
import { copyFileSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { createAccount, temporaryFolder } from '../support/process.ts';
import { type Acknowledged, assertIntact, keepSending, serveOptions } from './senders.ts';

const FILES = ['klatch.db', 'klatch.db-wal'];

test('a copy of the database and its WAL at any moment is intact and has every acknowledged message', async (t) => {
  if (process.platform === 'win32') return t.skip('a process cannot be halted here');
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await serveOptions(data);
  const kept: Acknowledged = new Map();
  let over = false;
  const sending = keepSending(server.url, ada, kept, () => over);
  const copies: { place: string; then: Acknowledged }[] = [];
  for (let count = 0; count < 12; count++) {
    await wait(20 + Math.random() * 60);
    const then = new Map(kept);
    process.kill(server.pid, 'SIGSTOP');
    const place = temporaryFolder();
    for (const name of FILES) if (existsSync(join(data, name))) copyFileSync(join(data, name), join(place, name));
    process.kill(server.pid, 'SIGCONT');
    copies.push({ place, then });
  }
  over = true;
  await sending;
  await server.stop();
  for (const { place, then } of copies) assertIntact(place, then);
  t.diagnostic(`${copies.length} copies, the last with ${copies.at(-1)!.then.size} messages`);
});

test('a replication tool’s read transaction keeps the WAL while the server continues to write', async () => {
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await serveOptions(data);
  const kept: Acknowledged = new Map();
  await keepSending(server.url, ada, kept, () => kept.size > 40);
  const replicator = new Sqlite(join(data, 'klatch.db'));
  assert.equal(replicator.pragma('journal_mode', { simple: true }), 'wal');
  replicator.exec('BEGIN; SELECT count(*) FROM message');
  const before = statSync(join(data, 'klatch.db-wal')).size;
  await keepSending(server.url, ada, kept, () => kept.size > 200);
  assert.ok(statSync(join(data, 'klatch.db-wal')).size > before, 'the log only grows');

  // While the WAL is held, both files can be copied one after the other under load.
  let over = false;
  const sending = keepSending(server.url, ada, kept, () => over);
  const then = new Map(kept);
  const place = temporaryFolder();
  for (const name of FILES) copyFileSync(join(data, name), join(place, name));
  over = true;
  await sending;
  replicator.exec('COMMIT');
  replicator.close();
  assert.equal((await server.stop()).code, 0);
  assertIntact(place, then);
  assertIntact(data, kept);
});

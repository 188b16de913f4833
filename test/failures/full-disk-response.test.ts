import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { checkDisk } from '../../src/chat/monitoring/jobs.ts';
import { DiskState } from '../../src/kernel/disk.ts';
import { startJobs } from '../../src/kernel/jobs.ts';
import { newTeam } from '../support/team.ts';
import { waitUntil } from '../support/until.ts';

test('a full disk returns 507, is logged once, shown by /health, and clears when a write succeeds', async () => {
  const { team, ada } = newTeam();
  const { app } = team;
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
  app.log = log;
  app.disk = new DiskState(app.config.dataDir, log);
  const send = (length: number) =>
    ada.request('POST', '/messages', { type: 'direct', to: [ada.id], content: 'x'.repeat(length) });
  const health = async () => (await fetch(`${await team.url}/health`)).status;
  assert.equal((await send(10)).status, 200);
  assert.equal(await health(), 200);

  const pages = Number(app.db.pragma('page_count'));
  app.db.pragma(`max_page_count = ${pages}`);
  const failing = {
    name: 'write',
    every: 60,
    run: () => app.db.write(() => app.realm.set('description', 'x'.repeat(1e6))),
  };
  let refusal = await send(9000);
  for (let count = 0; count < 30; count++) refusal = await send(9000);
  assert.equal(refusal.status, 507);
  assert.equal(refusal.code, 'DISK_FULL');
  assert.match(refusal.msg, /^The server's disk is full/);
  assert.equal(await health(), 503);
  const job = startJobs(app, [{ ...failing, every: 0.01 }]);
  await waitUntil(() => app.disk.hasFailed);
  await job();
  assert.deepEqual(
    lines.map((line) => line.split(':')[0]),
    ['the disk is full; nothing can be saved until there is space'],
  );

  app.db.pragma(`max_page_count = ${pages + 10_000}`);
  assert.equal(await health(), 503, 'nothing has been saved yet');
  await checkDisk.run(app);
  assert.equal(await health(), 200);
  assert.equal((await send(9000)).status, 200);
  assert.deepEqual(lines.slice(1), ['the disk has space again; saving works']);
});

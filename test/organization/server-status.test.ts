import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { backupName } from '../../src/kernel/backups/names.ts';
import { backupsIn } from '../../src/kernel/backups/places.ts';
import { VERSION } from '../../src/kernel/config.ts';
import { assertRejected, newTeam } from '../support/team.ts';

test('administrators see the version of the server and the space that it uses', async () => {
  const { ada } = newTeam();
  const before = await ada.get('/server/status');
  assert.equal(before.version, VERSION);
  assert.ok(before.disk.free > 0 && before.disk.free <= before.disk.total, JSON.stringify(before.disk));
  await ada.upload('/user_uploads', { 'leek.txt': 'Leek'.repeat(1000) });
  const { uploads_bytes } = await ada.get('/server/status');
  assert.equal(uploads_bytes - before.uploads_bytes, 4000);
});

test('administrators see when the newest backup was made', async () => {
  const { team, ada } = newTeam();
  assert.equal((await ada.get('/server/status')).last_backup, null);
  const folder = backupsIn(team.app.config.dataDir);
  mkdirSync(folder, { recursive: true });
  try {
    for (const day of [3, 9, 5])
      writeFileSync(join(folder, backupName(new Date(Date.UTC(2026, 4, day)), { kind: 'no-uploads' })), '');
    assert.equal((await ada.get('/server/status')).last_backup, Date.UTC(2026, 4, 9) / 1000);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a server that does not know where its releases are says so', async () => {
  const { ada } = newTeam();
  await assertRejected(ada.request('GET', '/server/newest_version'), /newest version could not be read/);
});

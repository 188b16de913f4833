import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { openBetterSqlite } from '../../../src/kernel/db/sqlite.ts';
import { WriteAheadLog } from '../../../src/kernel/db/write-ahead-log.ts';
import { Checkpoints } from '../../../src/kernel/journal/checkpoints.ts';
import { temporaryFolder } from '../../support/process.ts';

test('a restart of the log is put off when a transaction begins meanwhile', () => {
  const writer = openBetterSqlite(join(temporaryFolder(), 'klatch.db'));
  writer.pragma('journal_mode = WAL');
  const log = new WriteAheadLog(writer, openBetterSqlite);
  writer.exec('CREATE TABLE notes (text TEXT)');
  const databaseSyncs: ((error: Error | null) => void)[] = [];
  const checkpoints = new Checkpoints({
    log,
    disk: {
      syncLog() {},
      syncLogNow() {},
      syncDatabase: (done) => void databaseSyncs.push(done),
      syncDatabaseNow() {},
      close() {},
    },
    sizes: { turns: 1, copy: 1000, restart: 1 },
    sync() {},
    fail: (error) => assert.fail(error),
  });
  checkpoints.onCommit();
  databaseSyncs[0]!(null);
  checkpoints.onSyncBegin();
  checkpoints.onSynced(true);
  assert.ok(checkpoints.pause);
  writer.exec("BEGIN; INSERT INTO notes VALUES ('soup')");
  databaseSyncs[1]!(null);
  assert.equal(checkpoints.pause, undefined);
  writer.exec('COMMIT');
  checkpoints.onCommit();
  log.close();
  writer.close();
});

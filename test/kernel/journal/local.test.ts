import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LocalJournal } from '../../../src/kernel/journal/local.ts';

/** A journal over a disk whose syncs the test ends. */
function journalOnDisk() {
  const confirmed: number[] = [];
  const failures: string[] = [];
  const syncs: ((error: Error | null) => void)[] = [];
  let blocking = 0;
  const size = { frames: 0, copied: 0 };
  const log = { size, isIdle: true, guard() {}, release() {}, copy: () => size, restart: () => true, close() {} };
  const disk = {
    syncLog: (done: (error: Error | null) => void) => void syncs.push(done),
    syncLogNow: () => void (blocking += 1),
    syncDatabase: () => assert.fail('a small log is not copied'),
    syncDatabaseNow: () => assert.fail('a small log is not copied'),
    close() {},
  };
  const confirmation = {
    confirm: (position: number) => void confirmed.push(position),
    commitsFailed: ({ message }: Error) => void failures.push(message),
  };
  const journal = new LocalJournal({ confirmation, log, disk });
  return { journal, confirmed, failures, syncs, blocking: () => blocking };
}

test('one sync runs at a time, and turns that are committed meanwhile share the next one', () => {
  const { journal, confirmed, syncs } = journalOnDisk();
  for (const position of [1, 2, 3]) journal.append(position);
  assert.equal(syncs.length, 1);
  syncs[0]!(null);
  assert.deepEqual(confirmed, [1]);
  assert.equal(syncs.length, 2);
  journal.append(4);
  syncs[1]!(null);
  assert.deepEqual(confirmed, [1, 3]);
  syncs[2]!(null);
  assert.deepEqual(confirmed, [1, 3, 4]);
  assert.equal(syncs.length, 3);
});

test('a turn that is open during a sync is committed when it ends, and is in the next sync', () => {
  const { journal, confirmed, syncs } = journalOnDisk();
  const commits: number[] = [];
  const commit = (position: number) => () => {
    commits.push(position);
    journal.append(position);
  };
  journal.whenReady(commit(1));
  assert.deepEqual(commits, [1]);
  journal.whenReady(commit(2));
  assert.deepEqual(commits, [1]);
  syncs[0]!(null);
  assert.deepEqual(commits, [1, 2]);
  assert.equal(syncs.length, 2);
  assert.deepEqual(confirmed, [1]);
  syncs[1]!(null);
  assert.deepEqual(confirmed, [1, 2]);
  assert.equal(syncs.length, 2);
});

test('after a failed sync nothing is confirmed any more, not even by a later one', () => {
  const { journal, confirmed, failures, syncs } = journalOnDisk();
  journal.append(1);
  journal.append(2);
  syncs[0]!(new Error('EIO'));
  assert.deepEqual(failures, ['EIO']);
  journal.append(3);
  journal.flush();
  assert.equal(syncs.length, 1);
  assert.deepEqual(confirmed, []);
});

test('a flush confirms everything at once, although a sync is running', () => {
  const { journal, confirmed, syncs, blocking } = journalOnDisk();
  journal.append(1);
  journal.append(2);
  journal.flush();
  assert.equal(blocking(), 1);
  assert.deepEqual(confirmed, [2]);
  syncs[0]!(null);
  assert.equal(confirmed.at(-1), 1, 'the database ignores lower positions');
  journal.flush();
  assert.equal(blocking(), 1, 'nothing is left to sync');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ledger, readNumbers, writeNumber } from '../../scripts/soak/ledger.ts';
import { measureGrowth } from '../../scripts/soak/table.ts';

/** A ledger with three acknowledged messages: two in a channel, one to the person with the ID 7. */
function makeLedger(): Ledger {
  const ledger = new Ledger();
  for (const [id, to] of [
    [10, undefined],
    [11, [7, 8]],
    [12, undefined],
  ] as const)
    ledger.sent.push({ number: ledger.next(), id, to, at: id });
  return ledger;
}

test('an acknowledged message that the history lacks is lost', () => {
  assert.deepEqual(makeLedger().compare([1, 3]), { lost: 1, doubled: 0 });
});

test('a message that the history has twice is doubled', () => {
  assert.deepEqual(makeLedger().compare([1, 2, 3, 2]), { lost: 0, doubled: 1 });
});

test('a stored message that was not acknowledged is neither lost nor doubled', () => {
  assert.deepEqual(makeLedger().compare([1, 2, 3, 4]), { lost: 0, doubled: 0 });
});

test('a person must receive messages of channels since their registration', () => {
  assert.deepEqual(makeLedger().listDue(9, 10, 100), [12]);
});

test('a person must receive direct messages that name them', () => {
  assert.deepEqual(makeLedger().listDue(7, 10, 100), [11, 12]);
});

test('a person need not have received a message that is acknowledged later', () => {
  assert.deepEqual(makeLedger().listDue(7, 0, 11), [10]);
});

test('the number of a message is read from its text', () => {
  assert.deepEqual(readNumbers([writeNumber(12, 'edited'), 'no such text', writeNumber(3, 'number 5')]), [12, 3]);
});

test('the growth of memory compares the end of the longest life with its beginning', () => {
  const minute = 60_000;
  const samples = Array.from({ length: 100 }, (_, at) => ({ life: 0, at: at * minute, memory: 100 + at }));
  const other = { life: 1, at: 101 * minute, memory: 5 };
  assert.ok(Math.abs(measureGrowth([...samples, other]) - 66) < 3);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { atOnce, inSlices, inTurns, type Steps } from '../../src/kernel/time-slices.ts';

/** Work in three steps. Each adds its name to `done`. */
function* work(done: string[]): Steps<string> {
  for (const step of ['first', 'second']) {
    done.push(step);
    yield;
  }
  done.push('third');
  return 'result';
}

test('work in turns lets others run after each step, and work at once does not', async () => {
  const done: string[] = [];
  const others = async () => {
    for (let count = 0; count < 3; count++) {
      await turn();
      done.push('other');
    }
  };
  const [result] = await Promise.all([inTurns(work(done)), others()]);
  assert.equal(result, 'result');
  assert.deepEqual(done, ['first', 'second', 'other', 'third', 'other', 'other']);

  done.length = 0;
  assert.equal(atOnce(work(done)), 'result');
  assert.deepEqual(done, ['first', 'second', 'third']);
});

test('work in slices lets others run after each slice', async () => {
  const done: string[] = [];
  const other = turn().then(() => done.push('other'));
  assert.equal(await inSlices(work(done), 0), 'result');
  await other;
  assert.deepEqual(done, ['first', 'other', 'second', 'third']);
  done.length = 0;
  const later = turn().then(() => done.push('other'));
  await inSlices(work(done), Infinity);
  await later;
  assert.deepEqual(done, ['first', 'second', 'third', 'other']);
});

test('work that fails in a later step cleans up as usual, and rejects', async () => {
  let isOpen = true;
  function* failing(): Steps<void> {
    try {
      yield;
      throw new Error('damaged');
    } finally {
      isOpen = false;
    }
  }
  await assert.rejects(inTurns(failing()), /damaged/);
  assert.equal(isOpen, false);
});

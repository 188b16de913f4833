import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deal } from '../../../scripts/test/shards.ts';

const getDurations = (shards: ReturnType<typeof deal>) => shards.map(({ duration }) => duration).sort((a, b) => b - a);

test('test files are dealt to processes that take equally long, and each once', () => {
  const durations = new Map([80, 47, 46, 30, 30, 20, 20, 10, 10, 5, 1, 1].map((ms, at) => [`${at}.test.ts`, ms]));
  const shards = deal(durations, 3);
  assert.deepEqual(getDurations(shards), [101, 100, 99]);
  assert.deepEqual(shards.flatMap(({ files }) => files).sort(), [...durations.keys()].sort());
});

test('a file that takes longer than all others has a process of its own', () => {
  assert.deepEqual(getDurations(deal(new Map(Object.entries({ long: 90, short: 10, shorter: 5 })), 2)), [90, 15]);
});

test('there are no processes without a file', () => {
  assert.deepEqual(deal(new Map([['one', 1]]), 4), [{ files: ['one'], duration: 1 }]);
});

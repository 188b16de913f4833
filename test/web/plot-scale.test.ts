import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstPeriod, labeledColumns, roundUp } from '../../src/web/views/administration/plot-scale.ts';

test('the scale of a plot ends at a round number whose half is whole', () => {
  assert.deepEqual([0, 1, 2, 3, 5, 7, 9, 11, 25, 205, 999, 1_400_000].map(roundUp), [
    ...[2, 2, 2, 4, 6, 8, 10, 20, 30, 300, 1000, 2_000_000],
  ]);
});

test('the plots of a young organization begin with its first numbers', () => {
  const none = Array.from({ length: 8 }, () => 0);
  assert.equal(firstPeriod([none.with(4, 1), none.with(2, 7), none], 1), 2);
});

test('the plots of a young organization have the last month in any case', () => {
  const none = Array.from({ length: 8 }, (): number | null => null);
  assert.equal(firstPeriod([none.with(7, 1)], 5), 3);
  assert.equal(firstPeriod([none], 5), 3);
  assert.equal(firstPeriod([[1, 1]], 5), 0);
});

test('dates are written below the first and the last column, and below some between', () => {
  assert.deepEqual(labeledColumns(30, 4), [0, 10, 19, 29]);
  assert.deepEqual(labeledColumns(3, 4), [0, 1, 2]);
});

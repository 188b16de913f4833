import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labeledColumns, roundUp } from '../../src/web/views/administration/plot-scale.ts';

test('the scale of a plot ends at a round number whose half is whole', () => {
  assert.deepEqual([0, 1, 2, 3, 5, 7, 9, 11, 25, 205, 999, 1_400_000].map(roundUp), [
    ...[2, 2, 2, 4, 6, 8, 10, 20, 30, 300, 1000, 2_000_000],
  ]);
});

test('dates are written below the first and the last column, and below some between', () => {
  assert.deepEqual(labeledColumns(30), [0, 10, 19, 29]);
  assert.deepEqual(labeledColumns(3), [0, 1, 2]);
});

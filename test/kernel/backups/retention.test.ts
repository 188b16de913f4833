import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSuperfluous, keepRuleText, parseKeepRule } from '../../../src/kernel/backups/retention.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** One backup every `every` ms from one time to another, oldest first. */
function backups(from: string, to: string, every: number): { made: number }[] {
  const made: { made: number }[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += every) made.push({ made: time / 1000 });
  return made;
}

/** The times of the backups that a rule keeps, oldest first. */
function kept(all: { made: number }[], rule: string): string[] {
  const gone = new Set(findSuperfluous(all, parseKeepRule(rule)!));
  return all.filter((one) => !gone.has(one)).map(({ made }) => new Date(made * 1000).toISOString().slice(0, 16));
}

test('a number keeps that many of the newest backups', () => {
  const all = backups('2026-03-01T00:00Z', '2026-03-01T05:00Z', HOUR);
  assert.deepEqual(kept(all, '2'), ['2026-03-01T04:00', '2026-03-01T05:00']);
  assert.equal(kept(all, '100').length, 6);
});

test('each period keeps its newest backup, and periods overlap', () => {
  const all = backups('2025-01-01T06:00Z', '2026-03-11T18:00Z', 12 * HOUR);
  assert.deepEqual(kept(all, '2d'), ['2026-03-10T18:00', '2026-03-11T18:00']);
  // 11 March 2026 is a Wednesday; weeks end on Sunday.
  assert.deepEqual(kept(all, '3w'), ['2026-03-01T18:00', '2026-03-08T18:00', '2026-03-11T18:00']);
  assert.deepEqual(kept(all, '3m'), ['2026-01-31T18:00', '2026-02-28T18:00', '2026-03-11T18:00']);
  assert.deepEqual(kept(all, '2y'), ['2025-12-31T18:00', '2026-03-11T18:00']);
  assert.deepEqual(kept(all, '2d,3w,3m,2y'), [
    '2025-12-31T18:00',
    '2026-01-31T18:00',
    '2026-02-28T18:00',
    '2026-03-01T18:00',
    '2026-03-08T18:00',
    '2026-03-10T18:00',
    '2026-03-11T18:00',
  ]);
});

test('a pause without backups removes none of those before it', () => {
  const before = backups('2026-01-01T03:00Z', '2026-01-07T03:00Z', DAY);
  assert.equal(kept([...before, { made: Date.parse('2026-09-01T03:00Z') / 1000 }], '8d').length, 8);
  assert.deepEqual(kept(before, '7d,4w'), kept(before, '7d'));
});

test('a rule applied after each backup keeps one of each of the last days, weeks and months', () => {
  let all: { made: number }[] = [];
  for (const made of backups('2025-01-01T00:30Z', '2026-12-31T18:30Z', 6 * HOUR)) {
    const gone = new Set(findSuperfluous([...all, made], parseKeepRule('7d,4w,6m')!));
    all = [...all, made].filter((one) => !gone.has(one));
  }
  assert.deepEqual(kept(all, '999'), [
    '2026-07-31T18:30',
    '2026-08-31T18:30',
    '2026-09-30T18:30',
    '2026-10-31T18:30',
    '2026-11-30T18:30',
    '2026-12-13T18:30',
    '2026-12-20T18:30',
    ...['25', '26', '27', '28', '29', '30', '31'].map((day) => `2026-12-${day}T18:30`),
  ]);
});

test('days are those of UTC in any time zone, also when the clocks change', () => {
  // In Berlin, 29 March 2026 has 23 hours and 25 October 2026 has 25.
  const { TZ } = process.env;
  const all = [
    ...backups('2026-03-28T00:00Z', '2026-03-30T23:00Z', HOUR),
    ...backups('2026-10-24T00:00Z', '2026-10-26T23:00Z', HOUR),
  ];
  try {
    const found = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati'].map((zone) => {
      process.env.TZ = zone;
      return kept(all, '9d,9w,9m');
    });
    const days = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26'];
    for (const times of found)
      assert.deepEqual(
        times,
        days.map((day) => `${day}T23:00`),
      );
  } finally {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
});

test('the newest backup is always kept', () => {
  const all = backups('2026-12-31T22:00Z', '2027-01-01T02:00Z', HOUR);
  for (const rule of ['1', '1h', '1d', '1w', '1m', '1y']) assert.deepEqual(kept(all, rule), ['2027-01-01T02:00'], rule);
});

test('a rule that is not clear is rejected', () => {
  for (const text of ['', '0', '0d', '-1', '7x', '7 d', '7d,', '7d,4d', 'd', '1.5d', 'all', '7d;4w', '1'.repeat(10)])
    assert.equal(parseKeepRule(text), undefined, text);
  for (const text of ['7', '7d', '3,7d,4w,6m,2y', '24h']) assert.equal(keepRuleText(parseKeepRule(text)!), text);
  assert.equal(keepRuleText(parseKeepRule('7d, 4w')!), '7d,4w');
});

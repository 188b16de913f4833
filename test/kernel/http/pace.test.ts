import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Pace } from '../../../src/kernel/http/pace.ts';

/** One request a turn. */
const NO_TIME = 0;

test('requests beyond the time of a turn go on in later turns, in order, each until it waits', async () => {
  const pace = new Pace(NO_TIME);
  const done: string[] = [];
  const request = async (name: string) => {
    await pace.room();
    done.push(`${name} begins`);
    for (let step = 0; step < 5; step++) await undefined;
    done.push(`${name} waits`);
  };
  for (const name of ['first', 'second', 'third']) void request(name);
  const seen = [];
  for (let turns = 0; turns < 3; turns++) {
    await turn();
    seen.push(done.splice(0).join(', '));
  }
  assert.deepEqual(seen, ['first begins, first waits, second begins, second waits', 'third begins, third waits', '']);
  assert.equal(pace.room(), undefined);
});

test('work at the end of a turn runs after all requests that came before it, but after five turns at the latest', async () => {
  const pace = new Pace(NO_TIME);
  const begun: string[] = [];
  const request = async (name: string) => {
    await pace.room();
    begun.push(name);
  };
  for (const name of ['a', 'b', 'c']) void request(name);
  pace.afterRequests(() => begun.push('commit'));
  while (!begun.includes('commit')) await turn();
  assert.deepEqual(begun, ['a', 'b', 'c', 'commit']);
  for (let count = 0; count < 20; count++) void request(String(count));
  pace.afterRequests(() => begun.push('second commit'));
  while (!begun.includes('second commit')) await turn();
  assert.ok(begun.length < 15, begun.join(' '));
});

test('steps between requests run in a turn each, and requests wait for the last one', async () => {
  const pace = new Pace(1e6);
  const done: string[] = [];
  const request = async (name: string) => {
    await pace.room();
    done.push(name);
  };
  let left = 3;
  pace.beforeRequests(() => {
    if (left-- === 0) return false;
    done.push('step');
    return true;
  });
  void request('first');
  const seen = [];
  for (let turns = 0; turns < 4; turns++) {
    await turn();
    seen.push(done.splice(0).join(', '));
  }
  assert.deepEqual(seen, ['step', 'step', 'step', 'first']);
  await turn();
  assert.equal(pace.room(), undefined);
});

test('a finished reply goes before all requests that have not begun', async () => {
  const pace = new Pace(NO_TIME);
  const done: string[] = [];
  const wait = async (name: string, room: Promise<void> | undefined) => {
    await room;
    done.push(name);
  };
  pace.room();
  const all = ['a', 'b', 'c'].map((name) => wait(name, pace.room()));
  all.push(wait('reply', pace.roomForReply()));
  await Promise.all(all);
  assert.deepEqual(done, ['reply', 'a', 'b', 'c']);
});

test('with time left in a turn, a request does not wait', () => {
  const pace = new Pace(1e6);
  for (let count = 0; count < 100; count++) assert.equal(pace.room(), undefined);
});

test('a form is read at once, unless a crowd of requests waits', async () => {
  const pace = new Pace(NO_TIME);
  const all: (Promise<void> | undefined)[] = [];
  while (pace.roomForForm() === undefined && all.length < 1000) all.push(pace.room());
  assert.ok(all.length >= 64 && all.length < 256, `${all.length} requests`);
  await Promise.all(all);
  assert.equal(pace.roomForForm(), undefined);
});

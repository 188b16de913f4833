import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../src/web/store/narrow.ts';
import { divideIntoBoxes, type GroupedMessage, type RowBox } from '../../src/web/views/feed/message-groups.ts';
import { fc } from '../support/random.ts';

/** Messages with these IDs. In a mixed feed, the first one and those in `starts` begin a conversation. */
const splitRows = (ids: readonly number[], starts?: ReadonlySet<number>): GroupedMessage[] =>
  ids.map((id, at) => ({
    message: messages[id]!,
    newDay: false,
    newConversation: starts !== undefined && (at === 0 || starts.has(id)),
    isDivider: false,
    isContinuation: false,
  }));
const messages = Array.from({ length: 2000 }, (_, id) => ({ id }) as Message);

const listIds = (boxes: readonly RowBox[]): number[][] =>
  boxes.map(({ rows }) => rows.map(({ message }) => message.id));
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

test('boxes have at most eight messages of one conversation, and stay the same when others are added', () => {
  const before = divideIntoBoxes(splitRows(range(100, 120)), true, []);
  assert.deepEqual(listIds(before), [range(100, 108), range(108, 116), range(116, 120)]);
  const after = divideIntoBoxes(splitRows(range(90, 121)), true, before);
  assert.deepEqual(listIds(after), [range(90, 98), range(98, 100), range(100, 108), range(108, 116), range(116, 121)]);
  assert.equal(after[2], before[0]);
  assert.equal(after[3], before[1]);
});

test('a changed message changes only its box', () => {
  const before = divideIntoBoxes(splitRows(range(0, 24)), true, []);
  const rows = splitRows(range(0, 24));
  rows[10] = { ...rows[10]!, isDivider: true };
  const after = divideIntoBoxes(rows, true, before);
  assert.deepEqual(
    after.map((box, at) => box === before[at]),
    [true, false, true],
  );
});

test('no box begins within messages of one author', () => {
  const rows = splitRows(range(0, 20)).map((row, at) => ({ ...row, isContinuation: at > 5 && at < 12 }));
  assert.deepEqual(listIds(divideIntoBoxes(rows, true, [])), [range(0, 12), range(12, 20)]);
});

test('messages keep their box when it turns out that earlier ones of their author precede them', () => {
  const ofOneAuthor = (from: number) =>
    splitRows(range(from, 40)).map((row, at) => ({ ...row, isContinuation: at > 0 && row.message.id < 30 }));
  const before = divideIntoBoxes(ofOneAuthor(20), true, []);
  assert.deepEqual(listIds(before), [range(20, 30), range(30, 38), range(38, 40)]);
  const after = divideIntoBoxes(ofOneAuthor(5), true, before);
  assert.deepEqual(listIds(after), [range(5, 30), range(30, 38), range(38, 40)]);
  assert.deepEqual(
    after.map(({ key }) => key),
    before.map(({ key }) => key),
  );
});

test('a message between those of a long box begins no second box with its key', () => {
  const rows = splitRows(range(0, 30)).map((row, at) => ({ ...row, isContinuation: at > 0 && at < 12 }));
  const before = divideIntoBoxes(rows.toSpliced(9, 1), true, []);
  const after = divideIntoBoxes(
    rows.map((row, at) => ({ ...row, isContinuation: at > 0 && at < 9 })),
    true,
    before,
  );
  assert.equal(new Set(after.map(({ key }) => key)).size, after.length);
});

test('in mixed feeds no box begins within a conversation, and messages keep their boxes while the window moves', () => {
  const moves = fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(fc.nat(1999), { maxLength: 600 }), moves, (begins, steps) => {
      const starts = new Set(begins);
      let [from, to] = [900, 960];
      let boxes: readonly RowBox[] = [];
      for (const [more, less] of steps) {
        const keys = new Map(boxes.flatMap((box) => box.rows.map(({ message }) => [message.id, box.key])));
        [from, to] = [Math.max(0, from - more), Math.max(from + 1, to - less)];
        boxes = divideIntoBoxes(splitRows(range(from, to), starts), false, boxes);
        assert.deepEqual(listIds(boxes).flat(), range(from, to));
        assert.equal(new Set(boxes.map(({ key }) => key)).size, boxes.length);
        for (const { rows } of boxes) assert.ok(rows[0]!.newConversation);
        for (const { key, rows } of boxes)
          for (const { message } of rows) assert.equal(key, keys.get(message.id) ?? key);
      }
    }),
  );
});

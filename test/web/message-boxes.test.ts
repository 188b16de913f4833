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

test('in mixed feeds no box begins within a conversation, and messages keep their boxes while the window moves', () => {
  const moves = fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(fc.nat(1999), { maxLength: 600 }), moves, (begins, steps) => {
      const starts = new Set(begins);
      let [from, to] = [900, 960];
      let boxes: readonly RowBox[] = [];
      for (const [more, less] of steps) {
        const keys = new Map(boxes.flatMap((box) => box.rows.map(({ message }) => [message.id, box.key])));
        const first = from;
        [from, to] = [Math.max(0, from - more), Math.max(from + 1, to - less)];
        boxes = divideIntoBoxes(splitRows(range(from, to), starts), false, boxes);
        assert.deepEqual(listIds(boxes).flat(), range(from, to));
        assert.equal(new Set(boxes.map(({ key }) => key)).size, boxes.length);
        for (const { rows } of boxes) assert.ok(rows[0]!.newConversation);
        // Only the rest of a conversation that turned out to begin earlier may move to another box.
        const moved = range(first, to).find((id) => starts.has(id)) ?? to;
        for (const { key, rows } of boxes)
          for (const { message } of rows)
            if (message.id >= moved && keys.has(message.id)) assert.equal(key, keys.get(message.id));
      }
    }),
  );
});

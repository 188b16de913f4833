import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MAX_WINDOW_SIZE,
  type MessageWindow,
  makeWindow,
  type Page,
  withArrived,
  withNewer,
  withOlder,
} from '../../src/web/store/message-window.ts';
import { fc } from '../support/random.ts';

const COUNT = 2000;
const conversation = Array.from({ length: COUNT }, (_, at) => at + 1);

/** The server's response around an anchor. */
function page(from: number, to: number, sent = COUNT): Page {
  const first = Math.max(1, from);
  const last = Math.min(sent, to);
  const ids = [...conversation, ...Array.from({ length: Math.max(0, sent - COUNT) }, (_, at) => COUNT + at + 1)].slice(
    first - 1,
    last,
  );
  return { ids, found_oldest: from <= 1, found_newest: to >= sent };
}

test('after any scrolling a window is a limited, gapless part of the conversation with known ends', () => {
  const step = fc.constantFrom('older', 'newer', 'arrives');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: COUNT }), fc.array(step, { maxLength: 60 }), (start, steps) => {
      let sent = COUNT;
      let window: MessageWindow = makeWindow(page(start - 20, start + 20));
      for (const what of steps) {
        const first = window.ids[0]!;
        const last = window.ids.at(-1)!;
        if (what === 'older' && !window.oldest) window = withOlder(window, page(first - 60, first - 1, sent));
        if (what === 'newer' && !window.newest) window = withNewer(window, page(last + 1, last + 60, sent));
        if (what === 'arrives') window = withArrived(window, ++sent);
        assert.ok(window.ids.length <= MAX_WINDOW_SIZE);
        assert.deepEqual(
          window.ids,
          Array.from({ length: window.ids.length }, (_, at) => window.ids[0]! + at),
        );
        if (window.oldest) assert.equal(window.ids[0], 1);
        if (window.newest) assert.equal(window.ids.at(-1), sent);
      }
    }),
  );
});

test('a page that arrives twice or late adds nothing twice', () => {
  const window = withOlder(makeWindow(page(100, 140)), page(40, 99));
  assert.deepEqual(withOlder(window, page(40, 99)).ids, window.ids);
  assert.deepEqual(withArrived(makeWindow(page(1990, 2000)), 2000).ids, page(1990, 2000).ids);
});

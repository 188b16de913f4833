import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freezeFields, replyText } from '../../../src/kernel/http/reply-text.ts';
import { atOnce } from '../../../src/kernel/time-slices.ts';

const view = (id: number) => freezeFields({ id, name: `channel "${id}"`, none: undefined as string | undefined });
const list = (length: number) => Array.from({ length }, (_, id) => view(id));

test('the text of a reply has what its JSON has', () => {
  const base = view(7);
  const { name, ...nameless } = base;
  for (const reply of [
    {},
    { list: [] },
    { list: [base] },
    { list: [base], other: { list: [base] }, empty: undefined, 'a "name"': list(3) },
    { list: list(1000), more: list(401), text: 'ü' },
    // With more fields, with other values, with fewer fields, with none of an unchanging object.
    {
      list: [base, { ...base, color: '#abc' }, { ...base, more: undefined }, { ...base, name: 'another', color: 'x' }],
    },
    { list: [base, nameless, { ...nameless, color: name }, { plain: true }] },
  ])
    assert.deepEqual(JSON.parse(atOnce(replyText(reply))), JSON.parse(JSON.stringify(reply)));
});

test('long lists of unchanging objects are written in steps, and everything else in the first', () => {
  const reply = { list: list(1000), changing: [{ value: 'before' }] };
  const steps = replyText(reply);
  let turns = 1;
  for (let step = steps.next(); ; step = steps.next(), turns++) {
    reply.changing[0]!.value = 'after';
    if (!step.done) continue;
    assert.deepEqual(JSON.parse(step.value).changing, [{ value: 'before' }]);
    break;
  }
  assert.equal(turns, 5);
});

test('an object that cannot change is turned into text once', (t) => {
  const items = list(300);
  const { mock } = t.mock.method(JSON, 'stringify');
  const made = () => {
    const before = mock.callCount();
    atOnce(replyText({ items }));
    return mock.callCount() - before;
  };
  // The other fields and the name of the list.
  assert.equal(made(), 302);
  assert.equal(made(), 2);
  items[17] = view(17);
  assert.equal(made(), 3);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRoute, parseRoute, type Route } from '../../src/web/routing/router.ts';
import { fc } from '../support/random.ts';

test('addresses are those of Zulip’s own clients', () => {
  assert.deepEqual(parseRoute('#narrow/channel/5-general/topic/x.20y/near/12'), {
    view: 'narrow',
    narrow: [
      { operator: 'channel', operand: 5 },
      { operator: 'topic', operand: 'x y' },
    ],
    near: 12,
  });
  assert.deepEqual(
    parseRoute('#narrow/stream/5-general/subject/x'),
    parseRoute('#narrow/channel/5/topic/x'),
    'and their older names',
  );
  assert.deepEqual(parseRoute('#narrow/dm/3,7-group'), {
    view: 'narrow',
    narrow: [{ operator: 'dm', operand: [3, 7] }],
  });
  assert.deepEqual(parseRoute('#narrow/pm-with/3-Ada'), { view: 'narrow', narrow: [{ operator: 'dm', operand: [3] }] });
  assert.deepEqual(parseRoute('#narrow/-is/starred/search/a.2Eb'), {
    view: 'narrow',
    narrow: [
      { operator: 'is', operand: 'starred', negated: true },
      { operator: 'search', operand: 'a.b' },
    ],
  });
  assert.deepEqual(parseRoute('#settings/profile'), { view: 'settings', path: ['profile'] });
  assert.deepEqual(parseRoute(''), { view: 'home' });
  assert.deepEqual(parseRoute('#no/such'), { view: 'nowhere' });
  const topic: Route = {
    view: 'narrow',
    narrow: [
      { operator: 'channel', operand: 5 },
      { operator: 'topic', operand: '50% (really?)' },
    ],
  };
  assert.equal(
    formatRoute(topic, { channel: () => 'the kitchen' }),
    '#narrow/channel/5-the-kitchen/topic/50.25.20.28really.3F.29',
  );
});

const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).filter((one) => one.isWellFormed());
const term = fc.oneof(
  fc.record({ operator: fc.constant('channel'), operand: fc.integer({ min: 1 }) }),
  fc.record({ operator: fc.constantFrom('topic', 'is', 'search', 'has'), operand: text }),
  fc.record({ operator: fc.constant('dm'), operand: fc.array(fc.integer({ min: 1 }), { minLength: 1, maxLength: 5 }) }),
  fc.record({ operator: fc.constant('search'), operand: text, negated: fc.constant(true) }),
);
const place: fc.Arbitrary<Route> = fc.oneof(
  fc.record({ view: fc.constantFrom('home', 'inbox', 'recent', 'feed', 'drafts') }) as fc.Arbitrary<Route>,
  fc.record({ view: fc.constant('narrow' as const), narrow: fc.array(term, { minLength: 1, maxLength: 5 }) }),
  fc.record({
    view: fc.constant('narrow' as const),
    narrow: fc.array(term, { minLength: 1, maxLength: 3 }),
    near: fc.integer({ min: 1 }),
  }),
  fc.record({ view: fc.constant('topics' as const), channel: fc.integer({ min: 1 }) }),
  fc.record({
    view: fc.constantFrom('settings' as const, 'organization' as const),
    path: fc.array(text, { maxLength: 3 }),
  }),
);

test('every view has an address that leads back to it, for any channel name', () => {
  const names = { channel: () => 'a/b – ünï.codé #1', people: () => 'Ada & co' };
  fc.assert(fc.property(place, (one) => assert.deepEqual(parseRoute(formatRoute(one, names)), structuredClone(one))));
});

test('older addresses, and addresses with encoded slashes, lead to their views', () => {
  assert.deepEqual(parseRoute('#all_messages'), { view: 'feed' });
  assert.deepEqual(parseRoute('#recent_topics'), { view: 'recent' });
  for (const hash of ['#narrow/channel/7-a/topic/x.20y/near/3', '#channels/7/general', '#narrow/is/dm/view/list'])
    for (const slash of ['%2F', '%2f'])
      assert.deepEqual(parseRoute(hash.replaceAll('/', slash)), parseRoute(hash), hash);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unreadMessages } from '../../../src/chat/messages/flags/rules.ts';
import { canRead } from '../../../src/chat/messages/messages/rules.ts';
import type { StoredMessage } from '../../../src/chat/messages/messages/types.ts';
import { type Found, findIds, findMatches, findRange, NEWEST } from '../../../src/chat/messages/narrow/fetch.ts';
import type { User } from '../../../src/chat/people/users/types.ts';
import { ApiError } from '../../../src/kernel/errors.ts';
import { clientKind } from '../../../src/kernel/events/client.ts';
import { atOnce } from '../../../src/kernel/time-slices.ts';
import { fc, runs } from '../../support/random.ts';
import {
  createOrganization,
  getDay,
  inNarrow,
  listMessages,
  type Organization,
  type PlainTerm,
  TOPICS,
  WORDS,
} from './organization.ts';

const { numRuns: RUNS } = runs(300);
const KIND = clientKind({ empty_topic_name: true });

/** Any term over the test data's users, channels and messages. */
function anyTerm({ people, app }: Organization): fc.Arbitrary<PlainTerm> {
  const channels = app.channels.all();
  const ids = listMessages(app)
    .map(({ id }) => id)
    .filter((id) => id % 20 === 0);
  const person = fc.constantFrom(...people.map(({ id }) => id));
  const day = fc.constantFrom(...new Set(listMessages(app).map(getDay)));
  const is = ['dm', 'starred', 'unread', 'mentioned', 'alerted', 'resolved', 'followed', 'muted'];
  const operands: Record<string, fc.Arbitrary<PlainTerm['operand']>> = {
    channel: fc.constantFrom(...channels.map(({ id }) => id), ...channels.map(({ name }) => name.toUpperCase())),
    channels: fc.constantFrom('public', 'web-public'),
    topic: fc.constantFrom(...TOPICS, 'LUNCH', 'general chat', 'nowhere'),
    sender: person,
    dm: fc.array(person, { minLength: 1, maxLength: 3 }),
    'dm-including': person,
    'group-pm-with': person,
    is: fc.constantFrom(...is),
    has: fc.constantFrom('link', 'image', 'attachment', 'reaction'),
    in: fc.constantFrom('home'),
    search: fc.oneof(
      fc.constantFrom(
        ...WORDS,
        ...WORDS.map((word) => `"${word}"`),
        '京',
        '東京',
        'apple tea',
        '"apple tea"',
        '"',
        '""',
        '* OR apple',
        'subject:apple',
        'run*',
        '+++',
      ),
      fc.string({ maxLength: 12 }).filter((text) => text.trim() !== ''),
    ),
    id: fc.constantFrom(...ids),
    before: day,
    on: day,
    after: day,
  };
  return fc
    .constantFrom(...Object.keys(operands))
    .chain((operator) =>
      fc.record({ operator: fc.constant(operator), operand: operands[operator]!, negated: fc.boolean() }),
    );
}

for (const [name, made] of [
  ['a narrow returns exactly the matching messages, for every user, from any anchor', createOrganization(7)],
  ['a narrow returns exactly the matching messages when they are far apart', createOrganization(8, 4000)],
] as const) {
  test(name, async () => {
    const world = await made;
    const { app, people } = world;
    const viewers = [...people.map(({ id }) => app.users.byId(id)), undefined];
    const all = listMessages(app).filter((message) => viewers.some((viewer) => canRead(app, viewer, message)));
    let compared = 0;
    let found = 0;
    const property = fc.property(
      fc.constantFrom(...viewers),
      fc.array(anyTerm(world), { maxLength: 3 }),
      fc.oneof(
        fc.constantFrom('newest', 'oldest', 'first_unread'),
        fc.constantFrom(...all.map(({ id }) => String(id))),
        fc.nat({ max: 15_000 }).map(String),
      ),
      fc.nat({ max: 12 }),
      fc.nat({ max: 12 }),
      fc.boolean(),
      (viewer, some, anchor, num_before, num_after, include_anchor) => {
        const terms = viewer ? some : [WEB_PUBLIC, ...some.filter(({ operator }) => FOR_VISITORS.has(operator))];
        let answer: Found;
        try {
          answer = atOnce(findRange(app, viewer, terms, { anchor, include_anchor, num_before, num_after }, KIND));
        } catch (error) {
          if (error instanceof ApiError && error.code === 'BAD_NARROW') return;
          throw error;
        }
        compared++;
        const matching = all.filter(inNarrow(app, viewer, terms));
        const ids = matching.map(({ id }) => id);
        const at = anchorAt(world, viewer, terms, matching, anchor);
        const before = ids.filter((id) => id < at);
        const after = ids.filter((id) => id > at);
        const middle = include_anchor && ids.includes(at) ? [at] : [];
        const expected = [...(num_before ? before.slice(-num_before) : []), ...middle, ...after.slice(0, num_after)];
        found += expected.length;
        assert.deepEqual(
          answer.messages.map(({ id }) => id),
          expected,
        );
        assert.equal(answer.anchor, at);
        assert.equal(answer.found_anchor, middle.length > 0);
        assert.equal(answer.found_oldest, at === 0 || before.length < num_before);
        assert.equal(answer.found_newest, at === NEWEST || after.length < num_after);

        const asked = all.map(({ id }) => id).filter((id) => id % 3 === num_before % 3);
        const byId = atOnce(findIds(app, viewer, terms, asked, KIND)).messages.map(({ id }) => id);
        assert.deepEqual(
          byId,
          all
            .filter(inNarrow(app, viewer, terms, true))
            .map(({ id }) => id)
            .filter((id) => asked.includes(id)),
        );
        if (viewer)
          assert.deepEqual(
            atOnce(findMatches(app, viewer, terms, asked, KIND)).messages.map(({ id }) => id),
            ids.filter((id) => asked.includes(id)),
          );
      },
    );
    fc.assert(property, { numRuns: RUNS });
    assert.ok(compared > RUNS / 2 && found > RUNS, `${compared} compared, ${found} messages`);
  });
}

const WEB_PUBLIC: PlainTerm = { operator: 'channels', operand: 'web-public', negated: false };
const FOR_VISITORS = new Set([
  'channel',
  'channels',
  'topic',
  'sender',
  'has',
  'search',
  'id',
  'before',
  'on',
  'after',
]);

function anchorAt(
  { app }: Organization,
  viewer: User | undefined,
  terms: PlainTerm[],
  matching: StoredMessage[],
  anchor: string,
): number {
  if (anchor === 'oldest') return 0;
  if (anchor !== 'first_unread') return anchor === 'newest' ? NEWEST : Number(anchor);
  if (!viewer) return NEWEST;
  const unread = new Set(unreadMessages(app, viewer).map(({ id }) => id));
  // A narrow to a muted channel shows the channel, but not its muted topics.
  const inChannel = terms.some(({ operator, negated }) => operator === 'channel' && !negated);
  const loud = (message: StoredMessage) => {
    const channel = app.channels.byRecipient(message.recipient_id);
    if (!channel) return true;
    const policy = app.userTopics.policy(viewer.id, channel.id, message.subject);
    const subscription = app.subscriptions.of(viewer.id, channel.id);
    return policy > 1 || (policy === 0 && (inChannel || !(subscription?.active && subscription.is_muted)));
  };
  return matching.find((message) => unread.has(message.id) && loud(message))?.id ?? NEWEST;
}

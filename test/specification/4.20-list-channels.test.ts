import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type Reply, type TestUser } from '../support/team.ts';

const people = newTeam();
const { ada, abe, mia, max, gus, team } = people;
await ada.patch('/realm', { enable_spectator_access: true });
const make = (who: TestUser, name: string, options: Record<string, unknown> = {}) =>
  who.post('/channels/create', { name, subscribers: [who.id], ...options });
await make(ada, 'public');
await make(ada, 'square', { is_web_public: true });
await make(mia, 'private', { invite_only: true });
await make(mia, 'open to members', {
  invite_only: true,
  can_subscribe_group: people.app.groups.system('role:members'),
});
const { id: archived } = await make(ada, 'archived');
await ada.delete(`/streams/${archived}`);
const bot = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });

const names = async (who: TestUser, fields: Record<string, unknown>): Promise<string[]> =>
  (await who.get('/streams', fields)).streams.map(({ name }: Reply) => name).sort();
const NONE = { include_public: false, include_subscribed: false };

const ROWS: [statement: string, who: TestUser, fields: Record<string, unknown>, expected: string[]][] = [
  ['include_public: default true', mia, { include_subscribed: false }, ['public', 'square']],
  ['include_public: false', mia, NONE, []],
  ['include_web_public: default false', gus, NONE, []],
  ['include_web_public: true', gus, { ...NONE, include_web_public: true }, ['square']],
  ['include_subscribed: default true', mia, { include_public: false }, ['open to members', 'private']],
  ['exclude_archived: default true', ada, {}, ['public', 'square']],
  ['exclude_archived: false', ada, { exclude_archived: false }, ['archived', 'public', 'square']],
  ['include_all: default false', abe, NONE, []],
  [
    'include_all: all channels for administrators',
    abe,
    { ...NONE, include_all: true },
    ['open to members', 'private', 'public', 'square'],
  ],
  [
    'include_all: channels with metadata access',
    max,
    { ...NONE, include_all: true },
    ['open to members', 'public', 'square'],
  ],
  ['include_owner_subscribed: default false', bot, NONE, []],
  [
    'include_owner_subscribed: for bots',
    bot,
    { ...NONE, include_owner_subscribed: true },
    ['open to members', 'private'],
  ],
  ['include_can_access_content: default false', max, NONE, []],
  [
    'include_can_access_content: true',
    max,
    { ...NONE, include_can_access_content: true },
    ['open to members', 'public', 'square'],
  ],
  [
    'include_all_active: for administrators',
    abe,
    { ...NONE, include_all_active: true },
    ['open to members', 'private', 'public', 'square'],
  ],
];
for (const [statement, who, fields, expected] of ROWS)
  test(`4.20 ${statement}`, async () => assert.deepEqual(await names(who, fields), expected));

test('4.20 include_default: default false', async () => {
  const first = async (fields: object) => (await mia.get('/streams', { ...fields })).streams[0];
  assert.equal('is_default' in (await first({})), false);
  assert.equal(typeof (await first({ include_default: true })).is_default, 'boolean');
});

test('4.20 include_all_active: administrators only', async () => {
  await assertRejected(
    mia.request('GET', '/streams', { include_all_active: true }),
    'User not authorized for this query',
    'BAD_REQUEST',
  );
});

for (const name of [
  'include_public',
  'include_web_public',
  'include_subscribed',
  'exclude_archived',
  'include_all',
  'include_default',
  'include_owner_subscribed',
  'include_can_access_content',
  'include_all_active',
])
  test(`4.20 ${name}: boolean`, async () => {
    await assertRejected(ada.request('GET', '/streams', { [name]: 3 }), new RegExp(name), 'BAD_REQUEST');
  });

test('4.20 streams: an array of channel objects', async () => {
  const { streams } = await mia.get('/streams');
  const { stream } = await mia.get(`/streams/${streams[0].stream_id}`);
  assert.deepEqual(streams[0], stream);
});

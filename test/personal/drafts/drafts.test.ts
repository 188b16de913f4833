import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const BLANK = { type: '', to: [], topic: '', content: 'What if' };
const drafts = async (person: TestUser) => (await person.get('/drafts')).drafts;
const create = (person: TestUser, ...drafts: object[]) => person.post('/drafts', { drafts });

async function withChannel() {
  const team = newTeam();
  await team.ada.post('/channels/create', {
    name: 'secret',
    subscribers: [team.ada.id, team.mia.id],
    invite_only: true,
  });
  return { ...team, secret: (await team.ada.get('/get_stream_id', { stream: 'secret' })).stream_id as number };
}

test('drafts are created, changed and deleted, with events to their user only', async () => {
  const { mia, ada, max, clock, secret } = await withChannel();
  const other = await ada.registerQueue();
  const timestamp = clock.now() / 1000;
  const channel = { type: 'stream', to: [secret], topic: 'plans', content: 'Shall we', timestamp: timestamp - 10 };
  const direct = { type: 'private', to: [max.id], topic: '', content: 'Hey' };
  const [added] = await mia.assertReceives(
    async () => assert.deepEqual((await create(mia, BLANK, channel, direct)).ids, [1, 2, 3]),
    {
      type: 'drafts',
      op: 'add',
    },
  );
  const kept = [
    { id: 1, ...BLANK, timestamp },
    { id: 2, ...channel },
    { id: 3, ...direct, timestamp },
  ];
  assert.deepEqual(added, { type: 'drafts', op: 'add', drafts: kept });
  const newestFirst = [kept[2], kept[0], kept[1]];
  assert.deepEqual(await drafts(mia), newestFirst);
  assert.equal((await mia.get('/drafts')).count, 3);
  assert.deepEqual((await mia.post('/register')).drafts, newestFirst);

  const finished = { id: 2, ...channel, content: 'Shall we?  ', timestamp: timestamp + 0.9 };
  const [changed] = await mia.assertReceives(() => mia.patch('/drafts/2', { draft: finished }), {
    type: 'drafts',
    op: 'update',
  });
  assert.deepEqual(changed!.draft, { ...finished, content: 'Shall we?', timestamp });
  await mia.assertReceives(() => mia.delete('/drafts/1'), { type: 'drafts', op: 'remove', draft_id: 1 });
  assert.deepEqual(
    (await drafts(mia)).map(({ id }: { id: number }) => id),
    [3, 2],
  );
  assert.deepEqual(await other.events(), []);
});

test('a draft for an inaccessible channel or user is rejected, together with the others of the request', async () => {
  const { mia, max, gus, secret } = await withChannel();
  const stream = { ...BLANK, type: 'stream' };
  await max.assertReceives(async () => {
    const add = (...drafts: object[]) => max.request('POST', '/drafts', { drafts });
    await assertRejected(add(BLANK, { ...stream, to: [secret] }), 'Invalid channel ID', 'BAD_REQUEST');
    await assertRejected(add({ ...stream, to: [999] }), 'Invalid channel ID', 'BAD_REQUEST');
    await assertRejected(
      add({ ...stream, to: [] }),
      'Must specify exactly 1 channel ID for channel messages',
      'BAD_REQUEST',
    );
    await assertRejected(add({ ...BLANK, type: 'private', to: [999] }), 'Invalid user ID 999', 'BAD_REQUEST');
    await assertRejected(add({ ...BLANK, type: 'letter' }), /type/, 'BAD_REQUEST');
    await assertRejected(add({ ...BLANK, content: ' ' }), 'Message must not be empty', 'BAD_REQUEST');
    await assertRejected(add({ ...BLANK, timestamp: -1 }), 'Timestamp must not be negative.', 'BAD_REQUEST');
    await assertRejected(add({ ...BLANK, tint: 'red' }), /is unexpected/, 'BAD_REQUEST');
    await assertRejected(add({ type: '', to: [], topic: '' }), /content/, 'BAD_REQUEST');
  });
  assert.deepEqual(await drafts(max), []);
  await assertRejected(
    gus.request('POST', '/drafts', { drafts: [{ ...stream, to: [secret] }] }),
    'Invalid channel ID',
    'BAD_REQUEST',
  );
  const [id] = (await create(mia, { ...stream, to: [secret] })).ids;
  await assertRejected(
    mia.request('PATCH', `/drafts/${id}`, { draft: { ...stream, to: [999] } }),
    'Invalid channel ID',
    'BAD_REQUEST',
  );
});

test('other users’ drafts get the same response as missing ones', async () => {
  const { mia, ada, max } = newTeam();
  const [id] = (await create(mia, BLANK)).ids;
  await mia.assertReceives(async () => {
    for (const person of [ada, max])
      for (const draft of [id, 999]) {
        const change = await assertRejected(
          person.request('PATCH', `/drafts/${draft}`, { draft: BLANK }),
          'Draft does not exist',
          'BAD_REQUEST',
        );
        const gone = await assertRejected(
          person.request('DELETE', `/drafts/${draft}`),
          'Draft does not exist',
          'BAD_REQUEST',
        );
        assert.deepEqual([change.status, gone.status], [404, 404]);
      }
  });
  assert.deepEqual([await drafts(ada), (await max.post('/register')).drafts], [[], []]);
  assert.equal((await drafts(mia)).length, 1);
});

test('2.1 turning synchronization off deletes the drafts on the server, and clients keep theirs', async () => {
  const { mia, max } = newTeam();
  await create(mia, BLANK);
  await create(max, BLANK);
  await mia.assertReceives(() => mia.patch('/settings', { enable_drafts_synchronization: false }), {
    type: 'user_settings',
    op: 'update',
    property: 'enable_drafts_synchronization',
  });
  assert.deepEqual((await mia.post('/register')).drafts, []);
  const off = 'User has disabled synchronizing drafts.';
  await assertRejected(mia.request('GET', '/drafts'), off, 'BAD_REQUEST');
  await assertRejected(mia.request('POST', '/drafts', { drafts: [BLANK] }), off, 'BAD_REQUEST');
  await assertRejected(mia.request('PATCH', '/drafts/1', { draft: BLANK }), off, 'BAD_REQUEST');
  await assertRejected(mia.request('DELETE', '/drafts/1'), off, 'BAD_REQUEST');
  await mia.patch('/settings', { enable_drafts_synchronization: true });
  assert.deepEqual([await drafts(mia), (await drafts(max)).length], [[], 1]);
});

test('a client starts with the thousand drafts edited last, and bots can have drafts', async () => {
  const { mia, team } = newTeam();
  const many = Array.from({ length: 1001 }, (_, at) => ({ ...BLANK, content: `${at}`, timestamp: at + 1 }));
  await create(mia, ...many);
  const { drafts: first } = await mia.post('/register');
  assert.deepEqual([first.length, first[0].content, first.at(-1).content], [1000, '1000', '1']);
  assert.equal((await drafts(mia)).length, 1001);
  const bot = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  await create(bot, { ...BLANK, content: 'by a bot' });
  assert.deepEqual(
    (await drafts(bot)).map(({ content }: { content: string }) => content),
    ['by a bot'],
  );
});

test('a draft may be longer than a message, and all drafts of an account have a limit', async () => {
  const { mia } = newTeam();
  const long = 'ä'.repeat(100_000);
  const { ids } = await create(mia, { ...BLANK, content: long });
  assert.equal((await drafts(mia))[0].content, long);
  await assertRejected(mia.request('POST', '/drafts', { drafts: [{ ...BLANK, content: `${long}!` }] }), /too long/);
  for (let count = 1; count < 24; count++) await create(mia, { ...BLANK, content: long });
  const more = { ...BLANK, content: long };
  await create(mia, { ...BLANK, content: 'x'.repeat(100_000) });
  await assertRejected(
    mia.request('POST', '/drafts', { drafts: [more] }),
    "You have reached the limit 'drafts_of_user_bytes' (5000000). Delete some of them first.",
  );
  await mia.patch(`/drafts/${ids[0]}`, { draft: { ...BLANK, content: '!' } });
  await create(mia, more);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const team = async () => {
  const people = newTeam();
  const create = async (name: string, fields = {}, who: TestUser = people.mia) =>
    (await who.post('/channels/create', { name, subscribers: [who.id], ...fields })).id as number;
  return { ...people, create };
};

test('administrators choose the default channels, and everyone except guests receives the change', async () => {
  const { abe, mia, mona, gus, create } = await team();
  const id = await create('general');
  const guest = await gus.registerQueue();
  await mia.assertReceives(() => abe.post('/default_streams', { stream_id: id }), {
    type: 'default_streams',
    default_streams: [id],
  });
  await mia.assertReceives(() => abe.post('/default_streams', { stream_id: id }));
  const { user_id } = await abe.post('/users', {
    email: 'nina@example.com',
    full_name: 'Nina',
    password: 'correct horse battery staple',
  });
  assert.equal((await mia.get(`/users/${user_id}/subscriptions/${id}`)).is_subscribed, true);
  for (const method of ['POST', 'DELETE'])
    await mia.assertReceives(() =>
      assertRejected(
        mona.request(method, '/default_streams', { stream_id: id }),
        'Must be an organization administrator',
        'UNAUTHORIZED_PRINCIPAL',
      ),
    );
  await mia.assertReceives(() => abe.delete('/default_streams', { stream_id: id }), {
    type: 'default_streams',
    default_streams: [],
  });
  assert.deepEqual(
    (await guest.events()).filter(({ type }) => type === 'default_streams'),
    [],
  );
});

test('a channel that new users cannot join cannot be a default channel', async () => {
  const { ada, create } = await team();
  const id = await create('plans', { invite_only: true });
  await assertRejected(
    ada.request('POST', '/default_streams', { stream_id: id }),
    'Private channels cannot be made default.',
    'BAD_REQUEST',
  );
  await assertRejected(ada.request('POST', '/default_streams', { stream_id: 99 }), 'Invalid channel ID', 'BAD_REQUEST');
  const old = await create('old');
  await ada.delete(`/streams/${old}`);
  await assertRejected(
    ada.request('POST', '/default_streams', { stream_id: old }),
    'Invalid channel ID',
    'BAD_REQUEST',
  );
});

test('default channel groups are created, changed and removed, with an event to everyone except guests', async () => {
  const { abe, mia, gus, create } = await team();
  const [fonts, logos] = [await create('fonts'), await create('logos')];
  const guest = await gus.registerQueue({ event_types: ['default_stream_groups'] });
  const told = (...default_stream_groups: object[]) => ({ type: 'default_stream_groups', default_stream_groups });
  const make = () =>
    abe.post('/default_stream_groups/create', {
      group_name: 'Design',
      description: 'All looks',
      stream_names: ['fonts'],
    });
  const group = { id: 1, name: 'Design', description: 'All looks', streams: [fonts] };
  await mia.assertReceives(make, told(group));
  assert.deepEqual((await mia.post('/register')).realm_default_stream_groups, [group]);
  assert.deepEqual((await gus.post('/register')).realm_default_stream_groups, []);

  const streams = '/default_stream_groups/1/streams';
  await mia.assertReceives(
    () => abe.patch(streams, { op: 'add', stream_names: ['logos'] }),
    told({ ...group, streams: [fonts, logos] }),
  );
  await assertRejected(
    abe.request('PATCH', streams, { op: 'add', stream_names: ['logos'] }),
    "Channel 'logos' is already present in default channel group 'Design'",
  );
  await mia.assertReceives(
    () => abe.patch(streams, { op: 'remove', stream_names: ['fonts'] }),
    told({ ...group, streams: [logos] }),
  );
  await assertRejected(
    abe.request('PATCH', streams, { op: 'remove', stream_names: ['fonts'] }),
    "Channel 'fonts' is not present in default channel group 'Design'",
  );
  const renamed = { ...group, name: 'Looks', description: 'More', streams: [logos] };
  const change = { new_group_name: 'Looks', new_description: 'More' };
  await mia.assertReceives(() => abe.patch('/default_stream_groups/1', change), told(renamed));
  await assertRejected(
    abe.request('PATCH', '/default_stream_groups/1'),
    'You must pass "new_description" or "new_group_name".',
  );
  await mia.assertReceives(() => abe.delete('/default_stream_groups/1'), told());
  await assertRejected(
    abe.request('DELETE', '/default_stream_groups/1'),
    "Default channel group with id '1' does not exist.",
  );
  assert.deepEqual(await guest.events(), []);
});

test('a default channel group has a unique name and contains channels that can be chosen', async () => {
  const { ada, create } = await team();
  await create('plans', { invite_only: true });
  await create('general', { is_default_stream: true }, ada);
  const make = (group_name: string, ...stream_names: string[]) =>
    ada.request('POST', '/default_stream_groups/create', { group_name, description: '', stream_names });
  await assertRejected(make('Design', 'plans'), 'Private channels cannot be made default.');
  await assertRejected(make('Design', 'general'), "'general' is a default channel and cannot be added to 'Design'");
  await assertRejected(make('Design', 'nowhere'), "Invalid channel name 'nowhere'");
  await assertRejected(make(' '), "Invalid default channel group name ' '");
  assert.equal((await make('Design')).result, 'success');
  await assertRejected(make('design'), "Default channel group 'design' already exists");
});

test('a channel that becomes private, archived or a default channel is removed from its groups', async () => {
  const { ada, mia, create } = await team();
  const ids = [await create('closed'), await create('archived'), await create('common')];
  await ada.post('/default_stream_groups/create', {
    group_name: 'All',
    description: '',
    stream_names: ['closed', 'archived', 'common'],
  });
  await mia.patch(`/streams/${ids[0]}`, { is_private: true });
  await mia.delete(`/streams/${ids[1]}`);
  await ada.post('/default_streams', { stream_id: ids[2] });
  assert.deepEqual((await mia.post('/register')).realm_default_stream_groups[0].streams, []);
});

test('members cannot change default channel groups', async () => {
  const { mia, mona, ada } = await team();
  await ada.post('/default_stream_groups/create', { group_name: 'All', description: '', stream_names: [] });
  for (const who of [mia, mona])
    for (const [method, path, fields] of [
      ['POST', '/default_stream_groups/create', { group_name: 'x', description: '', stream_names: [] }],
      ['PATCH', '/default_stream_groups/1', { new_group_name: 'x' }],
      ['PATCH', '/default_stream_groups/1/streams', { op: 'add', stream_names: [] }],
      ['DELETE', '/default_stream_groups/1', {}],
    ] as const)
      await assertRejected(
        who.request(method, path, fields),
        'Must be an organization administrator',
        'UNAUTHORIZED_PRINCIPAL',
      );
});

test('a user who becomes a guest loses the default channel groups, and gets them back as a member', async () => {
  const { abe, max, gus, create } = await team();
  const id = await create('garden');
  await abe.post('/default_stream_groups/create', { group_name: 'Outside', description: '', stream_names: ['garden'] });
  const groupsHeard = async (who: TestUser, role: number) => {
    const queue = await who.registerQueue({ event_types: ['default_stream_groups'] });
    await abe.patch(`/users/${who.id}`, { role });
    const heard = (await queue.events()).map(({ default_stream_groups }) => default_stream_groups);
    const { realm_default_stream_groups } = await who.post('/register', {
      fetch_event_types: ['default_stream_groups'],
    });
    for (const groups of heard) assert.deepEqual(groups, realm_default_stream_groups);
    return heard.map((groups) => groups.map(({ streams }: { streams: number[] }) => streams));
  };
  assert.deepEqual(await groupsHeard(max, 600), [[]]);
  assert.deepEqual(await groupsHeard(gus, 400), [[[id]]]);
  assert.deepEqual(await groupsHeard(gus, 300), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publishNewFullMembers } from '../../../src/chat/channels/channels/visibility-actions.ts';
import { assertRejected, CAPABILITIES, newTeam, type Queue, type Reply, type TestUser } from '../../support/team.ts';

const team = () => {
  const people = newTeam();
  const group = (name: string) => people.app.groups.named(name)!.id;
  const make = async (who: TestUser, name: string, members: TestUser[], fields = {}) =>
    (await who.post('/user_groups/create', { name, description: '', members: members.map(({ id }) => id), ...fields }))
      .group_id as number;
  const members = async (id: number, direct_member_only?: boolean) =>
    (await people.ada.get(`/user_groups/${id}/members`, { direct_member_only })).members as number[];
  return { ...people, group, make, members };
};
/** The HTML of the direct message to a user who was added to a group or removed from it. */
const notice = ({ id, name }: TestUser, what: string, group: string) =>
  new RegExp(
    `^<p><span class="user-mention silent" data-user-id="${id}">${name}</span> ${what} the group .*${group}</span>`,
  );
const only = (...people: TestUser[]) => ({ direct_members: people.map(({ id }) => id), direct_subgroups: [] });

test('a group is created, published and listed with all its properties', async () => {
  const { mia, max, gus, group, make } = team();
  const guest = await gus.registerQueue();
  const cooks = await make(mia, 'Cooks', [mia, max], {
    subgroups: [group('role:moderators')],
    can_join_group: group('role:members'),
  });
  const [{ group: told }] = (await guest.events()) as [any];
  const { user_groups } = await mia.get('/user_groups');
  assert.deepEqual(user_groups.at(-1), told);
  assert.deepEqual(
    [told.id, told.members, told.direct_subgroup_ids, told.can_join_group, told.can_manage_group],
    [cooks, [mia.id, max.id], [group('role:moderators')], group('role:members'), only(mia)],
  );
});

test('guests and bots cannot use the group endpoints', async () => {
  const { team: server, mia, gus, make } = team();
  const cooks = await make(mia, 'Cooks', [gus]);
  const bot = server.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  for (const [method, path, fields] of [
    ['GET', '/user_groups', {}],
    ['POST', '/user_groups/create', { name: 'x', description: '', members: [] }],
    ['PATCH', `/user_groups/${cooks}`, { name: 'x' }],
    ['GET', `/user_groups/${cooks}/members`, {}],
    ['GET', `/user_groups/${cooks}/members/${gus.id}`, {}],
    ['POST', `/user_groups/${cooks}/members`, { delete: [gus.id] }],
    ['GET', `/user_groups/${cooks}/subgroups`, {}],
    ['POST', `/user_groups/${cooks}/subgroups`, { add: [1] }],
  ] as const)
    await mia.assertReceives(async () => {
      await assertRejected(gus.request(method, path, fields), 'Not allowed for guest users', 'BAD_REQUEST');
      await assertRejected(
        bot.request(method, path, fields),
        'This endpoint does not accept bot requests.',
        'BAD_REQUEST',
      );
    });
  await mia.assertReceives(() =>
    assertRejected(gus.request('POST', `/user_groups/${cooks}/deactivate`), 'Insufficient permission', 'BAD_REQUEST'),
  );
});

test('a group is renamed, described and given other permissions by its managers', async () => {
  const { mia, max, ada, group, make } = team();
  const cooks = await make(mia, 'Cooks', []);
  const path = `/user_groups/${cooks}`;
  const members = group('role:members');
  await max.assertReceives(
    () => mia.patch(path, { name: 'Chefs', description: 'Who cook', can_join_group: { new: members } }),
    {
      type: 'user_group',
      op: 'update',
      group_id: cooks,
      data: { name: 'Chefs', description: 'Who cook', can_join_group: members },
    },
  );
  await max.assertReceives(() =>
    mia.patch(path, { name: 'Chefs', description: 'Who cook', can_join_group: { new: members, old: members } }),
  );
  await max.assertReceives(async () => {
    await assertRejected(max.request('PATCH', path, { name: 'Mine' }), 'Insufficient permission', 'BAD_REQUEST');
    await assertRejected(max.request('PATCH', `/user_groups/${members}`, { name: 'Mine' }), 'Insufficient permission');
    await assertRejected(ada.request('PATCH', `/user_groups/${members}`, { name: 'Mine' }), 'Insufficient permission');
    await assertRejected(mia.request('PATCH', path), 'No new data supplied', 'BAD_REQUEST');
    await assertRejected(mia.request('PATCH', '/user_groups/999', { name: 'x' }), 'Invalid user group');
    await assertRejected(
      mia.request('PATCH', path, { name: 'role:chefs' }),
      "User group name cannot start with 'role:'.",
    );
    await assertRejected(mia.request('PATCH', path, { can_join_group: members }), /can_join_group is not/);
    const stale = { new: members, old: group('role:nobody') };
    const reply = await assertRejected(
      mia.request('PATCH', path, { description: 'lost', can_join_group: stale }),
      "'old' value does not match the expected value.",
      'EXPECTATION_MISMATCH',
    );
    assert.equal(reply.field_name, 'can_join_group');
  });
  assert.equal((await mia.get('/user_groups')).user_groups.at(-1).description, 'Who cook');
  await max.assertReceives(() => ada.patch(path, { can_manage_group: { new: only(max) } }), {
    type: 'user_group',
    op: 'update',
    data: { can_manage_group: only(max) },
  });
  await assertRejected(mia.request('PATCH', path, { name: 'Cooks' }), 'Insufficient permission');
  await max.patch(path, { name: 'Cooks' });
});

test('users and groups are added and removed in one step, all or none', async () => {
  const { mia, max, mona, group, make, members } = team();
  const cooks = await make(mia, 'Cooks', [max]);
  const moderators = group('role:moderators');
  const path = `/user_groups/${cooks}/members`;
  await max.assertReceives(
    () => mia.post(path, { add: [mia.id, mona.id], delete: [max.id], add_subgroups: [moderators] }),
    { type: 'user_group', op: 'add_members', group_id: cooks, user_ids: [mia.id, mona.id] },
    { type: 'user_group', op: 'remove_members', group_id: cooks, user_ids: [max.id] },
    { type: 'user_group', op: 'add_subgroups', group_id: cooks, direct_subgroup_ids: [moderators] },
    { type: 'message', message: { type: 'private' } },
  );
  await max.assertReceives(async () => {
    await assertRejected(
      mia.request('POST', path, { add: [max.id], delete: [max.id, 999] }),
      "There is no member '999' in this user group",
    );
    await assertRejected(
      mia.request('POST', path, { add: [mia.id] }),
      `User ${mia.id} is already a member of this group`,
    );
    await assertRejected(mia.request('POST', path, { add: [] }), /Nothing to do/);
    await assertRejected(mia.request('POST', path), /Nothing to do/);
    await assertRejected(max.request('POST', path, { add: [max.id] }), 'Insufficient permission');
    await assertRejected(max.request('POST', path, { delete_subgroups: [moderators] }), 'Insufficient permission');
    await assertRejected(
      mia.request('POST', `/user_groups/${moderators}/members`, { add: [mia.id] }),
      'Insufficient permission',
    );
  });
  assert.deepEqual(await members(cooks, true), [mona.id, mia.id].sort());
  await max.assertReceives(() => mia.post(`/user_groups/${cooks}/subgroups`, { delete: [moderators] }), {
    type: 'user_group',
    op: 'remove_subgroups',
    group_id: cooks,
    direct_subgroup_ids: [moderators],
  });
  await assertRejected(
    mia.request('POST', `/user_groups/${cooks}/subgroups`, { delete: [moderators] }),
    /is not a subgroup of this group/,
  );
  await assertRejected(
    mia.request('POST', `/user_groups/${cooks}/subgroups`),
    'Nothing to do. Specify at least one of "add" or "delete".',
  );
});

test('permission to add any member includes groups, and so does permission to remove', async () => {
  const { mia, max, mona, group, make } = team();
  const cooks = await make(mia, 'Cooks', [], {
    can_add_members_group: only(max),
    can_remove_members_group: only(mona),
  });
  const path = `/user_groups/${cooks}/subgroups`;
  const moderators = group('role:moderators');
  await assertRejected(mona.request('POST', path, { add: [moderators] }), 'Insufficient permission');
  await max.post(path, { add: [moderators] });
  await assertRejected(max.request('POST', path, { delete: [moderators] }), 'Insufficient permission');
  await mona.post(path, { delete: [moderators] });
});

test('members are looked up directly or including subgroups', async () => {
  const { ada, mia, max, mona, abe, gus, group, make, members } = team();
  const cooks = await make(mia, 'Cooks', [gus], { subgroups: [group('role:moderators')] });
  const house = await make(mia, 'House', [max], { subgroups: [cooks] });
  assert.deepEqual(await members(house, true), [max.id]);
  const everybody = [ada, abe, mona, max, gus].map(({ id }) => id).sort((a, b) => a - b);
  assert.deepEqual(await members(house), everybody);
  const isMember = async (who: TestUser, fields = {}) =>
    (await mia.get(`/user_groups/${house}/members/${who.id}`, fields)).is_user_group_member;
  assert.deepEqual(
    [await isMember(gus), await isMember(gus, { direct_member_only: true }), await isMember(mia)],
    [true, false, false],
  );
  await assertRejected(mia.request('GET', `/user_groups/${house}/members/999`), 'No such user');
  const subgroups = async (fields = {}) => (await mia.get(`/user_groups/${house}/subgroups`, fields)).subgroups;
  assert.deepEqual(await subgroups({ direct_subgroup_only: true }), [cooks]);
  const [nobody, owners, administrators, moderators] = ['nobody', 'owners', 'administrators', 'moderators'].map(
    (name) => group(`role:${name}`),
  );
  assert.deepEqual(await subgroups(), [owners, administrators, moderators, cooks]);
  assert.deepEqual(await members(nobody!), []);
  assert.deepEqual((await members(group('role:internet'))).length, 6);
});

test('a group in use cannot be deactivated, and the error says where it is used', async () => {
  const { ada, mia, max, make } = team();
  const cooks = await make(mia, 'Cooks', [max]);
  const house = await make(mia, 'House', [], { subgroups: [cooks] });
  const board = await make(ada, 'Board', [], {
    can_mention_group: { direct_members: [ada.id], direct_subgroups: [cooks] },
  });
  const { id: kitchen } = await mia.post('/channels/create', {
    name: 'kitchen',
    subscribers: [],
    can_subscribe_group: cooks,
  });
  const { id: hidden } = await max.post('/channels/create', {
    name: 'hidden',
    invite_only: true,
    subscribers: [max.id],
    can_remove_subscribers_group: cooks,
  });
  ada.team.app.db.write(() => ada.team.app.realm.set('can_create_groups', cooks));
  const deactivate = (who: TestUser) => who.request('POST', `/user_groups/${cooks}/deactivate`);
  await max.assertReceives(async () => {
    const reply = await assertRejected(
      deactivate(mia),
      'Cannot deactivate user group in use.',
      'CANNOT_DEACTIVATE_GROUP_IN_USE',
    );
    const objections = (channel_id: number | null) => [
      { type: 'subgroup', supergroup_ids: [house] },
      { type: 'channel', channel_id, settings: ['can_remove_subscribers_group'] },
      { type: 'channel', channel_id: kitchen, settings: ['can_subscribe_group'] },
      { type: 'user_group', group_id: board, settings: ['can_mention_group'] },
      { type: 'realm', settings: ['can_create_groups'] },
    ];
    assert.deepEqual(reply.objections, objections(null));
    assert.deepEqual((await deactivate(ada)).objections, objections(hidden));
    await assertRejected(deactivate(max), 'Insufficient permission', 'BAD_REQUEST');
  });
});

test('a deactivated group is removed for clients without support, and can be reactivated', async () => {
  const { mia, max, make, members } = team();
  const cooks = await make(mia, 'Cooks', [max]);
  const old = await max.registerQueue({ client_capabilities: { ...CAPABILITIES, include_deactivated_groups: false } });
  await max.assertReceives(() => mia.post(`/user_groups/${cooks}/deactivate`), {
    type: 'user_group',
    op: 'update',
    group_id: cooks,
    data: { deactivated: true },
  });
  assert.deepEqual(await old.events(), [{ type: 'user_group', op: 'remove', group_id: cooks }]);
  const names = async (fields = {}) =>
    (await mia.get('/user_groups', fields)).user_groups.map(({ name }: { name: string }) => name);
  assert.ok(!(await names()).includes('Cooks'));
  assert.ok((await names({ include_deactivated_groups: true })).includes('Cooks'));
  assert.deepEqual(await members(cooks), [max.id]);
  await assertRejected(
    mia.request('POST', `/user_groups/${cooks}/members`, { add: [mia.id] }),
    'User group is deactivated.',
  );
  await assertRejected(mia.request('POST', `/user_groups/${cooks}/deactivate`), 'User group is deactivated.');
  await assertRejected(
    mia.request('PATCH', `/user_groups/${cooks}`, { description: 'x' }),
    'You can only change name of deactivated user groups',
  );
  await max.assertReceives(() => mia.patch(`/user_groups/${cooks}`, { name: 'Chefs' }), {
    type: 'user_group',
    op: 'update',
    data: { name: 'Chefs' },
  });
  assert.deepEqual(await old.events(), []);
  await assertRejected(
    max.request('PATCH', `/user_groups/${cooks}`, { deactivated: false }),
    'Insufficient permission',
  );
  await max.assertReceives(() => mia.patch(`/user_groups/${cooks}`, { deactivated: false }), {
    type: 'user_group',
    op: 'update',
    data: { deactivated: false },
  });
  const [back, ...rest] = await old.events();
  assert.deepEqual([back!.op, back!.group.name, back!.group.members, rest], ['add', 'Chefs', [max.id], []]);
});

test('a new group member receives the private channels the group can see, and loses them on leaving', async () => {
  const { mia, max, gus, make } = team();
  const cooks = await make(mia, 'Cooks', []);
  const house = await make(mia, 'House', [], { subgroups: [cooks] });
  const { id: kitchen } = await mia.post('/channels/create', {
    name: 'kitchen',
    invite_only: true,
    subscribers: [mia.id],
    can_subscribe_group: { direct_members: [], direct_subgroups: [house, cooks] },
  });
  const guest = await gus.registerQueue({ event_types: ['stream', 'subscription'] });
  const path = `/user_groups/${cooks}/members`;
  await assertRejected(max.request('GET', `/streams/${kitchen}`), 'Invalid channel ID');
  await max.assertReceives(
    () => mia.post(path, { add: [max.id, gus.id] }),
    { type: 'user_group', op: 'add_members' },
    { type: 'stream', op: 'create' },
    { type: 'subscription', op: 'peer_add', stream_ids: [kitchen], user_ids: [mia.id] },
    { type: 'message' },
  );
  await max.get(`/streams/${kitchen}`);
  await max.assertReceives(
    () => mia.post(path, { delete: [max.id] }),
    { type: 'user_group', op: 'remove_members' },
    { type: 'stream', op: 'delete', stream_ids: [kitchen] },
    { type: 'message' },
  );
  await assertRejected(max.request('GET', `/streams/${kitchen}`), 'Invalid channel ID');
  assert.deepEqual(await guest.events(), [], 'guests subscribe themselves to no private channel');
  const others = await make(mia, 'Others', [max]);
  await max.assertReceives(
    () => mia.post(`/user_groups/${house}/subgroups`, { add: [others] }),
    { type: 'user_group', op: 'add_subgroups' },
    { type: 'stream', op: 'create' },
    { type: 'subscription', op: 'peer_add' },
  );
});

test('a user who becomes a full member receives the private channels that full members can see', async () => {
  const { app, clock, mia, max, gus, group } = team();
  app.db.write(() => app.realm.set('waiting_period_threshold', 3));
  const create = (fields: object) =>
    mia.post('/channels/create', { invite_only: true, subscribers: [mia.id], ...fields });
  const { id } = await create({ name: 'later', can_subscribe_group: group('role:fullmembers') });
  await create({ name: 'never' });
  const guest = await gus.registerQueue();
  clock.advance(4 * 86_400);
  await max.assertReceives(
    () => {
      publishNewFullMembers(app);
      app.db.commit();
    },
    { type: 'user_group', op: 'add_members', group_id: group('role:fullmembers'), user_ids: [mia.id, max.id] },
    { type: 'stream', op: 'create' },
    { type: 'subscription', op: 'peer_add', stream_ids: [id], user_ids: [mia.id] },
  );
  assert.equal((await max.get(`/streams/${id}`)).stream.name, 'later');
  assert.deepEqual(
    (await guest.events()).map(({ type }) => type),
    ['user_group'],
  );
});

test('a member whom another user adds to a group or removes from it gets a direct message', async () => {
  const { team: server, mia, max, mona, make } = team();
  const bot = server.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  const cooks = await make(mia, 'Cooks', [mona]);
  const path = `/user_groups/${cooks}/members`;
  const queues = [mia, max, mona, bot].map(async (who) => [
    who.name,
    await who.registerQueue({ event_types: ['message'] }),
  ]);
  const listening = (await Promise.all(queues)) as [string, Queue][];
  const messages = async () => {
    const heard = listening.map(async ([name, queue]) => [name, (await queue.events()).map(({ message }) => message)]);
    return Object.fromEntries(await Promise.all(heard)) as Record<string, Reply[]>;
  };
  await mia.post(path, { add: [mia.id, max.id, bot.id] });
  const added = await messages();
  assert.deepEqual(
    [added.Mia, added.Mona, added.Robo],
    [[], [], []],
    'creators, members from the start and bots get none',
  );
  assert.match(added.Max![0]!.content, notice(mia, 'added you to', 'Cooks'));
  assert.deepEqual([added.Max!.length, added.Max![0]!.sender_full_name], [1, 'Notification Bot']);
  await mia.post(path, { delete: [mia.id, mona.id, bot.id] });
  const gone = await messages();
  assert.deepEqual([gone.Mia, gone.Max, gone.Robo], [[], [], []]);
  assert.match(gone.Mona![0]!.content, notice(mia, 'removed you from', 'Cooks'));
});

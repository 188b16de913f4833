import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveChannel, unarchiveChannel } from '../../../src/chat/channels/channels/actions.ts';
import { setChannelPermission, setChannelPrivacy } from '../../../src/chat/channels/channels/change-actions.ts';
import { changeRole } from '../../../src/chat/people/users/management-actions.ts';
import { assertRejected, CAPABILITIES, newTeam, type TestUser } from '../../support/team.ts';

const team = async () => {
  const people = newTeam();
  const { app, mia } = people;
  const create = async (who: TestUser, name: string, fields = {}) =>
    (await who.post('/channels/create', { name, subscribers: [who.id], ...fields })).id as number;
  const user = ({ id }: TestUser) => app.users.byId(id)!;
  const channel = (id: number) => app.channels.byId(id)!;
  const plans = await create(mia, 'plans', { invite_only: true });
  const open = await create(mia, 'open');
  return { ...people, create, user, channel, plans, open };
};

test('no request shows a private channel to a user without access', async () => {
  const { mia, max, mona, gus, ada, plans } = await team();
  for (const outsider of [max, mona, gus]) {
    await assertRejected(outsider.request('GET', `/streams/${plans}`), 'Invalid channel ID', 'BAD_REQUEST');
    await assertRejected(
      outsider.request('GET', '/get_stream_id', { stream: 'plans' }),
      "Invalid channel name 'plans'",
      'BAD_REQUEST',
    );
    await assertRejected(outsider.request('GET', `/users/me/${plans}/topics`), 'Invalid channel ID', 'BAD_REQUEST');
    await assertRejected(
      outsider.request('DELETE', '/users/me/subscriptions', { subscriptions: ['plans'] }),
      /does not exist/,
      'STREAM_DOES_NOT_EXIST',
    );
    const everything = { include_all: true, include_can_access_content: true, include_web_public: true };
    assert.ok(!JSON.stringify(await outsider.get('/streams', everything)).includes('plans'));
    assert.ok(
      !JSON.stringify(await outsider.post('/register', { client_capabilities: CAPABILITIES })).includes('plans'),
    );
  }
  assert.equal((await mia.get('/get_stream_id', { stream: 'Plans' })).stream_id, plans);
  assert.equal((await ada.get(`/streams/${plans}`)).stream.name, 'plans');
  await assertRejected(ada.request('GET', `/users/me/${plans}/topics`), 'Invalid channel ID', 'BAD_REQUEST');
});

test('GET /streams returns the requested kinds of channels', async () => {
  const { mia, max, gus, ada, team: server, create, app, user, channel } = await team();
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  await create(ada, 'wide', { is_web_public: true, is_default_stream: true });
  archiveChannel(app, user(mia), channel(await create(mia, 'old')));
  const bot = server.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  const names = async (who: TestUser, fields = {}) =>
    (await who.get('/streams', fields)).streams.map(({ name }: { name: string }) => name);
  assert.deepEqual(await names(mia), ['open', 'plans', 'wide']);
  assert.deepEqual(await names(mia, { include_subscribed: false }), ['open', 'wide']);
  assert.deepEqual(await names(mia, { include_public: false }), ['open', 'plans']);
  assert.deepEqual(await names(mia, { exclude_archived: false }), ['old', 'open', 'plans', 'wide']);
  assert.deepEqual(await names(max), ['open', 'wide']);
  assert.deepEqual(await names(ada), ['open', 'wide']);
  assert.deepEqual(await names(ada, { include_all: true }), ['open', 'plans', 'wide']);
  assert.deepEqual(await names(ada, { include_can_access_content: true }), ['open', 'wide']);
  assert.deepEqual(await names(gus), []);
  assert.deepEqual(await names(gus, { include_web_public: true }), ['wide']);
  assert.deepEqual(await names(gus, { include_all: true }), ['wide']);
  assert.deepEqual(await names(bot, { include_owner_subscribed: true }), ['open', 'plans', 'wide']);
  assert.deepEqual(await names(max, { include_owner_subscribed: true }), ['open', 'wide']);
  await assertRejected(
    mia.request('GET', '/streams', { include_all_active: true }),
    'User not authorized for this query',
    'BAD_REQUEST',
  );
  assert.deepEqual(await names(ada, { include_all_active: true }), ['open', 'plans', 'wide']);
  const { streams } = await mia.get('/streams', { include_default: true });
  assert.deepEqual(
    streams.map(({ is_default }: { is_default: boolean }) => is_default),
    [false, false, true],
  );
});

test('making a private channel public publishes it to others, and making it private removes it', async () => {
  const { mia, max, gus, app, user, channel, plans } = await team();
  const [member, guest] = [await max.registerQueue(), await gus.registerQueue()];
  await mia.assertReceives(() => setChannelPrivacy(app, user(mia), channel(plans), { is_private: false }), {
    type: 'stream',
    op: 'update',
    property: 'invite_only',
    value: false,
    history_public_to_subscribers: true,
    is_web_public: false,
  });
  const [created, peers, ...rest] = await member.events();
  assert.equal(created!.streams[0].stream_id, plans);
  assert.deepEqual(peers, { type: 'subscription', op: 'peer_add', stream_ids: [plans], user_ids: [mia.id] });
  assert.deepEqual(rest, []);

  setChannelPrivacy(app, user(mia), channel(plans), { is_private: true });
  assert.deepEqual(await member.events(), [
    { type: 'stream', op: 'delete', streams: [{ stream_id: plans }], stream_ids: [plans] },
  ]);
  assert.deepEqual(await guest.events(), []);
});

test('a permission to see a channel publishes it to its new holders, and losing it removes the channel', async () => {
  const { mia, max, gus, app, user, channel, plans } = await team();
  const outsider = await gus.registerQueue();
  const give = (members: number[]) =>
    setChannelPermission(app, user(mia), channel(plans), 'can_subscribe_group', {
      new: { direct_members: members, direct_subgroups: [] },
    });
  await max.assertReceives(
    () => give([max.id, gus.id]),
    { type: 'stream', op: 'create' },
    { type: 'subscription', op: 'peer_add' },
  );
  await max.assertReceives(() => give([]), { type: 'stream', op: 'delete', stream_ids: [plans] });
  await mia.assertReceives(() => give([max.id]), {
    type: 'stream',
    op: 'update',
    property: 'can_subscribe_group',
    value: { direct_members: [max.id], direct_subgroups: [] },
  });
  await mia.assertReceives(() => give([max.id]));
  assert.deepEqual(await outsider.events(), []);
});

test('only channel administrators change a permission, and only if the old value they send is current', async () => {
  const { mia, max, ada, app, user, channel, plans, open } = await team();
  const group = app.groups.system('role:moderators');
  const set = (who: TestUser, id: number, name: 'can_send_message_group' | 'can_subscribe_group', old?: number) =>
    setChannelPermission(app, user(who), channel(id), name, { new: group, ...(old !== undefined && { old }) });
  await max.assertReceives(() => {
    assert.throws(() => set(max, open, 'can_send_message_group'), /do not have permission to administer/);
    assert.throws(() => set(ada, plans, 'can_subscribe_group'), /content access is required/);
    assert.throws(() => set(mia, open, 'can_send_message_group', group), { code: 'EXPECTATION_MISMATCH' });
  });
  await max.assertReceives(
    () => set(ada, open, 'can_send_message_group', app.groups.system('role:everyone')),
    { type: 'stream', op: 'update', property: 'can_send_message_group', value: group },
    { type: 'stream', op: 'update', property: 'stream_post_policy', value: 4 },
    { type: 'stream', op: 'update', property: 'is_announcement_only', value: false },
  );
});

test('an archived channel stays for clients that support it, and is removed for others until restored', async () => {
  const { ada, mia, max, app, user, channel, open } = await team();
  const old = await mia.registerQueue({
    event_types: ['stream', 'subscription'],
    client_capabilities: { notification_settings_null: true },
  });
  await max.assertReceives(() => archiveChannel(app, user(mia), channel(open)), {
    type: 'stream',
    op: 'update',
    property: 'is_archived',
    value: true,
  });
  assert.deepEqual(
    (await old.events()).map(({ type, op }) => [type, op]),
    [['stream', 'delete']],
  );
  const names = ({ streams }: { streams: { name: string }[] }) => streams.map(({ name }) => name);
  const register = async (archived_channels: boolean) =>
    (await mia.post('/register', {
      client_capabilities: { notification_settings_null: true, archived_channels },
    })) as never;
  assert.deepEqual(names(await register(true)), ['open', 'plans']);
  assert.deepEqual(names(await register(false)), ['plans']);
  await assertRejected(
    max.request('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'open' }] }),
    'Unable to access channel (open).',
  );

  assert.throws(() => unarchiveChannel(app, user(mia), channel(open)), { code: 'UNAUTHORIZED_PRINCIPAL' });
  unarchiveChannel(app, user(ada), channel(open));
  const [created, peers, joined, ...rest] = await old.events();
  assert.equal(created!.streams[0].name, 'open');
  assert.deepEqual([peers!.op, peers!.user_ids], ['peer_add', [mia.id]]);
  assert.equal(joined!.subscriptions[0].name, 'open');
  assert.deepEqual(rest, []);
});

test('a user who becomes a guest loses channels without a subscription, and gets them back as a member', async () => {
  const { ada, max, gus, app, user, open, plans } = await team();
  const defaults = await ada.post('/channels/create', {
    name: 'all',
    is_default_stream: true,
    subscribers: [max.id, gus.id],
  });
  const types = { event_types: ['stream', 'default_streams'] };
  const [falling, rising] = [await max.registerQueue(types), await gus.registerQueue(types)];
  changeRole(app, undefined, user(max), 600);
  changeRole(app, undefined, user(gus), 400);
  app.db.commit();
  assert.deepEqual(await falling.events(), [
    { type: 'stream', op: 'delete', streams: [{ stream_id: open }], stream_ids: [open] },
    { type: 'default_streams', default_streams: [] },
  ]);
  const [created, known, ...rest] = await rising.events();
  assert.equal(created!.streams[0].stream_id, open);
  assert.deepEqual([known!.default_streams, rest], [[defaults.id], []]);
  assert.ok(!JSON.stringify(created).includes(`"stream_id":${plans}`));
});

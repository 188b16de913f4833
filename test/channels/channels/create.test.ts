import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';
import { assertReceivesChannelEvents } from './channel-events.ts';

test('members receive a new public channel at once; guests who are not subscribed receive nothing', async () => {
  const { ada, mia, max, gus } = newTeam();
  const [member, guest] = [await max.registerQueue(), await gus.registerQueue()];
  const [created, joined] = await assertReceivesChannelEvents(
    mia,
    () =>
      ada.post('/channels/create', {
        name: ' design ',
        description: 'How it\nlooks & *feels*',
        subscribers: [ada.id, mia.id],
      }),
    { type: 'stream', op: 'create' },
    { type: 'subscription', op: 'add' },
    { type: 'stream', op: 'update', property: 'subscriber_count', value: 2 },
  );
  assert.equal(created!.streams[0].name, 'design');
  assert.equal(created!.streams[0].description, 'How it looks & *feels*');
  assert.equal(created!.streams[0].rendered_description, '<p>How it looks &amp; <em>feels</em></p>');
  assert.deepEqual(joined!.subscriptions[0].subscribers, [ada.id, mia.id]);
  assert.deepEqual(
    (await member.events()).map(({ type, op }) => `${type}/${op}`),
    ['stream/create', 'subscription/peer_add', 'stream/update', 'stream/update'],
  );
  assert.deepEqual(await guest.events(), []);
});

test('a private channel is visible to its subscribers and to administrators, and to nobody else', async () => {
  const { ada, mia, max, gus, mona } = newTeam();
  const outsiders = [await max.registerQueue(), await gus.registerQueue(), await mona.registerQueue()];
  await assertReceivesChannelEvents(
    ada,
    () => mia.post('/channels/create', { name: 'plans', invite_only: true, subscribers: [mia.id] }),
    { type: 'stream', op: 'create' },
    { type: 'subscription', op: 'peer_add', user_ids: [mia.id] },
    { type: 'stream', op: 'update', property: 'subscriber_count' },
  );
  for (const queue of outsiders) assert.deepEqual(await queue.events(), []);
});

test('a channel gets the settings of the request, and defaults for the others', async () => {
  const { ada, app } = newTeam();
  const group = (name: string) => app.groups.named(name)!.id;
  await ada.post('/channels/create', {
    name: 'archive',
    subscribers: [],
    invite_only: true,
    history_public_to_subscribers: true,
    message_retention_days: 30,
    topics_policy: '"empty_topic_only"',
    can_send_message_group: group('role:moderators'),
    can_subscribe_group: { direct_members: [ada.id], direct_subgroups: [] },
    can_remove_subscribers_group: { direct_members: [], direct_subgroups: [group('role:members')] },
  });
  const { streams } = await ada.get('/streams', { include_all: true });
  const [channel] = streams;
  assert.equal(channel.history_public_to_subscribers, true);
  assert.equal(channel.message_retention_days, 30);
  assert.equal(channel.topics_policy, 'empty_topic_only');
  assert.equal(channel.can_send_message_group, group('role:moderators'));
  assert.deepEqual([channel.stream_post_policy, channel.is_announcement_only], [4, false]);
  assert.deepEqual(channel.can_subscribe_group, { direct_members: [ada.id], direct_subgroups: [] });
  assert.equal(channel.can_remove_subscribers_group, group('role:members'));
  assert.deepEqual(channel.can_administer_channel_group, { direct_members: [ada.id], direct_subgroups: [] });
  assert.equal(channel.can_add_subscribers_group, group('role:nobody'));
});

test('a private channel’s history is protected unless the request says it is shared', async () => {
  const { mia } = newTeam();
  const { id } = await mia.post('/channels/create', { name: 'plans', invite_only: true, subscribers: [mia.id] });
  assert.equal((await mia.get(`/streams/${id}`)).stream.history_public_to_subscribers, false);
});

test('everyone except guests receives a new default channel, and it cannot be private', async () => {
  const { abe, mia, gus } = newTeam();
  const guest = await gus.registerQueue();
  await assertReceivesChannelEvents(
    mia,
    () => abe.post('/channels/create', { name: 'general', is_default_stream: true, subscribers: [] }),
    { type: 'stream', op: 'create' },
    { type: 'default_streams', default_streams: [1] },
  );
  assert.deepEqual(await guest.events(), []);
  await assertRejected(
    abe.request('POST', '/channels/create', { name: 'x', is_default_stream: true, invite_only: true, subscribers: [] }),
    'A default channel cannot be private.',
    'BAD_REQUEST',
  );
});

test('an invalid or unauthorized request creates no channel, and nobody receives an event', async () => {
  const { ada, mia, max, gus, app } = newTeam();
  await mia.post('/channels/create', { name: 'Design', subscribers: [] });
  const create = (who: typeof mia, fields: object) =>
    who.request('POST', '/channels/create', { name: 'new', subscribers: [], ...fields });
  await ada.assertReceives(async () => {
    const taken = await assertRejected(create(max, { name: 'DESIGN' }), /already exists/, 'CHANNEL_ALREADY_EXISTS');
    assert.deepEqual([taken.status, taken.channel_name], [409, 'DESIGN']);
    await assertRejected(create(gus, {}), /guest/, 'BAD_REQUEST');
    for (const name of ['  ', '\u200B \u2060'])
      await assertRejected(create(mia, { name }), "Channel name can't be empty.", 'BAD_REQUEST');
    await assertRejected(create(mia, { name: 'x'.repeat(61) }), /too long/, 'BAD_REQUEST');
    await assertRejected(
      create(mia, { name: 'a\u0007b' }),
      'Invalid character in channel name, at position 2.',
      'BAD_REQUEST',
    );
    await assertRejected(create(mia, { description: 'x'.repeat(1025) }), /too long/, 'BAD_REQUEST');
    await assertRejected(create(mia, { is_default_stream: true }), 'Insufficient permission', 'BAD_REQUEST');
    await assertRejected(
      create(mia, { message_retention_days: 'unlimited' }),
      'Must be an organization administrator',
      'UNAUTHORIZED_PRINCIPAL',
    );
    await assertRejected(create(ada, { message_retention_days: 0 }), /Bad value/, 'REQUEST_VARIABLE_INVALID');
    await assertRejected(create(mia, { history_public_to_subscribers: false }), 'Invalid parameters', 'BAD_REQUEST');
    await assertRejected(create(ada, { is_web_public: true }), 'Web-public channels are not enabled.', 'BAD_REQUEST');
    await assertRejected(create(mia, { folder_id: 7 }), 'Invalid channel folder ID', 'BAD_REQUEST');
    await assertRejected(
      create(mia, { can_subscribe_group: app.groups.named('role:everyone')!.id }),
      /cannot be set to/,
      'BAD_REQUEST',
    );
    await assertRejected(
      create(mia, { can_delete_any_message_group: app.groups.named('role:members')!.id }),
      'Insufficient permission',
    );
    await assertRejected(create(mia, { subscribers: [9999] }), 'No such user', 'BAD_REQUEST');
  });
  assert.equal((await mia.get('/streams')).streams.length, 1);
});

test('new channels are announced even where only the empty topic is allowed', async () => {
  const { ada, mia } = newTeam();
  const { id } = await ada.post('/channels/create', {
    name: 'board',
    subscribers: [ada.id, mia.id],
    topics_policy: 'empty_topic_only',
  });
  await ada.patch('/realm', { new_stream_announcements_stream_id: id });
  await ada.post('/channels/create', { name: 'news', subscribers: [], announce: true });
  const { messages } = await mia.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [['channel', id]],
  });
  assert.match(messages[0].content, /created a new channel/);
});

test('the organization’s setting decides who can create channels', async () => {
  const { ada, mia, mona, app } = newTeam();
  app.db.write(() => {
    app.realm.set('can_create_public_channel_group', app.groups.system('role:moderators'));
    app.realm.set('can_create_private_channel_group', app.groups.system('role:nobody'));
    app.realm.set('enable_spectator_access', true);
  });
  const create = (who: typeof mia, name: string, fields = {}) =>
    who.request('POST', '/channels/create', { name, subscribers: [], ...fields });
  await assertRejected(create(mia, 'open'), 'Insufficient permission', 'BAD_REQUEST');
  assert.equal((await create(mona, 'open')).status, 200);
  await assertRejected(create(ada, 'closed', { invite_only: true }), 'Insufficient permission', 'BAD_REQUEST');
  await assertRejected(create(mona, 'wide', { is_web_public: true }), 'Insufficient permission', 'BAD_REQUEST');
  assert.equal((await create(ada, 'wide', { is_web_public: true })).status, 200);
});

test('the legacy posting policy is the narrowest one that covers everyone with permission to post', async () => {
  const { ada, abe, mia, app } = newTeam();
  const policy = async (name: string, can_send_message_group: unknown) => {
    const { id } = await ada.post('/channels/create', { name, subscribers: [], can_send_message_group });
    const { stream } = await ada.get(`/streams/${id}`);
    return [stream.stream_post_policy, stream.is_announcement_only];
  };
  const [owners, moderators, full] = (['role:owners', 'role:moderators', 'role:fullmembers'] as const).map(
    app.groups.system,
  );
  assert.deepEqual(await policy('a', owners), [2, true]);
  assert.deepEqual(await policy('b', full), [3, false]);
  assert.deepEqual(await policy('c', { direct_members: [], direct_subgroups: [owners, moderators] }), [4, false]);
  assert.deepEqual(await policy('d', { direct_members: [], direct_subgroups: [] }), [2, true]);
  assert.deepEqual(await policy('e', undefined), [1, false]);
  // Today's administrator may be a guest tomorrow, and a group may get any members: only "everyone" covers that.
  assert.deepEqual(await policy('f', { direct_members: [abe.id], direct_subgroups: [owners] }), [1, false]);
  await abe.post('/user_groups/create', { name: 'Leads', description: '', members: [abe.id] });
  const leads = app.groups.named('Leads')!.id;
  assert.deepEqual(await policy('g', leads), [1, false]);
  assert.deepEqual(await policy('h', { direct_members: [], direct_subgroups: [owners, leads] }), [1, false]);
  assert.equal((await mia.get('/streams')).streams.length, 8);
});

test('channels and topics whose names differ only by how Unicode writes an accent are the same', async () => {
  const { ada, mia } = newTeam();
  const [composed, decomposed] = ['Café', 'Cafe\u0301'];
  const { id } = await ada.post('/channels/create', { name: decomposed, subscribers: [ada.id, mia.id] });
  const again = await ada.request('POST', '/channels/create', { name: composed, subscribers: [ada.id] });
  assert.equal(again.result, 'error');
  const { stream_id } = await mia.get('/get_stream_id', { stream: decomposed });
  assert.equal(stream_id, id);
  await mia.sendMessage(decomposed, decomposed, 'one');
  await mia.sendMessage(composed, composed, 'two');
  const { topics } = await mia.get(`/users/me/${id}/topics`);
  assert.deepEqual(
    topics.map(({ name }: { name: string }) => name).filter((name: string) => name !== 'channel events'),
    [composed],
  );
  for (const operand of [composed, decomposed]) {
    const narrow = [
      { operator: 'channel', operand: id },
      { operator: 'topic', operand },
    ];
    const { messages } = await mia.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow });
    assert.equal(messages.length, 2);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveInBatches } from '../../../src/chat/channels/archived-channels/batches.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';

const team = async () => {
  const people = newTeam();
  const { app, mia } = people;
  const create = async (name: string, fields = {}, who: TestUser = mia) =>
    (await who.post('/channels/create', { name, subscribers: [who.id], ...fields })).id as number;
  const group = (name: string) => app.groups.named(name)!.id;
  const open = await create('open');
  const plans = await create('plans', { invite_only: true });
  /** The channel events that `who` receives during `action`. */
  const hears = async (who: TestUser, action: () => Promise<unknown>) => {
    const queue = await who.registerQueue({ event_types: ['stream', 'subscription', 'default_streams'] });
    await action();
    return (await queue.events()).map(({ type: _type, op: _op, stream_id: _id, name: _name, ...told }) => told);
  };
  const lastWords = async (who: TestUser, channel: string): Promise<Reply> => {
    const narrow = [{ operator: 'channel', operand: channel }];
    const { messages } = await who.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow,
      apply_markdown: false,
    });
    return messages[0];
  };
  return { ...people, create, group, open, plans, hears, lastWords };
};
const CANNOT = 'You do not have permission to administer this channel.';

test('a channel is renamed: the events carry the old name, and it is found under the new one', async () => {
  const { mia, max, gus, open, lastWords } = await team();
  const guest = await gus.registerQueue();
  const queue = await max.registerQueue({ event_types: ['stream'] });
  await mia.patch(`/streams/${open}`, { new_name: ' Wide open ' });
  assert.deepEqual(await queue.events(), [
    { type: 'stream', op: 'update', stream_id: open, name: 'open', property: 'name', value: 'Wide open' },
  ]);
  assert.equal((await max.get('/get_stream_id', { stream: 'wide OPEN' })).stream_id, open);
  await assertRejected(max.request('GET', '/get_stream_id', { stream: 'open' }), "Invalid channel name 'open'");
  const notice = await lastWords(mia, 'Wide open');
  assert.deepEqual(
    [notice.subject, notice.sender_full_name, notice.content],
    ['channel events', 'Notification Bot', `@_**Mia|${mia.id}** renamed this channel from \`open\` to \`Wide open\`.`],
  );
  await mia.patch(`/streams/${open}`, { new_name: 'WIDE OPEN' });
  const path = `/streams/${open}`;
  await assertRejected(
    mia.request('PATCH', path, { new_name: 'WIDE OPEN' }),
    'Channel already has that name.',
    'BAD_REQUEST',
  );
  await assertRejected(
    mia.request('PATCH', path, { new_name: 'Plans' }),
    'Channel name already in use.',
    'BAD_REQUEST',
  );
  await assertRejected(mia.request('PATCH', path, { new_name: ' ' }), "Channel name can't be empty.");
  await assertRejected(mia.request('PATCH', path, { new_name: 'x'.repeat(61) }), /too long/);
  assert.deepEqual(await guest.events(), []);
});

test('names in a notification message mention nobody', async () => {
  const { mia, max, create } = await team();
  const id = await create('@**all**', { subscribers: [mia.id, max.id] });
  const queue = await max.registerQueue({ event_types: ['message'] });
  await mia.patch(`/streams/${id}`, { new_name: '`@**all**`', description: '```\n@**all**' });
  assert.deepEqual(
    (await queue.events()).map(({ flags, message }) => [flags, message.subject]),
    [
      [[], 'channel events'],
      [[], 'channel events'],
    ],
  );
});

test('a description is published with its HTML and reduced to one line', async () => {
  const { mia, max, open, hears, lastWords } = await team();
  const told = await hears(max, () => mia.patch(`/streams/${open}`, { description: 'For *all*\nof us' }));
  assert.deepEqual(told, [
    { property: 'description', value: 'For *all* of us', rendered_description: '<p>For <em>all</em> of us</p>' },
  ]);
  assert.match((await lastWords(mia, 'open')).content, /no description[\s\S]*For \*all\* of us/);
  assert.deepEqual(await hears(max, () => mia.patch(`/streams/${open}`, { description: 'For *all* of us' })), []);
  await assertRejected(mia.request('PATCH', `/streams/${open}`, { description: 'x'.repeat(1025) }), /too long/);
});

test('non-administrators of a channel cannot change it, and users without access get "not found"', async () => {
  const { max, mona, gus, ada, open, plans } = await team();
  const changes = [
    { new_name: 'mine' },
    { description: 'mine' },
    { is_private: true },
    { folder_id: null },
    { topics_policy: 'disable_empty_topic' },
    { is_default_stream: true },
    { message_retention_days: 3 },
    { can_send_message_group: { new: 1 } },
    { is_archived: false },
    {},
  ];
  await ada.assertReceives(async () => {
    for (const change of changes) {
      for (const who of [max, mona])
        await assertRejected(who.request('PATCH', `/streams/${open}`, change), CANNOT, 'BAD_REQUEST');
      await assertRejected(gus.request('PATCH', `/streams/${open}`, change), 'Invalid channel ID', 'BAD_REQUEST');
      for (const who of [max, mona, gus])
        await assertRejected(who.request('PATCH', `/streams/${plans}`, change), 'Invalid channel ID');
    }
    for (const who of [max, mona])
      await assertRejected(who.request('DELETE', `/streams/${open}`), CANNOT, 'BAD_REQUEST');
    for (const who of [max, mona, gus])
      await assertRejected(who.request('DELETE', `/streams/${plans}`), 'Invalid channel ID');
  });
});

test('a privacy change publishes all affected properties and posts a notice in the channel', async () => {
  const { mia, max, app, group, open, hears, lastWords } = await team();
  await max.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }] });
  const path = `/streams/${open}`;
  const change = (fields: object) => hears(max, () => mia.patch(path, fields as Record<string, unknown>));
  const told = (invite_only: boolean, is_web_public: boolean, history_public_to_subscribers: boolean) => [
    { property: 'invite_only', value: invite_only, is_web_public, history_public_to_subscribers },
  ];
  assert.deepEqual(await change({ is_private: true, history_public_to_subscribers: false }), told(true, false, false));
  assert.match((await lastWords(mia, 'open')).content, /from \*\*Public\*\* to \*\*Private, protected history\*\*/);
  assert.deepEqual(await change({ history_public_to_subscribers: true }), told(true, false, true));
  assert.deepEqual(await change({ history_public_to_subscribers: true }), []);
  assert.deepEqual(await change({ is_private: false }), told(false, false, true));
  await assertRejected(
    mia.request('PATCH', path, { history_public_to_subscribers: false }),
    'Invalid parameters',
    'BAD_REQUEST',
  );
  await assertRejected(
    mia.request('PATCH', path, { is_private: true, is_web_public: true }),
    'Invalid parameters',
    'BAD_REQUEST',
  );

  await assertRejected(mia.request('PATCH', path, { is_web_public: true }), 'Web-public channels are not enabled.');
  app.db.write(() => app.realm.set('enable_spectator_access', true));
  await assertRejected(mia.request('PATCH', path, { is_web_public: true }), 'Insufficient permission', 'BAD_REQUEST');
  app.db.write(() => app.realm.set('can_create_web_public_channel_group', group('role:moderators')));
  await assertRejected(
    mia.request('PATCH', path, { is_web_public: true, history_public_to_subscribers: false }),
    'Invalid parameters',
  );
  app.db.write(() => app.realm.set('can_create_web_public_channel_group', group('role:members')));
  assert.deepEqual(await change({ is_web_public: true }), told(false, true, true));
  assert.deepEqual(await change({ is_private: true }), told(true, false, false));
});

test('an administrator outside a private channel can change everything except who has access', async () => {
  const { abe, mia, plans, group } = await team();
  const path = `/streams/${plans}`;
  await abe.patch(path, { description: 'What comes next', can_send_message_group: { new: group('role:moderators') } });
  for (const change of [
    { is_private: false },
    { history_public_to_subscribers: true },
    { can_subscribe_group: { new: group('role:members') } },
    { can_add_subscribers_group: { new: group('role:members') } },
  ])
    await mia.assertReceives(() =>
      assertRejected(abe.request('PATCH', path, change), 'Channel content access is required.', 'BAD_REQUEST'),
    );
});

test('one request applies all its changes or none', async () => {
  const { ada, mia, max, group, open, hears } = await team();
  const path = `/streams/${open}`;
  const everything = {
    new_name: 'locked',
    description: 'Closed',
    topics_policy: 'disable_empty_topic',
    is_private: true,
    can_administer_channel_group: {
      new: group('role:nobody'),
      old: { direct_members: [mia.id], direct_subgroups: [] },
    },
    can_resolve_topics_group: { new: group('role:members'), old: group('role:nobody') },
  };
  await mia.assertReceives(async () => {
    const stale = {
      ...everything,
      can_resolve_topics_group: { new: group('role:members'), old: group('role:members') },
    };
    const reply = await assertRejected(mia.request('PATCH', path, stale), /'old' value/, 'EXPECTATION_MISMATCH');
    assert.equal(reply.field_name, 'can_resolve_topics_group');
  });
  assert.equal((await mia.get(path)).stream.name, 'open');
  const told = await hears(mia, () => mia.patch(path, everything));
  assert.deepEqual(
    told.map(({ property, value }) => [property, value]).filter(([property]) => property !== 'first_message_id'),
    [
      ['name', 'locked'],
      ['description', 'Closed'],
      ['topics_policy', 'disable_empty_topic'],
      ['can_resolve_topics_group', group('role:members')],
      ['invite_only', true],
      ['can_administer_channel_group', group('role:nobody')],
    ],
  );
  await assertRejected(max.request('GET', path), 'Invalid channel ID');
  await assertRejected(mia.request('PATCH', path, { description: 'again' }), CANNOT);
  await ada.patch(path, { description: 'again' });
});

test('a bare value is not a valid permission update', async () => {
  const { mia, open, group } = await team();
  const path = `/streams/${open}`;
  await assertRejected(
    mia.request('PATCH', path, { can_send_message_group: group('role:members') }),
    /can_send_message_group is not/,
  );
  await assertRejected(
    mia.request('PATCH', path, { can_subscribe_group: { new: group('role:everyone') } }),
    "'can_subscribe_group' setting cannot be set to 'role:everyone' group.",
  );
  await assertRejected(
    mia.request('PATCH', path, { can_delete_any_message_group: { new: group('role:members') } }),
    'Insufficient permission',
  );
  await assertRejected(
    mia.request('PATCH', path, { can_delete_own_message_group: { new: group('role:members') } }),
    'Insufficient permission',
  );
});

test('administrators set how long messages of a channel are kept', async () => {
  const { ada, abe, mia, max, open, hears, lastWords } = await team();
  const path = `/streams/${open}`;
  await assertRejected(
    mia.request('PATCH', path, { message_retention_days: 30 }),
    'Must be an organization administrator',
    'UNAUTHORIZED_PRINCIPAL',
  );
  const change = (message_retention_days: unknown) => hears(max, () => abe.patch(path, { message_retention_days }));
  assert.deepEqual(await change(30), [{ property: 'message_retention_days', value: 30 }]);
  assert.match(
    (await lastWords(ada, 'open')).content,
    /from \*\*forever\*\* to \*\*30 days\*\*\. Older ones are deleted\.$/,
  );
  assert.deepEqual(await change('unlimited'), [{ property: 'message_retention_days', value: -1 }]);
  const { id, content } = await lastWords(ada, 'open');
  assert.match(content, /from \*\*30 days\*\* to \*\*forever\*\*\.$/, 'nothing is deleted');
  assert.deepEqual(await change('"realm_default"'), [{ property: 'message_retention_days', value: null }]);
  assert.equal((await lastWords(ada, 'open')).id, id, 'forever as before');
  for (const wrong of ['never', 1.5])
    await assertRejected(
      ada.request('PATCH', path, { message_retention_days: wrong }),
      /message_retention_days/,
      'BAD_REQUEST',
    );
  for (const bad_value of [0, -1]) {
    const refusal = await assertRejected(
      ada.request('PATCH', path, { message_retention_days: bad_value }),
      /Bad value/,
      'REQUEST_VARIABLE_INVALID',
    );
    assert.deepEqual([refusal.var_name, refusal.bad_value], ['message_retention_days', bad_value]);
  }
});

test('a topic policy of only the empty topic requires that all messages have the empty topic', async () => {
  const { app, mia, group, create, max, hears } = await team();
  const path = `/streams/${await create('chat')}`;
  await mia.sendMessage('chat', 'weather', 'rain');
  const reply = await assertRejected(
    mia.request('PATCH', path, { topics_policy: 'empty_topic_only' }),
    /all messages in this channel must be in the general chat topic/,
    'BAD_REQUEST',
  );
  assert.equal(reply.empty_topic_display_name, 'general chat');
  const { messages } = await mia.get('/messages', {
    anchor: 'newest',
    num_before: 9,
    num_after: 0,
    narrow: [['channel', 'chat']],
  });
  for (const { id } of messages) app.db.write(() => app.messages.remove(id));
  await mia.sendMessage('chat', '', 'rain');
  assert.deepEqual(await hears(max, () => mia.patch(path, { topics_policy: '"empty_topic_only"' })), [
    { property: 'topics_policy', value: 'empty_topic_only' },
  ]);
  await assertRejected(
    mia.request('POST', '/messages', { type: 'channel', to: 'chat', topic: 'x', content: 'x' }),
    /Only the general chat/,
  );
  await mia.patch(path, { new_name: 'chatter' });
  app.db.write(() => app.realm.set('can_set_topics_policy_group', group('role:moderators')));
  await mia.assertReceives(() =>
    assertRejected(mia.request('PATCH', path, { topics_policy: 'inherit' }), 'Insufficient permission', 'BAD_REQUEST'),
  );
  await mia.patch(path, { topics_policy: 'empty_topic_only' });
  await assertRejected(mia.request('PATCH', path, { topics_policy: 'any' }), /Invalid topics_policy/);
});

test('a channel is moved into a folder and out of it', async () => {
  const { ada, mia, max, open, hears } = await team();
  await ada.post('/channel_folders/create', { name: 'Design', description: '' });
  const path = `/streams/${open}`;
  assert.deepEqual(await hears(max, () => mia.patch(path, { folder_id: 1 })), [{ property: 'folder_id', value: 1 }]);
  assert.deepEqual(await hears(max, () => mia.patch(path, { folder_id: 1 })), []);
  assert.deepEqual(await hears(max, () => mia.patch(path, { folder_id: null })), [
    { property: 'folder_id', value: null },
  ]);
  await assertRejected(mia.request('PATCH', path, { folder_id: 9 }), 'Invalid channel folder ID', 'BAD_REQUEST');
});

test('only administrators can make a channel a default channel, and it cannot also be private', async () => {
  const { ada, mia, open, hears } = await team();
  const path = `/streams/${open}`;
  await assertRejected(
    mia.request('PATCH', path, { is_default_stream: true }),
    'Must be an organization administrator',
    'UNAUTHORIZED_PRINCIPAL',
  );
  assert.deepEqual(await hears(mia, () => ada.patch(path, { is_default_stream: true })), [{ default_streams: [open] }]);
  await assertRejected(
    ada.request('PATCH', path, { is_private: true }),
    'A default channel cannot be private.',
    'BAD_REQUEST',
  );
  const told = await hears(mia, () => ada.patch(path, { is_private: true, is_default_stream: false }));
  assert.deepEqual(told[0], { default_streams: [] });
  await assertRejected(
    ada.request('PATCH', path, { is_default_stream: true }),
    'Private channels cannot be made default.',
    'BAD_REQUEST',
  );
});

test('a channel is archived with a final notice, and an administrator can restore it', async () => {
  const { ada, mia, max, open, lastWords, hears } = await team();
  const path = `/streams/${open}`;
  const told = await hears(max, () => mia.delete(path));
  assert.deepEqual(told.at(-1), { property: 'is_archived', value: true });
  assert.equal((await lastWords(mia, 'open')).content, `@_**Mia|${mia.id}** archived this channel.`);
  await assertRejected(mia.request('DELETE', path), 'Channel is already deactivated', 'BAD_REQUEST');
  await assertRejected(
    mia.request('PATCH', path, { is_archived: false }),
    'Must be an organization administrator',
    'UNAUTHORIZED_PRINCIPAL',
  );
  await assertRejected(ada.request('PATCH', path, { is_archived: true }), /can only be false/, 'BAD_REQUEST');
  await mia.patch(path, { description: 'Of old' });
  assert.equal(
    (await lastWords(mia, 'open')).content,
    `@_**Mia|${mia.id}** archived this channel.`,
    'nothing is said in the archive',
  );
  assert.deepEqual(await hears(max, () => mia.patch(path, { is_private: true })), [
    { stream_ids: [open], streams: [{ stream_id: open }] },
  ]);
  await mia.patch(path, { is_private: false });
  assert.deepEqual((await hears(max, () => ada.patch(path, { is_archived: false })))[0], {
    property: 'is_archived',
    value: false,
  });
  assert.equal(
    (await lastWords(mia, 'open')).content,
    `@_**Ada|${ada.id}** brought this channel back from the archive.`,
  );
  await assertRejected(
    ada.request('PATCH', path, { is_archived: false }),
    'Channel is not currently deactivated',
    'BAD_REQUEST',
  );
});

test('the subscribers are listed for users who can see the channel', async () => {
  const { ada, mia, max, gus, open, plans } = await team();
  await mia.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'open' }, { name: 'plans' }],
    principals: [gus.id],
  });
  const both = [mia.id, gus.id].sort((a, b) => a - b);
  for (const who of [ada, mia, gus]) assert.deepEqual((await who.get(`/streams/${plans}/members`)).subscribers, both);
  assert.deepEqual((await max.get(`/streams/${open}/members`)).subscribers, both);
  await assertRejected(max.request('GET', `/streams/${plans}/members`), 'Invalid channel ID', 'BAD_REQUEST');
  const status = async (who: TestUser, person: TestUser, id: number) =>
    (await who.get(`/users/${person.id}/subscriptions/${id}`)).is_subscribed;
  assert.deepEqual(
    [await status(max, gus, open), await status(max, max, open), await status(ada, gus, plans)],
    [true, false, true],
  );
  await assertRejected(max.request('GET', `/users/${gus.id}/subscriptions/${plans}`), 'Invalid channel ID');
  await assertRejected(max.request('GET', `/users/999/subscriptions/${open}`), 'No such user');
});

test('a channel’s e-mail address is empty, and returned only to users who can post under that name', async () => {
  const { team: server, ada, mia, max, open, plans, group } = await team();
  const bot = server.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  const ask = (who: TestUser, id: number, fields = {}) => who.request('GET', `/streams/${id}/email_address`, fields);
  assert.equal((await ask(mia, open)).email, '');
  assert.equal((await ask(mia, open, { sender_id: bot.id })).email, '');
  await assertRejected(ask(mia, open, { sender_id: max.id }), 'Invalid sender ID', 'BAD_REQUEST');
  await assertRejected(ask(mia, open, { sender_id: 999 }), 'Invalid sender ID', 'BAD_REQUEST');
  for (const who of [max, ada]) await assertRejected(ask(who, plans), 'Invalid channel ID', 'BAD_REQUEST');
  await mia.patch(`/streams/${open}`, { can_send_message_group: { new: group('role:moderators') } });
  await assertRejected(ask(mia, open), "Not authorized to send to channel 'open'", 'BAD_REQUEST');
});

test('a change of the posting permission is announced in the channel without mentioning anyone', async () => {
  const { mia, max, app, open, group, lastWords } = await team();
  await max.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }] });
  const path = `/streams/${open}`;
  const queue = await max.registerQueue({ event_types: ['message'] });
  await mia.patch(path, { can_send_message_group: { new: group('role:moderators') } });
  assert.equal(
    (await lastWords(mia, 'open')).content,
    `@_**Mia|${mia.id}** changed who may post here. Now it is @_*role:moderators*.`,
  );
  const held = { direct_members: [max.id], direct_subgroups: [group('role:moderators')] };
  await mia.patch(path, { can_send_message_group: { new: held } });
  assert.match((await lastWords(mia, 'open')).content, /Now it is @_\*\*Max\|\d+\*\*, @_\*role:moderators\*\.$/);
  assert.deepEqual(
    (await queue.events()).map(({ flags }) => flags),
    [[], []],
  );
  await mia.patch(path, { can_send_message_group: { new: held } });
  assert.equal(app.messages.lastId(), (await lastWords(mia, 'open')).id);
  assert.equal((await queue.events()).length, 0);
});

test('archiving a channel marks its messages as read for all, and stars survive archiving and restoring', async () => {
  const { app, ada, mia, max, gus } = newTeam();
  const subscribers = [ada.id, mia.id, max.id, gus.id];
  const { id: stream_id } = await ada.post('/channels/create', { name: 'old', subscribers });
  await mia.post('/mark_all_as_read');
  const said = await ada.sendMessage('old', 'plans', '@**Mia** shall we?');
  await mia.post('/messages/flags', { messages: [said], op: 'add', flag: 'starred' });
  const later = await ada.sendDirectMessage([mia], 'elsewhere');
  const away = await max.registerQueue();
  await mia.assertReceives(
    () => archiveInBatches(app, app.users.byId(ada.id)!, stream_id, 1),
    { type: 'message', message: { content: /archived this channel/ } },
    { type: 'stream', op: 'update', property: 'is_archived', value: true },
    { type: 'update_message_flags', op: 'add', flag: 'read' },
  );
  assert.deepEqual((await away.events()).at(-1)!.messages.includes(said), true, 'everybody who was in it');
  for (const person of [mia, max, gus])
    assert.deepEqual((await person.post('/register')).unread_msgs.streams, [], person.name);
  const first = await mia.get('/messages', { anchor: 'first_unread', num_before: 0, num_after: 0 });
  assert.equal(first.anchor, later, 'what waits is elsewhere');
  assert.deepEqual((await mia.get(`/messages/${said}`)).message.flags.sort(), ['mentioned', 'read', 'starred']);

  await ada.patch(`/streams/${stream_id}`, { is_archived: false });
  const { streams } = (await max.post('/register')).unread_msgs;
  assert.deepEqual(
    streams.map(({ topic }: { topic: string }) => topic),
    ['channel events'],
    'that it came back is new',
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveChannel } from '../../../src/chat/channels/channels/actions.ts';
import { assertRejected, newTeam, Queue, type TestUser } from '../../support/team.ts';

async function inSecret() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', {
    name: 'secret',
    subscribers: [ada.id, mia.id, max.id],
    invite_only: true,
    send_new_subscription_messages: false,
  });
  return { ...team, id: await mia.sendMessage('secret', 'plans', 'shall we?') };
}

const readReactions = async (person: TestUser, id: number) => (await person.get(`/messages/${id}`)).message.reactions;
const THUMB = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };

test('all recipients of a message receive a reaction, and its removal', async () => {
  const { max, mia, mona, gus, id } = await inSecret();
  const path = `/messages/${id}/reactions`;
  const shown = { ...THUMB, user_id: max.id };
  await gus.assertReceives(() =>
    mona.assertReceives(() =>
      mia.assertReceives(() => max.post(path, { emoji_name: '+1' }), {
        type: 'reaction',
        op: 'add',
        message_id: id,
        ...shown,
      }),
    ),
  );
  assert.deepEqual(await readReactions(mia, id), [shown]);
  await assertRejected(max.request('POST', path, THUMB), 'Reaction already exists.', 'REACTION_ALREADY_EXISTS');

  const gone = { type: 'reaction', op: 'remove', message_id: id, ...shown };
  await gus.assertReceives(() =>
    mona.assertReceives(() =>
      mia.assertReceives(
        () => max.assertReceives(() => max.delete(path, { emoji_code: '1f44d', reaction_type: 'unicode_emoji' }), gone),
        gone,
      ),
    ),
  );
  assert.deepEqual(await readReactions(mia, id), []);
  await assertRejected(max.request('DELETE', path, THUMB), "Reaction doesn't exist.", 'REACTION_DOES_NOT_EXIST');
});

test('an event has exactly the fields of the contract', async () => {
  const { max, mia, id } = await inSecret();
  const [heard] = await mia.assertReceives(() => max.post(`/messages/${id}/reactions`, THUMB), {
    type: 'reaction',
    op: 'add',
  });
  assert.deepEqual(heard, { type: 'reaction', op: 'add', message_id: id, user_id: max.id, ...THUMB });
});

test('a second reaction uses the first one’s name for the emoji', async () => {
  const { ada, max, mia, id } = await inSecret();
  const path = `/messages/${id}/reactions`;
  await max.post(path, { emoji_name: 'thumbs_up', emoji_code: '1f44d' });
  await mia.post(path, { emoji_name: '+1' });
  await ada.post(path, { emoji_name: 'thumbs_up' });
  assert.deepEqual(
    (await readReactions(ada, id)).map(({ emoji_name, user_id }: Record<string, unknown>) => [emoji_name, user_id]),
    [
      ['thumbs_up', max.id],
      ['thumbs_up', mia.id],
      ['thumbs_up', ada.id],
    ],
  );
  await mia.delete(path, { emoji_name: '+1' });
  assert.equal((await readReactions(ada, id)).length, 2);
});

test('each client receives the name it supports for the server’s own emoji', async () => {
  const { max, mia, id } = await inSecret();
  const path = `/messages/${id}/reactions`;
  const zulip = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji', user_id: max.id };
  const service = { ...zulip, reaction_type: 'service_extra_emoji' };
  const phone = { 'User-Agent': 'ZulipMobile/27.1 (Android 14)' };
  await mia.assertReceives(() => max.post(path, service), { type: 'reaction', op: 'add', ...service });
  assert.deepEqual(await readReactions(mia, id), [service]);
  const user = { user_id: max.id, email: max.email, full_name: 'Max' };
  assert.deepEqual((await mia.request('GET', `/messages/${id}`, {}, phone)).message.reactions, [{ ...zulip, user }]);
  await assertRejected(max.request('POST', path, { emoji_name: 'zulip' }), 'Reaction already exists.');
  await max.delete(path, { emoji_name: 'zulip', reaction_type: 'zulip_extra_emoji' });
  await max.post(path, { emoji_name: 'zulip' });
  await max.delete(path, { emoji_code: 'zulip' });
  assert.deepEqual(await readReactions(mia, id), []);
});

test('zulip-terminal receives the name of the reacting user, if its user can see that user', async () => {
  const { app, ada, mia, max, gus } = newTeam();
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id, mia.id, gus.id] });
  const id = await mia.sendMessage('kitchen', 'soup', 'who cooks?');
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  const terminal = { 'User-Agent': 'ZulipTerminal/0.7.0 Linux' };
  const known = { user_id: max.id, email: max.email, full_name: 'Max' };
  const unknown = { user_id: max.id, email: `user${max.id}@klatch.example`, full_name: 'Unknown user' };
  const queues = await Promise.all(
    [mia, gus].map(async (who) => {
      const { queue_id } = await who.request('POST', '/register', { event_types: ['reaction'] }, terminal);
      return { who, queue: new Queue(who, queue_id), user: who === gus ? unknown : known };
    }),
  );
  await max.post(`/messages/${id}/reactions`, THUMB);
  const reaction = { ...THUMB, user_id: max.id };
  for (const { who, queue, user } of queues) {
    assert.deepEqual(await queue.events(), [{ type: 'reaction', op: 'add', message_id: id, ...reaction, user }]);
    assert.deepEqual((await who.request('GET', `/messages/${id}`, {}, terminal)).message.reactions, [
      { ...reaction, user },
    ]);
    assert.deepEqual(await readReactions(who, id), [reaction], 'others know whom the number means');
  }
});

test('a reaction’s name and code must exist and belong together', async () => {
  const { max, mia, id } = await inSecret();
  const path = `/messages/${id}/reactions`;
  const add = (emoji: object) => max.request('POST', path, { ...emoji });
  await mia.assertReceives(async () => {
    await assertRejected(add({ emoji_name: 'no_such_emoji' }), "Emoji 'no_such_emoji' does not exist", 'BAD_REQUEST');
    await assertRejected(add({ ...THUMB, emoji_code: '1f600' }), 'Invalid emoji name.', 'BAD_REQUEST');
    await assertRejected(add({ ...THUMB, emoji_code: 'beef' }), 'Invalid emoji code.', 'BAD_REQUEST');
    await assertRejected(add({ ...THUMB, emoji_code: 'constructor' }), 'Invalid emoji code.', 'BAD_REQUEST');
    await assertRejected(add({ ...THUMB, reaction_type: 'smoke_signal' }), 'Invalid emoji type.', 'BAD_REQUEST');
    await assertRejected(
      add({ ...THUMB, reaction_type: 'realm_emoji', emoji_code: '1' }),
      'Invalid custom emoji.',
      'BAD_REQUEST',
    );
    await assertRejected(add({ ...THUMB, reaction_type: 'zulip_extra_emoji' }), 'Invalid emoji code.', 'BAD_REQUEST');
    await assertRejected(
      add({ emoji_name: '+1', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }),
      'Invalid emoji name.',
      'BAD_REQUEST',
    );
    await assertRejected(add({ emoji_code: '1f44d' }), "Missing 'emoji_name' argument", 'REQUEST_VARIABLE_MISSING');
    await assertRejected(
      max.request('DELETE', path),
      'At least one of the following arguments must be present: emoji_name, emoji_code',
      'BAD_REQUEST',
    );
    await assertRejected(max.request('DELETE', path, { emoji_code: 'beef' }), 'Invalid emoji code.', 'BAD_REQUEST');
    await assertRejected(
      max.request('DELETE', path, { emoji_name: '+1' }),
      "Reaction doesn't exist.",
      'REACTION_DOES_NOT_EXIST',
    );
  });
});

test('users without access can neither react nor find out whether the message exists', async () => {
  const { abe, ada, gus, mia, mona, max, id } = await inSecret();
  await max.post(`/messages/${id}/reactions`, THUMB);
  const direct = await ada.sendDirectMessage([max], 'between us');
  await mia.assertReceives(async () => {
    for (const outsider of [abe, gus, mona]) {
      for (const message of [id, direct, 999_999]) {
        await assertRejected(
          outsider.request('POST', `/messages/${message}/reactions`, THUMB),
          'Invalid message(s)',
          'BAD_REQUEST',
        );
        await assertRejected(
          outsider.request('DELETE', `/messages/${message}/reactions`, THUMB),
          'Invalid message(s)',
          'BAD_REQUEST',
        );
      }
    }
  });
  await mia.assertReceives(() =>
    ada.assertReceives(() => max.post(`/messages/${direct}/reactions`, THUMB), { type: 'reaction', op: 'add' }),
  );
});

test('a user who joined later can react in a shared history, but not in a protected one', async () => {
  const { ada, mia, max, mona } = newTeam();
  const create = (name: string, more: object) =>
    ada.post('/channels/create', {
      name,
      subscribers: [ada.id, mia.id],
      send_new_subscription_messages: false,
      ...more,
    });
  await create('open', {});
  await create('closed', { invite_only: true, history_public_to_subscribers: false });
  const open = await mia.sendMessage('open', 'a', 'one');
  const closed = await mia.sendMessage('closed', 'a', 'two');
  await ada.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'open' }, { name: 'closed' }],
    principals: [max.id],
  });
  await mia.assertReceives(() => max.post(`/messages/${open}/reactions`, THUMB), {
    type: 'reaction',
    op: 'add',
    user_id: max.id,
  });
  await assertRejected(max.request('POST', `/messages/${closed}/reactions`, THUMB), 'Invalid message(s)');
  await max.assertReceives(() => mia.post(`/messages/${closed}/reactions`, THUMB));
  await mia.assertReceives(() => mona.post(`/messages/${open}/reactions`, THUMB), {
    type: 'reaction',
    op: 'add',
    user_id: mona.id,
  });
});

test('a queue for all public channels receives reactions in them, and no others', async () => {
  const { ada, mia, mona } = newTeam();
  const create = (name: string, invite_only: boolean) =>
    ada.post('/channels/create', { name, subscribers: [mia.id], invite_only, send_new_subscription_messages: false });
  await create('open', false);
  await create('secret', true);
  const open = await mia.sendMessage('open', 'a', 'one');
  const secret = await mia.sendMessage('secret', 'a', 'two');
  const watcher = await mona.registerQueue({ all_public_streams: true, event_types: ['reaction'] });
  await mia.post(`/messages/${secret}/reactions`, THUMB);
  await mia.post(`/messages/${open}/reactions`, THUMB);
  assert.deepEqual(
    (await watcher.events()).map(({ message_id }) => message_id),
    [open],
  );
});

test('reactions in an archived channel are rejected', async () => {
  const { app, ada, mia, max } = newTeam();
  await ada.post('/channels/create', {
    name: 'old',
    subscribers: [mia.id, max.id],
    send_new_subscription_messages: false,
  });
  const id = await mia.sendMessage('old', 'a', 'one');
  await max.post(`/messages/${id}/reactions`, THUMB);
  archiveChannel(app, app.users.byId(ada.id)!, app.channels.named('old')!);
  await assertRejected(mia.request('POST', `/messages/${id}/reactions`, THUMB), 'Invalid message(s)');
  await assertRejected(max.request('DELETE', `/messages/${id}/reactions`, THUMB), 'Invalid message(s)');
});

test('reacting follows the topic for users who follow topics they participate in', async () => {
  const { ada, mia, max, app } = newTeam();
  await ada.post('/channels/create', {
    name: 'design',
    subscribers: [mia.id, max.id],
    send_new_subscription_messages: false,
  });
  const id = await mia.sendMessage('design', 'lunch', 'pizza?');
  await max.assertReceives(() => max.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }), {
    type: 'reaction',
    op: 'add',
  });
  const policies = { automatically_follow_topics_policy: 1 };
  app.db.write(() =>
    app.users.setSettings(JSON.stringify({ ...app.users.byId(max.id)!.settings, ...policies }), max.id),
  );
  await max.assertReceives(
    () => max.post(`/messages/${id}/reactions`, THUMB),
    { type: 'user_topic', topic_name: 'lunch', visibility_policy: 3 },
    { type: 'reaction', op: 'add' },
  );
});

test('a reaction with any name of the emoji set and its code is accepted', async () => {
  const { mia, id } = await inSecret();
  const path = `/messages/${id}/reactions`;
  for (const [emoji_name, emoji_code] of [
    ['cow', '1f404'],
    ['football', '26bd'],
    ['dice', '1f3b2'],
    ['city', '1f3d9'],
    ['x', '274e'],
    ['piñata', '1fa85'],
    ['flag_germany', '1f1e9-1f1ea'],
  ])
    await mia.post(path, { emoji_name, emoji_code, reaction_type: 'unicode_emoji' });
  await assertRejected(
    mia.request('POST', path, { emoji_name: 'cow', emoji_code: '1f42e', reaction_type: 'unicode_emoji' }),
    'Invalid emoji name.',
  );
});

test('a reaction stored under a name that the emoji set no longer has stays usable', async () => {
  const { app, max, mia, id } = await inSecret();
  const path = `/messages/${id}/reactions`;
  const emoji = { emoji_code: '1f550', reaction_type: 'unicode_emoji', emoji_name: 'one_oclock' } as const;
  app.db.write(() => app.reactions.add({ message_id: id, user_id: max.id, ...emoji }));
  await mia.post(path, emoji);
  assert.equal((await readReactions(mia, id)).length, 2);
  await mia.delete(path, { emoji_name: 'one_oclock' });
  await max.delete(path, { emoji_code: '1f550' });
  assert.deepEqual(await readReactions(mia, id), []);
});

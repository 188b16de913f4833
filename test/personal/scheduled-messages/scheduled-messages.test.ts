import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deactivateUser } from '../../../src/chat/people/users/management-actions.ts';
import { sendDueMessages } from '../../../src/chat/personal/scheduled-messages/actions.ts';
import { jobs } from '../../../src/declarations.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';

async function inSecret() {
  const team = newTeam();
  const { app, ada, mia, max, clock } = team;
  await ada.post('/channels/create', {
    name: 'secret',
    subscribers: [ada.id, mia.id, max.id],
    invite_only: true,
    send_new_subscription_messages: false,
  });
  const secret = (await ada.get('/get_stream_id', { stream: 'secret' })).stream_id as number;
  const soon = clock.now() / 1000 + 60;
  const letter = {
    type: 'channel',
    to: secret,
    topic: 'plans',
    content: 'It is *time*',
    scheduled_delivery_timestamp: soon,
  };
  const deliver = () => {
    sendDueMessages(app);
    app.db.commit();
  };
  return { ...team, secret, soon, letter, deliver };
}

const schedule = async (who: TestUser, fields: object) =>
  (await who.post('/scheduled_messages', { ...fields })).scheduled_message_id as number;
const waiting = async (who: TestUser) => (await who.get('/scheduled_messages')).scheduled_messages as Reply[];

test('only the sender sees a scheduled message, and it is sent once when it is due', async () => {
  const { ada, mia, max, clock, secret, soon, letter, deliver } = await inSecret();
  await ada.assertReceives(() =>
    mia.assertReceives(() => schedule(mia, letter), { type: 'scheduled_messages', op: 'add' }),
  );
  const kept = {
    scheduled_message_id: 1,
    type: 'stream',
    to: secret,
    topic: 'plans',
    content: 'It is *time*',
    rendered_content: '<p>It is <em>time</em></p>',
    scheduled_delivery_timestamp: soon,
    failed: false,
  };
  assert.deepEqual(await waiting(mia), [kept]);
  assert.deepEqual((await mia.post('/register')).scheduled_messages, [kept]);

  clock.advance(59);
  await max.assertReceives(deliver);
  clock.advance(1);
  await max.assertReceives(
    () =>
      mia.assertReceives(
        deliver,
        { type: 'user_topic' },
        { type: 'message', flags: ['read'] },
        { type: 'scheduled_messages', op: 'remove', scheduled_message_id: 1 },
      ),
    {
      type: 'message',
      message: { sender_id: mia.id, subject: 'plans', content: kept.rendered_content, timestamp: soon },
    },
  );
  await max.assertReceives(deliver);
  // A clock that is set back and reaches the same time again sends nothing twice.
  clock.advance(-3600);
  await max.assertReceives(deliver);
  clock.advance(7200);
  await max.assertReceives(deliver);
  assert.deepEqual(await waiting(mia), []);
});

test('the event has exactly the fields of the fetched object', async () => {
  const { mia, letter } = await inSecret();
  const [added] = await mia.assertReceives(() => schedule(mia, letter), { type: 'scheduled_messages', op: 'add' });
  assert.deepEqual(added, { type: 'scheduled_messages', op: 'add', scheduled_messages: await waiting(mia) });
});

test('a scheduled direct message lists the other recipients, and a message to the sender arrives unread', async () => {
  const { mia, max, ada, clock, soon, deliver } = await inSecret();
  const direct = {
    type: 'direct',
    to: [max.id, ada.id],
    topic: 'ignored',
    content: 'hi',
    scheduled_delivery_timestamp: soon,
  };
  await schedule(mia, direct);
  await schedule(mia, { ...direct, type: 'private', to: mia.id });
  await schedule(mia, { ...direct, to: [max.id], read_by_sender: false });
  assert.deepEqual(
    (await waiting(mia)).map(({ type, to, topic }) => [type, to, topic]),
    [
      ['private', [ada.id, max.id], undefined],
      ['private', [mia.id], undefined],
      ['private', [max.id], undefined],
    ],
  );
  clock.advance(86_400);
  const gone = { type: 'scheduled_messages', op: 'remove' };
  await max.assertReceives(
    () =>
      mia.assertReceives(
        deliver,
        { type: 'message', flags: ['read'] },
        gone,
        { type: 'message', flags: [] },
        gone,
        { type: 'message', flags: [] },
        gone,
      ),
    { type: 'message' },
    { type: 'message' },
  );
});

test('a message that could not be sent now cannot be scheduled', async () => {
  const { mia, mona, gus, max, clock, soon, letter } = await inSecret();
  const direct = { type: 'direct', to: [max.id], content: 'hi', scheduled_delivery_timestamp: soon };
  const ask = (who: TestUser, fields: object) => who.request('POST', '/scheduled_messages', { ...fields });
  await mia.assertReceives(async () => {
    for (const who of [mona, gus]) {
      const { stream_id } = await assertRejected(ask(who, letter), /does not exist/, 'STREAM_DOES_NOT_EXIST');
      assert.equal(stream_id, letter.to);
      await assertRejected(ask(who, { ...letter, to: 999 }), /does not exist/, 'STREAM_DOES_NOT_EXIST');
    }
    await assertRejected(ask(mia, { ...letter, to: [letter.to, 1, 2] }), 'Expected exactly one channel', 'BAD_REQUEST');
    await assertRejected(ask(mia, { ...letter, content: ' ' }), 'Message must not be empty', 'BAD_REQUEST');
    await assertRejected(ask(mia, { ...direct, to: [999] }), 'Invalid user ID 999', 'BAD_REQUEST');
    await assertRejected(ask(mia, { ...direct, to: [] }), /to/, 'BAD_REQUEST');
    await assertRejected(ask(mia, { ...direct, type: 'pigeon' }), /type/, 'BAD_REQUEST');
    for (const scheduled_delivery_timestamp of [0, clock.now() / 1000])
      await assertRejected(
        ask(mia, { ...letter, scheduled_delivery_timestamp }),
        'Scheduled delivery time must be in the future.',
        'BAD_REQUEST',
      );
  });
  assert.deepEqual(await waiting(mia), []);
});

test('recipient, content and time can change until the message is sent', async () => {
  const { ada, mia, max, clock, secret, soon, letter, deliver } = await inSecret();
  const id = await schedule(mia, letter);
  const path = `/scheduled_messages/${id}`;
  const edit = (fields: object) => mia.request('PATCH', path, { ...fields });
  const updated = { type: 'scheduled_messages', op: 'update' };
  const silent = await ada.registerQueue();
  const [heard] = await mia.assertReceives(
    () => edit({ content: '**later**', scheduled_delivery_timestamp: soon + 60 }),
    updated,
  );
  assert.deepEqual(heard!.scheduled_message, (await waiting(mia))[0]!);
  assert.deepEqual(heard!.scheduled_message.rendered_content, '<p><strong>later</strong></p>');
  await mia.assertReceives(() => edit({ topic: 'other' }), {
    ...updated,
    scheduled_message: { topic: 'other', content: '**later**' },
  });
  await mia.assertReceives(() => edit({ type: 'direct', to: [max.id] }), {
    ...updated,
    scheduled_message: { type: 'private', to: [max.id] },
  });
  await mia.assertReceives(() => edit({ type: 'stream', to: secret, topic: 'plans' }), {
    ...updated,
    scheduled_message: { type: 'stream', to: secret, topic: 'plans' },
  });
  await mia.assertReceives(async () => {
    await assertRejected(edit({}), 'Nothing to change', 'BAD_REQUEST');
    await assertRejected(
      edit({ type: 'direct' }),
      'Recipient required when updating type of scheduled message.',
      'BAD_REQUEST',
    );
    await assertRejected(
      edit({ type: 'channel', to: secret }),
      'Topic required when updating scheduled message type to stream.',
      'BAD_REQUEST',
    );
    await assertRejected(edit({ to: 999 }), /does not exist/, 'STREAM_DOES_NOT_EXIST');
    await assertRejected(
      edit({ scheduled_delivery_timestamp: 1 }),
      'Scheduled delivery time must be in the future.',
      'BAD_REQUEST',
    );
    await assertRejected(edit({ content: '' }), 'Message must not be empty', 'BAD_REQUEST');
  });
  clock.advance(60);
  await max.assertReceives(deliver);
  clock.advance(60);
  await max.assertReceives(deliver, {
    type: 'message',
    message: { subject: 'plans', content: '<p><strong>later</strong></p>' },
  });
  assert.equal(
    (await assertRejected(edit({ content: 'late' }), 'Scheduled message does not exist', 'BAD_REQUEST')).status,
    404,
  );
  assert.deepEqual(
    (await silent.events()).map(({ type }) => type),
    ['message'],
  );
});

test('a scheduled message can be deleted; other users’ get the same response as missing ones', async () => {
  const { ada, mia, max, clock, letter, deliver } = await inSecret();
  const id = await schedule(mia, letter);
  await mia.assertReceives(async () => {
    for (const who of [ada, max])
      for (const which of [id, 999]) {
        const path = `/scheduled_messages/${which}`;
        const change = await assertRejected(
          who.request('PATCH', path, { content: 'x' }),
          'Scheduled message does not exist',
          'BAD_REQUEST',
        );
        const gone = await assertRejected(
          who.request('DELETE', path),
          'Scheduled message does not exist',
          'BAD_REQUEST',
        );
        assert.deepEqual([change.status, gone.status], [404, 404]);
      }
  });
  assert.deepEqual([await waiting(ada), (await max.post('/register')).scheduled_messages], [[], []]);
  await mia.assertReceives(() => mia.delete(`/scheduled_messages/${id}`), {
    type: 'scheduled_messages',
    op: 'remove',
    scheduled_message_id: id,
  });
  clock.advance(3600);
  await max.assertReceives(deliver);
});

test('a message that can no longer be sent is kept, reported, and sent once it is allowed', async () => {
  const { ada, mia, max, clock, letter, deliver } = await inSecret();
  const id = await schedule(mia, letter);
  await mia.delete('/users/me/subscriptions', { subscriptions: ['secret'] });
  clock.advance(61);
  await max.assertReceives(async () => {
    const [update, letter] = await mia.assertReceives(
      deliver,
      { type: 'scheduled_messages', op: 'update' },
      { type: 'message' },
    );
    assert.deepEqual(update!.scheduled_message, (await waiting(mia))[0]!);
    assert.equal(update!.scheduled_message.failed, true);
    assert.match(letter!.message.content, /could not be sent/);
    assert.match(letter!.message.content, /does not exist/);
  });
  await mia.assertReceives(deliver);
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'secret' }], principals: [mia.id] });
  const path = `/scheduled_messages/${id}`;
  await assertRejected(
    mia.request('PATCH', path, { content: 'again' }),
    'Scheduled delivery time must be in the future.',
    'BAD_REQUEST',
  );
  await mia.assertReceives(() => mia.patch(path, { scheduled_delivery_timestamp: clock.now() / 1000 + 5 }), {
    type: 'scheduled_messages',
    op: 'update',
    scheduled_message: { failed: false },
  });
  clock.advance(5);
  await max.assertReceives(deliver, { type: 'message', message: { content: '<p>It is <em>time</em></p>' } });
});

test('a message that fails does not delay others, and nothing is sent for a deactivated user', async () => {
  const { app, mia, max, mona, ada, clock, letter, deliver } = await inSecret();
  await schedule(mia, letter);
  await schedule(max, { ...letter, content: 'after' });
  deactivateUser(app, undefined, app.users.byId(mia.id)!);
  app.db.commit();
  clock.advance(61);
  await mona.assertReceives(() => ada.assertReceives(deliver, { type: 'message', message: { sender_id: max.id } }));
  assert.deepEqual(
    app.scheduledMessages.ofUser(mia.id).map(({ failed }) => failed),
    [true],
  );
});

test('clients without support for the empty topic see its replacement name', async () => {
  const { mia, letter } = await inSecret();
  const old = { client_capabilities: { notification_settings_null: true } };
  const queue = await mia.registerQueue(old);
  await mia.assertReceives(() => schedule(mia, { ...letter, topic: '' }), { type: 'scheduled_messages', op: 'add' });
  assert.equal((await queue.events())[0]!.scheduled_messages[0].topic, 'general chat');
  assert.equal((await mia.post('/register', old)).scheduled_messages[0].topic, 'general chat');
  assert.equal((await waiting(mia))[0]!.topic, '');
});

test('the server checks for due messages every few seconds', () => {
  const job = jobs.find(({ run }) => run === sendDueMessages)!;
  assert.ok(job.every <= 5);
});

test('a message scheduled by a script is unread for its sender, and needs a topic in a channel', async () => {
  const { mia, max, clock, letter, soon, deliver } = await inSecret();
  const script = { 'User-Agent': 'curl/8.0' };
  const direct = { type: 'direct', to: [max.id], content: 'later', scheduled_delivery_timestamp: soon };
  for (const fields of [letter, direct]) await mia.request('POST', '/scheduled_messages', fields, script);
  await mia.request('POST', '/scheduled_messages', { ...direct, read_by_sender: true }, script);
  const queue = await mia.registerQueue({ event_types: ['message'] });
  clock.advance(60);
  deliver();
  assert.deepEqual(
    (await queue.events()).map(({ flags }) => flags),
    [[], [], ['read']],
  );
  await assertRejected(
    mia.request('POST', '/scheduled_messages', {
      ...letter,
      topic: undefined,
      scheduled_delivery_timestamp: soon + 600,
    }),
    'Missing topic',
    'BAD_REQUEST',
  );
});

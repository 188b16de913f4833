import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendDueReminders } from '../../../src/chat/personal/reminders/actions.ts';
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
  const message_id = await ada.sendMessage('secret', 'plans', 'buy ```milk``` @**Mia**');
  const later = { message_id, scheduled_delivery_timestamp: clock.now() / 1000 + 60 };
  const deliver = () => {
    sendDueReminders(app);
    app.db.commit();
  };
  return { ...team, secret, message_id, later, deliver };
}

const remind = async (who: TestUser, fields: object) =>
  (await who.post('/reminders', { ...fields })).reminder_id as number;
const waiting = async (who: TestUser) => (await who.get('/reminders')).reminders as Reply[];

test('the notification bot sends a reminder of a message once, to its user only', async () => {
  const { ada, mia, max, clock, secret, message_id, later, deliver } = await inSecret();
  const others = await Promise.all([ada, max].map((person) => person.registerQueue()));
  const [added] = await mia.assertReceives(() => remind(mia, { ...later, note: 'for the cake\nsoon' }), {
    type: 'reminders',
    op: 'add',
  });
  const [reminder] = await waiting(mia);
  assert.deepEqual(added, { type: 'reminders', op: 'add', reminders: [reminder] });
  assert.deepEqual((await mia.post('/register')).reminders, [reminder]);
  const { content, rendered_content, ...rest } = reminder!;
  assert.deepEqual(rest, {
    reminder_id: 1,
    type: 'private',
    to: [mia.id],
    scheduled_delivery_timestamp: later.scheduled_delivery_timestamp,
    failed: false,
    reminder_target_message_id: message_id,
  });
  assert.match(
    content,
    new RegExp(`http://klatch.example/#narrow/channel/${secret}-secret/topic/plans/near/${message_id}`),
  );
  assert.match(rendered_content, /<blockquote>\s*<p>for the cake/);
  assert.match(rendered_content, /buy .*milk/);

  clock.advance(59);
  await mia.assertReceives(deliver);
  clock.advance(1);
  const [came] = await mia.assertReceives(
    deliver,
    { type: 'message', flags: [] },
    { type: 'reminders', op: 'remove', reminder_id: 1 },
  );
  assert.equal(came!.message.content, rendered_content);
  assert.deepEqual([came!.message.sender_full_name, came!.message.type], ['Notification Bot', 'private']);
  clock.advance(-3600);
  await mia.assertReceives(deliver);
  clock.advance(7200);
  await mia.assertReceives(deliver);
  assert.deepEqual(await waiting(mia), []);
  for (const queue of others) assert.deepEqual(await queue.events(), []);
});

test('an inaccessible message, a time in the past and a note over the limit are rejected', async () => {
  const { ada, mia, mona, gus, max, clock, later } = await inSecret();
  const direct = await ada.sendDirectMessage([max], 'between us');
  const ask = (who: TestUser, fields: object) => who.request('POST', '/reminders', { ...later, ...fields });
  await mia.assertReceives(async () => {
    for (const who of [mona, gus])
      for (const message_id of [later.message_id, 999_999])
        await assertRejected(ask(who, { message_id }), 'Invalid message(s)', 'BAD_REQUEST');
    await assertRejected(ask(mia, { message_id: direct }), 'Invalid message(s)', 'BAD_REQUEST');
    for (const scheduled_delivery_timestamp of [0, clock.now() / 1000])
      await assertRejected(
        ask(mia, { scheduled_delivery_timestamp }),
        'Scheduled delivery time must be in the future.',
        'BAD_REQUEST',
      );
    await assertRejected(
      ask(mia, { note: 'x'.repeat(1001) }),
      'Maximum reminder note length: 1000 characters',
      'BAD_REQUEST',
    );
  });
  assert.deepEqual(await waiting(mia), []);
  await remind(mia, { ...later, note: '☂'.repeat(1000) });
});

test('other users’ reminders get the same response as missing ones', async () => {
  const { ada, mia, max, later } = await inSecret();
  const id = await remind(mia, later);
  await mia.assertReceives(async () => {
    for (const who of [ada, max])
      for (const which of [id, 999])
        assert.equal(
          (await assertRejected(who.request('DELETE', `/reminders/${which}`), 'Reminder does not exist', 'BAD_REQUEST'))
            .status,
          404,
        );
  });
  assert.deepEqual([await waiting(ada), (await max.post('/register')).reminders], [[], []]);
  await mia.assertReceives(() => mia.delete(`/reminders/${id}`), { type: 'reminders', op: 'remove', reminder_id: id });
  assert.deepEqual(await waiting(mia), []);
});

test('a user who lost access to the message receives nothing of it, before or with the reminder', async () => {
  const { mia, clock, later, deliver } = await inSecret();
  await remind(mia, { ...later, note: 'cake' });
  await mia.delete('/users/me/subscriptions', { subscriptions: ['secret'] });
  const [reminder] = await waiting(mia);
  assert.doesNotMatch(JSON.stringify(reminder), /milk|secret|plans|Ada/);
  clock.advance(61);
  const [came] = await mia.assertReceives(deliver, { type: 'message' }, { type: 'reminders', op: 'remove' });
  assert.match(came!.message.content, /can no longer read/);
  assert.match(came!.message.content, /cake/);
  assert.doesNotMatch(JSON.stringify(came), /milk|secret|plans|Ada/);
});

test('a reminder says if its message was deleted; the quote mentions nobody and is truncated', async () => {
  const { ada, mia, clock, later, deliver } = await inSecret();
  const direct = await mia.sendDirectMessage([ada], `@**Ada** @**Mia** ${'long '.repeat(1990)}`);
  await remind(mia, later);
  await remind(mia, { ...later, message_id: direct });
  await ada.delete(`/messages/${later.message_id}`);
  const texts = (await waiting(mia)).map(({ content }) => content as string);
  assert.match(texts[0]!, /can no longer read/);
  assert.match(texts[1]!, /\[message truncated\]\n```$/);
  assert.ok(texts[1]!.length <= 10_000);
  assert.match(texts[1]!, new RegExp(`/#narrow/dm/${ada.id}-dm/near/${direct}`));
  clock.advance(61);
  await ada.assertReceives(() =>
    mia.assertReceives(
      deliver,
      { type: 'message', flags: [] },
      { type: 'reminders', op: 'remove' },
      { type: 'message', flags: [] },
      { type: 'reminders', op: 'remove' },
    ),
  );
});

test('a guest cannot find out about users by quoting a name', async () => {
  const { app, ada, gus, mia, later } = await inSecret();
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  const message_id = await gus.sendDirectMessage([gus], '@**Mia** @**Ada**');
  await ada.sendDirectMessage([gus], 'welcome');
  await remind(gus, { ...later, message_id });
  const [{ rendered_content }] = (await waiting(gus)) as [Reply];
  assert.match(rendered_content, new RegExp(`data-user-id="${ada.id}"`));
  assert.doesNotMatch(rendered_content, new RegExp(`data-user-id="${mia.id}"`));
});

test('a reminder shows the message as it was when the reminder was made, without rendering it again', async () => {
  const { app, ada, mia, later } = await inSecret();
  await remind(mia, later);
  const [before] = await waiting(mia);
  await ada.patch(`/messages/${later.message_id}`, { content: 'buy bread' });
  assert.deepEqual(await waiting(mia), [before]);
  await ada.delete(`/messages/${later.message_id}`);
  const row = app.db.prepareStatement('SELECT content, rendered_content FROM reminder').get();
  assert.deepEqual(row, { content: null, rendered_content: null });
});

test('a note about a lost message is escaped', async () => {
  const { ada, mia, later } = await inSecret();
  await remind(mia, { ...later, note: '<b>cake</b>' });
  await ada.delete(`/messages/${later.message_id}`);
  const [reminder] = await waiting(mia);
  assert.match(reminder!.rendered_content, /&lt;b&gt;cake&lt;\/b&gt;/);
});

test('many due reminders and scheduled messages are sent a few in each turn', async () => {
  const { app, mia, clock, later } = await inSecret();
  const { scheduled_delivery_timestamp } = later;
  for (let n = 0; n < 10; n++) {
    await remind(mia, later);
    const message = { type: 'direct', to: [mia.id], content: `${n}`, scheduled_delivery_timestamp };
    await mia.post('/scheduled_messages', message);
  }
  clock.advance(61);
  for (const [send, table] of [
    [sendDueReminders, 'reminder'],
    [sendDueMessages, 'scheduled_message'],
  ] as const) {
    const left = () => (app.db.prepareStatement(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
    const done = send(app);
    const afterOneTurn = left();
    assert.ok(afterOneTurn >= 5 && afterOneTurn < 10, `${afterOneTurn} are left`);
    await done;
    assert.equal(left(), 0);
  }
});

test('the server checks for due reminders every few seconds', () => {
  assert.ok(jobs.find(({ run }) => run === sendDueReminders)!.every <= 5);
});

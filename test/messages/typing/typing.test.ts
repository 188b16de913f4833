import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertUser } from '../../../src/chat/people/users/actions.ts';
import { assertRejected, CAPABILITIES, newTeam, type TestUser } from '../../support/team.ts';

/** Changes personal settings, as PATCH /settings does. */
function setting({ team: { app }, id }: TestUser, change: Record<string, unknown>): void {
  app.db.write(() => app.users.setSettings(JSON.stringify({ ...app.users.byId(id)!.settings, ...change }), id));
  app.db.commit();
}

async function inDesign(more: object = {}) {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', {
    name: 'design',
    subscribers: [ada.id, mia.id, max.id],
    send_new_subscription_messages: false,
    ...more,
  });
  return { ...team, stream_id: team.app.channels.named('design')!.id };
}

const named = ({ id, email }: TestUser) => ({ user_id: id, email });

test('the recipients of a direct message receive its typing notifications; others do not', async () => {
  const { ada, mia, max, gus } = newTeam();
  const recipients = [ada, mia, max].map(named);
  const event = (op: string) => ({ type: 'typing', op, message_type: 'direct', sender: named(mia), recipients });
  const [heard] = await max.assertReceives(
    () =>
      gus.assertReceives(() =>
        mia.assertReceives(
          async () => {
            await mia.post('/typing', { op: 'start', to: [max.id, ada.id, max.id] });
            await mia.post('/typing', { type: 'direct', op: 'stop', to: [mia.id, ada.id, max.id] });
          },
          event('start'),
          event('stop'),
        ),
      ),
    event('start'),
    event('stop'),
  );
  assert.deepEqual(heard, event('start'));
});

test('subscribers receive typing notifications for a topic with the name that each client supports', async () => {
  const { ada, mia, max, mona, gus, stream_id } = await inDesign();
  const event = (topic: string) => ({
    type: 'typing',
    op: 'start',
    message_type: 'stream',
    sender: named(mia),
    stream_id,
    topic,
  });
  const type = (topic: string) => mia.post('/typing', { type: 'channel', op: 'start', stream_id, topic });
  const unaware = await ada.registerQueue({ client_capabilities: { ...CAPABILITIES, empty_topic_name: false } });
  const old = await ada.registerQueue({ client_capabilities: { notification_settings_null: true } });
  const heard = await max.assertReceives(
    () =>
      gus.assertReceives(() =>
        mona.assertReceives(async () => {
          await type('lunch');
          await type('general chat');
          await type('(no topic)');
        }),
      ),
    event('lunch'),
    event(''),
    event(''),
  );
  assert.deepEqual(heard[0], event('lunch'));
  assert.deepEqual(
    (await unaware.events()).map(({ topic }) => topic),
    ['lunch', 'general chat', 'general chat'],
  );
  assert.deepEqual(await old.events(), [], 'a client that cannot show it');
});

test('older clients name the channel in `to`', async () => {
  const { mia, max, stream_id } = await inDesign();
  await max.assertReceives(() => mia.post('/typing', { type: 'stream', op: 'stop', to: [stream_id], topic: 'lunch' }), {
    type: 'typing',
    op: 'stop',
    stream_id,
  });
});

test('users can turn off sending typing notifications, and receiving them', async () => {
  const { mia, max, ada, stream_id } = await inDesign();
  const direct = () => mia.request('POST', '/typing', { op: 'start', to: [max.id] });
  const channel = () => mia.request('POST', '/typing', { type: 'stream', op: 'start', stream_id, topic: 'lunch' });
  setting(max, { receives_typing_notifications: false });
  await max.assertReceives(() => ada.assertReceives(channel, { type: 'typing', op: 'start' }));
  await max.assertReceives(() => mia.assertReceives(direct, { type: 'typing', op: 'start' }));
  setting(max, { receives_typing_notifications: true });
  setting(mia, { send_private_typing_notifications: false });
  await max.assertReceives(() =>
    assertRejected(direct(), 'User has disabled typing notifications for direct messages', 'BAD_REQUEST'),
  );
  await max.assertReceives(channel, { type: 'typing', op: 'start' });
  setting(mia, { send_private_typing_notifications: true, send_stream_typing_notifications: false });
  await max.assertReceives(() =>
    assertRejected(channel(), 'User has disabled typing notifications for channel messages', 'BAD_REQUEST'),
  );
  await max.assertReceives(direct, { type: 'typing', op: 'start' });
});

test('missing parameters are named', async () => {
  const { mia, stream_id } = await inDesign();
  const type = (fields: object) => mia.request('POST', '/typing', { ...fields });
  await assertRejected(type({ to: [1] }), "Missing 'op' argument", 'REQUEST_VARIABLE_MISSING');
  await assertRejected(type({ op: 'pause', to: [1] }), 'Invalid op', 'BAD_REQUEST');
  await assertRejected(type({ op: 'start', type: 'carrier pigeon', to: [1] }), 'Invalid type', 'BAD_REQUEST');
  await assertRejected(type({ op: 'start' }), "Missing 'to' argument", 'BAD_REQUEST');
  await assertRejected(type({ op: 'start', to: [] }), "Empty 'to' list", 'BAD_REQUEST');
  await assertRejected(type({ op: 'start', to: [999] }), 'Invalid user ID 999', 'BAD_REQUEST');
  await assertRejected(
    type({ op: 'start', type: 'stream', topic: 'lunch' }),
    "Missing 'stream_id' argument",
    'BAD_REQUEST',
  );
  await assertRejected(type({ op: 'start', type: 'stream', stream_id }), 'Missing topic', 'BAD_REQUEST');
});

test('users without access cannot send typing notifications to a private channel, nor find it', async () => {
  const { abe, gus, mona, mia, stream_id } = await inDesign({ invite_only: true });
  const type = (who: TestUser, id: number) =>
    who.request('POST', '/typing', { type: 'channel', op: 'start', stream_id: id, topic: 'lunch' });
  await mia.assertReceives(async () => {
    for (const outsider of [gus, mona])
      for (const id of [stream_id, 999]) await assertRejected(type(outsider, id), 'Invalid channel ID', 'BAD_REQUEST');
    await assertRejected(type(abe, stream_id), "Not authorized to send to channel 'design'", 'BAD_REQUEST');
  });
});

test('a limited guest cannot send typing notifications to inaccessible users', async () => {
  const { app, gus, mia } = newTeam();
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  app.db.commit();
  await mia.assertReceives(() =>
    assertRejected(gus.request('POST', '/typing', { op: 'start', to: [mia.id] }), `Invalid user ID ${mia.id}`),
  );
});

test('a limited guest does not receive typing notifications of inaccessible users', async () => {
  const { app, ada, gus, mia, max } = newTeam();
  const { id: stream_id } = await ada.post('/channels/create', { name: 'hall', subscribers: [gus.id, max.id] });
  app.db.write(() => app.realm.set('can_access_all_users_group', app.groups.system('role:members')));
  app.db.commit();
  const start = { type: 'channel', op: 'start', stream_id, topic: 'tea' };
  const forGus = await gus.registerQueue();
  await max.assertReceives(() => mia.post('/typing', start), {
    type: 'typing',
    op: 'start',
    sender: { user_id: mia.id },
  });
  await max.post('/typing', start);
  assert.deepEqual(
    (await forGus.events()).map(({ sender }) => sender.user_id),
    [max.id],
  );
});

test('with direct messages turned off, no typing notifications are sent for them', async () => {
  const { app, max, mia } = newTeam();
  app.db.write(() => app.realm.set('direct_message_permission_group', app.groups.system('role:nobody')));
  app.db.commit();
  await max.assertReceives(() =>
    assertRejected(
      mia.request('POST', '/typing', { op: 'start', to: [max.id] }),
      'Direct messages are disabled in this organization.',
    ),
  );
});

test('in a channel of more than a hundred subscribers no typing notifications are sent', async () => {
  const { app, team, ada, mia, stream_id } = await inDesign();
  const crowd = app.db.write(() =>
    Array.from({ length: 97 }, (_, at) =>
      insertUser(app, { email: `p${at}@example.com`, full_name: `P ${at}`, role: 400 }),
    ),
  );
  app.db.commit();
  const join = (ids: number[]) =>
    ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals: ids });
  await join(crowd.map(({ id }) => id));
  const type = () => mia.post('/typing', { type: 'channel', op: 'start', stream_id, topic: 'lunch' });
  await mia.assertReceives(type, { type: 'typing', op: 'start' });
  await join([team.addUser('Last', 400).id]);
  await mia.assertReceives(type);
});

test('recipients of a message receive an event while its sender is editing it', async () => {
  const { ada, mia, max, mona, gus, clock, stream_id } = await inDesign({ invite_only: true });
  const id = await mia.sendMessage('design', 'lunch', 'pizza');
  const edit = (who: TestUser, message: number, op = 'start') =>
    who.request('POST', `/messages/${message}/typing`, { op });
  const recipient = { type: 'channel', channel_id: stream_id, topic: 'lunch' };
  const event = { type: 'typing_edit_message', op: 'start', sender_id: mia.id, message_id: id, recipient };
  const [heard] = await max.assertReceives(
    () => gus.assertReceives(() => mona.assertReceives(() => mia.assertReceives(() => edit(mia, id), event))),
    event,
  );
  assert.deepEqual(heard, event);

  const direct = await mia.sendDirectMessage([max], 'psst');
  const toMax = {
    type: 'typing_edit_message',
    op: 'stop',
    message_id: direct,
    recipient: { type: 'direct', user_ids: [mia.id, max.id] },
  };
  await ada.assertReceives(() => max.assertReceives(() => edit(mia, direct, 'stop'), toMax));

  await max.assertReceives(async () => {
    await assertRejected(edit(max, id), "You don't have permission to edit this message", 'BAD_REQUEST');
    for (const outsider of [gus, mona]) await assertRejected(edit(outsider, id), 'Invalid message(s)', 'BAD_REQUEST');
    await assertRejected(edit(ada, direct), 'Invalid message(s)', 'BAD_REQUEST');
    await assertRejected(edit(mia, 999), 'Invalid message(s)', 'BAD_REQUEST');
    setting(mia, { send_stream_typing_notifications: false });
    await assertRejected(edit(mia, id), 'User has disabled typing notifications for channel messages', 'BAD_REQUEST');
    clock.advance(630);
    await assertRejected(edit(mia, direct), 'The time limit for editing this message has passed', 'BAD_REQUEST');
  });
});

test('a user who joined a protected channel later receives no edit-typing event of earlier messages', async () => {
  const { ada, mia, max, mona } = await inDesign({ invite_only: true, history_public_to_subscribers: false });
  const id = await mia.sendMessage('design', 'lunch', 'pizza');
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }], principals: [mona.id] });
  const event = { type: 'typing_edit_message', op: 'start' };
  await mona.assertReceives(() => max.assertReceives(() => mia.post(`/messages/${id}/typing`, { op: 'start' }), event));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deleteArchivedChannels } from '../../../src/chat/channels/archived-channels/batches.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const DAY = 86_400;
const never = () => false;
const quiet = { send_new_subscription_messages: false };

/** A team with a private channel of Ada, Mia and Max that has messages and a file, and is archived. */
async function setUp(choices: Parameters<typeof newTeam>[0] = {}) {
  const there = newTeam(choices);
  const { ada, mia, max } = there;
  const { id } = await ada.post('/channels/create', {
    name: 'kitchen',
    subscribers: [ada.id, mia.id, max.id],
    invite_only: true,
    ...quiet,
  });
  const message = await mia.sendMessage('kitchen', 'lunch', 'Peculiar noodles at noon');
  const { url } = await mia.upload('/user_uploads', { 'menu.txt': 'Noodles' });
  await mia.sendMessage('kitchen', 'lunch', `Peculiar [menu](${url})`);
  const deleted = await mia.sendMessage('kitchen', 'lunch', 'Peculiar soup');
  await ada.delete(`/messages/${deleted}`);
  await ada.delete(`/streams/${id}`);
  const deleteExpired = () => deleteArchivedChannels(there.app, never);
  return { ...there, id, message, deleteExpired };
}

const turnOn = (ada: TestUser, on = true) => ada.patch('/realm', { delete_archived_channels: on });
const listNames = async (who: TestUser): Promise<string[]> =>
  (await who.get('/streams', { exclude_archived: false, include_all: true })).streams.map(
    ({ name }: { name: string }) => name,
  );

test('archived channels are kept forever unless an owner turns on their deletion', async () => {
  const { ada, abe, mia, clock, deleteExpired, id } = await setUp();
  await deleteExpired();
  clock.advance(400 * DAY);
  await deleteExpired();
  assert.ok((await listNames(ada)).includes('kitchen'));
  const [shown] = (await ada.get('/archived_channels')).channels;
  assert.deepEqual([shown.stream_id, shown.restorable_until], [id, null]);
  for (const who of [abe, mia])
    await assertRejected(who.request('PATCH', '/realm', { delete_archived_channels: true }), /owner|administrator/);
});

test('the days to restore a channel begin when the deletion is turned on', async () => {
  const { app, ada, mia, clock, deleteExpired, id, message } = await setUp();
  clock.advance(400 * DAY);
  await turnOn(ada);
  await deleteExpired();
  const [shown] = (await ada.get('/archived_channels')).channels;
  assert.equal(shown.restorable_until, app.archivedChannels.since(id)! + 30 * DAY);
  clock.advance(29 * DAY);
  await deleteExpired();
  assert.ok((await mia.get(`/messages/${message}`)).message);
  await turnOn(ada, false);
  await turnOn(ada);
  clock.advance(29 * DAY);
  await deleteExpired();
  assert.ok((await mia.get(`/messages/${message}`)).message, 'turned on again, they begin again');
});

test('a channel that was restored and archived again has all its days', async () => {
  const { ada, mia, clock, deleteExpired, id, message } = await setUp();
  await turnOn(ada);
  await deleteExpired();
  clock.advance(29 * DAY);
  await ada.patch(`/streams/${id}`, { is_archived: false });
  await ada.delete(`/streams/${id}`);
  clock.advance(2 * DAY);
  await deleteExpired();
  assert.ok((await mia.get(`/messages/${message}`)).message);
});

test('afterwards nothing is left of the channel, its messages and its files', async () => {
  const { app, ada, mia, max, clock, deleteExpired, id, message } = await setUp();
  await turnOn(ada);
  await deleteExpired();
  const { recipient_id } = app.channels.byId(id)!;
  clock.advance(31 * DAY);
  await deleteExpired();
  for (const who of [ada, mia, max]) {
    assert.ok(!(await listNames(who)).includes('kitchen'));
    assert.equal((await who.request('GET', `/messages/${message}`)).result, 'error');
    const found = await who.get('/messages', {
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      narrow: [{ operator: 'search', operand: 'peculiar' }],
    });
    assert.deepEqual(found.messages, []);
    await who.post('/register', {});
  }
  for (const table of ['topic', 'membership', 'message', 'deleted_message', 'recipient'])
    assert.equal(getCount(app, table, table === 'recipient' ? 'id' : 'recipient_id', recipient_id), 0, table);
  for (const table of ['subscription', 'user_topic', 'archived_channel'])
    assert.equal(getCount(app, table, 'channel_id', id), 0, table);
  assert.deepEqual((await mia.get('/attachments')).attachments, []);
  assert.deepEqual((await ada.get('/deleted_messages')).messages, []);
  const [entry] = (await ada.get('/audit_log', { kind: 'channel_delete' })).entries;
  assert.equal(entry.details, `channel ${id}`);
  await ada.post('/channels/create', { name: 'kitchen', subscribers: [ada.id], ...quiet });
});

const getCount = (app: any, table: string, column: string, value: number): number =>
  app.db.value(`SELECT count(*) FROM ${table} WHERE ${column} = ?`)(value);

test('clients receive that the channel is gone', async () => {
  const { ada, mia, clock, deleteExpired, id } = await setUp();
  await turnOn(ada);
  await deleteExpired();
  clock.advance(31 * DAY);
  const { queue_id, last_event_id } = await mia.post('/register', {
    event_types: ['stream'],
    client_capabilities: { archived_channels: true, notification_settings_null: true, bulk_message_deletion: true },
  });
  await deleteExpired();
  const { events } = await mia.get('/events', { queue_id, last_event_id, dont_block: true });
  const gone = events.find(({ op }: { op: string }) => op === 'delete');
  assert.deepEqual(gone.stream_ids, [id]);
});

test('messages that were moved to another channel stay, for those who received them', async () => {
  const { app, ada, mia, max, gus, clock, deleteExpired } = await setUp();
  const { id: from } = await ada.post('/channels/create', { name: 'cellar', subscribers: [ada.id, mia.id], ...quiet });
  const { id: to } = await ada.post('/channels/create', {
    name: 'garden',
    subscribers: [ada.id, mia.id, max.id],
    invite_only: true,
    history_public_to_subscribers: false,
    ...quiet,
  });
  const message = await mia.sendMessage('cellar', 'wine', 'Red');
  await ada.patch(`/messages/${message}`, {
    stream_id: to,
    topic: 'wine',
    propagate_mode: 'change_all',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
  });
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'garden' }], principals: [gus.id] });
  const readers = async () => {
    const all = await Promise.all([mia, max, gus].map((who) => who.request('GET', `/messages/${message}`)));
    return all.map(({ result }) => result);
  };
  const before = await readers();
  assert.deepEqual([before[0], before[2]], ['success', 'error']);
  await ada.delete(`/streams/${from}`);
  await turnOn(ada);
  await deleteExpired();
  clock.advance(31 * DAY);
  await deleteExpired();
  assert.equal(app.channels.byId(from), undefined);
  assert.equal((await mia.get(`/messages/${message}`)).message.content, '<p>Red</p>');
  assert.deepEqual(await readers(), before);
  for (const who of [ada, mia, max]) {
    await who.post('/register', {});
    await who.get('/messages', {
      anchor: 'newest',
      num_before: 50,
      num_after: 0,
      narrow: [{ operator: 'search', operand: 'red' }],
    });
    await who.post('/mark_all_as_read', {});
  }
  await mia.sendMessage('garden', 'wine', 'White');
});

test('a channel whose deletion has begun cannot be restored, and the deletion continues after a stop', async () => {
  const { app, ada, clock, deleteExpired, id } = await setUp();
  await turnOn(ada);
  await deleteExpired();
  clock.advance(31 * DAY);
  await deleteArchivedChannels(app, () => true);
  await assertRejected(ada.request('PATCH', `/streams/${id}`, { is_archived: false }), /being deleted/);
  await turnOn(ada, false);
  await deleteExpired();
  assert.equal(app.channels.byId(id), undefined);
});

test('only administrators see when archived channels are deleted', async () => {
  const { mia, mona, gus } = await setUp();
  for (const who of [mia, mona, gus]) await assertRejected(who.request('GET', '/archived_channels'), /administrator/);
});

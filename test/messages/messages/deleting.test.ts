import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam } from '../../support/team.ts';

test('a deleted message is gone for all recipients, and only they receive the event', async () => {
  const { ada, mia, max, gus, clock } = newTeam();
  await ada.post('/channels/create', {
    name: 'design',
    subscribers: [ada.id, mia.id, max.id],
    invite_only: true,
    send_new_subscription_messages: false,
  });
  await ada.sendMessage('design', 'lunch', 'first');
  const id = await mia.sendMessage('design', 'lunch', 'oops');
  await assertRejected(max.request('DELETE', `/messages/${id}`), "You don't have permission to delete this message");
  await assertRejected(gus.request('DELETE', `/messages/${id}`), 'Invalid message(s)');
  const gone = { type: 'delete_message', message_ids: [id], message_type: 'stream', stream_id: 1, topic: 'lunch' };
  await gus.assertReceives(() => max.assertReceives(() => mia.delete(`/messages/${id}`), gone));
  await assertRejected(max.request('GET', `/messages/${id}`), 'Invalid message(s)');
  assert.ok((await mia.sendMessage('design', 'lunch', 'again')) > id, 'an id is never given twice');

  const late = await mia.sendMessage('design', 'lunch', 'too late to take back');
  clock.advance(700);
  await assertRejected(
    mia.request('DELETE', `/messages/${late}`),
    'The time limit for deleting this message has passed',
  );
  await ada.delete(`/messages/${late}`);
});

test('a client without bulk_message_deletion receives one event per message', async () => {
  const { mia, max } = newTeam();
  const id = await mia.sendDirectMessage([max], 'oops');
  const queue = await max.registerQueue({ client_capabilities: { notification_settings_null: true } });
  await mia.delete(`/messages/${id}`);
  assert.deepEqual(await queue.events(), [{ type: 'delete_message', message_type: 'private', message_id: id }]);
});

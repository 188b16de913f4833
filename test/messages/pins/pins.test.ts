import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveChannel } from '../../../src/chat/channels/channels/actions.ts';
import { LIMITS } from '../../../src/limits.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

async function inSecret() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', {
    name: 'secret',
    subscribers: [ada.id, mia.id, max.id],
    invite_only: true,
    send_new_subscription_messages: false,
  });
  const channel = team.app.channels.named('secret')!;
  return { ...team, channel, stream_id: channel.id, id: await mia.sendMessage('secret', 'plans', 'shall we?') };
}

const listPins = async (who: TestUser, place: Record<string, unknown>) => {
  const { pinned_messages, messages } = await who.get('/pinned_messages', place);
  return {
    ids: pinned_messages.map(({ message_id }: { message_id: number }) => message_id),
    texts: messages.map(({ content }: { content: string }) => content),
  };
};

test('a pinned message is listed for everybody in the channel, who also receive the event', async () => {
  const { ada, mia, max, gus, id, stream_id } = await inSecret();
  const pinned = { type: 'pinned_message', op: 'add', message_id: id, pinned_by: max.id, stream_id };
  await gus.assertReceives(() => mia.assertReceives(() => max.post(`/messages/${id}/pin`), pinned));
  const { pinned_messages, messages } = await ada.get('/pinned_messages', { stream_id, topic: 'Plans' });
  assert.equal(pinned_messages.length, 1);
  assert.equal(pinned_messages[0].pinned_by, max.id);
  assert.equal(messages[0].content, '<p>shall we?</p>');
  assert.deepEqual((await listPins(mia, { stream_id })).ids, [id]);
  assert.deepEqual((await listPins(mia, { stream_id, topic: 'other' })).ids, []);
  await assertRejected(mia.request('POST', `/messages/${id}/pin`), 'This message is already pinned.');

  const gone = { type: 'pinned_message', op: 'remove', message_id: id, stream_id };
  await max.assertReceives(() => mia.delete(`/messages/${id}/pin`), gone);
  assert.deepEqual((await listPins(max, { stream_id })).ids, []);
  await assertRejected(mia.request('DELETE', `/messages/${id}/pin`), "This message isn't pinned.");
});

test('an outsider can neither pin nor see the pins of a private channel or of a direct conversation', async () => {
  const { mia, max, gus, id, stream_id } = await inSecret();
  await mia.post(`/messages/${id}/pin`);
  const between = await mia.sendDirectMessage([max], 'between us');
  await max.post(`/messages/${between}/pin`);
  await assertRejected(gus.request('GET', '/pinned_messages', { stream_id }), 'Invalid channel ID');
  for (const hidden of [id, between]) {
    await assertRejected(gus.request('POST', `/messages/${hidden}/pin`), 'Invalid message(s)');
    await assertRejected(gus.request('DELETE', `/messages/${hidden}/pin`), 'Invalid message(s)');
  }
  assert.deepEqual(await listPins(gus, { user_ids: [mia.id, max.id] }), { ids: [], texts: [] });
  assert.deepEqual((await listPins(mia, { user_ids: [max.id] })).ids, [between]);
  assert.deepEqual((await listPins(max, { user_ids: [mia.id] })).ids, [between]);
});

test('only users who may post in a channel can pin there, and nobody in an archived one', async () => {
  const { app, ada, mia, id, stream_id, channel } = await inSecret();
  const owners = app.groups.system('role:owners');
  await ada.patch(`/streams/${stream_id}`, { can_send_message_group: { new: owners } });
  await assertRejected(
    mia.request('POST', `/messages/${id}/pin`),
    "You don't have permission to pin messages in this channel.",
  );
  await ada.post(`/messages/${id}/pin`);
  await assertRejected(
    mia.request('DELETE', `/messages/${id}/pin`),
    "You don't have permission to pin messages in this channel.",
  );
  archiveChannel(app, app.users.byId(ada.id)!, channel);
  await assertRejected(ada.request('DELETE', `/messages/${id}/pin`), 'Invalid message(s)');
});

test('a pin moves with its message and disappears with it', async () => {
  const { ada, mia, id, stream_id } = await inSecret();
  await ada.post('/channels/create', { name: 'attic', subscribers: [ada.id, mia.id] });
  const attic = ada.team.app.channels.named('attic')!.id;
  await mia.post(`/messages/${id}/pin`);
  await ada.patch(`/messages/${id}`, { topic: 'done' });
  assert.deepEqual((await listPins(mia, { stream_id, topic: 'plans' })).ids, []);
  assert.deepEqual((await listPins(mia, { stream_id, topic: 'done' })).ids, [id]);
  await ada.patch(`/messages/${id}`, { stream_id: attic });
  assert.deepEqual((await listPins(mia, { stream_id })).ids, []);
  assert.deepEqual((await listPins(mia, { stream_id: attic, topic: 'done' })).ids, [id]);
  await ada.delete(`/messages/${id}`);
  assert.deepEqual((await listPins(mia, { stream_id: attic })).ids, []);
  await ada.post('/deleted_messages/restore', { message_ids: [id] });
  assert.deepEqual((await listPins(mia, { stream_id: attic })).ids, [id], 'a restored message is pinned again');
});

test('a channel has a limit of pinned messages', async () => {
  const { app, mia, id, channel, stream_id } = await inSecret();
  const others: number[] = [];
  for (let n = 0; n < 3; n++) others.push(await mia.sendMessage('secret', 'plans', `number ${n}`));
  app.db.write(() => {
    // As many pins as fit, of messages that are only rows.
    const { sender_id, topic_id, subject, client_id } = app.messages.byId(id)!;
    for (let n = 1; n < LIMITS.pins_of_channel; n++) {
      const row = { recipient_id: channel.recipient_id, sender_id, topic_id, subject, client_id, facts: 0 };
      const filler = app.messages.add({ ...row, content: 'x', rendered_content: '<p>x</p>', date_sent: 1 });
      app.pins.add(filler, channel.recipient_id, mia.id, 1);
    }
  });
  await mia.post(`/messages/${others[0]}/pin`);
  await assertRejected(mia.request('POST', `/messages/${others[1]}/pin`), /^Too many pinned messages \(limit: 500\)/);
  assert.equal((await listPins(mia, { stream_id })).ids.length, LIMITS.pins_of_channel);
});

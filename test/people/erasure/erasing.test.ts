import assert from 'node:assert/strict';
import { test } from 'node:test';
import { continueErasures } from '../../../src/chat/people/erasure/batches.ts';
import { assertRejected, newTeam } from '../../support/team.ts';

const team = async () => {
  const people = newTeam();
  const { app, ada, mia, max } = people;
  await ada.post('/channels/create', {
    name: 'open',
    subscribers: [ada.id, mia.id, max.id],
    send_new_subscription_messages: false,
  });
  const erase = async (messages: 'keep' | 'delete') => {
    await ada.post(`/users/${mia.id}/erase`, { messages });
    await continueErasures(app);
    app.db.commit();
  };
  return { ...people, erase };
};

test('messages of an erased user are kept as from "Deleted user", and mentions name that', async () => {
  const { ada, mia, max, erase } = await team();
  const own = await mia.sendMessage('open', 'Lunch', 'Noodles');
  const mention = await max.sendMessage('open', 'Lunch', `Ask @**Mia** or @_**Mia|${mia.id}** at mia@example.com`);
  await erase('keep');
  const kept = (await max.get(`/messages/${own}`)).message;
  assert.deepEqual([kept.sender_full_name, kept.content], ['Deleted user', '<p>Noodles</p>']);
  assert.equal(kept.sender_email, `user${mia.id}@klatch.example`);
  const source = (await max.get(`/messages/${mention}`, { apply_markdown: false })).message.content;
  assert.doesNotMatch(source, /mia/i);
  assert.match(source, new RegExp(`Ask @\\*\\*Deleted user\\|${mia.id}\\*\\*`));
  const html = (await max.get(`/messages/${mention}`)).message.content;
  assert.doesNotMatch(html, /mia/i);
  assert.match(html, /@Deleted user<\/span>/);
  const { members } = await ada.get('/users');
  const person = members.find(({ user_id }: { user_id: number }) => user_id === mia.id);
  assert.deepEqual(
    [person.full_name, person.is_active, person.delivery_email],
    ['Deleted user', false, `user${mia.id}@klatch.example`],
  );
});

test('messages of an erased user are deleted permanently if an administrator wants that', async () => {
  const { ada, mia, max, erase } = await team();
  const own = await mia.sendMessage('open', 'Lunch', 'Noodles');
  const deleted = await mia.sendMessage('open', 'Lunch', 'Soup');
  await ada.delete(`/messages/${deleted}`);
  await erase('delete');
  await assertRejected(max.request('GET', `/messages/${own}`), 'Invalid message(s)');
  assert.deepEqual((await ada.get('/deleted_messages')).messages, []);
});

test('clients fetch everything again after an erasure', async () => {
  const { max, erase } = await team();
  const queue = await max.registerQueue();
  await erase('keep');
  const reply = await max.request('GET', '/events', { queue_id: queue.id, last_event_id: -1, dont_block: true });
  assert.equal(reply.code, 'BAD_EVENT_QUEUE_ID');
});

test('administrators erase users, only owners erase owners, and nobody erases themselves', async () => {
  const { team: server, ada, abe, mona, mia, max } = await team();
  const second = server.addUser('Olga', 100);
  for (const who of [mona, max])
    await assertRejected(who.request('POST', `/users/${mia.id}/erase`, { messages: 'keep' }), /administrator/);
  await assertRejected(abe.request('POST', `/users/${second.id}/erase`, { messages: 'keep' }), /owner/);
  await assertRejected(ada.request('POST', `/users/${ada.id}/erase`, { messages: 'keep' }), /another administrator/);
  await abe.post(`/users/${mia.id}/erase`, { messages: 'keep' });
  await assertRejected(abe.request('POST', `/users/${mia.id}/erase`, { messages: 'keep' }), /erased already/);
  await assertRejected(abe.request('POST', `/users/${mia.id}/reactivate`), 'The data of this user was erased');
  assert.equal((await mia.request('GET', '/users/me')).status, 401);
});

test('erasing a user keeps waiting mails readable, whatever the name of the user', async () => {
  const { app, team: server, ada } = await team();
  await ada.post('/invites', { invitee_emails: 'eve@example.org', stream_ids: [] });
  const before = app.mail.waiting().map(({ subject, body }) => [subject, body]);
  for (const name of ['subject', 'blocks', 'text']) {
    const user = server.addUser(name, 400);
    await ada.post(`/users/${user.id}/erase`, { messages: 'keep' });
    await continueErasures(app);
  }
  assert.deepEqual(
    app.mail.waiting().map(({ subject, body }) => [subject, body]),
    before,
  );
});

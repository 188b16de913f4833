import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deactivateUser } from '../../src/chat/people/users/management-actions.ts';
import { assertRejected, newTeam, type TestUser } from '../support/team.ts';

const people = newTeam();
const { team, app, clock, ada, abe, mia, max, gus } = people;
const { id: design } = await ada.post('/channels/create', { name: 'design', subscribers: [ada.id, mia.id] });
const message = await mia.sendMessage('design', 'lunch', 'soup');
const leave = (who: TestUser, name: string, principals?: unknown[]) =>
  who.request('DELETE', '/users/me/subscriptions', { subscriptions: [name], principals });

test('7 error body: result, msg, code', async () => {
  const { result, msg, code, status } = await mia.request('GET', '/users/999');
  assert.deepEqual([result, typeof msg, code, status], ['error', 'string', 'BAD_REQUEST', 400]);
});

for (const [condition, ask] of [
  [
    'invalid emoji code',
    () =>
      mia.request('DELETE', `/messages/${message}/reactions`, { emoji_code: 'xyz', reaction_type: 'unicode_emoji' }),
  ],
  [
    'blank navigation view fragment',
    () => mia.request('POST', '/navigation_views', { fragment: ' ', is_pinned: true }),
  ],
  ['unknown saved snippet', () => mia.request('PATCH', '/saved_snippets/999', { title: 'x' })],
  ['guest made administrator', () => ada.request('PATCH', `/users/${gus.email}`, { role: 200 })],
  [
    'unsubscribing a nonexistent user',
    () => abe.request('DELETE', '/users/me/subscriptions', { subscriptions: ['design'], principals: [999] }),
  ],
  [
    'requesting more than 5000 messages in GET /messages',
    () => mia.request('GET', '/messages', { anchor: 'newest', num_before: 5001, num_after: 0 }),
  ],
  [
    'passing message_ids together with range parameters',
    () => mia.request('GET', '/messages', { message_ids: [message], num_before: 1 }),
  ],
  [
    'history_public_to_subscribers false for a public channel',
    () => ada.request('PATCH', `/streams/${design}`, { history_public_to_subscribers: false }),
  ],
] as const)
  test(`7 BAD_REQUEST: ${condition}`, async () => {
    await assertRejected(ask(), /./, 'BAD_REQUEST');
  });

test('7 BAD_REQUEST: unsubscribing a deactivated user, HTTP 400', async () => {
  const gone = team.addUser('Gone', 400);
  deactivateUser(app, undefined, app.users.byId(gone.id)!);
  app.db.commit();
  const { status } = await assertRejected(leave(abe, 'design', [gone.id]), /./, 'BAD_REQUEST');
  assert.equal(status, 400);
});

test('7 UNAUTHORIZED_PRINCIPAL: a non-administrator creating a channel folder', async () => {
  const asking = mia.request('POST', '/channel_folders/create', { name: 'Mine', description: '' });
  await assertRejected(asking, 'Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL');
});

test('7 STREAM_DOES_NOT_EXIST: named channel does not exist; adds stream', async () => {
  const reply = await assertRejected(leave(mia, 'atlantis'), /atlantis/, 'STREAM_DOES_NOT_EXIST');
  assert.equal(reply.stream, 'atlantis');
});

test('7 STREAM_DOES_NOT_EXIST: the same for a channel that the user cannot see', async () => {
  await mia.post('/channels/create', { name: 'secret', invite_only: true, subscribers: [mia.id] });
  const reply = await assertRejected(leave(max, 'secret'), /secret/, 'STREAM_DOES_NOT_EXIST');
  assert.equal(reply.stream, 'secret');
});

test('7 REACTION_DOES_NOT_EXIST: reaction to remove is absent', async () => {
  await assertRejected(
    mia.request('DELETE', `/messages/${message}/reactions`, { emoji_name: 'heart' }),
    /./,
    'REACTION_DOES_NOT_EXIST',
  );
});

test('7 BAD_EVENT_QUEUE_ID: event queue was discarded', async () => {
  const { queue_id } = await mia.post('/register', { fetch_event_types: [] });
  clock.advance(601);
  app.queues.sweep();
  await assertRejected(mia.request('GET', '/events', { queue_id, last_event_id: -1 }), /./, 'BAD_EVENT_QUEUE_ID');
});

for (const fields of [{ client_gravatar: true }, { include_subscribers: 'true' }])
  test(`7 true for ${Object.keys(fields)} in an unauthenticated register call`, async () => {
    await ada.patch('/realm', { enable_spectator_access: true });
    await assertRejected(team.request('POST', '/register', fields), /./, 'BAD_REQUEST');
  });

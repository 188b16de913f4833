import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endMissedCalls } from '../../../src/chat/integrations/calls/actions.ts';
import { LIMITS } from '../../../src/limits.ts';
import { assertRejected, newTeam, type TestUser } from '../../support/team.ts';

const call = async (who: TestUser, ...others: TestUser[]) =>
  (await who.post('/calls', { to: others.map(({ id }) => id) })).call;
const listCalls = async (who: TestUser) => (await who.post('/register', { fetch_event_types: ['calls'] })).calls;
const answer = (who: TestUser, id: number, answer: string) => who.request('POST', `/calls/${id}/answer`, { answer });

/** The events of calls since the last time, such as `remove accepted`. */
async function newQueue(who: TestUser) {
  const queue = await who.registerQueue({ event_types: ['call'] });
  return async () =>
    (await queue.events()).map(({ op, outcome, answer }) => [op, outcome ?? answer].filter(Boolean).join(' '));
}

test('a called user receives the call and a message with its link, until it is accepted', async () => {
  const { mia, max, clock } = newTeam();
  const events = { mia: await newQueue(mia), max: await newQueue(max) };
  const { message_id, ...made } = await call(mia, max);
  const until = Math.floor(clock.now() / 1000) + 45;
  assert.match(made.url, /^https:\/\/meet\.jit\.si\/[\da-f]{32}$/);
  assert.deepEqual(made, { caller_id: mia.id, user_ids: [mia.id, max.id], url: made.url, until });
  assert.deepEqual(await listCalls(max), [{ message_id, ...made }]);
  assert.deepEqual(await listCalls(mia), await listCalls(max));
  const { message } = await max.get(`/messages/${message_id}`, { apply_markdown: false });
  assert.equal(message.content, `📞 [Join video call](${made.url})`);
  assert.deepEqual(message.flags, []);

  assert.equal((await answer(max, message_id, 'accepted')).status, 200);
  assert.deepEqual(await events.max(), ['add', 'remove accepted']);
  assert.deepEqual(await events.mia(), ['add', 'answer accepted', 'remove accepted']);
  assert.deepEqual((await max.get(`/messages/${message_id}`)).message.flags, ['read']);
  assert.deepEqual(await listCalls(max), []);
  await assertRejected(answer(max, message_id, 'declined'), 'This call has ended.');
});

test('a call is declined by one and accepted by another, and then it ends', async () => {
  const { mia, max, gus } = newTeam();
  const events = { mia: await newQueue(mia), max: await newQueue(max), gus: await newQueue(gus) };
  const { message_id } = await call(mia, max, gus);
  await answer(gus, message_id, 'declined');
  assert.deepEqual(await events.gus(), ['add', 'remove declined']);
  assert.deepEqual(await events.max(), ['add']);
  assert.deepEqual(await events.mia(), ['add', 'answer declined']);
  await answer(max, message_id, 'accepted');
  assert.deepEqual(await events.max(), ['remove accepted']);
  assert.deepEqual(await events.mia(), ['answer accepted', 'remove accepted']);
});

test('a call ends when its caller cancels it or calls again, and when nobody answers', async () => {
  const { app, mia, max, gus, clock } = newTeam();
  const [first, second] = [await newQueue(max), await newQueue(gus)];
  const { message_id } = await call(mia, max);
  assert.equal((await call(mia, gus)).caller_id, mia.id);
  assert.deepEqual(await first(), ['add', 'remove canceled']);
  await assertRejected(mia.request('DELETE', `/calls/${message_id}`), 'This call has ended.');
  const [ringing] = await listCalls(mia);
  await mia.delete(`/calls/${ringing.message_id}`);
  assert.deepEqual(await second(), ['add', 'remove canceled']);

  const mine = await newQueue(mia);
  const missed = await call(mia, max);
  clock.advance(44);
  endMissedCalls(app);
  assert.equal((await listCalls(max)).length, 1);
  clock.advance(1);
  endMissedCalls(app);
  assert.deepEqual(await first(), ['add', 'remove missed']);
  assert.deepEqual(await mine(), ['add', 'remove missed']);
  const { message } = await max.get(`/messages/${missed.message_id}`);
  assert.deepEqual(message.flags, [], 'a missed call stays unread');
});

test('an outsider can neither see, answer nor cancel a call', async () => {
  const { ada, mia, max } = newTeam();
  const events = await newQueue(ada);
  const { message_id } = await call(mia, max);
  assert.deepEqual(await listCalls(ada), []);
  await assertRejected(answer(ada, message_id, 'accepted'), 'This call has ended.');
  await assertRejected(answer(mia, message_id, 'accepted'), 'This call has ended.');
  for (const who of [ada, max])
    await assertRejected(who.request('DELETE', `/calls/${message_id}`), 'This call has ended.');
  assert.deepEqual(await events(), []);
  assert.equal((await listCalls(max)).length, 1);
});

test('only users who can receive a direct message from the caller can be called', async () => {
  const { app, team, ada, mia, max, gus } = newTeam();
  const ring = (who: TestUser, ...to: number[]) => who.request('POST', '/calls', { to });
  await assertRejected(ring(mia, mia.id), 'Choose somebody to call.');
  const robo = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  await assertRejected(ring(mia, robo.id), 'Choose somebody to call.');
  await assertRejected(ring(robo, mia.id), 'This endpoint does not accept bot requests.');
  const many = Array.from({ length: LIMITS.called_users + 1 }, (_, at) => team.addUser(`Person${at}`, 400).id);
  await assertRejected(ring(mia, ...many), `You can call up to ${LIMITS.called_users} people at once.`);

  await ada.patch('/realm', { can_access_all_users_group: { new: app.groups.system('role:members') } });
  await assertRejected(ring(gus, max.id), `Invalid user ID ${max.id}`);
  await ada.patch('/realm', { direct_message_permission_group: { new: app.groups.system('role:nobody') } });
  await assertRejected(ring(mia, max.id), 'Direct messages are disabled in this organization.');
  await ada.patch('/realm', { direct_message_permission_group: { new: app.groups.system('role:everyone') } });
  await ada.patch('/realm', { video_chat_provider: 0 });
  await assertRejected(ring(mia, max.id), 'Calls are turned off in this organization.');
  await assertRejected(mia.request('POST', '/calls/create'), 'Calls are turned off in this organization.');
});

test('a call does not ring for users who muted the caller, who are not to be disturbed, or with many calls', async () => {
  const { ada, abe, mona, mia, max, gus, clock } = newTeam();
  await max.post(`/users/me/muted_users/${mia.id}`);
  await gus.patch('/do_not_disturb', { until: Math.floor(clock.now() / 1000) + 3600 });
  const { message_id } = await call(mia, max, gus, ada);
  assert.deepEqual(await listCalls(max), []);
  assert.deepEqual(await listCalls(gus), []);
  assert.equal((await listCalls(ada)).length, 1);
  await answer(ada, message_id, 'declined');
  assert.equal((await listCalls(mia)).length, 1, 'the caller does not learn that it does not ring');

  const others = [abe, mona, max];
  for (const who of others) await call(who, ada);
  assert.equal((await listCalls(ada)).length, LIMITS.calls_of_user);
  await call(mia, ada);
  assert.equal((await listCalls(ada)).length, LIMITS.calls_of_user);
});

test('calls are limited per minute', async () => {
  const { mia, max } = newTeam({ rateLimits: true });
  const replies = await Promise.all(Array.from({ length: 7 }, () => mia.request('POST', '/calls', { to: [max.id] })));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 200, 429]);
});

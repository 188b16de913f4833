import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, type Reply, type TestUser } from '../../support/team.ts';

const setUp = async (role = 400, more: Record<string, unknown> = {}) => {
  const people = newTeam();
  const { ada, mia, app } = people;
  const { user_id: id } = await mia.post('/bots', { full_name: 'Robo', short_name: 'robo', ...more });
  if (role !== 400) await ada.patch(`/bots/${id}`, { role });
  const key = () => app.users.byId(id)!.api_key;
  return { ...people, id, key };
};

/** The bot's key as this user receives it in a new registration. */
const seen = async (who: TestUser): Promise<string | undefined> =>
  (await who.post('/register', { fetch_event_types: ['realm_bot'] })).realm_bots[0]?.api_key;

/** All bot keys that a user receives in events during an action. */
async function received(who: TestUser, action: () => Promise<unknown>): Promise<string[]> {
  const queue = await who.registerQueue();
  await action();
  const events = (await queue.events()).filter(({ type }) => type === 'realm_bot');
  return events.flatMap(({ bot }: Reply) => (bot.api_key === undefined ? [] : [bot.api_key]));
}

test('a bot that becomes an owner gets a new key, which administrators do not receive', async () => {
  const { ada, abe, mia, id, key, team } = await setUp();
  const before = key();
  assert.equal(await seen(abe), before);
  assert.deepEqual(await received(abe, () => ada.patch(`/bots/${id}`, { role: 100 })), ['']);
  assert.notEqual(key(), before);
  assert.equal(await seen(abe), '');
  assert.equal(await seen(ada), key());
  assert.equal(await seen(mia), key());
  const auth = { Authorization: `Basic ${Buffer.from(`robo-bot@klatch.example:${before}`).toString('base64')}` };
  assert.equal((await team.request('GET', '/users/me', {}, auth)).msg, 'Invalid API key');
});

test('a role changed through the user endpoint has the same effect', async () => {
  const { ada, abe, id, key } = await setUp();
  const before = key();
  assert.deepEqual(await received(abe, () => ada.patch(`/users/${id}`, { role: 100 })), ['']);
  assert.notEqual(key(), before);
});

test('a user who becomes an administrator does not receive the key of an owner bot', async () => {
  const { ada, max, id, key } = await setUp(100);
  assert.deepEqual(await received(max, () => ada.patch(`/users/${max.id}`, { role: 200 })), ['']);
  assert.deepEqual(await received(max, () => ada.patch(`/users/${max.id}`, { role: 100 })), [key()]);
  assert.deepEqual(await received(max, () => ada.patch(`/users/${max.id}`, { role: 200 })), ['']);
  assert.ok(id);
});

test('the key of an owner bot is regenerated when its owner is demoted', async () => {
  const { ada, abe, key } = await setUp(100);
  await ada.patch(`/users/${abe.id}`, { role: 100 });
  const known = await seen(abe);
  assert.equal(known, key());
  await ada.patch(`/users/${abe.id}`, { role: 400 });
  assert.notEqual(key(), known);
});

test('the key of an administrator bot is regenerated when an administrator is deactivated', async () => {
  const { ada, abe, mia, key } = await setUp(200);
  const known = await seen(abe);
  assert.equal(known, key());
  await ada.delete(`/users/${abe.id}`);
  assert.notEqual(key(), known);
  assert.equal(await seen(mia), key());
});

test('the key of an ordinary bot survives the demotion of an administrator', async () => {
  const { ada, abe, key } = await setUp();
  const known = await seen(abe);
  await ada.patch(`/users/${abe.id}`, { role: 400 });
  assert.equal(key(), known);
});

test('a previous owner with fewer rights than the bot does not know its key', async () => {
  const { ada, abe, mia, max, id, key } = await setUp(200);
  const known = await seen(mia);
  assert.deepEqual(await received(abe, () => ada.patch(`/bots/${id}`, { bot_owner_id: max.id })), [key()]);
  assert.notEqual(key(), known);
  assert.equal(await seen(max), key());
});

test('a bot that is demoted to administrator shows its key to administrators', async () => {
  const { ada, abe, id, key } = await setUp(100);
  assert.deepEqual(await received(abe, () => ada.patch(`/bots/${id}`, { role: 200 })), [key()]);
});

test('an outgoing webhook’s token is visible to the same users as the bot’s key', async () => {
  const { ada, abe, id, app } = await setUp(100, { bot_type: 3, payload_url: 'https://a.example/' });
  const { token } = app.bots.byId(id).service!;
  const queue = await abe.registerQueue();
  await ada.patch(`/bots/${id}`, { service_payload_url: 'https://b.example/' });
  const { realm_bots } = await abe.post('/register', { fetch_event_types: ['realm_bot'] });
  const shown = JSON.stringify([await queue.events(), realm_bots]);
  assert.match(shown, /b\.example/);
  assert.ok(!shown.includes(token));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRejected, newTeam, type Reply, TestUser } from '../../support/team.ts';

const createBot = async (
  owner: TestUser,
  name: string,
  more: Record<string, unknown> = {},
): Promise<{ bot: TestUser; id: number; reply: Reply }> => {
  const reply = await owner.post('/bots', { full_name: name, short_name: name.toLowerCase(), ...more });
  const email = `${name.toLowerCase()}-bot@klatch.example`;
  return {
    reply,
    id: reply.user_id,
    bot: new TestUser(owner.team, { id: reply.user_id, email, full_name: name, api_key: reply.api_key }),
  };
};

test('a member creates a bot: everyone sees it, and only its owner and administrators see its API key', async () => {
  const { ada, abe, mia, max, gus } = newTeam();
  const queues = await Promise.all([ada, mia, max, gus].map((person) => person.registerQueue()));
  const { bot, id, reply } = await createBot(mia, 'Robo', { default_all_public_streams: true });
  assert.equal(reply.default_all_public_streams, true);
  const heard = await Promise.all(queues.map((queue) => queue.events()));
  for (const [at, keeps] of [true, true, false, false].entries()) {
    const types = heard[at]!.map(({ type, op }) => `${type}/${op}`);
    assert.equal(types.includes('realm_bot/add'), keeps);
    assert.ok(types.includes('realm_user/add'));
    assert.equal(JSON.stringify(heard[at]).includes(bot.apiKey), keeps);
  }
  assert.equal((await bot.get('/users/me')).user_id, id);
  const { user } = await max.get(`/users/${id}`);
  assert.deepEqual([user.bot_type, user.bot_owner_id, user.email], [1, mia.id, 'robo-bot@klatch.example']);

  const own = await mia.get('/bots');
  assert.deepEqual(
    own.bots.map(({ username, api_key }: Reply) => [username, api_key]),
    [[bot.email, bot.apiKey]],
  );
  assert.deepEqual((await max.get('/bots')).bots, []);
  assert.deepEqual((await abe.get('/bots')).bots, [], 'in the list are one’s own');
  const registered = async (person: TestUser) =>
    (await person.post('/register', { fetch_event_types: ['realm_bot'] })).realm_bots.map(
      ({ api_key }: Reply) => api_key,
    );
  assert.deepEqual(await registered(mia), [bot.apiKey]);
  assert.deepEqual(await registered(abe), [bot.apiKey]);
  assert.deepEqual(await registered(max), []);
});

test('a bot’s default sending and events channels are those its owner chose', async () => {
  const { mia, max } = newTeam();
  for (const name of ['garden', 'kitchen']) await max.post('/channels/create', { name, subscribers: [max.id] });
  await mia.post('/users/me/subscriptions', { subscriptions: [{ name: 'garden' }] });
  const chosen = {
    default_sending_stream: 'garden',
    default_events_register_stream: 'garden',
    default_all_public_streams: true,
  };
  const { bot } = await createBot(mia, 'Robo', chosen);
  const { bot: other } = await createBot(mia, 'Other');
  const heardBy = async (listener: TestUser, options = {}) => {
    const queue = await listener.registerQueue({ event_types: ['message'], ...options });
    return async () => (await queue.events()).map(({ message }) => message.content);
  };
  const [usual, kitchen, own, another] = await Promise.all([
    heardBy(bot),
    heardBy(bot, { narrow: [['channel', 'kitchen']] }),
    heardBy(bot, { all_public_streams: false }),
    heardBy(other),
  ]);
  await max.sendMessage('garden', 'beds', 'roses');
  await max.sendMessage('kitchen', 'stove', 'soup');
  assert.deepEqual(
    [await usual!(), await kitchen!(), await own!(), await another!()],
    [['<p>roses</p>'], ['<p>soup</p>'], [], []],
  );

  const { id } = await bot.post('/messages', { type: 'channel', topic: 'beds', content: 'weeds' });
  assert.equal((await max.get(`/messages/${id}`)).message.display_recipient, 'garden');
  assert.equal(
    ((await bot.post('/messages', { type: 'channel', to: 'kitchen', topic: 'x', content: 'y' })).id ?? 0) > id,
    true,
  );
  for (const one of [other, mia])
    await assertRejected(
      one.request('POST', '/messages', { type: 'channel', topic: 'beds', content: 'weeds' }),
      "Missing 'to' argument",
    );
  await assertRejected(
    bot.request('POST', '/messages', { type: 'direct', content: 'weeds' }),
    "Missing 'to' argument",
    'REQUEST_VARIABLE_MISSING',
  );
});

test('bot names and bot e-mail addresses must be unique', async () => {
  const { mia, max } = newTeam();
  await createBot(mia, 'Robo');
  await assertRejected(
    max.request('POST', '/bots', { full_name: 'Other', short_name: 'robo' }),
    'Username already in use',
  );
  await assertRejected(
    max.request('POST', '/bots', { full_name: 'robo', short_name: 'other' }),
    'Name is already in use.',
  );
  await assertRejected(
    max.request('POST', '/bots', { full_name: 'Other', short_name: 'o ther' }),
    'Bad name or username',
  );
  await assertRejected(max.request('POST', '/bots', { full_name: 'O', short_name: 'other' }), 'Name too short!');
  await assertRejected(
    max.request('POST', '/bots', { full_name: 'Other', short_name: 'other', bot_type: 9 }),
    'Invalid bot_type',
  );
  await assertRejected(
    max.request('POST', '/bots', { full_name: 'Other', short_name: 'other', bot_type: 4 }),
    'Embedded bots are not enabled.',
  );
});

test('two groups decide who can create bots; guests and bots cannot', async () => {
  const { app, ada, mia, gus } = newTeam();
  const { bot } = await createBot(mia, 'Robo');
  await assertRejected(
    gus.request('POST', '/bots', { full_name: 'Gusbot', short_name: 'gus' }),
    'Not allowed for guest users',
  );
  await assertRejected(
    bot.request('POST', '/bots', { full_name: 'Botbot', short_name: 'bot' }),
    'This endpoint does not accept bot requests.',
  );
  app.db.write(() => app.realm.set('can_create_bots_group', app.groups.system('role:administrators')));
  await assertRejected(
    mia.request('POST', '/bots', { full_name: 'Next', short_name: 'next' }),
    'Insufficient permission',
  );
  await createBot(mia, 'Hook', { bot_type: 2 });
  app.db.write(() => app.realm.set('can_create_write_only_bots_group', app.groups.system('role:administrators')));
  await assertRejected(
    mia.request('POST', '/bots', { full_name: 'Next', short_name: 'next', bot_type: 2 }),
    'Insufficient permission',
  );
  await createBot(ada, 'Next');
});

test('a bot is changed by its owner and by administrators', async () => {
  const { abe, mia, max } = newTeam();
  const { id } = await createBot(mia, 'Robo', { bot_type: 3, payload_url: '"https://example.com/a"' });
  await assertRejected(max.request('PATCH', `/bots/${id}`, { full_name: 'Mine' }), 'Insufficient permission');
  await assertRejected(mia.request('PATCH', `/bots/${max.id}`, { full_name: 'Mine' }), 'No such bot');
  await assertRejected(mia.request('PATCH', '/bots/9999', { full_name: 'Mine' }), 'No such bot');
  await assertRejected(
    mia.request('PATCH', `/bots/${id}`, { role: 200 }),
    'Must be an organization administrator',
    'UNAUTHORIZED_PRINCIPAL',
  );
  await assertRejected(
    abe.request('PATCH', `/bots/${id}`, { role: 100 }),
    'Must be an organization owner',
    'UNAUTHORIZED_PRINCIPAL',
  );
  await assertRejected(
    mia.request('PATCH', `/bots/${id}`, { service_payload_url: 'nowhere' }),
    'service_payload_url is not a URL',
  );
  await max.assertReceives(
    () =>
      mia.assertReceives(
        async () => {
          const reply = await mia.patch(`/bots/${id}`, {
            full_name: 'Robina',
            service_payload_url: 'https://example.com/b',
            service_interface: 2,
          });
          assert.deepEqual(
            [reply.full_name, reply.service_payload_url, reply.service_interface],
            ['Robina', 'https://example.com/b', 2],
          );
        },
        { type: 'realm_user', op: 'update', person: { user_id: id, full_name: 'Robina' } },
        { type: 'realm_bot', op: 'update', bot: { user_id: id, full_name: 'Robina' } },
        { type: 'realm_bot', op: 'update', bot: { user_id: id } },
      ),
    { type: 'realm_user', op: 'update', person: { full_name: 'Robina' } },
  );
  assert.equal((await abe.patch(`/bots/${id}`, { role: 300 })).full_name, 'Robina');
});

test('a bot’s default channels must be visible to the user who sets them', async () => {
  const { ada, mia, max } = newTeam();
  await ada.post('/channels/create', { name: 'open', subscribers: [] });
  await max.post('/channels/create', { name: 'closed', subscribers: [max.id], invite_only: true });
  await assertRejected(
    mia.request('POST', '/bots', { full_name: 'Robo', short_name: 'robo', default_sending_stream: 'closed' }),
    "Channel 'closed' does not exist",
    'STREAM_DOES_NOT_EXIST',
  );
  const { id, reply } = await createBot(mia, 'Robo', { default_sending_stream: 'open' });
  assert.equal(reply.default_sending_stream, 'open');
  await mia.assertReceives(() => mia.patch(`/bots/${id}`, { default_sending_stream: '' }), {
    type: 'realm_bot',
    op: 'update',
    bot: { user_id: id, default_sending_stream: null },
  });
});

test('a bot that gets a new owner belongs to that owner only', async () => {
  const { ada, mia, max, mona, gus } = newTeam();
  const { id, bot } = await createBot(mia, 'Robo');
  await assertRejected(
    mia.request('PATCH', `/bots/${id}`, { bot_owner_id: 999 }),
    'Failed to change owner, no such user',
  );
  await assertRejected(
    mia.request('PATCH', `/bots/${id}`, { bot_owner_id: id }),
    "Failed to change owner, bots can't own other bots",
  );
  await assertRejected(
    mia.request('PATCH', `/bots/${id}`, { bot_owner_id: gus.id }),
    "Failed to change owner, guests can't own bots",
  );
  const queues = await Promise.all([ada, mia, max, mona].map((person) => person.registerQueue()));
  await mia.patch(`/bots/${id}`, { bot_owner_id: max.id });
  const [administrators, former, owner, other] = await Promise.all(
    queues.map(async (queue) => (await queue.events()).map(({ type, op }) => `${type}/${op}`)),
  );
  assert.deepEqual(administrators, ['realm_bot/update', 'realm_user/update']);
  assert.deepEqual(former, ['realm_bot/delete', 'realm_user/update']);
  assert.deepEqual(owner, ['realm_bot/add', 'realm_user/update']);
  assert.deepEqual(other, ['realm_user/update']);
  await assertRejected(mia.request('POST', `/bots/${id}/api_key/regenerate`), 'Insufficient permission');
  assert.equal((await max.get('/bots')).bots[0].username, bot.email);
});

test('regenerating a bot’s key invalidates the old one, and a deactivated bot cannot authenticate', async () => {
  const { mia, max } = newTeam();
  const { id, bot } = await createBot(mia, 'Robo');
  await assertRejected(max.request('POST', `/bots/${id}/api_key/regenerate`), 'Insufficient permission');
  const { api_key } = await mia.post(`/bots/${id}/api_key/regenerate`);
  await assertRejected(bot.request('GET', '/users/me'), 'Invalid API key', 'UNAUTHORIZED');
  bot.apiKey = api_key;
  await bot.get('/users/me');
  await assertRejected(max.request('DELETE', `/bots/${id}`), 'Insufficient permission');
  await mia.delete(`/bots/${id}`);
  await assertRejected(bot.request('GET', '/users/me'), 'Account is deactivated', 'USER_DEACTIVATED');
  assert.deepEqual((await mia.get('/bots')).bots, []);
});

test('a bot’s storage can be read by the bot only', async () => {
  const { mia } = newTeam();
  const [{ bot }, { bot: other }] = [await createBot(mia, 'Robo'), await createBot(mia, 'Other')];
  await bot.request('PUT', '/bot_storage', { storage: { a: '1', b: '2' } });
  await bot.request('PUT', '/bot_storage', { storage: { b: '3' } });
  assert.deepEqual((await bot.get('/bot_storage')).storage, { a: '1', b: '3' });
  assert.deepEqual((await bot.get('/bot_storage', { keys: ['b'] })).storage, { b: '3' });
  assert.deepEqual((await other.get('/bot_storage')).storage, {});
  await assertRejected(bot.request('GET', '/bot_storage', { keys: ['c'] }), 'Key does not exist.');
  await assertRejected(bot.request('DELETE', '/bot_storage', { keys: ['a', 'c'] }), 'Key does not exist.');
  await bot.delete('/bot_storage', { keys: ['a'] });
  assert.deepEqual((await bot.get('/bot_storage')).storage, { b: '3' });
  await bot.delete('/bot_storage');
  assert.deepEqual((await bot.get('/bot_storage')).storage, {});
});

test('users, including guests, have a bot storage too', async () => {
  const { mia, gus } = newTeam();
  for (const who of [mia, gus]) {
    await who.request('PUT', '/bot_storage', { storage: { a: who.name } });
    assert.deepEqual((await who.get('/bot_storage')).storage, { a: who.name });
  }
  await mia.delete('/bot_storage', { keys: ['a'] });
  assert.deepEqual((await mia.get('/bot_storage')).storage, {});
  assert.deepEqual((await gus.get('/bot_storage')).storage, { a: 'Gus' });
});

test('a bot cannot store more than ten million characters', async () => {
  const { app, mia } = newTeam();
  const { bot, id } = await createBot(mia, 'Robo');
  app.db.write(() => app.bots.store(id, 'much', 'x'.repeat(9_999_900)));
  await assertRejected(
    bot.request('PUT', '/bot_storage', { storage: { more: 'x'.repeat(200) } }),
    /The current storage limit is 10000000/,
  );
  await bot.request('PUT', '/bot_storage', { storage: { much: 'little' } });
  assert.equal((await bot.get('/bot_storage')).storage.much, 'little');
});

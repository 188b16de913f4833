import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliverMissedMessages } from '../../../src/chat/notifications/missed-messages/delivery-batches.ts';
import { ntfy } from '../../../src/chat/notifications/ntfy/jobs.ts';
import { pushRemovals } from '../../../src/chat/notifications/push/jobs.ts';
import { NtfyServer } from '../../support/ntfy.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';

const UNKNOWN = 'Unknown ntfy address';

async function setUp() {
  const place = newTeam({ allowPrivateNtfy: true });
  const { app } = place;
  const server = await NtfyServer.start();
  const run = async () => {
    app.db.commit();
    await deliverMissedMessages(app, [ntfy]);
    app.db.commit();
  };
  const add = (person: TestUser, more: object = {}) =>
    person.post('/ntfy/addresses', { url: `${server.url}/${person.name}`, shows_text: true, ...more });
  /** What the phone of a user shows after the next run. */
  const shownTo = async ({ name }: TestUser): Promise<(string | undefined)[]> => {
    await run();
    return server.phone(name);
  };
  await run();
  return { ...place, server, run, add, shownTo };
}

test('a phone shows one notification for each conversation', async () => {
  const { ada, max, mia, add, shownTo, server } = await setUp();
  await add(mia);
  await ada.sendDirectMessage([mia], 'Hello *Mia*');
  assert.deepEqual(await shownTo(mia), ['Hello Mia']);
  await ada.sendDirectMessage([mia], 'Are you there?');
  await max.sendDirectMessage([mia], 'Lunch?');
  assert.deepEqual(await shownTo(mia), ['Are you there?\n+1 message', 'Lunch?']);
  const [notice] = server.shown('Mia');
  assert.equal(notice!.title, 'Ada');
  assert.match(notice!.click ?? '', /\/#narrow\/dm\/\d+-Ada\/near\/\d+$/);
});

test('a notification disappears from a phone when its conversation is read elsewhere', async () => {
  const { ada, mia, max, add, shownTo } = await setUp();
  await add(mia);
  const first = await ada.sendDirectMessage([mia], 'One');
  const second = await ada.sendDirectMessage([mia], 'Two');
  await max.sendDirectMessage([mia], 'Lunch?');
  assert.equal((await shownTo(mia)).length, 2);
  await mia.post('/messages/flags', { op: 'add', flag: 'read', messages: [first] });
  assert.equal((await shownTo(mia)).length, 2, 'one of two messages is unread');
  await mia.post('/messages/flags', { op: 'add', flag: 'read', messages: [second] });
  assert.deepEqual(await shownTo(mia), ['Lunch?']);
});

test('a notification of a deleted message disappears from a phone', async () => {
  const { app, ada, mia, add, shownTo } = await setUp();
  await add(mia);
  const message = await ada.sendDirectMessage([mia], 'A mistake');
  assert.deepEqual(await shownTo(mia), ['A mistake']);
  await ada.delete(`/messages/${message}`);
  pushRemovals.run(app);
  assert.deepEqual(await shownTo(mia), []);
});

test('a notification without message text reveals neither sender nor conversation', async () => {
  const { app, ada, mia, add, shownTo, server } = await setUp();
  const { id } = await add(mia, { shows_text: false });
  await ada.sendDirectMessage([mia], 'A secret');
  assert.deepEqual(await shownTo(mia), ['New message']);
  const [notice] = server.shown('Mia');
  assert.deepEqual([notice!.title, notice!.click], [app.realm.get('name'), app.config.url]);
  await mia.patch(`/ntfy/addresses/${id}`, { shows_text: true });
  await ada.sendDirectMessage([mia], 'No secret');
  assert.deepEqual(await shownTo(mia), ['No secret\n+1 message']);
});

test('the organization can hide the text of messages from ntfy servers', async () => {
  const { ada, mia, add, run, server } = await setUp();
  await add(mia);
  await ada.patch('/realm', { require_e2ee_push_notifications: true });
  await ada.sendDirectMessage([mia], 'a private word');
  await run();
  const [{ title, message }] = server.shown('Mia') as Reply[] as [Reply];
  assert.deepEqual([title, message], ['Ada', 'New message']);
});

test('a long message is cut to what ntfy servers show', async () => {
  const { ada, mia, add, shownTo } = await setUp();
  await add(mia);
  await ada.sendDirectMessage([mia], '字'.repeat(9000));
  const [text = ''] = await shownTo(mia);
  assert.match(text, /^字+…$/);
  assert.ok(Buffer.byteLength(text) <= 4096);
});

test('an outage of ten minutes loses and doubles no notification', async () => {
  const { ada, mia, max, gus, add, run, clock, server } = await setUp();
  for (const person of [mia, max, gus]) await add(person);
  server.status = 503;
  for (const person of [mia, max, gus]) await ada.sendDirectMessage([person], 'While it is away');
  for (let passed = 0; passed < 600; passed += 20) {
    await run();
    clock.advance(20);
  }
  server.status = 200;
  for (let passed = 0; passed < 600; passed += 20) {
    await run();
    clock.advance(20);
  }
  assert.equal(server.published, 3);
  for (const { name } of [mia, max, gus]) assert.deepEqual(server.phone(name), ['While it is away']);
});

test('a notification that could not be delivered for an hour is dropped', async () => {
  const { app, ada, mia, add, run, clock, server } = await setUp();
  await add(mia);
  server.status = 503;
  await ada.sendDirectMessage([mia], 'Too late');
  await run();
  clock.advance(3601);
  server.status = 200;
  await run();
  assert.deepEqual(server.phone('Mia'), []);
  assert.equal(app.ntfy.nextDue(), null);
});

test('the list says when an address last received a notification, and why the last attempt failed', async () => {
  const { ada, mia, add, run, server, clock } = await setUp();
  await add(mia, { token: 'tk_secret' });
  const state = async () => (await mia.get('/ntfy/addresses')).addresses[0];
  const expected = { has_credentials: true, shows_text: true, url: `${server.url}/Mia` };
  assert.deepEqual(await state(), {
    id: (await state()).id,
    ...expected,
    last_success: null,
    last_failure: null,
    failure: null,
  });
  await ada.sendDirectMessage([mia], 'One');
  await run();
  assert.equal(server.authorization, 'Bearer tk_secret');
  const received = (await state()).last_success;
  assert.ok(received > 0);
  for (const [status, failure] of [
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [400, 'rejected'],
    [500, 'unreachable'],
    [429, 'unreachable'],
  ] as const) {
    clock.advance(700);
    server.status = status;
    await ada.sendDirectMessage([mia], 'Another');
    await run();
    assert.equal((await state()).failure, failure, String(status));
  }
  assert.equal((await state()).last_success, received);
});

test('a test notification says what became of it', async () => {
  const { mia, max, add, server } = await setUp();
  const path = `/notification_targets/ntfy-${(await add(mia)).id}/test`;
  assert.equal((await mia.post(path)).failure, null);
  assert.deepEqual(server.phone('Mia'), ['This is a test notification.']);
  server.status = 403;
  assert.equal((await mia.post(path)).failure, 'unauthorized');
  const { targets } = await mia.get('/notification_targets');
  const [{ name, failure, last_failure }] = targets.filter(({ kind }: Reply) => kind === 'ntfy');
  assert.deepEqual([name, failure], [`${server.url}/Mia`.replace('http://', ''), 'unauthorized']);
  assert.ok(last_failure > 0);
  await assertRejected(max.request('POST', path), 'Unknown notification target');
});

test('nothing is sent to a private network unless the operator allows it', async () => {
  const { app, ada, mia, add, run, server } = await setUp();
  app.config.choices.allowPrivateNtfy = false;
  const { id } = await add(mia);
  await ada.sendDirectMessage([mia], 'Hello');
  await run();
  assert.equal((await mia.post(`/notification_targets/ntfy-${id}/test`)).failure, 'private');
  assert.equal(server.published, 0);
});

test('a notification in a private network is not removed once the operator forbids such addresses', async () => {
  const { app, ada, mia, add, run, server } = await setUp();
  await add(mia);
  const message = await ada.sendDirectMessage([mia], 'Hello');
  await run();
  const { requests } = server;
  app.config.choices.allowPrivateNtfy = false;
  await mia.post('/messages/flags', { op: 'add', flag: 'read', messages: [message] });
  await run();
  assert.equal(server.requests, requests);
});

test('the database contains no readable address, user name, password or token of an ntfy topic', async () => {
  const { app, mia } = await setUp();
  await mia.post('/ntfy/addresses', { url: 'https://ntfy.example.com/private-topic', token: 'tk_secret' });
  const login = { username: 'mia-at-ntfy', password: 'correct horse' };
  await mia.post('/ntfy/addresses', { url: 'https://ntfy.example.com/another', ...login });
  const [first, second] = app.ntfy.ofUser(mia.id);
  const stored = JSON.stringify([first, second]);
  const basic = Buffer.from('mia-at-ntfy:correct horse').toString('base64');
  for (const secret of ['ntfy.example.com', 'private-topic', 'another', 'tk_secret', ...Object.values(login), basic])
    assert.ok(!stored.includes(secret), secret);
  assert.equal(first!.server_hash, second!.server_hash);
  const { addresses } = await mia.get('/ntfy/addresses');
  assert.equal(addresses[0].url, 'https://ntfy.example.com/private-topic');
});

test('nobody sees or changes an address of somebody else', async () => {
  const { ada, mia, max, add } = await setUp();
  const { id } = await add(mia);
  for (const other of [max, ada]) {
    assert.deepEqual((await other.get('/ntfy/addresses')).addresses, []);
    await assertRejected(other.request('PATCH', `/ntfy/addresses/${id}`, { shows_text: true }), UNKNOWN);
    await assertRejected(other.request('DELETE', `/ntfy/addresses/${id}`), UNKNOWN);
  }
  await mia.delete(`/ntfy/addresses/${id}`);
  assert.deepEqual((await mia.get('/ntfy/addresses')).addresses, []);
});

test('the address of an ntfy topic is accepted in every form that apps show', async () => {
  const { mia } = await setUp();
  for (const [given, stored] of [
    ['ntfy://ntfy.example.com/one', 'https://ntfy.example.com/one'],
    [' https://NTFY.example.com/two?up=1 ', 'https://ntfy.example.com/two'],
    ['https://example.com/ntfy/three', 'https://example.com/ntfy/three'],
  ] as const) {
    const { id } = await mia.post('/ntfy/addresses', { url: given });
    const { addresses } = await mia.get('/ntfy/addresses');
    assert.equal(addresses.find((each: Reply) => each.id === id).url, stored);
  }
});

test('an address that is not one of an ntfy topic is rejected', async () => {
  const { mia } = await setUp();
  const wrong = ['', 'nowhere', 'https://ntfy.sh', 'https://ntfy.sh/', 'https://ntfy.sh/a b', 'ftp://ntfy.sh/a'];
  for (const url of [...wrong, 'https://me:pw@ntfy.sh/a', `https://ntfy.sh/${'a'.repeat(65)}`, 'javascript:alert(1)'])
    await assertRejected(mia.request('POST', '/ntfy/addresses', { url }), /^Enter the address of an ntfy topic/);
  await mia.post('/ntfy/addresses', { url: 'https://ntfy.sh/a' });
  await assertRejected(mia.request('POST', '/ntfy/addresses', { url: 'https://ntfy.sh/a' }), /already added/);
});

test('a deactivated user has no ntfy addresses', async () => {
  const { app, ada, mia, add } = await setUp();
  await add(mia);
  await ada.delete(`/users/${mia.id}`);
  assert.deepEqual(app.ntfy.ofUser(mia.id), []);
});

test('a user has at most as many ntfy addresses as the limit allows', async () => {
  const { mia } = await setUp();
  for (let n = 1; n <= 5; n++) await mia.post('/ntfy/addresses', { url: `https://ntfy.sh/topic-${n}` });
  const sixth = mia.request('POST', '/ntfy/addresses', { url: 'https://ntfy.sh/topic-6' });
  await assertRejected(sixth, /at most 5 ntfy addresses/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missedMessages } from '../../../src/chat/notifications/missed-messages/jobs.ts';
import { pushFacts } from '../../../src/chat/notifications/push/facts-jobs.ts';
import { findPushAccount } from '../../../src/chat/notifications/push/registration-rules.ts';
import { runOperation } from '../../../src/operations/run.ts';
import { createAccount, runKlatch, sendRequest, startServer, temporaryFolder } from '../../support/process.ts';
import { RegisteringPushService } from '../../support/push-service.ts';
import { assertRejected, newTeam, type Reply } from '../../support/team.ts';

async function setUp(choices: Parameters<typeof newTeam>[0] = {}) {
  const service = new RegisteringPushService();
  const place = newTeam(choices);
  const url = await service.url;
  const run = (name: string, args: object = {}): Promise<Reply> => runOperation(place.app, `push-${name}`, args);
  const register = (more: object = {}) => run('register', { service: url, agreesToTerms: true, ...more });
  const deliver = async () => {
    place.app.db.commit();
    await missedMessages.run(place.app);
    place.app.db.commit();
  };
  return { ...place, service, url, run, register, deliver };
}

test('a server that registered with a push service notifies phones through it at once', async () => {
  const { app, ada, mia, service, run, register, deliver, url } = await setUp();
  await deliver();
  await mia.post('/users/me/android_gcm_reg_id', { token: 'phone' });
  assert.equal((await run('status')).source, 'none');
  assert.equal((await mia.post('/register')).realm_push_notifications_enabled, false);
  await register();
  const [id, server] = [...service.servers][0]!;
  assert.deepEqual([server.hostname, server.email], ['klatch.example', ada.email]);
  assert.equal((await mia.post('/register')).realm_push_notifications_enabled, true);
  await ada.sendDirectMessage([mia], 'Hello');
  await deliver();
  assert.deepEqual(
    service.notified.map((one) => [one.server_uuid, one.android_devices]),
    [[id, ['phone']]],
  );
  const status = await run('status');
  assert.deepEqual(
    [status.source, status.service, status.hostname, status.delivers, status.phones, status.failure],
    ['registration', url, 'klatch.example', true, 1, null],
  );
  assert.ok(status.last_success > 0);
  assert.ok(!app.realm.secret('push_registration')!.includes(server.key), 'the key is sealed');
  assert.ok(!JSON.stringify(status).includes(server.key));
});

test('the number of people in each role is uploaded at the registration and four times a day', async () => {
  const { app, clock, ada, service, register, run } = await setUp();
  const { uploads } = await run('proposal', { service: await service.url });
  await register();
  const facts = () => [...service.servers.values()][0]!.facts!;
  const { uuid_owner_secret, ...realm } = facts().realms[0];
  assert.ok(uuid_owner_secret.length >= 32);
  const { people_by_role, bots, ...shown } = uploads;
  assert.deepEqual(realm, shown, 'as it was shown');
  assert.deepEqual(facts().realmauditlog_rows[0].extra_data, { 10: { 11: people_by_role, 12: bots } });
  await pushFacts.run(app);
  assert.equal(facts().realmauditlog_rows[0].id, 1, 'not before it is due');
  await ada.patch('/realm', { name: 'Pears' });
  clock.advance(6 * 3600 + 1);
  await pushFacts.run(app);
  assert.deepEqual([facts().realmauditlog_rows[0].id, facts().realms[0].name], [2, 'Pears']);
  service.failure = { status: 503, code: 'DOWN' };
  clock.advance(6 * 3600 + 1);
  await pushFacts.run(app);
  assert.match((await run('status')).upload_failure, /status 503/);
  service.failure = undefined;
  service.delivers = false;
  clock.advance(6 * 3600 + 1);
  await pushFacts.run(app);
  const { upload_failure, delivers } = await run('status');
  assert.deepEqual([upload_failure, delivers], [null, false]);
});

test('each push service knows this server by one ID, however often it registers', async () => {
  const { service, register, run } = await setUp();
  service.failure = { status: 500, code: 'DOWN' };
  await assert.rejects(register(), /The push service http:.* failed: it answered with status 500/);
  assert.equal((await run('status')).source, 'none');
  service.failure = undefined;
  const taken = { key: 'x', hostname: 'klatch.example', email: 'x@example.com' };
  service.servers.set('another', taken);
  await assert.rejects(register(), /Another server is registered with this host name/);
  await register({ hostname: 'chat.example.com' });
  await register({ hostname: 'talk.example.com', email: 'operator@example.org' });
  const own = [...service.servers].filter(([id]) => id !== 'another');
  assert.deepEqual(
    own.map(([, { hostname, email }]) => [hostname, email]),
    [['talk.example.com', 'operator@example.org']],
  );
  const second = new RegisteringPushService();
  await assert.rejects(register({ service: await second.url }), /Run push unregister first/);
  await run('unregister');
  assert.deepEqual([...service.servers.keys()], ['another']);
  await register({ service: await second.url });
  assert.notEqual([...second.servers][0]![0], own[0]![0]);
});

test('the operator’s settings win over a registration', async () => {
  const { app, run, register, url } = await setUp();
  await register();
  Object.assign(app.config.choices, {
    pushServiceUrl: 'https://push.example',
    pushServiceId: 'i',
    pushServiceKey: 'k',
  });
  const { source, service, server_id } = await run('status');
  assert.deepEqual([source, service, server_id], ['settings', 'https://push.example', 'i']);
  await assert.rejects(register(), /Remove them first/);
  assert.equal((await run('unregister')).service, url);
});

test('input that no push service could use is refused before anything is sent', async () => {
  const { service, register } = await setUp();
  for (const more of [{ agreesToTerms: false }, { hostname: 'a b' }, { hostname: '' }, { email: 'nobody' }])
    await assert.rejects(register(more), { status: 400 });
  assert.deepEqual(service.asked, []);
});

/** What another server registered with the host name of this one. */
const EARLIER = { key: 'x'.repeat(64), hostname: 'klatch.example', email: 'old@example.com' };
const NOT_PREPARED = 'Verification secret not prepared';
const EARLIER_ID = '8c1a0f5e-3c1b-4c0e-9d0a-0a1b2c3d4e5f';

test('a registration of the host name is taken over from an earlier server', async () => {
  const { app, ada, mia, service, run, register, deliver } = await setUp();
  await deliver();
  await mia.post('/users/me/android_gcm_reg_id', { token: 'phone' });
  service.servers.set(EARLIER_ID, { ...EARLIER });
  await assert.rejects(register(), /run push register --transfer/);
  service.askHost = (path) => ada.get(path);
  await register({ transfer: true });
  const [[id, { key, email }]] = [...service.servers] as [[string, typeof EARLIER]];
  assert.deepEqual([id, email, service.servers.size], [EARLIER_ID, ada.email, 1]);
  assert.notEqual(key, EARLIER.key);
  assert.equal(app.realm.secret('push_transfer'), undefined);
  await ada.sendDirectMessage([mia], 'Hello');
  await deliver();
  assert.deepEqual(
    service.notified.map(({ server_uuid, android_devices }) => [server_uuid, android_devices]),
    [[EARLIER_ID, ['phone']]],
  );
  assert.equal((await run('status')).upload_failure, null);
  await assert.rejects(register({ transfer: true }), /registered as klatch\.example\. Run push unregister first/);
});

test('the secret of a transfer is shown only to the service that it is for', async () => {
  const { app, ada, clock, service, register } = await setUp();
  service.servers.set(EARLIER_ID, { ...EARLIER });
  const asks: string[] = [];
  service.askHost = async (path) => {
    asks.push(path);
    await assertRejected(ada.request('GET', '/zulip-services/verify/guessed/'), NOT_PREPARED);
    const { verification_secret } = await ada.get(path);
    assert.equal(verification_secret, 'secret of klatch.example');
    assert.ok(!app.realm.secret('push_transfer')!.includes(verification_secret), 'it is sealed');
    clock.advance(61);
    await assertRejected(ada.request('GET', path), NOT_PREPARED);
    return { verification_secret: 'another' };
  };
  await assert.rejects(register({ transfer: true }), /not proven/);
  await assertRejected(ada.request('GET', asks[0]!), NOT_PREPARED);
  assert.deepEqual([...service.servers.values()], [EARLIER], 'nothing changed');
});

test('the registration is decrypted once until it changes', async () => {
  const { app, ada, service, register, deliver } = await setUp();
  await register();
  const first = findPushAccount(app);
  await ada.post('/register');
  await deliver();
  assert.equal(findPushAccount(app), first);
  await register({ email: 'operator@example.org' });
  assert.notEqual(findPushAccount(app), first);
  assert.equal([...service.servers.values()][0]!.email, 'operator@example.org');
});

test('a registration that the service does not answer to can be deleted here', async () => {
  const { service, register, run } = await setUp();
  await register();
  service.failure = { status: 503, code: 'DOWN' };
  await assert.rejects(run('unregister'), /status 503/);
  assert.equal((await run('status')).source, 'registration');
  await run('unregister', { onlyHere: true });
  assert.equal((await run('status')).source, 'none');
  await assert.rejects(run('unregister'), { status: 404 });
});

test('push register shows uploads and terms before it registers a running server', async () => {
  const service = new RegisteringPushService();
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const push = (...args: string[]) => runKlatch(['push', ...args, '--data', data]);
  const at = ['register', '--service', await service.url, '--hostname', 'chat.example.com'];
  const asked = await push(...at);
  assert.equal(asked.code, 2, asked.stderr);
  assert.match(asked.stdout + asked.stderr, /Contact: ada@example\.com.*people_by_role:.*Terms: .*Nothing was sent/s);
  assert.deepEqual(service.asked, []);

  const server = await startServer(['--data', data, '--listen', '127.0.0.1:0']);
  const enabled = async () =>
    (await sendRequest(server.url, ada, 'POST', '/register', {})).reply.realm_push_notifications_enabled;
  assert.equal(await enabled(), false);
  service.failure = { status: 500, code: 'DOWN', msg: 'wait \u001b[2J' };
  const failed = await push(...at, '--agree-to-terms');
  assert.match(failed.stderr, /status 500: wait \[2J/, 'a terminal has nothing to obey');
  service.failure = undefined;
  const done = await push(...at, '--agree-to-terms');
  assert.equal(done.code, 0, done.stderr);
  assert.equal(await enabled(), true);
  await server.stop();

  const status = await push('status');
  assert.match(
    status.stdout + status.stderr,
    /Registered with http.* as chat\.example\.com.*0 phones registered here/s,
  );
  assert.equal((await push('unregister')).code, 0);
  assert.equal(service.servers.size, 0);
  const after = await push('status');
  assert.match(after.stdout + after.stderr, /registered with no push service/);
});

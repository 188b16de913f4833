import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { missedMessages } from '../../../src/chat/notifications/missed-messages/jobs.ts';
import { pushRemovals } from '../../../src/chat/notifications/push/jobs.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';

/** A push service on this machine that records its requests. */
class PushService {
  /** Each request as `notify` and its fields. */
  readonly asked: { what: string; fields: Reply; credentials: string }[] = [];
  /** The response, if it is not success. */
  answer: { status?: number; body?: Reply } = {};
  readonly url: Promise<string>;

  constructor() {
    const server = createServer(async (request, response) => {
      const what = /^\/api\/v1\/remotes\/push\/(\w+)$/.exec(request.url!)![1]!;
      const credentials = Buffer.from(request.headers.authorization!.split(' ')[1]!, 'base64').toString();
      const text = await readText(request);
      const isJson = request.headers['content-type'] === 'application/json';
      assert.equal(isJson, what === 'notify' || what === 'test_notification', 'the rest are forms');
      this.asked.push({
        what,
        credentials,
        fields: isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text)),
      });
      response.writeHead(this.answer.status ?? 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(this.answer.body ?? { result: 'success', msg: '' }));
    });
    this.url = new Promise((done) =>
      server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
    );
    after(() => server.close());
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += piece;
  return text;
}

async function setUp(choices: { pushContent?: boolean } = {}) {
  const service = new PushService();
  const place = newTeam({
    pushServiceUrl: await service.url,
    pushServiceId: 'our-id',
    pushServiceKey: 'our-key',
    ...choices,
  });
  const { app, mia, max, gus } = place;
  const run = async () => {
    app.db.commit();
    await missedMessages.run(app);
    app.db.commit();
  };
  await run();
  for (const person of [mia, max, gus])
    await person.post('/users/me/android_gcm_reg_id', { token: `phone of ${person.name}` });
  await run();
  /** The notifications since the last call: `Mia: hello`, or `Mia: gone 3,4`. */
  const told = async (): Promise<string[]> => {
    service.asked.length = 0;
    await run();
    return service.asked
      .filter(({ what }) => what === 'notify')
      .map(({ fields }) => {
        const [token] = fields.android_devices;
        const { event, content, zulip_message_ids } = fields.gcm_payload;
        return `${token.replace('phone of ', '')}: ${event === 'message' ? content : `gone ${zulip_message_ids}`}`;
      });
  };
  const hall = (
    await place.ada.post('/channels/create', {
      name: 'hall',
      subscribers: [place.ada, mia, max].map(({ id }) => id),
      send_new_subscription_messages: false,
    })
  ).id;
  await told();
  return { ...place, service, run, told, hall };
}

test('a phone is registered with the push service, and receives direct messages and mentions', async () => {
  const { service, ada, mia, max, told, hall } = await setUp();
  assert.deepEqual(
    (await mia.post('/register', { fetch_event_types: ['realm'] })).realm_push_notifications_enabled,
    true,
  );
  const id = await ada.sendDirectMessage([mia], 'only for **Mia** ' + 'x'.repeat(300));
  const [first] = await told();
  assert.match(first!, /^Mia: only for Mia x+…$/);
  const { credentials, fields } = service.asked.find(({ what }) => what === 'notify')!;
  assert.equal(credentials, 'our-id:our-key');
  const { gcm_payload: android, apns_payload: apple, ...rest } = fields;
  assert.deepEqual([rest.user_id, rest.android_devices, rest.apple_devices], [mia.id, ['phone of Mia'], []]);
  assert.deepEqual(rest.gcm_options, { priority: 'high' });
  assert.deepEqual(
    [android.zulip_message_id, android.recipient_type, android.sender_full_name, android.user_id, android.realm_url],
    [id, 'private', 'Ada', mia.id, 'http://klatch.example'],
  );
  assert.ok(android.content_truncated && android.content.length === 201);
  assert.deepEqual([apple.alert.title, apple.badge, apple.custom.zulip.message_ids], ['Ada', 1, [id]]);
  assert.deepEqual(await told(), [], 'once');
  await ada.sendMessage('hall', 'tea', 'nothing for anyone in particular');
  assert.deepEqual(await told(), []);
  await ada.sendMessage('hall', 'tea', 'cake, @**Max**');
  assert.deepEqual(await told(), ['Max: cake, @Max']);
  const last = service.asked[0]!.fields.gcm_payload;
  assert.deepEqual([last.recipient_type, last.stream, last.stream_id, last.topic], ['stream', 'hall', hall, 'tea']);
  await max.post('/users/me/apns_device_token', { token: 'c0ffee', appid: 'org.zulip.Zulip' });
  await told();
  const registered = service.asked.find(({ what }) => what === 'register')!.fields;
  assert.deepEqual(
    [registered.token, registered.token_kind, registered.ios_app_id, registered.user_id],
    ['c0ffee', '1', 'org.zulip.Zulip', String(max.id)],
  );
  await ada.sendMessage('hall', '', 'more cake, @**Max**');
  await told();
  assert.equal(service.asked.at(-1)!.fields.apns_payload.alert.title, '#hall > general chat');
});

test('no notification is sent for a user’s own messages or for inaccessible ones', async () => {
  const { ada, mia, max, told } = await setUp();
  await max.post('/channels/create', {
    name: 'vault',
    subscribers: [max.id, mia.id],
    invite_only: true,
    send_new_subscription_messages: false,
  });
  await told();
  await ada.sendDirectMessage([max], 'between two');
  await mia.sendDirectMessage([mia], 'a note to myself');
  await max.sendMessage('vault', 'plans', 'secret, @**Mia** and @**Gus**');
  await mia.delete('/users/me/subscriptions', { subscriptions: ['vault'] });
  assert.deepEqual(await told(), ['Max: between two']);
  const silent = await ada.sendDirectMessage([mia], 'a slip');
  await ada.patch('/realm', { message_content_delete_limit_seconds: 'unlimited' });
  await ada.delete(`/messages/${silent}`);
  assert.deepEqual(await told(), []);
});

test('settings decide about mentions, followed topics and channels; muted users never notify', async () => {
  const { ada, mia, told, hall } = await setUp();
  const say = async (content: string) => {
    await ada.sendMessage('hall', 'tea', content);
    return told();
  };
  assert.deepEqual(await say('@**all**'), ['Mia: @all', 'Max: @all']);
  await mia.patch('/settings', { wildcard_mentions_notify: false });
  assert.deepEqual(await say('@**all**'), ['Max: @all']);
  await mia.post('/user_topics', { stream_id: hall, topic: 'tea', visibility_policy: 3 });
  assert.deepEqual(await say('one'), ['Mia: one'], 'followed');
  await mia.patch('/settings', { enable_followed_topic_push_notifications: false });
  assert.deepEqual(await say('two'), []);
  const change = { stream_id: hall, property: 'push_notifications', value: true };
  await mia.post('/users/me/subscriptions/properties', { subscription_data: [change] });
  assert.deepEqual(await say('three'), ['Mia: three'], 'the whole channel');
  await mia.post('/user_topics', { stream_id: hall, topic: 'tea', visibility_policy: 1 });
  assert.deepEqual(await say('four'), [], 'but not a muted topic');
  await mia.patch('/settings', { enable_offline_push_notifications: false });
  await ada.sendDirectMessage([mia], 'five');
  assert.deepEqual(await told(), []);
  await mia.patch('/settings', { enable_offline_push_notifications: true });
  await mia.post(`/users/me/muted_users/${ada.id}`);
  assert.match((await told()).join(), /^Mia: gone [\d,]+$/, 'what they said before is read');
  await ada.sendDirectMessage([mia], 'six');
  assert.deepEqual(await told(), []);
});

test('an active user is notified only with the setting for it, and otherwise once they are away', async () => {
  const { clock, ada, mia, told } = await setUp();
  const there = () => mia.post('/users/me/presence', { status: 'active', new_user_input: true });
  await there();
  await mia.patch('/settings', { enable_online_push_notifications: false });
  await ada.sendDirectMessage([mia], 'one');
  const read = await ada.sendDirectMessage([mia], 'two');
  assert.deepEqual(await told(), []);
  await mia.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' });
  clock.advance(300);
  assert.deepEqual(await told(), ['Mia: one'], 'not what she read meanwhile');
  await mia.patch('/settings', { enable_online_push_notifications: true });
  await there();
  await ada.sendDirectMessage([mia], 'three');
  assert.deepEqual(await told(), ['Mia: three']);
});

test('messages read on one device disappear from the others', async () => {
  const { app, ada, mia, told } = await setUp();
  const ids = [
    await ada.sendDirectMessage([mia], 'one'),
    await ada.sendDirectMessage([mia], 'two'),
    await ada.sendDirectMessage([mia], 'three'),
  ];
  assert.equal((await told()).length, 3);
  await mia.post('/messages/flags', { messages: ids.slice(0, 2), op: 'add', flag: 'read' });
  assert.deepEqual(await told(), [`Mia: gone ${ids.slice(0, 2)}`]);
  assert.deepEqual(await told(), []);
  await mia.post('/mark_all_as_read');
  assert.deepEqual(await told(), [`Mia: gone ${ids[2]}`]);
  const slip = await ada.sendDirectMessage([mia], 'a slip');
  assert.equal((await told()).length, 1);
  await ada.delete(`/messages/${slip}`);
  await pushRemovals.run(app);
  assert.deepEqual(await told(), [`Mia: gone ${slip}`], 'what was deleted too');
});

test('an unreachable service is retried; phones it does not know are removed; its key is never logged', async () => {
  const { app, clock, service, ada, mia, told } = await setUp();
  service.answer = { status: 503 };
  await ada.sendDirectMessage([mia], 'late');
  assert.equal((await told()).length, 1);
  assert.deepEqual(await told(), [], 'not at once');
  await assertRejected(
    mia.request('POST', '/mobile_push/test_notification'),
    'The push notification service does not answer. Try again in a minute.',
    'FAILED_TO_CONNECT_BOUNCER',
  );
  clock.advance(31);
  service.answer = {
    body: { result: 'success', deleted_devices: { android_devices: ['phone of Mia'], apple_devices: [] } },
  };
  assert.deepEqual(await told(), ['Mia: late']);
  await ada.sendDirectMessage([mia], 'for nobody’s phone');
  assert.deepEqual(await told(), []);
  assert.equal(app.devices.count(mia.id), 0);
});

test('a test notification goes to one phone; an unregistered phone is also unregistered at the service', async () => {
  const { service, max, told } = await setUp();
  service.asked.length = 0;
  await max.post('/mobile_push/test_notification', { token: 'phone of Max' });
  assert.deepEqual(
    service.asked.map(({ what, fields }) => [what, fields.token, fields.token_kind, fields.base_payload.user_id]),
    [['test_notification', 'phone of Max', 2, max.id]],
  );
  service.answer = { status: 400, body: { result: 'error', code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN', msg: 'x' } };
  await assertRejected(
    max.request('POST', '/mobile_push/test_notification'),
    /bouncer/,
    'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
  );
  service.answer = {};
  await max.delete('/users/me/android_gcm_reg_id', { token: 'phone of Max' });
  await told();
  await new Promise((done) => setTimeout(done, 50));
  const gone = service.asked.find(({ what }) => what === 'unregister');
  assert.equal(gone?.fields.token ?? 'asked before', 'phone of Max');
});

test('notifications have no content if the operator or the organization turned it off', async () => {
  const hidden = async (place: {
    ada: TestUser;
    mia: TestUser;
    told: () => Promise<string[]>;
    service: PushService;
  }) => {
    await place.ada.sendDirectMessage([place.mia], 'a private word');
    assert.deepEqual(await place.told(), ['Mia: New message']);
    assert.ok(!JSON.stringify(place.service.asked).includes('a private word'));
  };
  await hidden(await setUp({ pushContent: false }));
  const place = await setUp();
  await place.ada.patch('/realm', { require_e2ee_push_notifications: true });
  await hidden(place);
});

test('hidden text is replaced in the language of the recipient', async () => {
  const { ada, mia, told } = await setUp({ pushContent: false });
  await mia.patch('/settings', { default_language: 'de' });
  await ada.sendDirectMessage([mia], 'a private word');
  assert.deepEqual(await told(), ['Mia: Neue Nachricht']);
});

test('hidden text leaves sender and topic in a notification', async () => {
  const { ada, mia, told, service } = await setUp();
  await ada.patch('/realm', { require_e2ee_push_notifications: true });
  await ada.sendDirectMessage([mia], 'a private word');
  await told();
  const { gcm_payload, apns_payload } = service.asked.find(({ what }) => what === 'notify')!.fields;
  assert.equal(gcm_payload.sender_full_name, 'Ada');
  assert.deepEqual(apns_payload.alert, { title: 'Ada', subtitle: '', body: 'New message' });
});

test('phones get no notifications while do not disturb holds, and none of them afterwards', async () => {
  const { ada, mia, max, told, clock } = await setUp();
  await mia.patch('/do_not_disturb', { until: Math.floor(clock.now() / 1000) + 3600 });
  await ada.sendDirectMessage([mia], 'at night');
  await ada.sendDirectMessage([max], 'to somebody else');
  assert.deepEqual(await told(), ['Max: to somebody else']);
  clock.advance(3601);
  await ada.sendDirectMessage([mia], 'in the morning');
  assert.deepEqual(await told(), ['Mia: in the morning']);
});

test('the list of notification targets says what the push service did with the last notification of a phone', async () => {
  const { mia, max, service, told } = await setUp();
  const phone = async () =>
    (await mia.get('/notification_targets')).targets.find(({ kind }: Reply) => kind === 'phone');
  const { id, name, state, last_success } = await phone();
  assert.deepEqual([name, state, last_success], ['Android', 'on', null]);
  await max.sendDirectMessage([mia], 'Hello');
  await told();
  assert.ok((await phone()).last_success > 0);
  for (const [status, code, failure] of [
    [500, '', 'unreachable'],
    [400, '', 'rejected'],
    [400, 'INVALID_REMOTE_PUSH_DEVICE_TOKEN', 'unregistered'],
  ] as const) {
    service.answer = { status, body: { result: 'error', msg: 'no', code } };
    assert.equal((await mia.post(`/notification_targets/${id}/test`)).failure, failure);
    assert.equal((await phone()).failure, failure);
  }
  service.answer = {};
  assert.equal((await mia.post(`/notification_targets/${id}/test`)).failure, null);
  assert.equal((await phone()).failure, null);
  await assertRejected(max.request('POST', `/notification_targets/${id}/test`), 'Unknown notification target');
});

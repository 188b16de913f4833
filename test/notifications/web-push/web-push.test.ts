import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { endMissedCalls } from '../../../src/chat/integrations/calls/actions.ts';
import { pushCalls } from '../../../src/chat/integrations/calls/jobs.ts';
import { deliverMissedMessages } from '../../../src/chat/notifications/missed-messages/delivery-batches.ts';
import { prepareTest } from '../../../src/chat/notifications/targets/endpoints.ts';
import { browsersWith } from '../../../src/chat/notifications/web-push/jobs.ts';
import { closeSession, openSession } from '../../../src/chat/people/sign-in/session-actions.ts';
import { CSRF_COOKIE, SESSION_COOKIE } from '../../../src/kernel/http/auth.ts';
import { PushBrowser } from '../../support/push-browser.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';

interface ReceivedPush {
  to: string;
  authorization: string;
  ttl: string;
  urgency: string;
  notice: Reply;
}

async function setUp() {
  const place = newTeam();
  const { app, mia, max, gus } = place;
  const brought: ReceivedPush[] = [];
  const browsers = new Map<string, PushBrowser>();
  const answer = { status: 201 };
  const service = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const browser = browsers.get(request.url!.slice(1))!;
    const { authorization, ttl, urgency } = request.headers;
    brought.push({
      to: browser.name,
      authorization: authorization!,
      ttl: String(ttl),
      urgency: String(urgency),
      notice: browser.decrypt(Buffer.concat(pieces)),
    });
    response.writeHead(answer.status).end();
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  after(() => service.close());
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

  /** A user's browser, with a push service on this machine. */
  function getBrowser(person: TestUser, name = person.name): string {
    const browser = new PushBrowser(name);
    browsers.set(name, browser);
    const endpoint = `${url}/${name}`;
    app.db.write(() => app.webPush.add(person.id, null, endpoint, browser.keys.p256dh, browser.keys.auth, 0));
    return endpoint;
  }
  const run = async (allowPrivate = true) => {
    app.db.commit();
    await deliverMissedMessages(app, [browsersWith({ allowPrivate })]);
    app.db.commit();
  };
  /** The notifications since the last call: `Mia: hello`. */
  const told = async (): Promise<string[]> => {
    brought.length = 0;
    await run();
    return brought.map(({ to, notice }) => `${to}: ${notice.body}`);
  };
  for (const person of [mia, max, gus]) getBrowser(person);
  const hall = (
    await place.ada.post('/channels/create', {
      name: 'hall',
      subscribers: [place.ada, mia, max].map(({ id }) => id),
      send_new_subscription_messages: false,
    })
  ).id;
  await run();
  brought.length = 0;
  return { ...place, hall, brought, browsers, browserOf: getBrowser, told, run, answer };
}

test('a closed browser receives its user’s notifications, encrypted, and nobody else’s', async () => {
  const { ada, mia, max, told, brought, app } = await setUp();
  const hello = await ada.sendDirectMessage([mia], 'Hello *Mia*');
  assert.deepEqual(await told(), ['Mia: Hello Mia']);
  const [{ notice, authorization, ttl }] = brought as [ReceivedPush];
  assert.deepEqual(notice, {
    title: 'Ada',
    body: 'Hello Mia',
    icon: notice.icon,
    tag: `message-${hello}`,
    url: `/#narrow/dm/${ada.id}-Ada/near/${hello}`,
    time: notice.time,
    lang: 'en',
  });
  assert.match(notice.icon, /^\//);
  assert.equal(ttl, '86400');
  const { public_key } = await mia.get('/web_push/key');
  assert.ok(authorization.startsWith('vapid t=') && authorization.endsWith(`k=${public_key}`));
  assert.deepEqual(await told(), [], 'once');

  await ada.sendMessage('hall', 'weather', 'Nothing for anybody');
  const called = await ada.sendMessage('hall', 'news', 'You, @**Max**');
  assert.deepEqual(await told(), ['Max: You, @Max']);
  assert.equal(brought[0]!.notice.title, 'Ada (#hall › news)');
  assert.match(brought[0]!.notice.url, new RegExp(`^/#narrow/channel/\\d+-hall/topic/news/near/${called}$`));
  await ada.sendDirectMessage([mia, max], 'You two');
  assert.deepEqual((await told()).sort(), ['Max: You two', 'Mia: You two']);
  await mia.post(`/users/me/muted_users/${ada.id}`);
  await ada.sendDirectMessage([mia], 'Muted');
  assert.deepEqual(await told(), []);
  assert.equal(app.webPush.due(Number.MAX_SAFE_INTEGER).size, 0);
});

test('a call rings on a closed browser, and is a message there if nobody answers', async () => {
  const { ada, mia, max, app, brought, told, clock } = await setUp();
  const { call } = await ada.post('/calls', { to: [mia.id, max.id] });
  await pushCalls(app, true);
  assert.deepEqual(brought.map(({ to }) => to).sort(), ['Max', 'Mia']);
  const { notice, ttl, urgency } = brought.find(({ to }) => to === 'Mia')!;
  assert.deepEqual([ttl, urgency], ['45', 'high']);
  assert.deepEqual([notice.title, notice.tag], ['Ada (+1)', `message-${call.message_id}`]);
  const { message_id, url, until } = call;
  assert.deepEqual(notice.call, { message_id, url, until, join: 'Join', decline: 'Decline' });
  assert.deepEqual(await told(), [], 'its message waits');
  await pushCalls(app, true);
  assert.deepEqual(brought, [], 'it rings once');
  await ada.sendDirectMessage([mia], 'Are you there?');
  assert.deepEqual(await told(), ['Mia: Are you there?'], 'other messages do not wait');

  await max.post(`/calls/${call.message_id}/answer`, { answer: 'declined' });
  clock.advance(46);
  endMissedCalls(app);
  assert.deepEqual(await told(), [`Mia: 📞 Join video call (${url})`]);
  assert.equal((brought as ReceivedPush[])[0]!.notice.tag, `message-${call.message_id}`);

  await mia.patch('/do_not_disturb', { until: Math.floor(clock.now() / 1000) + 3600 });
  brought.length = 0;
  await ada.post('/calls', { to: [mia.id] });
  await pushCalls(app, true);
  assert.deepEqual(brought, []);
});

test('notifications follow the settings: off, without content, not while active, not after reading', async () => {
  const { ada, mia, max, told, clock } = await setUp();
  await mia.patch('/settings', { pm_content_in_desktop_notifications: false, default_language: 'de' });
  await ada.sendDirectMessage([mia], 'Secret');
  assert.deepEqual(await told(), ['Mia: Neue Direktnachricht']);
  await mia.patch('/settings', { enable_offline_push_notifications: false });
  await ada.sendDirectMessage([mia], 'Not wanted');
  assert.deepEqual(await told(), []);
  await max.patch('/settings', { enable_online_push_notifications: false });
  await max.post('/users/me/presence', { status: 'active' });
  const seen = await ada.sendDirectMessage([max], 'Seen at the desk');
  await ada.sendDirectMessage([max], 'Not seen at the desk');
  assert.deepEqual(await told(), []);
  await max.post('/messages/flags', { op: 'add', flag: 'read', messages: [seen] });
  clock.advance(300);
  assert.deepEqual(await told(), ['Max: Not seen at the desk']);
});

test('an expired subscription is removed; an unreachable service is retried without duplicates', async () => {
  const { ada, mia, told, answer, app, clock } = await setUp();
  answer.status = 503;
  await ada.sendDirectMessage([mia], 'Later');
  await told();
  answer.status = 201;
  assert.deepEqual(await told(), []);
  clock.advance(61);
  assert.deepEqual(await told(), ['Mia: Later']);
  answer.status = 410;
  await ada.sendDirectMessage([mia], 'Gone');
  await told();
  assert.deepEqual(app.webPush.ofUser(mia.id), []);
  answer.status = 201;
  await ada.sendDirectMessage([mia], 'Nobody there');
  assert.deepEqual(await told(), []);
});

test('a browser receives notifications until its session ends, and only for its last user', async () => {
  const { app, mia, max } = await setUp();
  const url = await mia.team.url;
  const given = { endpoint: 'https://push.example.com/shared', ...new PushBrowser('shared').keys };
  const signIn = (person: TestUser) => {
    const session = openSession(app, app.users.byId(person.id)!);
    app.db.commit();
    return session;
  };
  const ask = async (
    method: string,
    { token, csrf }: { token: string; csrf: string },
    fields: Record<string, string>,
  ) =>
    (
      await fetch(`${url}/json/web_push/subscriptions`, {
        method,
        headers: { Cookie: `${SESSION_COOKIE}=${token}; ${CSRF_COOKIE}=${csrf}`, 'X-CSRFToken': csrf },
        body: new URLSearchParams(fields),
      })
    ).status;
  const first = signIn(mia);
  assert.equal(await ask('POST', first, given), 200);
  assert.equal(app.webPush.byEndpoint(given.endpoint)!.user_id, mia.id);
  const second = signIn(max);
  assert.equal(await ask('POST', second, given), 200);
  assert.equal(app.webPush.byEndpoint(given.endpoint)!.user_id, max.id);
  assert.equal(await ask('DELETE', first, { endpoint: given.endpoint }), 200);
  assert.ok(app.webPush.byEndpoint(given.endpoint), 'it is no longer hers to remove');
  closeSession(app, second.token);
  app.db.commit();
  assert.equal(app.webPush.byEndpoint(given.endpoint), undefined, 'who signs out is told nothing more');
});

test('push endpoints at private addresses are not called, and invalid subscriptions are rejected', async () => {
  const { ada, mia, gus, run, brought, app } = await setUp();
  await ada.sendDirectMessage([mia], 'Hello');
  await run(false);
  assert.deepEqual(brought, []);
  assert.deepEqual(app.webPush.ofUser(mia.id), [], 'such a browser is no browser');
  const { keys } = new PushBrowser('odd');
  for (const endpoint of [
    'http://push.example.com/1',
    'https://me:pass@push.example.com/',
    'nonsense',
    `https://x.example/${'a'.repeat(2000)}`,
  ])
    await assertRejected(
      gus.request('POST', '/web_push/subscriptions', { endpoint, ...keys }),
      'Invalid endpoint',
      'BAD_REQUEST',
    );
  const endpoint = 'https://push.example.com/1';
  await assertRejected(
    gus.request('POST', '/web_push/subscriptions', { endpoint, ...keys, auth: 'short' }),
    'Invalid keys',
    'BAD_REQUEST',
  );
  const noPoint = Buffer.alloc(65, 4).toString('base64url');
  for (const p256dh of ['<b>', '', noPoint])
    await assertRejected(
      gus.request('POST', '/web_push/subscriptions', { endpoint, ...keys, p256dh }),
      'Invalid keys',
      'BAD_REQUEST',
    );
  for (let n = 0; n < 25; n++) await gus.post('/web_push/subscriptions', { endpoint: `${endpoint}/${n}`, ...keys });
  assert.equal(app.webPush.ofUser(gus.id).length, 20);
  await gus.delete('/web_push/subscriptions', { endpoint: `${endpoint}/24` });
  assert.equal(app.webPush.ofUser(gus.id).length, 19);
});

test('a push service that never responds delays only its own users', async () => {
  const { app, mia, max, gus, browserOf, brought } = await setUp();
  const connections: Socket[] = [];
  const silent = createNetServer((connection) => void connections.push(connection));
  const letGo = () => {
    for (const connection of connections) connection.destroy();
    silent.close();
  };
  after(letGo);
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { keys } = new PushBrowser('silent');
  const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  app.db.write(() => app.webPush.add(gus.id, null, address, keys.p256dh, keys.auth, 0));
  browserOf(max, 'Max2');
  await deliverMissedMessages(app, [browsersWith({ allowPrivate: true })]);
  await mia.sendDirectMessage([max, gus], 'hello');
  app.db.commit();
  const held = deliverMissedMessages(app, [browsersWith({ allowPrivate: true })]);
  while (brought.filter(({ to }) => to !== 'Gus').length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await mia.sendDirectMessage([max], 'again');
  app.db.commit();
  await deliverMissedMessages(app, [browsersWith({ allowPrivate: true })]);
  const heard = brought.filter(({ to }) => to !== 'Gus').map(({ to, notice }) => `${to}: ${notice.body}`);
  assert.deepEqual(heard.sort(), ['Max2: again', 'Max2: hello', 'Max: again', 'Max: hello']);
  letGo();
  await held;
});

test('the list of notification targets says what push services did with the last notification of a browser', async () => {
  const { app, mia, max, brought, browserOf, answer, told } = await setUp();
  browserOf(mia, 'laptop');
  const browsers = async () =>
    (await mia.get('/notification_targets')).targets.filter(({ kind }: Reply) => kind === 'browser');
  const test = async (id: string) => prepareTest(app, app.users.byId(mia.id)!, id, true)();
  const [laptop, first] = await browsers();
  assert.deepEqual([laptop.failure, laptop.last_success, laptop.state], [null, null, 'on']);
  const { tag, failure } = await test(laptop.id);
  assert.equal(failure, null);
  assert.deepEqual(
    brought.map(({ to, notice }) => [to, notice.body, notice.tag]),
    [['laptop', 'This is a test notification.', tag]],
  );
  const [tested, other] = await browsers();
  assert.ok(tested.last_success > 0);
  assert.equal(other.last_success, null);
  await max.sendDirectMessage([mia], 'Hello');
  await told();
  assert.ok((await browsers())[1].last_success > 0);
  for (const [status, expected] of [
    [500, 'unreachable'],
    [400, 'rejected'],
  ] as const) {
    answer.status = status;
    assert.equal((await test(first.id)).failure, expected);
    assert.equal((await browsers())[1].failure, expected);
  }
  answer.status = 410;
  assert.equal((await test(first.id)).failure, 'unregistered');
  assert.deepEqual(
    (await browsers()).map(({ id }: Reply) => id),
    [laptop.id],
  );
  await assertRejected(max.request('POST', `/notification_targets/${laptop.id}/test`), 'Unknown notification target');
});

test('closed browsers get no notifications while do not disturb holds, and none of them afterwards', async () => {
  const { ada, mia, told, clock } = await setUp();
  await mia.patch('/do_not_disturb', { until: Math.floor(clock.now() / 1000) + 3600 });
  await ada.sendDirectMessage([mia], 'at night');
  assert.deepEqual(await told(), []);
  clock.advance(3601);
  await ada.sendDirectMessage([mia], 'in the morning');
  assert.deepEqual(await told(), ['Mia: in the morning']);
});

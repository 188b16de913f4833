import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../../src/declarations.ts';
import { getStatuses, sendRaw } from '../../support/raw-requests.ts';
import { assertRejected, newTeam, type Reply } from '../../support/team.ts';

const assertPrivate = ({ headers }: Reply, what: string) => {
  assert.equal(headers.get('cache-control'), 'no-store', `${what}: cache-control`);
  assert.equal(headers.get('x-content-type-options'), 'nosniff', `${what}: nosniff`);
  assert.match(headers.get('content-type'), /^application\/json/, `${what}: content-type`);
};

test('an unknown path returns a JSON 404', async () => {
  const { team, mia } = newTeam();
  for (const path of [
    '/nothing',
    '/',
    '/messages/',
    '/api/v2/messages',
    '/api/v1',
    '/json/nothing',
    '/messages/1/nothing/2',
    '/%FF',
    '/events%00',
  ]) {
    const reply = await mia.request('GET', path);
    assert.deepEqual([reply.status, reply.result], [404, 'error'], path);
    assertPrivate(reply, path);
  }
  assert.equal((await team.request('POST', '/nothing', { a: 1 })).status, 404);
});

test('a wrong method returns a JSON 405 that names the allowed ones', async () => {
  const { mia } = newTeam();
  const methods = new Map<string, Set<string>>();
  const roots = new Set<string>();
  for (const { path, method, root, developmentOnly } of endpoints) {
    if (developmentOnly) continue;
    const shape = path.replace(/\{\w+\}/g, '1');
    if (root) roots.add(shape);
    methods.set(shape, (methods.get(shape) ?? new Set()).add(method));
  }
  const shapes = [...methods].filter(
    ([shape]) =>
      !shape.includes('1') ||
      ![...methods.keys()].some(
        (other) => other !== shape && other.split('/').length === shape.split('/').length && matches(other, shape),
      ),
  );
  for (const [path, allowed] of shapes) {
    const wrong = ['PUT', 'PATCH', 'DELETE', 'POST'].find((method) => !allowed.has(method))!;
    const reply = await mia.request(wrong, roots.has(path) ? `/api/..${path}` : path, { a: 'b' });
    assert.deepEqual([reply.status, reply.result], [405, 'error'], `${wrong} ${path}`);
    const told = new Set(reply.headers.get('allow').split(/, */));
    for (const method of allowed) assert.ok(told.has(method), `${path}: Allow has ${method}`);
    assertPrivate(reply, path);
  }
});

test('a literal path segment takes precedence over a parameter in its place', async () => {
  const { ada, mia } = newTeam();
  const { id } = await ada.post('/channels/create', { name: 'design', subscribers: [mia.id] });
  await mia.patch(`/users/me/subscriptions/${id}`, { property: 'is_muted', value: true });
  assert.equal((await mia.get(`/users/${mia.id}/subscriptions/${id}`)).is_subscribed, true);
  const reply = await mia.request('POST', `/users/me/subscriptions/${id}`);
  assert.deepEqual([reply.status, reply.headers.get('allow').split(', ').sort()], [405, ['GET', 'PATCH']]);
  const own = await mia.request('GET', '/users/me/status');
  assert.deepEqual([own.status, own.headers.get('allow')], [405, 'POST'], 'nobody’s number is `me`');
  for (const near of ['/users/me/', `/users/${mia.id}/`, '/Users/me', `/USERS/${mia.id}`])
    assert.equal((await mia.request('GET', near)).status, 404, `${near}: paths are taken to the letter`);
});

const matches = (literal: string, pattern: string) => {
  const parts = pattern.split('/');
  return literal.split('/').every((part, at) => part === parts[at] || parts[at] === '1');
};

test('parameter errors name the parameter', async () => {
  const { mia } = newTeam();
  const of = (method: string, path: string, fields: object) =>
    mia.request(method, path, fields as Record<string, unknown>);
  const missing = await assertRejected(
    of('POST', '/messages', { to: '1', content: 'x' }),
    "Missing 'type' argument",
    'REQUEST_VARIABLE_MISSING',
  );
  assert.deepEqual([missing.status, missing.var_name], [400, 'type']);
  const json = await assertRejected(
    of('POST', '/messages/flags', { messages: '[1,', op: 'add', flag: 'read' }),
    'Argument "messages" is not valid JSON.',
    'INVALID_JSON',
  );
  assert.equal(json.status, 400);
  const both = await assertRejected(
    of('POST', '/messages', { type: 'channel', to: 'x', content: 'x', topic: 'a', subject: 'b' }),
    "Can't decide between 'topic' and 'subject' arguments",
    'REQUEST_CONFUSING_VAR',
  );
  assert.deepEqual([both.status, both.var_name1, both.var_name2], [400, 'topic', 'subject']);
  await assertRejected(
    of('POST', '/messages/flags', { messages: '{}', op: 'add', flag: 'read' }),
    'messages is not a list',
    'BAD_REQUEST',
  );
  await assertRejected(
    of('POST', '/messages/flags', { messages: '[1,"2"]', op: 'add', flag: 'read' }),
    'messages[1] is not an integer',
  );
});

test('an unknown parameter is reported in the response, and nothing else is', async () => {
  const { mia } = newTeam();
  const reply = await mia.get('/users/me', { tint: 'blue', client: 'mine' });
  assert.deepEqual(reply.ignored_parameters_unsupported, ['tint']);
  assert.equal((await mia.get('/users/me')).ignored_parameters_unsupported, undefined);
  assert.deepEqual((await mia.get('/users/me', { __proto__x: '1', constructor: '2' })).ignored_parameters_unsupported, [
    '__proto__x',
    'constructor',
  ]);
});

test('a bug returns 500 without details, and is logged under the id in the response', async () => {
  const { team, app, mia } = newTeam();
  const logged: { err: Error; request: string }[] = [];
  app.log.error = ((entry: { err: Error; request: string }) => void logged.push(entry)) as typeof app.log.error;
  app.users.byEmail = () => {
    throw new Error('the secret of /srv/klatch.db');
  };
  for (const asking of [
    mia.request('GET', '/users/me'),
    mia.request('POST', '/messages', { type: 'direct', to: [1], content: 'x' }),
    mia.request('GET', '/events', { queue_id: 'x' }),
    team.request('POST', '/fetch_api_key', { username: 'x@example.com', password: 'x' }),
  ]) {
    const reply = await asking;
    const { status, headers, ...body } = reply;
    assert.equal(status, 500);
    assert.deepEqual(Object.keys(body).sort(), ['code', 'msg', 'result']);
    assert.doesNotMatch(JSON.stringify(body), /secret|srv/);
    const entry = logged.find(({ request }) => request === headers.get('x-request-id'));
    assert.match(String(entry?.err), /the secret of/);
    assertPrivate(reply, 'a bug');
  }
});

test('a write that throws halfway leaves no changes', async () => {
  const { app, mia, max, ada } = newTeam();
  await ada.post('/channels/create', { name: 'design', subscribers: [mia.id, max.id] });
  const queue = await max.registerQueue({ event_types: ['message'] });
  const lastId = await mia.sendMessage('design', 'lunch', 'one');
  const { rememberSent } = app.messages;
  app.messages.rememberSent = () => {
    throw new Error('half-way');
  };
  const sending = { type: 'channel', to: 'design', topic: 'lunch', content: 'two', queue_id: 'q', local_id: '1' };
  assert.equal((await mia.request('POST', '/messages', sending)).status, 500);
  app.messages.rememberSent = rememberSent;
  const { id } = await mia.post('/messages', { ...sending, content: 'three' });
  assert.ok(id > lastId);
  assert.deepEqual(
    (await queue.events()).map(({ message }) => message.content),
    ['<p>one</p>', '<p>three</p>'],
  );
});

test('every response forbids caching', async () => {
  const { team, mia } = newTeam();
  assertPrivate(await mia.request('GET', '/users/me'), 'success');
  assertPrivate(await mia.request('GET', '/messages/99'), 'refusal');
  assertPrivate(await team.request('GET', '/users/me'), 'unauthorized');
  assertPrivate(await team.request('GET', '/server_settings'), 'public');
  const queue = await mia.registerQueue();
  assertPrivate(
    await mia.request('GET', '/events', { queue_id: queue.id, last_event_id: -1, dont_block: true }),
    'poll',
  );
  const held = mia.request('GET', '/events', { queue_id: queue.id, last_event_id: -1 });
  await mia.sendDirectMessage([], '').catch(() => {});
  await mia.sendDirectMessage([mia], 'myself');
  const heard = await held;
  assert.equal(heard.events.length, 1);
  assertPrivate(heard, 'held poll');
  assertPrivate(await mia.request('GET', '/events', { queue_id: 'nonsense' }), 'refused poll');
});

test('malformed requests are rejected and never cause a server error', async () => {
  const { team, mia } = newTeam();
  const authorization = `Basic ${Buffer.from(`${mia.email}:${mia.apiKey}`).toString('base64')}`;
  const attempts: [string, string, Record<string, unknown>?, Record<string, string>?][] = [
    ['GET', '/json/users/me', {}, { cookie: 'sessionid=%E0%A4%A' }],
    ['GET', '/users/me', {}, { authorization: 'Basic !!!' }],
    ['GET', '/users/me', {}, { authorization: 'Basic' }],
    ['GET', '/users/me', {}, { authorization: 'Bearer abc' }],
    ['GET', '/users/me', {}, { authorization: `Basic ${Buffer.from(':').toString('base64')}` }],
    ['GET', '/messages/%FF', {}, { authorization }],
    ['GET', '/messages/99999999999999999999', {}, { authorization }],
    ['GET', '/users/-1', {}, { authorization }],
    ['GET', '/users/%00', {}, { authorization }],
    ['GET', '/get_stream_id', { stream: '\0' }, { authorization }],
    ['PUT', '/events', { queue_id: 'x' }, { authorization }],
    ['POST', '/messages', { type: 'channel', to: '\ud800', content: '\0' }, { authorization }],
    ['POST', '/messages', { type: 'channel', to: { a: 1 }, content: 'x' }, { authorization }],
  ];
  for (const [method, path, fields, headers] of attempts) {
    const reply = await team.request(method, path, fields, headers);
    assert.ok(reply.status >= 400 && reply.status < 500, `${method} ${path}: ${reply.status} ${reply.msg}`);
    assert.equal(reply.result, 'error');
  }
  const queue = await mia.registerQueue();
  const head = await fetch(`${await team.url}/api/v1/events?queue_id=${queue.id}&dont_block=true`, {
    method: 'HEAD',
    headers: { authorization },
  });
  assert.ok(head.status < 500, `HEAD /events: ${head.status}`);
});

test('a body of GET or HEAD is refused with an explanation, and ends the connection', async () => {
  const { team } = newTeam();
  const url = await team.url;
  const next = 'GET /api/v1/server_settings HTTP/1.1\r\nHost: klatch\r\n\r\n';
  const bodies = [
    'Content-Length: 3\r\n\r\na=b',
    'Content-Length: 003\r\n\r\na=b',
    'Content-Length: 300\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n',
    'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ];
  for (const path of ['/api/v1/server_settings', '/api/v1/streams/1', '/health', '/nowhere'])
    for (const method of ['GET', 'HEAD'])
      for (const body of bodies) {
        const received = await sendRaw(url, `${method} ${path} HTTP/1.1\r\nHost: klatch\r\n${body}${next}`, 1);
        assert.deepEqual(getStatuses(received), [400], `${method} ${path} ${body}`);
        assert.match(received, /^Connection: close/im);
        if (method === 'GET')
          assert.match(received, /"result":"error","msg":"A GET request cannot have a body\. Put its/);
      }
});

test('requests without a body may say so, and others may have one', async () => {
  const { team } = newTeam();
  const url = await team.url;
  for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])
    for (const length of ['0', '00']) {
      const request = `${method} /api/v1/server_settings HTTP/1.1\r\nHost: klatch\r\nContent-Length: ${length}\r\n\r\n`;
      const statuses = getStatuses(await sendRaw(url, request + request, 2));
      assert.equal(statuses.length, 2, `${method}: the connection stays open`);
      if (method === 'GET') assert.deepEqual(statuses, [200, 200]);
    }
  const form = 'Content-Type: application/x-www-form-urlencoded\r\n';
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])
    for (const body of ['Content-Length: 3\r\n\r\na=b', 'Transfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n']) {
      const request = `${method} /api/v1/users/me/status HTTP/1.1\r\nHost: klatch\r\n${form}${body}`;
      assert.equal(getStatuses(await sendRaw(url, request + request, 2)).length, 2, `${method} ${body}`);
    }
});

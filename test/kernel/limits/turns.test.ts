import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { TSchema } from 'typebox';
import type { App } from '../../../src/app.ts';
import { sendChannelMessage } from '../../../src/chat/messages/send/actions.ts';
import { endpoints } from '../../../src/declarations.ts';
import type { Endpoint } from '../../../src/kernel/http/endpoint.ts';
import { LIMITS } from '../../../src/limits.ts';
import { newTeam, type Reply, type TestUser } from '../../support/team.ts';

/** Statements, rows, and thousands of characters that one turn of the event loop may read or write. */
const MOST_WORK = 15_000;

/** Counts what the database does in each turn of the event loop. The result returns the most since its last call. */
function watchWork(t: TestContext, app: App): () => number {
  let inTurn = 0;
  let most = 0;
  let isWatching = true;
  const count = (work: number) => {
    inTurn += work;
    most = Math.max(most, inTurn);
  };
  const statement = Object.getPrototypeOf(app.db.prepareStatement('SELECT 1'));
  for (const method of ['run', 'get', 'all'] as const) {
    const original = statement[method];
    t.mock.method(statement, method, function (this: unknown, ...parameters: unknown[]) {
      const result = original.apply(this, parameters);
      count(1 + textSize(parameters) + (method === 'run' ? 0 : getSize(result)));
      return result;
    });
  }
  const watch = async () => {
    while (isWatching) {
      await turn();
      inTurn = 0;
    }
  };
  void watch();
  t.after(() => {
    isWatching = false;
  });
  return () => {
    const result = most;
    most = 0;
    return result;
  };
}

/** One for each row, and for each thousand characters. */
const getSize = (value: unknown): number =>
  Array.isArray(value) ? value.reduce((sum, row) => sum + 1 + textSize(row), 0) : textSize(value);

function textSize(value: unknown): number {
  if (typeof value === 'string') return value.length / 1000;
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return 0;
  return Object.values(value).reduce((sum, each) => sum + (typeof each === 'string' ? each.length / 1000 : 0), 0);
}

const numbers = (count: number, first = 1) => Array.from({ length: count }, (_, at) => first + at);

interface Shape {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Shape[];
  items?: Shape;
  maxItems?: number;
  properties?: Record<string, Shape>;
  required?: readonly string[];
  patternProperties?: Record<string, Shape>;
}

const isLong = (shape: Shape): boolean =>
  shape.type === 'array' ||
  shape.patternProperties !== undefined ||
  Object.values(shape.properties ?? {}).some(isLong) ||
  (shape.anyOf ?? []).some(isLong);

/** A value of a shape, with lists of the length `count` or of the most allowed. */
function largest(shape: Shape, count: number, at = 1): unknown {
  if (shape.anyOf) return largest(shape.anyOf.find(isLong) ?? shape.anyOf[0]!, count, at);
  if ('const' in shape) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.type === 'array')
    return numbers(Math.min(count, shape.maxItems ?? count)).map((n) => largest(shape.items ?? {}, 3, n));
  if (shape.patternProperties) {
    const [part] = Object.values(shape.patternProperties);
    return Object.fromEntries(numbers(count).map((n) => [`k${n}`, largest(part!, 3, n)]));
  }
  if (shape.type === 'object')
    return Object.fromEntries(
      Object.entries(shape.properties ?? {})
        .filter(([name, part]) => shape.required?.includes(name) || isLong(part))
        .map(([name, part]) => [name, largest(part, isLong(part) ? count : 3, at)]),
    );
  if (shape.type === 'integer' || shape.type === 'number') return at;
  return shape.type === 'boolean' ? true : `n${at}`;
}

/** A request whose lists are as long as a form allows, one endpoint and list at a time. */
function* longRequests(): Generator<{ name: string; endpoint: Endpoint; fields: Record<string, unknown> }> {
  for (const endpoint of endpoints) {
    if (endpoint.developmentOnly || endpoint.hold) continue;
    const parameters = Object.entries(endpoint.params as Record<string, TSchema & Shape & { '~optional'?: unknown }>);
    for (const [name, shape] of parameters.filter(([, each]) => isLong(each))) {
      const others = parameters.filter(
        ([other, each]) => other !== name && !('~optional' in each || 'default' in each),
      );
      const most = endpoint.method === 'GET' ? LIMITS.head_bytes : LIMITS.form_bytes;
      let count: number = LIMITS.list_items;
      let fields: Record<string, unknown> = {};
      do {
        fields = Object.fromEntries(others.map(([other, each]) => [other, largest(each, 3)]));
        fields[name] = largest(shape, count);
        count = Math.floor(count / 2);
      } while (new URLSearchParams({ x: JSON.stringify(fields) }).toString().length > most * 0.9);
      yield { name: `${endpoint.method} ${endpoint.path} (${name})`, endpoint, fields };
    }
  }
}

test('no request with a list of maximum length does much work in one turn', { timeout: 300_000 }, async (t) => {
  const { app, ada } = newTeam();
  const mostWork = watchWork(t, app);
  let count = 0;
  for (const { name, endpoint, fields } of longRequests()) {
    mostWork();
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, part: string) => String(fields[part]));
    const reply = await ada.request(endpoint.method, path, fields);
    const work = mostWork();
    assert.ok(reply.status < 500, `${name}: ${reply.msg}`);
    assert.ok(work < MOST_WORK, `${name}: ${work}`);
    count++;
  }
  assert.ok(count > 80, `${count} requests`);
});

const CHANNELS = numbers(500).map((n) => ({ name: `channel ${n}`, description: 'what it is about' }));
const NAMES = CHANNELS.map(({ name }) => name);
const WHOLE = { anchor: 'newest', num_before: 400, num_after: 0 };
const IN_PLANS = { ...WHOLE, narrow: [['channel', 'plans']] };

/** The largest requests that change or return something, in this order. `people` and `messages` are ids. */
const LARGE: Record<string, (who: TestUser, people: number[], messages: number[]) => Promise<Reply>> = {
  'new channels': (who) => who.post('/users/me/subscriptions', { subscriptions: CHANNELS }),
  'leave channels': (who) => who.delete('/users/me/subscriptions', { subscriptions: NAMES }),
  'join channels': (who) => who.patch('/users/me/subscriptions', { add: CHANNELS.map(({ name }) => ({ name })) }),
  'leave in another way': (who) => who.patch('/users/me/subscriptions', { delete: NAMES }),
  'subscribe others': (who, principals) =>
    who.post('/users/me/subscriptions', { subscriptions: CHANNELS.slice(0, 100), principals }),
  'unsubscribe others': (who, principals) =>
    who.delete('/users/me/subscriptions', { subscriptions: NAMES.slice(0, 100), principals }),
  'fetch long messages': (who) => who.get('/messages', WHOLE),
  'fetch their source': (who) => who.get('/messages', { ...WHOLE, apply_markdown: false }),
  'fetch them by id': (who, _, message_ids) => who.get('/messages', { message_ids }),
  'search in them': (who) => who.get('/messages', { ...WHOLE, narrow: [['search', 'emoji']] }),
  'match them': (who, _, msg_ids) => who.get('/messages/matches_narrow', { msg_ids, narrow: [['search', 'emoji']] }),
  'mark a narrow as read': (who) => who.post('/messages/flags/narrow', { ...IN_PLANS, op: 'add', flag: 'read' }),
  'star a narrow': (who) => who.post('/messages/flags/narrow', { ...IN_PLANS, op: 'add', flag: 'starred' }),
  'mark messages as unread': (who, _, messages) =>
    who.post('/messages/flags', { messages, op: 'remove', flag: 'read' }),
  'mark everything as read': (who) => who.post('/mark_all_as_read'),
  'store texts': (who) =>
    who.request('PUT', '/bot_storage', { storage: Object.fromEntries(numbers(10_000).map((n) => [`k${n}`, 'v'])) }),
  drafts: (who) =>
    who.post('/drafts', { drafts: numbers(5000).map((n) => ({ type: '', to: [], topic: '', content: `${n}` })) }),
};

test('the largest requests that change something do it in steps', { timeout: 300_000 }, async (t) => {
  const { team, app, ada, mia } = newTeam();
  const people = numbers(60).map((n) => team.addUser(`Person${n}`, 400).id);
  await mia.post('/channels/create', { name: 'plans', subscribers: [mia.id, ada.id] });
  const messages = numbers(400).map(() => 0);
  const content = `emoji ${'😀'.repeat(9_990)}`;
  for (const at of messages.keys())
    messages[at] = sendChannelMessage(app, app.users.byId(mia.id)!, { channel: 'plans', topic: 'x' }, content, {
      client: 'test',
    }).id;
  app.db.commit();
  const mostWork = watchWork(t, app);
  for (const [name, request] of Object.entries(LARGE)) {
    mostWork();
    const reply = await request(ada, people, messages);
    assert.equal(reply.status, 200, `${name}: ${reply.msg}`);
    const work = mostWork();
    assert.ok(work < MOST_WORK, `${name}: ${work}`);
  }
});

test('whatever uses the search index indexes the newest messages in steps', { timeout: 300_000 }, async (t) => {
  const { app, ada, mia } = newTeam();
  await mia.post('/channels/create', { name: 'plans', subscribers: [mia.id, ada.id] });
  const id = await mia.sendMessage('plans', 'x', 'first');
  const message = { ...app.messages.byId(id)!, content: `${'é'.repeat(9_990)} end`, rendered_content: '' };
  const mostWork = watchWork(t, app);
  const requests: Record<string, (narrow: unknown, id: number) => Promise<Reply>> = {
    fetch: (narrow) => ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow }),
    'fetch by id': (narrow, id) => ada.get('/messages', { message_ids: [id], narrow }),
    match: (narrow, id) => ada.get('/messages/matches_narrow', { msg_ids: [id], narrow }),
    flag: (narrow) =>
      ada.post('/messages/flags/narrow', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow,
        op: 'add',
        flag: 'read',
      }),
  };
  const terms = [
    ['search', 'end'],
    ['sender', mia.id],
    ['has', 'link'],
    ['is', 'mentioned'],
  ];
  for (const [at, [name, request]] of Object.entries(requests).entries()) {
    app.db.write(() => {
      for (let count = 0; count < 250; count++) app.messages.add(message);
    });
    app.db.commit();
    await turn();
    mostWork();
    const reply = await request([terms[at]], id);
    assert.equal(reply.status, 200, `${name}: ${reply.msg}`);
    const work = mostWork();
    assert.ok(work < 1500, `${name}: ${work}`);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../src/declarations.ts';
import type { Reply, TestUser } from '../support/team.ts';
import { CRAWL, registrations, type Targets } from './crawl.ts';
import { createOrganization } from './organization-with-secrets.ts';
import { PERSONAL_DATA_REQUESTS } from './personal-data.ts';
import { ABSENT_WORD, assertSameResponse, readText } from './secrets.ts';

const there = await createOrganization();
/** Insiders have queues that outsiders try to read. */
const insideQueue = await there.mia.registerQueue();
const { app, secrets, everybody, queues } = there;
const targets: Targets = {
  messageIds: Array.from({ length: app.messages.lastId() + 2 }, (_, at) => at + 1),
  channelIds: Array.from({ length: Math.max(...secrets.channelIds) + 1 }, (_, at) => at + 1),
  channelNames: ['hall', 'plaza', there.vaultName],
  userIds: [...everybody.map(({ id }) => id), 9999],
  emails: [...everybody.flatMap(({ id, email }) => [email, `user${id}@klatch.example`])],
  topics: ['news', 'shared topic', ''],
  words: [...secrets.words, ABSENT_WORD],
  queueIds: [insideQueue.id],
};

type SendRequest = (method: string, path: string, fields?: Record<string, unknown>) => Promise<Reply>;

/** Endpoints outside /api/v1. */
const ROOT_PATHS = new Set(endpoints.filter(({ root }) => root).map(({ path }) => path));
const FOR_ALL = new Set(endpoints.filter(({ auth }) => auth === 'public').map(({ path }) => path));
const notForAll = Object.keys(CRAWL).filter((path) => !FOR_ALL.has(path));

/** Sends every request (at most `most` per endpoint) and asserts that no response contains a secret from `name`. */
async function crawl(name: string, ask: SendRequest, most = Infinity, paths = Object.keys(CRAWL)): Promise<number> {
  let count = 0;
  const seen = new Set<string>();
  const look = async (method: string, path: string, fields: Record<string, unknown>) => {
    const reply = await ask(method, path, fields);
    count += 1;
    const asked = `${name}: ${method} ${path} ${JSON.stringify(fields)}`;
    assert.ok(reply.status < 500, `${asked} answered ${reply.status}`);
    const text = readText(reply);
    if (seen.has(text)) return;
    seen.add(text);
    const request = decodeURIComponent(path) + JSON.stringify(fields);
    for (const word of secrets.leaks(name, text)) {
      const said = secrets.what(word);
      assert.ok(request.includes(word), `${asked} tells ${said}: ${text.slice(0, 500)}`);
      const renamed = (given: string) => given.replaceAll(word, ABSENT_WORD);
      const control = await ask(method, renamed(path), JSON.parse(renamed(JSON.stringify(fields))));
      assertSameResponse(reply, word, control, ABSENT_WORD, `${asked} tells that there is ${said}`);
    }
    if (reply.result === 'success') assert.deepEqual(secrets.hiddenIds(name, reply), [], asked);
    if (path === '/register') assert.deepEqual(reply.starred_messages ?? [], [], `${name} has starred nothing`);
  };
  const questions = paths.flatMap((path) => {
    const beside = ROOT_PATHS.has(path) ? '/api/..' : '';
    return [...CRAWL[path]!(targets)]
      .slice(0, most)
      .map(([real, fields]): [string, Record<string, unknown>] => [beside + real, fields]);
  });
  const everything: [string, string, Record<string, unknown>][] = questions.map((question) => ['GET', ...question]);
  for (const fields of [...registrations(targets.channelNames)].slice(0, most))
    everything.push(['POST', '/register', fields]);
  while (everything.length > 0) await Promise.all(everything.splice(0, 16).map((question) => look(...question)));
  return count;
}

const asPerson =
  (person: TestUser): SendRequest =>
  (method, path, fields) =>
    person.request(method, path, fields);

test('every GET endpoint is crawled', () => {
  const asked = new Set(Object.keys(CRAWL));
  const declared = endpoints
    .filter(({ method, developmentOnly }) => method === 'GET' && !developmentOnly)
    .map(({ path }) => path);
  assert.deepEqual(
    declared.filter((path) => !asked.has(path)),
    [],
    'these need an entry in crawl.ts',
  );
  assert.deepEqual(
    [...asked].filter((path) => !declared.includes(path)),
    [],
    'these are gone',
  );
});

test('the crawl finds what the user may read', async () => {
  const { mia } = there;
  const found = new Set<string>();
  for (const path of [
    '/messages',
    '/streams',
    '/users/me/{stream_id}/topics',
    '/users/{user_id}/status',
    ...PERSONAL_DATA_REQUESTS,
  ])
    for (const [real, fields] of CRAWL[path]!({ ...targets, words: [], messageIds: targets.messageIds.slice(0, 1) }))
      for (const word of readText(await mia.request('GET', real, fields)).match(/hush\w{3}q/g) ?? []) found.add(word);
  const missed = secrets.words.filter((word) => secrets.leaks('Mia', word).length === 0 && !found.has(word));
  assert.deepEqual(
    missed
      .map((word) => secrets.what(word))
      .filter((what) => !/mutes|typed|name of someone|status of someone|address|deleted/.test(what)),
    [],
  );
});

for (const name of ['abe', 'noa', 'robo', 'gus', 'lea', 'rex', 'late'] as const)
  test(`${name} finds no secret with any request`, async (t) => {
    const person = there[name];
    const count = await crawl(person.name, asPerson(person));
    t.diagnostic(`${count} questions`);
    assert.ok(count > 500);
  });

test('a deactivated user receives nothing at all', async () => {
  const { dea } = there;
  await crawl(
    dea.name,
    async (method, path, fields) => {
      const reply = await dea.request(method, path, fields);
      assert.deepEqual([reply.status, reply.code], [401, 'USER_DEACTIVATED'], path);
      return reply;
    },
    5,
    notForAll,
  );
});

test('a visitor without an account finds no secret', async () => {
  const visitor: SendRequest = (method, path, fields) =>
    there.team.request(method, path.startsWith('/api/') ? path : `/json${path}`, fields);
  await crawl('visitor', visitor);
  const seen = await visitor('GET', '/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: 'channels', operand: 'web-public' }],
  });
  assert.ok(seen.messages.length > 0, 'but what is said in a web-public channel');
  assert.ok(seen.messages.every(({ stream_id }: Reply) => stream_id === there.plaza));
});

test('without web-public access, a visitor can only find out how to sign in', async () => {
  const { team } = there;
  app.db.write(() => app.realm.set('enable_spectator_access', false));
  await crawl(
    'visitor',
    async (method, path, fields) => {
      const reply = await team.request(method, path.startsWith('/api/') ? path : `/json${path}`, fields);
      assert.deepEqual([reply.status, reply.code], [401, 'UNAUTHORIZED'], path);
      return reply;
    },
    5,
    notForAll,
  );
  app.db.write(() => app.realm.set('enable_spectator_access', true));
});

test('no outsider’s event queue contained a secret', async () => {
  const { dea } = there;
  let count = 0;
  for (const queue of queues) {
    if (queue.owner === dea) continue;
    const events = await queue.events();
    count += events.length;
    for (const event of events) {
      const told = `${queue.owner.name} hears ${event.type}/${event.op}`;
      const leaked = secrets.leaks(queue.owner.name, JSON.stringify(event), true);
      assert.deepEqual(
        leaked.map((word) => secrets.what(word)),
        [],
        `${told}: ${JSON.stringify(event).slice(0, 500)}`,
      );
      assert.deepEqual(secrets.hiddenIds(queue.owner.name, event), [], told);
    }
  }
  assert.ok(count > 100, `${count} events`);
});

/** Requests that name an object without access. `{}` stands for its id. */
const PROBES: Record<
  'message' | 'channel' | 'name' | 'user',
  [method: string, path: string, fields?: Record<string, unknown>][]
> = {
  message: [
    ['GET', '/messages/{}'],
    ['DELETE', '/messages/{}'],
    ['GET', '/messages/{}/read_receipts'],
    ['POST', '/messages/{}/reactions', { emoji_name: 'heart' }],
    ['DELETE', '/messages/{}/reactions', { emoji_name: 'heart' }],
    ['POST', '/messages/flags', { messages: '[{}]', op: 'add', flag: 'starred' }],
    ['POST', '/messages/flags', { messages: '[{}]', op: 'add', flag: 'read' }],
    ['POST', '/messages/flags', { messages: '[{}]', op: 'remove', flag: 'read' }],
    ['GET', '/messages', { message_ids: '[{}]' }],
    ['GET', '/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow: '[{"operator":"id","operand":{}}]' }],
    [
      'GET',
      '/messages',
      { anchor: 'newest', num_before: 9, num_after: 0, narrow: '[{"operator":"with","operand":{}}]' },
    ],
    ['GET', '/messages/matches_narrow', { msg_ids: '[{}]', narrow: '[]' }],
    ['POST', '/messages/{}/typing', { op: 'start' }],
  ],
  channel: [
    ['GET', '/streams/{}'],
    ['GET', '/users/me/{}/topics'],
    ['GET', '/streams/{}/members'],
    ['GET', '/streams/{}/email_address'],
    ['PATCH', '/streams/{}', { description: 'x' }],
    ['PATCH', '/streams/{}', { new_name: 'x', is_private: 'true' }],
    ['DELETE', '/streams/{}'],
    ['POST', '/streams/{}/email_address/replace'],
    ['POST', '/streams/{}/delete_topic', { topic_name: 'shared topic' }],
    ['GET', '/users/1/subscriptions/{}'],
    ['PATCH', '/users/me/subscriptions/{}', { property: 'is_muted', value: 'true' }],
    ['PATCH', '/users/me/subscriptions/muted_topics', { stream_id: '{}', topic: 'shared topic', op: 'add' }],
    ['POST', '/default_streams', { stream_id: '{}' }],
    ['POST', '/messages', { type: 'channel', to: '{}', topic: 'x', content: 'x' }],
    ['POST', '/mark_stream_as_read', { stream_id: '{}' }],
    ['POST', '/mark_topic_as_read', { stream_id: '{}', topic_name: 'shared topic' }],
    ['POST', '/user_topics', { stream_id: '{}', topic: 'shared topic', visibility_policy: '1' }],
    ['POST', '/typing', { type: 'stream', op: 'start', stream_id: '{}', topic: 'x' }],
    [
      'POST',
      '/users/me/subscriptions/properties',
      { subscription_data: '[{"stream_id":{},"property":"is_muted","value":true}]' },
    ],
    [
      'GET',
      '/messages',
      { anchor: 'newest', num_before: 9, num_after: 0, narrow: '[{"operator":"channel","operand":{}}]' },
    ],
    [
      'POST',
      '/messages/flags/narrow',
      {
        anchor: 'oldest',
        num_before: '0',
        num_after: '9',
        op: 'add',
        flag: 'read',
        narrow: '[{"operator":"channel","operand":{}}]',
      },
    ],
  ],
  name: [
    ['GET', '/get_stream_id', { stream: '{}' }],
    ['PATCH', '/users/me/subscriptions/muted_topics', { stream: '{}', topic: 'shared topic', op: 'add' }],
    ['POST', '/messages', { type: 'channel', to: '{}', topic: 'x', content: 'x' }],
    ['POST', '/messages', { type: 'channel', to: 'hall', topic: 'x', content: '#**{}** and #**{}>shared topic**' }],
    ['DELETE', '/users/me/subscriptions', { subscriptions: '["{}"]' }],
    [
      'GET',
      '/messages',
      { anchor: 'newest', num_before: 9, num_after: 0, narrow: '[{"operator":"channel","operand":"{}"}]' },
    ],
    [
      'POST',
      '/messages/flags/narrow',
      {
        anchor: 'oldest',
        num_before: '0',
        num_after: '9',
        op: 'add',
        flag: 'read',
        narrow: '[{"operator":"stream","operand":"{}"}]',
      },
    ],
  ],
  user: [
    ['GET', '/users/{}'],
    ['GET', '/users/{}/presence'],
    ['GET', '/user_groups/8/members/{}'],
    ['GET', '/users/{}/subscriptions/1'],
    ['POST', '/messages', { type: 'direct', to: '[{}]', content: 'x' }],
    ['POST', '/typing', { type: 'direct', op: 'start', to: '[{}]' }],
    ['GET', '/users', { user_ids: '[{}]' }],
  ],
};

test('an object without access gets the same response as one that does not exist', async () => {
  const {
    noa,
    mona,
    gus,
    robo,
    lea,
    abe,
    rex,
    late,
    inside,
    gap,
    direct,
    gone,
    vault,
    tomb,
    diary,
    vaultName,
    stranger,
  } = there;
  const probe = async (person: TestUser, kind: keyof typeof PROBES, real: string | number, unreal: string | number) => {
    for (const [method, path, fields = {}] of PROBES[kind]) {
      if (person === robo && path.endsWith('/typing')) continue;
      const ask = (what: string | number) => {
        const put = (text: string) => text.replaceAll('{}', String(what));
        return person.request(
          method,
          put(path),
          Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, put(String(value))])),
        );
      };
      const [there, nowhere] = [await ask(real), await ask(unreal)];
      const plain = ({ id: _id, ...reply }: Reply) => reply;
      assertSameResponse(
        plain(there) as Reply,
        String(real),
        plain(nowhere) as Reply,
        String(unreal),
        `${person.name}: ${method} ${path} ${JSON.stringify(fields)} of ${kind} ${real}`,
      );
    }
  };
  for (const person of [noa, mona, robo, gus, lea]) {
    for (const id of [inside, gap, direct, gone]) await probe(person, 'message', id, 987_654);
    for (const id of [vault, tomb, diary]) await probe(person, 'channel', id, 987_654);
    await probe(person, 'name', vaultName, ABSENT_WORD);
  }
  for (const id of [inside, gap, direct, gone]) await probe(abe, 'message', id, 987_654);
  for (const person of [rex, late]) await probe(person, 'message', gap, 987_654);
  await probe(gus, 'user', stranger.id, 987_654);
  assert.ok(secrets.words.length > 20);
});

import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { pino } from 'pino';
import { cleanDescription } from '../../../src/chat/channels/channels/rules.ts';
import { isPublic } from '../../../src/kernel/http/outgoing.ts';
import { LIMITS } from '../../../src/limits.ts';
import { renderMessage } from '../../../src/markdown/render.ts';
import { preferredLanguage } from '../../../src/pages/kit/translate.ts';
import { createApp } from '../../../src/server/create-app.ts';
import { Config } from '../../../src/settings/config.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { assertRejected, CAPABILITIES, newTeam, type Reply, type TestUser } from '../../support/team.ts';
import { Visitor } from '../../support/visitor.ts';

const NEWEST = { anchor: 'newest', num_before: 100, num_after: 0 };

/**
 * Asserts that twice the input takes at most about four times as long, on any machine. Quadratic work would fail at
 * these sizes.
 */
function assertLinear(work: (size: number) => unknown, size: number): void {
  work(size / 8);
  const small = Math.max(
    cpuTime(() => work(size / 8)),
    2,
  );
  const large = cpuTime(() => work(size));
  assert.ok(large < 40 * small, `${small} ms for an eighth, ${large} ms for all of it`);
}

test('a description of only blanks takes linear time', async () => {
  const blanks = (size: number) => `a${' '.repeat(size)}b`;
  assertLinear((size) => assert.throws(() => cleanDescription(blanks(size))), 190_000);
  assert.equal(cleanDescription(' a \n\n b\r\n c '), 'a b c');
  const { ada } = newTeam();
  const wanted = { name: 'blank', subscribers: [ada.id], description: blanks(190_000) };
  await assertRejected(ada.request('POST', '/channels/create', wanted), /description is too long/);
  const subscriptions = [{ name: 'blank', description: blanks(190_000) }];
  await assertRejected(ada.request('POST', '/users/me/subscriptions', { subscriptions }), /too long/);
});

test('a header of only blanks takes linear time', () => {
  assertLinear((size) => preferredLanguage(`de${' '.repeat(size)}x`), 120_000);
  assert.equal(preferredLanguage('xx, fr;q=0.5, de ; q=0.9'), 'de');
});

test('a page that shows a long value again takes linear time', async () => {
  const { team } = newTeam();
  const visitor = new Visitor(await team.url, { 'Accept-Language': 'de' });
  // If the time grew with the square of the length, this would take hours.
  const { status } = await visitor.fillIn('/login/', { username: `${'x'.repeat(500_000)}@example.com`, password: 'x' });
  assert.ok(status < 500, `${status}`);
});

test('every text, list and map in a parameter has a limit', async () => {
  const { ada, mia } = newTeam();
  const long = 'x'.repeat(LIMITS.parameter_length + 1);
  await assertRejected(
    mia.request('PATCH', '/settings', { full_name: long }),
    /full_name is too long \(limit: 10000 characters\)/,
  );
  await assertRejected(mia.request('GET', '/get_stream_id', { stream: long }), /stream is too long/);
  await assertRejected(mia.request('PUT', '/bot_storage', { storage: { a: long } }), /too long/);
  const many = Array.from({ length: LIMITS.list_items + 1 }, (_, at) => `${at}`);
  await assertRejected(
    mia.request('DELETE', '/users/me/alert_words', { alert_words: many }),
    /too long \(limit: 10000 items\)/,
  );
  const ids = Array.from({ length: LIMITS.id_list_items + 1 }, (_, at) => at);
  const group = { name: 'many', description: '', members: ids };
  await assertRejected(ada.request('POST', '/user_groups/create', group), /members is too long \(limit: 50000 items\)/);
  const map = Object.fromEntries(many.map((name) => [name, '']));
  await assertRejected(mia.request('PUT', '/bot_storage', { storage: map }), /too long/);
});

test('the OpenAPI document contains the limit of every text and list', async () => {
  const { team } = newTeam();
  const document = (await (await fetch(`${await team.url}/api/v1/openapi.json`)).json()) as Reply;
  const unlimited: string[] = [];
  const look = (schema: Reply, path: string): void => {
    if (schema.type === 'string' && !schema.enum && !schema.format && schema.maxLength === undefined)
      unlimited.push(path);
    if (schema.type === 'array' && schema.maxItems === undefined) unlimited.push(path);
    for (const [key, part] of Object.entries(schema))
      if (part !== null && typeof part === 'object' && key !== 'default' && key !== 'enum')
        look(part, `${path}.${key}`);
  };
  for (const [path, operations] of Object.entries<Reply>(document.paths))
    for (const [method, { parameters, requestBody }] of Object.entries<Reply>(operations)) {
      look({ parameters }, `${method} ${path}`);
      if (requestBody) look(requestBody, `${method} ${path}`);
    }
  assert.deepEqual(unlimited, []);
});

test('a database file readable by others is made private when the server opens it', () => {
  if (process.platform === 'win32') return;
  const folder = mkdtempSync(join(tmpdir(), 'klatch-mode-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'klatch.db');
  const open = () =>
    createApp({ config: new Config({ dataDir: folder }), log: pino({ level: 'silent' }), database: path }).db.close();
  open();
  chmodSync(path, 0o644);
  open();
  assert.equal(statSync(path).mode & 0o777, 0o600);
});

test('a search with too many words and a narrow with too many filters are rejected', async () => {
  const { mia } = newTeam();
  const search = (operand: string, times = 1) =>
    mia.request('GET', '/messages', { ...NEWEST, narrow: Array.from({ length: times }, () => ['search', operand]) });
  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');
  assert.equal((await search(words(LIMITS.search_words))).status, 200);
  await assertRejected(search(words(LIMITS.search_words + 1)), /more than 100 words to search for/, 'BAD_NARROW');
  await assertRejected(search(words(60), 2), /more than 100 words/, 'BAD_NARROW');
  const flags = { ...NEWEST, op: 'add', flag: 'read' };
  const terms = (count: number) => Array.from({ length: count }, () => ({ operator: 'is', operand: 'unread' }));
  assert.equal((await mia.request('POST', '/messages/flags/narrow', { ...flags, narrow: terms(100) })).status, 200);
  for (const count of [101, 1001, 9000])
    await assertRejected(
      mia.request('POST', '/messages/flags/narrow', { ...flags, narrow: terms(count) }),
      /more than 100 terms/,
      'BAD_NARROW',
    );
  await assertRejected(mia.request('POST', '/register', { narrow: terms(101) }), /Too many narrow terms/);
  await assertRejected(mia.request('POST', '/register', { narrow: [['topic', 'x'.repeat(501)]] }), /Invalid operand/);
});

test('JSON that is nested too deeply is rejected in every parameter', async () => {
  const { team, mia } = newTeam();
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  await assertRejected(
    mia.request('GET', '/messages', { ...NEWEST, narrow: nested(33) }),
    /nested too deeply/,
    'INVALID_JSON',
  );
  await assertRejected(mia.request('GET', '/messages', { ...NEWEST, narrow: nested(32) }), /narrow/);
  const bot = await mia.post('/bots', { full_name: 'Hook', short_name: 'hook', bot_type: 2 });
  const tell = async (body: string) => {
    const response = await fetch(`${await team.url}/api/v1/external/json?api_key=${bot.api_key}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    return (await response.json()) as Reply;
  };
  await assertRejected(tell(nested(16_000)), /nested too deeply/, 'INVALID_JSON');
  assert.equal((await tell(nested(32))).result, 'success');
  // The output would be much longer than the input, and only its beginning is kept.
  assert.equal((await tell(`[${Array.from({ length: 150_000 }, () => '[[1]]').join(',')}]`)).result, 'success');
  const { messages } = await mia.get('/messages', { ...NEWEST, apply_markdown: false });
  assert.ok(messages.at(-1).content.length <= LIMITS.message_length);
  assert.match(messages.at(-1).content, /\n…\n```$/);
});

test('a message whose HTML would be too long is simplified', async () => {
  const { mia, max } = newTeam();
  const id = await mia.sendDirectMessage([max], `${'😀'.repeat(9_990)}`);
  const { message } = await max.get(`/messages/${id}`);
  assert.ok(message.content.length <= LIMITS.rendered_length, `${message.content.length}`);
  assert.equal(message.content, `<p>${'😀'.repeat(9_990)}</p>`);
  const some = await mia.sendDirectMessage([max], '😀'.repeat(100));
  assert.match((await max.get(`/messages/${some}`)).message.content, /class="emoji emoji-1f600"/);
});

test('a message whose HTML is too long even when simplified is shown as plain source', () => {
  const linkifier = (text: string) =>
    [...text.matchAll(/\d/g)].map(({ index }) => ({
      from: index,
      to: index + 1,
      url: `https://example.com/${'x'.repeat(2000)}`,
    }));
  const directory = {
    usersNamed: () => [],
    userById: () => undefined,
    groupNamed: () => undefined,
    realmEmoji: () => undefined,
    channelNamed: () => undefined,
    linksIn: linkifier,
  };
  const { html } = renderMessage('1 '.repeat(4000), directory);
  assert.ok(html.length < 50_000, `${html.length}`);
  assert.match(html, /^<p>Sorry, this message would be too long once formatted. It is shown as it was written:<\/p>/);
});

test('the edit history of a message keeps its first version and the newest ones within its size limit', async () => {
  const { mia, max } = newTeam();
  const id = await mia.sendDirectMessage([max], 'the first version');
  for (let at = 0; at < 150; at++) await mia.patch(`/messages/${id}`, { content: `version ${at}` });
  const { message_history } = await max.get(`/messages/${id}/history`);
  assert.equal(message_history.length, LIMITS.history_entries + 1);
  assert.equal(message_history[0].content, 'the first version');
  assert.equal(message_history.at(-1).content, 'version 149');
  assert.equal(message_history.at(-2).content, 'version 148');
  for (let at = 0; at < 40; at++) await mia.patch(`/messages/${id}`, { content: `${at} ${'x'.repeat(9_900)}` });
  const { message } = await max.get(`/messages/${id}`);
  assert.ok(JSON.stringify(message.edit_history).length <= LIMITS.history_length + 10_000);
  assert.equal(message.edit_history.at(-1).prev_content, 'the first version');
});

test('a fetch of very long messages returns fewer, and says that there are more', async () => {
  const { app, mia, max } = newTeam();
  const ids: number[] = [];
  for (let at = 0; at < 30; at++) ids.push(await mia.sendDirectMessage([max], `message ${at}`));
  // The messages are counted as if they were long: the limit fits a hundred messages of maximum length.
  const length = Math.ceil(LIMITS.fetched_length / 10);
  app.db.write(() => {
    const html = 'x'.repeat(length);
    for (const id of ids) app.messages.edit({ ...app.messages.byId(id)!, rendered_content: html });
  });
  const before = await max.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0 });
  assert.deepEqual([before.found_oldest, before.found_newest], [false, true]);
  assert.deepEqual(
    before.messages.map(({ id }: Reply) => id),
    ids.slice(-9),
  );
  const after = await max.get('/messages', { anchor: ids[3], num_before: 0, num_after: 100, include_anchor: false });
  assert.deepEqual([after.found_oldest, after.found_newest], [false, false]);
  assert.deepEqual(
    after.messages.map(({ id }: Reply) => id),
    ids.slice(4, 13),
  );
  // A client that continues from there reads all of them.
  const seen: number[] = [];
  for (let anchor = 0, done = false; !done; ) {
    const page = await max.get('/messages', { anchor, num_before: 0, num_after: 100, include_anchor: false });
    seen.push(...page.messages.map(({ id }: Reply) => id));
    anchor = seen.at(-1)!;
    done = page.found_newest;
  }
  assert.deepEqual(seen, ids);
  await assertRejected(max.request('GET', '/messages', { message_ids: ids }), /too long together/);
  assert.equal((await max.get('/messages', { message_ids: ids.slice(0, 5) })).messages.length, 5);
});

test('a message longer than the limit of a fetch is returned alone', async () => {
  const { app, mia, max } = newTeam();
  const ids = [
    await mia.sendDirectMessage([max], 'a'),
    await mia.sendDirectMessage([max], 'b'),
    await mia.sendDirectMessage([max], 'c'),
  ];
  app.db.write(() => {
    for (const id of ids)
      app.messages.edit({ ...app.messages.byId(id)!, rendered_content: 'x'.repeat(LIMITS.fetched_length + 1) });
  });
  const { messages, found_oldest } = await max.get('/messages', NEWEST);
  assert.deepEqual([messages.map(({ id }: Reply) => id), found_oldest], [[ids[2]], false]);
});

test('an account has a limited number of queues, and of different event type sets', async () => {
  const { app, clock, mia } = newTeam();
  const names = Object.keys(CAPABILITIES);
  const first = await mia.registerQueue();
  for (let at = 0; at < 150; at++) {
    clock.advance(1);
    await mia.post('/register', {
      client_capabilities: Object.fromEntries(names.map((name, bit) => [name, Boolean((at + 1) & (1 << bit))])),
      fetch_event_types: [],
    });
  }
  const kinds = () => new Set(app.queues.ofUser(mia.id).map(({ kind }) => kind)).size;
  assert.equal(kinds(), LIMITS.queue_kinds_of_user);
  await assertRejected(mia.request('GET', '/events', { queue_id: first.id, dont_block: true }), /Bad event queue/);
  const used = await mia.registerQueue();
  for (let at = 0; at < 150; at++) {
    clock.advance(1);
    await used.events();
    await mia.registerQueue();
  }
  assert.equal(app.queues.ofUser(mia.id).length, LIMITS.queues_of_user);
  await used.events();
});

test('a poll accepts a limited number of submessages, in total and per account', async () => {
  const { app, mia, max } = newTeam();
  const id = await mia.sendDirectMessage([max], '/poll Lunch?\nyes\nno');
  const vote = (who: TestUser, more = '') =>
    who.request('POST', '/submessage', {
      message_id: id,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'new_option', idx: 1, option: `x${more}` }),
    });
  assert.equal((await vote(max)).status, 200);
  app.db.write(() => {
    for (let at = 0; at < LIMITS.submessages_of_user; at++) app.submessages.add(id, max.id, 'widget', '{}');
  });
  await assertRejected(vote(max), 'Too many submessages');
  assert.equal((await vote(mia)).status, 200, 'others still vote');
  for (let at = 0; at < 12; at++) await vote(mia, 'x'.repeat(9_000));
  await assertRejected(vote(mia, 'x'.repeat(9_000)), 'Too many submessages');
  app.db.write(() => {
    for (let at = 0; at < LIMITS.submessages; at++) app.submessages.add(id, max.id, 'widget', '{}');
  });
  await assertRejected(vote(mia), 'Too many submessages');
});

test('one request creates a limited number of channels', async () => {
  const { app, ada } = newTeam();
  const named = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `c${at}` }));
  await assertRejected(
    ada.request('POST', '/users/me/subscriptions', { subscriptions: named(501) }),
    /Too many new channels/,
  );
  assert.equal(app.channels.named('c0'), undefined);
  await assertRejected(
    ada.request('POST', '/users/me/subscriptions', { subscriptions: named(20_000) }),
    /subscriptions is too long/,
  );
  const leave = named(2_001).map(({ name }) => name);
  await assertRejected(
    ada.request('DELETE', '/users/me/subscriptions', { subscriptions: leave }),
    /subscriptions is too long/,
  );
  await assertRejected(ada.request('PATCH', '/users/me/subscriptions', { add: named(2_001) }), /add is too long/);
});

test('5,000 message ids of any length in the query string are accepted', async () => {
  const { team, mia, max } = newTeam();
  const id = await mia.sendDirectMessage([max], 'hello');
  const ids = [id, ...Array.from({ length: 4_999 }, (_, at) => 9_007_199_254_740_991 - at)];
  const authorization = `Basic ${Buffer.from(`${max.email}:${max.apiKey}`).toString('base64')}`;
  for (const separator of [',', '%2C', '%2C+', '%2C%20']) {
    const url = new URL(`${await team.url}/api/v1/messages?message_ids=%5B${ids.join(separator)}%5D`);
    const { status, body } = await new Promise<{ status: number; body: string }>((resolve, reject) => {
      request(url, { headers: { authorization } }, async (response) =>
        resolve({ status: response.statusCode!, body: await text(response) }),
      )
        .on('error', reject)
        .end();
    });
    assert.equal(status, 200, separator);
    assert.deepEqual(
      JSON.parse(body).messages.map((message: Reply) => message.id),
      [id],
    );
  }
});

test('only addresses of the public Internet count as public', () => {
  for (const address of [
    '::',
    '::1',
    '::1.2.3.4',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:0:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    'example.com',
  ])
    assert.equal(isPublic(address), false, address);
  for (const address of ['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111', '2a00:1450:4001::1'])
    assert.equal(isPublic(address), true, address);
});

test('uploaded files and their folders are not accessible to other users of the machine', async () => {
  const { app, mia } = newTeam();
  await mia.upload('/user_uploads', { 'notes.txt': 'nobody else reads this' });
  const folder = join(app.config.dataDir, 'uploads');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  assert.equal(files.length, 1);
  const mode = (path: string) => statSync(path).mode & 0o777;
  if (process.platform === 'win32') return;
  for (const { parentPath, name } of files) assert.equal(mode(join(parentPath, name)), 0o600);
  for (const { parentPath, name } of entries.filter((entry) => entry.isDirectory()))
    assert.equal(mode(join(parentPath, name)), 0o700);
  assert.equal(mode(folder), 0o700);
});

test('one person with their bots creates a limited number of channels a day', async () => {
  const { team, app, ada, mia, clock } = newTeam();
  const bot = team.addUser('Robo', 400, { bot_type: 1, bot_owner_id: mia.id });
  const create = (who: TestUser, names: string[]) =>
    who.request('POST', '/users/me/subscriptions', { subscriptions: names.map((name) => ({ name })) });
  const many = (count: number) => Array.from({ length: count }, (_, n) => `made ${n}`);
  const before = app.channels.all().length;
  assert.equal((await create(mia, many(LIMITS.new_channels_per_day))).result, 'success');
  for (const who of [mia, bot]) {
    const reply = await create(who, ['one more']);
    assert.deepEqual([reply.status, reply.limit], [400, 'new_channels_per_day']);
  }
  assert.equal(app.channels.all().length, before + LIMITS.new_channels_per_day);
  assert.equal((await create(ada, ['of somebody else'])).result, 'success');
  clock.advance(86_401);
  assert.equal((await create(mia, ['one more'])).result, 'success');
});

test('a permission names a limited number of users and groups', async () => {
  const { team, ada } = newTeam();
  const people = Array.from({ length: LIMITS.permission_members + 1 }, (_, n) => team.addUser(`Person${n}`, 400).id);
  const create = (direct_members: number[]) =>
    ada.request('POST', '/channels/create', {
      ...{ name: 'plans', subscribers: [ada.id] },
      can_send_message_group: { direct_members, direct_subgroups: [] },
    });
  await assertRejected(create(people), /has too many users and groups \(limit: 200\)/);
  assert.equal((await create(people.slice(1))).result, 'success');
});

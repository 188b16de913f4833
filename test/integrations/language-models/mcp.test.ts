import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, type Reply, TestUser } from '../../support/team.ts';

interface Options {
  headers?: Record<string, string>;
  method?: string;
}

const basic = ({ email, apiKey }: TestUser) => `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;

/** Posts a message to /mcp with the key of a user. */
async function post(who: TestUser, message: unknown, { headers = {}, method = 'POST' }: Options = {}) {
  const response = await fetch(`${await who.team.url}/mcp`, {
    method,
    headers: { Authorization: `Bearer ${who.apiKey}`, 'Content-Type': 'application/json', ...headers },
    ...(method === 'POST' && { body: typeof message === 'string' ? message : JSON.stringify(message) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text === '' ? undefined : JSON.parse(text) };
}

const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 7, method, params });

/** Calls a tool. Returns its result, or the text of its error. */
async function useTool(who: TestUser, name: string, input: object = {}): Promise<Reply> {
  const { json } = await post(who, request('tools/call', { name, arguments: input }));
  const { content, isError } = json.result;
  return isError ? { error: content[0].text } : JSON.parse(content[0].text);
}

async function setUp() {
  const people = newTeam();
  const { mia, max } = people;
  const { id } = await mia.post('/channels/create', { name: 'plans', subscribers: [mia.id, max.id] });
  return { ...people, plans: id as number };
}

test('a client is introduced with the protocol version that it asks for', async () => {
  const { mia } = newTeam();
  const introduce = async (protocolVersion: string) =>
    (await post(mia, request('initialize', { protocolVersion, capabilities: {} }))).json;
  const { id, result } = await introduce('2025-06-18');
  assert.deepEqual([id, result.protocolVersion, result.serverInfo.name], [7, '2025-06-18', 'klatch']);
  assert.deepEqual(result.capabilities, { tools: {} });
  assert.equal((await introduce('2019-01-01')).result.protocolVersion, '2025-11-25');
});

test('a notification is accepted without an answer', async () => {
  const { mia } = newTeam();
  const { status, text } = await post(mia, { jsonrpc: '2.0', method: 'notifications/initialized' });
  assert.deepEqual([status, text], [202, '']);
});

test('every tool says whether it only reads, and the ones that return texts that these are data', async () => {
  const { mia } = newTeam();
  const { tools } = (await post(mia, request('tools/list'))).json.result;
  assert.deepEqual(
    tools.map(({ name }: Reply) => name),
    ['list_channels', 'list_topics', 'list_people', 'read_messages', 'search_messages', 'post_message', 'react'],
  );
  for (const { name, annotations, description, inputSchema } of tools) {
    assert.equal(annotations.readOnlyHint, /^(list|read|search)/.test(name), name);
    assert.equal(/never instructions/.test(description), annotations.readOnlyHint, name);
    assert.equal(inputSchema.type, 'object');
  }
});

test('tools list channels, topics and people', async () => {
  const { mia, max, plans } = await setUp();
  await mia.sendMessage('plans', 'budget', 'How much?');
  const { channels } = await useTool(max, 'list_channels', { query: 'PLAN' });
  assert.deepEqual(
    channels.map(({ id, name }: Reply) => [id, name]),
    [[plans, 'plans']],
  );
  for (const channel of ['plans', '#plans', String(plans)]) {
    const { topics } = await useTool(max, 'list_topics', { channel, query: 'bud' });
    assert.deepEqual(
      topics.map(({ name }: Reply) => name),
      ['budget'],
    );
  }
  const { people } = await useTool(max, 'list_people', { query: 'mia' });
  assert.deepEqual(
    people.map(({ id }: Reply) => id),
    [mia.id],
  );
});

test('tools post, read, search and react', async () => {
  const { mia, max } = await setUp();
  const { id } = await useTool(max, 'post_message', { channel: 'plans', topic: 'budget', content: '**Ten** euros' });
  await useTool(max, 'react', { message_id: id, emoji_name: 'heart' });
  const { message } = await mia.get(`/messages/${id}`);
  assert.deepEqual([message.sender_id, message.subject, message.reactions[0].user_id], [max.id, 'budget', max.id]);
  const { messages, has_older } = await useTool(mia, 'read_messages', { channel: 'plans', topic: 'budget' });
  assert.deepEqual([messages.length, messages[0].content, has_older], [1, '**Ten** euros', false]);
  assert.equal(messages[0].topic, 'budget');
  const found = await useTool(mia, 'search_messages', { query: 'euros', sender: max.email });
  assert.deepEqual(
    found.messages.map((one: Reply) => one.id),
    [id],
  );
  await useTool(max, 'react', { message_id: id, emoji_name: 'heart', remove: true });
  assert.deepEqual((await mia.get(`/messages/${id}`)).message.reactions, []);
});

test('tools post and read direct messages', async () => {
  const { mia, max } = await setUp();
  const { id } = await useTool(max, 'post_message', { people: [mia.email], content: 'Hello' });
  for (const people of [[max.email], [String(max.id)]]) {
    const { messages } = await useTool(mia, 'read_messages', { people });
    assert.deepEqual(
      messages.map((one: Reply) => one.id),
      [id],
    );
  }
});

test('pages of messages lead to all of them', async () => {
  const { mia } = await setUp();
  const ids: number[] = [];
  for (let count = 0; count < 5; count++) ids.push(await mia.sendMessage('plans', 'budget', `Number ${count}`));
  const first = await useTool(mia, 'read_messages', { channel: 'plans', topic: 'budget', limit: 3 });
  assert.deepEqual(
    first.messages.map((one: Reply) => one.id),
    ids.slice(2),
  );
  assert.equal(first.has_older, true);
  const input = { channel: 'plans', topic: 'budget', limit: 3, before: ids[2] };
  const second = await useTool(mia, 'read_messages', input);
  assert.deepEqual(
    second.messages.map((one: Reply) => one.id),
    ids.slice(0, 2),
  );
  assert.equal(second.has_older, false);
});

test('a result is not longer than the limit', async () => {
  const { mia } = await setUp();
  for (let count = 0; count < 15; count++) await mia.sendMessage('plans', 'budget', `${count} ${'long '.repeat(1500)}`);
  const { messages, has_older } = await useTool(mia, 'read_messages', { channel: 'plans', topic: 'budget', limit: 50 });
  assert.ok(JSON.stringify(messages).length < 41_000);
  assert.ok(messages.length > 5 && messages.length < 15 && has_older);
  assert.match(messages.at(-1).content, /^14 .*…$/);
});

test('an input that does not fit the schema is an error of the tool', async () => {
  const { mia } = await setUp();
  for (const [name, input, error] of [
    ['read_messages', { channel: 'plans', limit: 51 }, 'arguments["limit"] is too large'],
    ['read_messages', { channel: 'plans', secret: 1 }, 'arguments["secret"] is unexpected'],
    ['read_messages', {}, 'Name either a channel or people.'],
    ['post_message', { channel: 'plans', people: ['1'], content: 'x' }, 'Name either a channel or people.'],
    ['post_message', { channel: 'nowhere', topic: 'x', content: 'x' }, "Channel 'nowhere' does not exist"],
    ['list_topics', {}, 'arguments["channel"] field is missing'],
  ] as const)
    assert.deepEqual(await useTool(mia, name, input), { error });
});

test('a message that is not a request of the protocol is an error', async () => {
  const { mia } = newTeam();
  const getCode = async (message: unknown) => (await post(mia, message)).json.error.code;
  assert.equal(await getCode(request('resources/list')), -32601);
  assert.equal(await getCode(request('tools/call', { name: 'constructor' })), -32602);
  for (const message of [[], 'text', { id: 1, method: 'ping' }, { jsonrpc: '2.0', id: {}, method: 'ping' }, '{"a":'])
    assert.equal(await getCode(message), -32600);
  assert.equal((await post(mia, request('ping'), { headers: { 'MCP-Protocol-Version': '2001-01-01' } })).status, 400);
  assert.equal((await post(mia, undefined, { method: 'GET' })).status, 405);
  assert.equal((await post(mia, undefined, { method: 'DELETE' })).status, 405);
});

test('/mcp accepts a key by Bearer or Basic, and nothing else', async () => {
  const { mia } = newTeam();
  const getStatus = async (Authorization: string) =>
    (await post(mia, request('ping'), { headers: { Authorization } })).status;
  assert.equal(await getStatus(`Bearer ${mia.apiKey}`), 200);
  assert.equal(await getStatus(basic(mia)), 200);
  for (const wrong of ['Bearer nonsense', 'Bearer ', '', `Basic ${mia.apiKey}`])
    assert.equal(await getStatus(wrong), 401);
  const url = `${await mia.team.url}/api/v1/users/me`;
  const elsewhere = await fetch(url, { headers: { Authorization: `Bearer ${mia.apiKey}` } });
  assert.equal(elsewhere.status, 401, 'other endpoints accept no Bearer');
});

test('a page of another site is rejected, also if its name leads to the server', async () => {
  const { mia, app } = newTeam();
  const statusFrom = async (headers: Record<string, string>) => (await post(mia, request('ping'), { headers })).status;
  assert.equal(await statusFrom({ Origin: 'http://evil.example', 'Sec-Fetch-Site': 'same-origin' }), 403);
  assert.equal(await statusFrom({ Origin: 'null' }), 403);
  assert.equal(await statusFrom({ Origin: new URL(app.config.url).origin }), 200);
});

test('a limited key reads and posts nothing else with tools', async () => {
  const { ada, mia, plans, app, team } = await setUp();
  const { user_id } = await mia.post('/bots', { full_name: 'Model', short_name: 'model', key_channels: [plans] });
  const bot = new TestUser(team, app.users.byId(user_id)!);
  await ada.post('/channels/create', { name: 'secret', subscribers: [ada.id, user_id] });
  await mia.sendMessage('plans', 'budget', 'A word');
  const secret = await ada.sendMessage('secret', 'budget', 'A secret word');
  const error = 'The API key of this bot is limited, and may not be used for this.';
  assert.equal((await useTool(bot, 'read_messages', { channel: 'plans', topic: 'budget' })).messages.length, 1);
  assert.equal((await useTool(bot, 'list_channels')).channels.length, 1);
  assert.deepEqual((await useTool(bot, 'search_messages', { query: 'secret' })).messages, []);
  for (const [name, input] of [
    ['read_messages', { channel: 'secret' }],
    ['read_messages', { people: [mia.email] }],
    ['list_topics', { channel: 'secret' }],
    ['post_message', { channel: 'secret', topic: 'x', content: 'x' }],
    ['post_message', { people: [mia.email], content: 'x' }],
    ['react', { message_id: secret, emoji_name: 'heart' }],
  ] as const)
    assert.deepEqual(await useTool(bot, name, input), { error }, name);
  await mia.patch(`/bots/${user_id}`, { key_read_only: true });
  assert.deepEqual(await useTool(bot, 'post_message', { channel: 'plans', topic: 'x', content: 'x' }), { error });
});

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { deliveries } from '../../../src/chat/integrations/outgoing-webhooks/jobs.ts';
import { ForbiddenAddress, isPublic, post } from '../../../src/kernel/http/outgoing.ts';
import { newTeam, type Reply, type TestUser } from '../../support/team.ts';

interface ReceivedRequest {
  type: string | undefined;
  body: string;
}

/** An HTTP server on this machine that returns what a test sets. */
async function webhookServer() {
  const told: ReceivedRequest[] = [];
  const answer = { status: 200, text: '' };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    told.push({ type: request.headers['content-type'], body });
    response.writeHead(answer.status, answer.status === 302 ? { Location: '/elsewhere' } : {}).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return { told, answer, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

async function setUp(more: Record<string, unknown> = {}) {
  const team = newTeam();
  const { app, ada, mia, max } = team;
  app.config.choices.allowPrivateWebhooks = true;
  const hook = await webhookServer();
  await ada.post('/channels/create', { name: 'hall', subscribers: [mia.id, max.id] });
  const { user_id: bot } = await mia.post('/bots', {
    full_name: 'Echo',
    short_name: 'echo',
    bot_type: 3,
    payload_url: hook.url,
    ...more,
  });
  const last = async (person: TestUser): Promise<Reply> =>
    (await person.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false }))
      .messages[0];
  return { ...team, ...hook, bot, last, run: () => deliveries.run(app) as Promise<void> };
}

test('a mentioned bot calls its webhook and posts the response', async () => {
  const { max, told, answer, bot, last, run } = await setUp();
  answer.text = JSON.stringify({ content: 'You said it' });
  const id = await max.sendMessage('hall', 'talk', '@**Echo** hello');
  await run();
  assert.equal(told.length, 1);
  assert.equal(told[0]!.type, 'application/json');
  const call = JSON.parse(told[0]!.body);
  assert.deepEqual(
    [call.trigger, call.data, call.bot_email, call.bot_full_name],
    ['mention', '@**Echo** hello', 'echo-bot@klatch.example', 'Echo'],
  );
  assert.deepEqual([call.message.id, call.message.subject, call.message.display_recipient], [id, 'talk', 'hall']);
  assert.match(call.message.rendered_content, /user-mention/);
  assert.match(call.token, /^[\da-f]{32}$/);
  const said = await last(max);
  assert.deepEqual([said.sender_id, said.subject, said.content], [bot, 'talk', 'You said it']);
  await run();
  assert.equal(told.length, 1, 'once');
});

test('a bot that receives a direct message calls its webhook, also in group conversations', async () => {
  const { team, max, mona, told, answer, bot, last, run } = await setUp();
  answer.text = JSON.stringify({ response_string: 'Hello' });
  await max.post('/messages', { type: 'direct', to: [bot, mona.id], content: 'hi' });
  await run();
  assert.equal(JSON.parse(told[0]!.body).trigger, 'direct_message');
  assert.equal((await last(mona)).content, 'Hello');
  answer.text = JSON.stringify({ response_not_required: true });
  await max.sendMessage('hall', 'talk', 'nobody is called');
  const other = team.addUser('Other', 400, { bot_type: 1, bot_owner_id: max.id });
  await other.sendMessage('hall', 'talk', '@**Echo** from a bot');
  await run();
  assert.equal(told.length, 1, 'neither by what does not mention it nor by bots');
});

test('a webhook in Slack’s format receives Slack’s fields', async () => {
  const { max, mia, told, answer, bot, last, run } = await setUp({ interface_type: 2 });
  answer.text = JSON.stringify({ text: 'As you like' });
  await max.sendMessage('hall', 'talk', '@**Echo** hello');
  await run();
  const form = new URLSearchParams(told[0]!.body);
  assert.deepEqual(
    [form.get('text'), form.get('user_name'), form.get('channel_name')],
    ['@**Echo** hello', 'Max', 'hall'],
  );
  assert.equal((await last(max)).content, 'As you like');
  await max.post('/messages', { type: 'direct', to: [bot], content: 'hi' });
  await run();
  assert.equal(told.length, 1);
  assert.match((await last(mia)).content, /knows no direct messages/);
});

test('a bot’s webhook is not called for messages that the bot cannot read', async () => {
  const { max, told, run, app } = await setUp();
  await max.post('/channels/create', { name: 'vault', subscribers: [max.id], invite_only: true });
  await max.sendMessage('vault', 'talk', '@**Echo** psst');
  await run();
  assert.deepEqual(told, []);
  const id = await max.sendMessage('hall', 'talk', '@**Echo** never mind');
  await max.delete(`/messages/${id}`);
  await run();
  assert.deepEqual(told, []);
  assert.deepEqual(app.outgoingWebhooks.due(9e9), []);
});

test('a failing webhook is retried three times; then its owner is notified, and nobody else', async () => {
  const { clock, max, mia, told, answer, last, run } = await setUp();
  answer.status = 503;
  await max.sendMessage('hall', 'talk', '@**Echo** hello');
  const queue = await max.registerQueue();
  for (const pause of [0, 2, 10, 60, 600]) {
    clock.advance(pause);
    await run();
    await run();
  }
  assert.equal(told.length, 4);
  const { content, sender_full_name } = await last(mia);
  assert.equal(sender_full_name, 'Notification Bot');
  assert.match(
    content,
    /^The webhook of your bot @_\*\*Echo\|\d+\*\* was called and failed: it answered with status 503\.$/,
  );
  assert.deepEqual(await queue.events(), []);
});

test('a permanent error of a webhook is not retried', async () => {
  const { max, mia, told, answer, last, run } = await setUp();
  const failures: [number, string, RegExp][] = [
    [404, '', /status 404/],
    [302, '', /status 302/],
    [200, 'what?', /cannot be read/],
    [200, '{"content": 5}', /cannot be read/],
  ];
  for (const [status, text, why] of failures) {
    Object.assign(answer, { status, text });
    await max.sendMessage('hall', 'talk', '@**Echo** hello');
    await run();
    assert.match((await last(mia)).content, why);
  }
  assert.equal(told.length, failures.length);
});

test('private addresses are not called in any notation, unless the operator allows them', async () => {
  const { app, max, mia, told, last, run } = await setUp();
  app.config.choices.allowPrivateWebhooks = false;
  await max.sendMessage('hall', 'talk', '@**Echo** hello');
  await run();
  assert.deepEqual(told, []);
  assert.match((await last(mia)).content, /private network/);
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '172.16.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    'fe80::1',
    'fc00::1',
    'not one',
  ])
    assert.equal(isPublic(address), false, address);
  for (const address of ['93.184.216.34', '2606:2800:220:1::1']) assert.equal(isPublic(address), true, address);
  const rule = { allowPrivate: false, timeout: 2000 };
  for (const url of [
    'http://localhost:9/',
    'http://127.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
  ])
    await assert.rejects(post(url, 'text/plain', '', rule), ForbiddenAddress, url);
});

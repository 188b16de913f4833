import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { deletingOldRequests, deliveries } from '../../../src/chat/integrations/outgoing-webhooks/jobs.ts';
import { ForbiddenAddress, isPublic, post } from '../../../src/kernel/http/outgoing.ts';
import { newTeam, type Reply, type TestUser } from '../../support/team.ts';
import { webhookServer } from '../../support/webhook-server.ts';

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

test('a failing webhook is retried for a day; then its owner is notified, and nobody else', async () => {
  const { clock, max, mia, told, answer, last, run } = await setUp();
  answer.status = 503;
  await max.sendMessage('hall', 'talk', '@**Echo** hello');
  const queue = await max.registerQueue();
  for (const pause of [0, 2, 10, 60, 300, 900]) {
    clock.advance(pause);
    await run();
    await run();
  }
  assert.equal(told.length, 6);
  for (let hour = 0; hour < 30; hour++) {
    clock.advance(3600);
    await run();
  }
  assert.equal(told.length, 6 + 23);
  const { content, sender_full_name } = await last(mia);
  assert.equal(sender_full_name, 'Notification Bot');
  assert.match(
    content,
    /^The webhook of your bot @_\*\*Echo\|\d+\*\* was called and failed: it answered with status 503\.$/,
  );
  assert.deepEqual(await queue.events(), []);
});

test('a webhook that works again receives the message, with the same id', async () => {
  const { clock, max, told, answer, bot, last, run } = await setUp();
  answer.status = 503;
  await max.sendMessage('hall', 'talk', '@**Echo** hello');
  await run();
  Object.assign(answer, { status: 200, text: '{"content": "Back"}' });
  clock.advance(2);
  await run();
  assert.equal((await last(max)).sender_id, bot);
  assert.equal(told.length, 2);
  assert.equal(told[0]!.headers['webhook-id'], told[1]!.headers['webhook-id']);
});

test('an owner learns of failures at most once an hour', async () => {
  const { clock, max, mia, answer, last, run } = await setUp();
  answer.status = 404;
  const fail = async () => {
    await max.sendMessage('hall', 'talk', '@**Echo** hello');
    await run();
    return (await last(mia)).id;
  };
  const first = await fail();
  const isNotice = async () => (await last(mia)).sender_full_name === 'Notification Bot';
  assert.ok(await isNotice());
  assert.ok((await fail()) > first);
  assert.ok(!(await isNotice()), 'the message, and no notice after it');
  clock.advance(3600);
  await fail();
  assert.ok(await isNotice());
});

test('a webhook that does not answer delays those of no other bot', async () => {
  const { max, mia, told, answer, app, run } = await setUp();
  const slow = createServer(() => {});
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  after(() => slow.close());
  const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
  await mia.post('/bots', { full_name: 'Slow', short_name: 'slow', bot_type: 3, payload_url: url });
  for (let at = 0; at < 60; at++) await max.sendMessage('hall', 'talk', '@**Slow** hello');
  await max.sendMessage('hall', 'talk', '@**Echo** hello');
  answer.text = '{}';
  const running = run();
  for (let at = 0; told.length === 0 && at < 100; at++) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(told.length, 1);
  assert.equal(app.memory.webhookDeliveries.size, 3);
  slow.closeAllConnections();
  await running;
});

test('the requests of a webhook are signed', async () => {
  const { max, mia, told, bot, run } = await setUp();
  await max.sendMessage('hall', 'talk', '@**Echo** hello');
  await run();
  const { signing_secret } = await mia.get(`/bots/${bot}/webhook`);
  const { headers, body } = told[0]!;
  const key = Buffer.from(signing_secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
});

/** The function `isSigned` of the documentation. */
async function importSample(): Promise<(headers: IncomingHttpHeaders, body: string, secret: string) => boolean> {
  const text = readFileSync(new URL('../../../docs/help/integrations.md', import.meta.url), 'utf8');
  const [, sample] = /```js\n(import \{ createHmac[\s\S]*?)```/.exec(text)!;
  return (await import(`data:text/javascript,${encodeURIComponent(sample!)}`)).isSigned;
}

test('the sample in the documentation accepts only signed requests of the last minutes', async () => {
  const { max, mia, told, bot, run, clock } = await setUp();
  clock.ms = Date.now();
  await max.sendMessage('hall', 'talk', '@**Echo** größer 🌧');
  await run();
  const { signing_secret: secret } = await mia.get(`/bots/${bot}/webhook`);
  const isSigned = await importSample();
  const { headers, body } = told[0]!;
  assert.equal(isSigned(headers, body, secret), true);
  const old = String(Number(headers['webhook-timestamp']) - 301);
  const forged: [IncomingHttpHeaders, string, string][] = [
    [headers, `${body} `, secret],
    [headers, body, `whsec_${Buffer.from('another').toString('base64')}`],
    [{ ...headers, 'webhook-id': 'another' }, body, secret],
    [{ ...headers, 'webhook-timestamp': old }, body, secret],
    [{ ...headers, 'webhook-timestamp': 'now' }, body, secret],
    [{ ...headers, 'webhook-signature': 'v1,' }, body, secret],
    [{}, body, secret],
  ];
  for (const wrong of forged) assert.equal(isSigned(...wrong), false, JSON.stringify(wrong[0]));
});

test('the log of a webhook lists its requests and tests, for who may know the key of its bot', async () => {
  const { max, mia, mona, told, answer, bot, run, clock, app } = await setUp();
  const id = await max.sendMessage('hall', 'talk', '@**Echo** hello');
  answer.status = 404;
  await run();
  assert.equal((await mia.post(`/bots/${bot}/webhook/test`, {})).error, 'it answered with status 404');
  answer.status = 200;
  await mia.post(`/bots/${bot}/webhook/test`, {});
  assert.equal(JSON.parse(told[2]!.body).trigger, 'test');
  const log = async () =>
    (await mia.get(`/bots/${bot}/webhook`)).deliveries.map(({ message_id, status, error }: Reply) => [
      message_id,
      status,
      error,
    ]);
  assert.deepEqual(await log(), [
    [null, 200, null],
    [null, 404, 'it answered with status 404'],
    [id, 404, 'it answered with status 404'],
  ]);
  for (const path of [`/bots/${bot}/webhook`]) assert.equal((await mona.request('GET', path)).status, 400);
  assert.equal((await mona.request('POST', `/bots/${bot}/webhook/test`)).status, 400);
  clock.advance(8 * 86_400);
  await deletingOldRequests.run(app);
  assert.deepEqual(await log(), []);
});

test('of the messages that wait for a webhook, only the newest thousand are kept', async () => {
  const { app, max, bot } = await setUp();
  const first = await max.sendMessage('hall', 'talk', '@**Echo** hello');
  app.db.write(() => {
    for (let at = 0; at < 1005; at++) app.outgoingWebhooks.add(bot, first, 'mention', 0);
  });
  await max.sendMessage('hall', 'talk', '@**Echo** hello');
  assert.equal(app.outgoingWebhooks.waiting(bot), 1000);
});

test('a permanent error of a webhook is not retried', async () => {
  const { clock, max, mia, told, answer, last, run } = await setUp();
  const failures: [number, string, RegExp][] = [
    [404, '', /status 404/],
    [302, '', /status 302/],
    [200, 'what?', /cannot be read/],
    [200, '{"content": 5}', /cannot be read/],
  ];
  for (const [status, text, why] of failures) {
    clock.advance(3600);
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

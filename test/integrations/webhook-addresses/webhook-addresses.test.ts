import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { createAddress, revokeAddress } from '../../../src/chat/integrations/webhook-addresses/actions.ts';
import { forgetDeliveries } from '../../../src/chat/integrations/webhook-addresses/log-actions.ts';
import { continueErasures } from '../../../src/chat/people/erasure/batches.ts';
import { LIMITS } from '../../../src/limits.ts';
import { newTeam, type Reply } from '../../support/team.ts';

async function setUp() {
  const team = newTeam();
  const { ada, mia, max, app } = team;
  const { id: channel_id } = await ada.post('/channels/create', { name: 'builds', subscribers: [mia.id, max.id] });
  const { user_id } = await mia.post('/bots', { full_name: 'Builder', short_name: 'builder', bot_type: 2 });
  const create = (service: string, options: { topic?: string; secret?: string } = {}) =>
    createAddress(app, app.users.byId(user_id)!, { service, channel_id, ...options });
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${await team.team.url}/hooks/${path}`, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const last = async (): Promise<Reply> =>
    (await max.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false })).messages[0];
  /** The last message after a delivery that was accepted. */
  const posted = async (...sent: Parameters<typeof send>): Promise<[topic: string, content: string]> => {
    const reply = await send(...sent);
    assert.ok(reply.ok, `${reply.status} ${await reply.text()}`);
    const { subject, content } = await last();
    return [subject, content];
  };
  /** An address of Mia's bot, and how she reads its log. */
  const newAddress = async (service: string, options: object = {}) => {
    const { id, url } = await mia.post('/webhooks', { bot_id: user_id, service, ...options });
    const read = async (): Promise<Reply[]> => (await mia.get(`/webhooks/${id}/deliveries`)).deliveries;
    return { id, token: url.split('/').at(-1), read };
  };
  return { ...team, channel_id, create, send, posted, last, newAddress, bot: user_id };
}

test('a delivery to an address with a token is posted in its channel and topic', async () => {
  const { create, posted } = await setUp();
  assert.deepEqual(await posted(create('json', { topic: 'inbox' }).token, { a: 1 }), [
    'inbox',
    '**JSON**\n```json\n{\n  "a": 1\n}\n```'.replace('**JSON**\n', ''),
  ]);
  const { token } = create('github');
  const payload = { repository: { name: 'klatch' }, sender: { login: 'octo' }, zen: 'Hi' };
  assert.deepEqual(await posted(token, payload, { 'X-GitHub-Event': 'ping' }), ['klatch', 'GitHub is connected: Hi']);
});

test('only the hash of a token is stored', async () => {
  const { create, app } = await setUp();
  const { token } = create('json');
  const rows = JSON.stringify(app.db.prepareStatement('SELECT * FROM webhook_address').all());
  assert.ok(!rows.includes(token));
});

test('a revoked address rejects deliveries as an unknown one does', async () => {
  const { create, send, app } = await setUp();
  const first = create('json');
  const second = create('json');
  revokeAddress(app, first.address);
  const [gone, unknown] = [await send(first.token, {}), await send('x'.repeat(32), {})];
  assert.deepEqual([gone.status, unknown.status], [404, 404]);
  assert.deepEqual(await gone.json(), await unknown.json());
  assert.equal((await send(second.token, { a: 1 })).status, 200);
});

test('an address of a deactivated bot rejects deliveries', async () => {
  const { create, send, ada, bot } = await setUp();
  const { token } = create('json');
  await ada.delete(`/bots/${bot}`);
  assert.equal((await send(token, {})).status, 404);
});

test('an address of a bot whose key is limited to other channels posts nothing', async () => {
  const { create, send, mia, bot, channel_id, last } = await setUp();
  const { id: other } = await mia.post('/channels/create', { name: 'other', subscribers: [mia.id, bot] });
  const { token } = create('json', { topic: 'inbox' });
  await mia.patch(`/bots/${bot}`, { key_channels: [other] });
  const before = (await last()).id;
  assert.equal((await send(token, { a: 1 })).status, 403);
  assert.equal((await last()).id, before);
  await mia.patch(`/bots/${bot}`, { key_channels: [channel_id] });
  assert.equal((await send(token, { a: 1 })).status, 200);
});

test('a sender of another chat receives the answer of that chat', async () => {
  const { create, posted, send } = await setUp();
  const { token } = create('mattermost', { topic: 'inbox' });
  assert.deepEqual(await posted(token, { text: '**Done** @**all**' }), ['inbox', '**Done** @\u200b**all**']);
  assert.equal(await (await send(token, { text: 'a' })).text(), 'ok');
  assert.deepEqual(await posted(`${token}/slack`, { text: '*Done*' }), ['inbox', '**Done**']);
  assert.equal(await (await send(`${token}/slack`, { text: 'b' })).text(), 'ok');
  const signed = await send(create('hellosign').token, { event: { event_type: 'signature_request_sent' } });
  assert.equal(await signed.text(), 'Hello API Event Received');
  assert.deepEqual(await posted(token, { content: 'Built', embeds: [{ title: 'Log', url: 'https://example.com' }] }), [
    'inbox',
    'Built\n\n**[Log](https://example.com)**',
  ]);
  assert.equal((await send(token, { content: 'a' })).status, 204);
  assert.equal(typeof ((await (await send(`${token}?wait=true`, { content: 'a' })).json()) as Reply).id, 'string');
  assert.match(
    (await posted(`${token}/message?token=x`, { title: 'Disk', message: 'full' }))[1],
    /\*\*Disk\*\*\n\nfull/,
  );
  assert.match((await posted('message', { title: 'Disk', message: 'empty' }, { 'X-Gotify-Key': token }))[1], /empty/);
  const own = create('ntfy').token;
  assert.deepEqual(await posted(`${own}/backups`, 'It failed = badly', { Title: 'Backup' }), [
    'backups',
    '**Backup**\nIt failed = badly',
  ]);
});

test('a program for Gotify sends to a server and a token of the form that Gotify gives', async () => {
  const { create, send, posted } = await setUp();
  const { token } = create('gotify');
  // shoutrrr refuses other tokens.
  assert.match(token, /^A[\w-]{14}$/);
  const sent = { title: 'Disk', message: 'full' };
  assert.deepEqual(await posted(`message?token=${token}`, sent), ['Disk', '**Disk**\n\nfull']);
  // shoutrrr writes two slashes.
  assert.deepEqual(await posted(`/message?token=${token}`, { ...sent, message: 'fuller' }), [
    'Disk',
    '**Disk**\n\nfuller',
  ]);
  assert.equal((await send('/message?token=guessed', sent)).status, 404);
  assert.equal((await send('message?token=guessed', sent)).status, 404);
  assert.equal((await send('message', sent)).status, 404);
});

test('a program for ntfy posts to a server with the token of an address as its token or password', async () => {
  const { create, team, last } = await setUp();
  const { token } = create('ntfy');
  const post = async (authorization?: string): Promise<number> => {
    const headers = { ...(authorization !== undefined && { Authorization: authorization }) };
    const body = JSON.stringify({ topic: 'backups', title: 'Backup', message: authorization ?? '' });
    return (await fetch(await team.url, { method: 'POST', headers, body })).status;
  };
  for (const authorization of [`Bearer ${token}`, `Basic ${btoa(`mia:${token}`)}`, `Basic ${btoa(`:${token}`)}`]) {
    assert.equal(await post(authorization), 200, authorization);
    assert.deepEqual([(await last()).subject, (await last()).content], ['backups', `**Backup**\n${authorization}`]);
  }
  for (const authorization of [undefined, 'Bearer guessed', `Basic ${btoa('mia:guessed')}`])
    assert.equal(await post(authorization), 404, authorization);
});

test('a program for ntfy posts a text to a server and a topic with the token of an address', async () => {
  const { create, team, last } = await setUp();
  const { token } = create('ntfy');
  const post = async (path: string, authorization?: string): Promise<number> => {
    const headers = { Title: 'Backup', ...(authorization !== undefined && { Authorization: authorization }) };
    return (await fetch(`${await team.url}/${path}`, { method: 'POST', headers, body: `It failed ${path}` })).status;
  };
  const password = `Basic ${btoa(`:${token}`)}`;
  assert.equal(await post('backups', password), 200);
  assert.deepEqual([(await last()).subject, (await last()).content], ['backups', '**Backup**\nIt failed backups']);
  for (const [path, authorization] of [['backups'], ['backups', 'Bearer guessed'], ['a.b', password]] as const)
    assert.equal(await post(path, authorization), 404, path);
  for (const method of ['GET', 'PUT']) {
    const { status } = await fetch(`${await team.url}/backups`, { method, headers: { Authorization: password } });
    assert.equal(status, 404, method);
  }
});

test('a message in the URL of a GET request is refused, since nobody would see it', async () => {
  const { create, team } = await setUp();
  const { token } = create('homeassistant');
  const request = async (search: string) => (await fetch(`${await team.url}/hooks/${token}${search}`)).status;
  const searches = ['', '?url=https://example.com', '?message=hello', '?msg=hello&monitor={}'];
  assert.deepEqual(await Promise.all(searches.map(request)), [200, 200, 405, 405]);
});

test('a plain text that claims to be JSON is a text, as shoutrrr sends it', async () => {
  const { create, posted } = await setUp();
  const { token } = create('changedetection');
  const headers = { 'Content-Type': 'application/json' };
  for (const text of ['It failed', '7 backups failed', 'true story'])
    assert.equal((await posted(token, text, headers))[1], text);
  assert.equal((await posted(token, '"quoted"', headers))[1], 'quoted');
});

test('a delivery to an address with a secret must be signed', async () => {
  const { create, send } = await setUp();
  const { token } = create('json', { secret: 'marmot' });
  const body = '{"a": 1}';
  const sign = (text: string) => createHmac('sha256', 'marmot').update(text).digest('hex');
  const signed: Record<string, string>[] = [
    { 'X-Hub-Signature-256': `sha256=${sign(body)}` },
    { 'X-Gitea-Signature': sign(body) },
    { 'X-Gitlab-Token': 'marmot' },
    { 'Sentry-Hook-Signature': sign(body) },
    { 'Stripe-Signature': `t=1,v1=${sign(`1.${body}`)}` },
    { 'X-Hub-Signature': `sha256=${sign(body)}` },
    { 'X-Discourse-Event-Signature': `sha256=${sign(body)}` },
    { 'X-Plane-Signature': sign(body) },
    { 'X-Vikunja-Signature': sign(body) },
    { 'X-Sonar-Webhook-HMAC-SHA256': sign(body) },
    { 'Linear-Signature': sign(body) },
  ];
  for (const headers of signed) {
    assert.equal((await send(token, body, headers)).status, 200, Object.keys(headers)[0]);
    assert.equal((await send(token, '{"a": 2}', { ...headers, 'X-Gitlab-Token': 'x' })).status, 401);
  }
  assert.equal((await send(token, body)).status, 401);
});

test('the signature of an empty body is not valid for a form with files', async () => {
  const { create, team } = await setUp();
  const { token } = create('json', { secret: 'marmot' });
  const body = new FormData();
  body.set('payload', '{"a": 1}');
  const headers = { 'X-Gitea-Signature': createHmac('sha256', 'marmot').update('').digest('hex') };
  const { status } = await fetch(`${await team.url}/hooks/${token}`, { method: 'POST', headers, body });
  assert.equal(status, 401);
});

test('an address answers the requests with which programs test it', async () => {
  const { create, send, team, last } = await setUp();
  const { token } = create('slack');
  const before = await last();
  const url = `${await team.url}/hooks/`;
  assert.equal((await fetch(url + token)).status, 200);
  assert.equal((await fetch(url + token, { method: 'HEAD' })).status, 200);
  assert.equal(await (await fetch(`${url}${token}?challenge=marmot`)).text(), 'marmot');
  assert.equal((await fetch(`${url}guessed?challenge=marmot`)).status, 404);
  const verification = await send(token, { type: 'url_verification', challenge: 'marmot' });
  assert.deepEqual(await verification.json(), { challenge: 'marmot' });
  assert.deepEqual(await last(), before);
});

test('a test with a text to sign is answered only where deliveries are not signed', async () => {
  const { create, posted, team } = await setUp();
  const answer = async (service: string): Promise<unknown> => {
    const { token } = create(service, { secret: 'marmot' });
    return (await fetch(`${await team.url}/hooks/${token}?crc_token=abc`)).json();
  };
  const signed = createHmac('sha256', 'marmot').update('abc').digest('base64');
  assert.deepEqual(await answer('netdata'), { response_token: `sha256=${signed}` });
  assert.deepEqual(await answer('github'), { result: 'success', msg: '' });
  const alarm = { alarm: 'disk full', severity: 'critical', message: 'Look' };
  assert.match((await posted(create('netdata', { secret: 'marmot' }).token, alarm))[1], /disk full/);
});

test('the log of an address shows deliveries without secrets', async () => {
  const { mia, max, bot, send, last } = await setUp();
  const { id, url } = await mia.post('/webhooks', { bot_id: bot, service: 'json', topic: 'inbox' });
  const token = url.split('/').at(-1);
  const secret = {
    apiKey: 'marmot1',
    nested: { access_token: 'marmot2' },
    url: 'https://a:marmot3@b.c/?token=marmot4',
  };
  await send(`${token}?api_key=marmot5`, { disk: 'full', ...secret }, { 'X-Hub-Signature': 'marmot6' });
  await send(`${token}?api_key=marmot5`, { disk: 'full', ...secret }, { 'X-Hub-Signature': 'marmot6' });
  await send(token, 'x'.repeat(40_000));
  const { deliveries } = await mia.get(`/webhooks/${id}/deliveries`);
  assert.deepEqual(
    deliveries.map(({ repeats, error }: Reply) => [repeats, error]),
    [
      [0, null],
      [1, null],
    ],
  );
  assert.equal(deliveries[0].content, null, 'it is too long');
  assert.match(deliveries[1].content, /"disk":"full"/);
  assert.doesNotMatch(deliveries[1].content, /marmot/);
  assert.equal(typeof deliveries[1].message_id, 'number');
  assert.equal((await max.request('GET', `/webhooks/${id}/deliveries`)).result, 'error');
  assert.equal((await max.request('DELETE', `/webhooks/${id}`)).result, 'error');
  await mia.delete(`/webhooks/${id}`);
  assert.equal((await send(token, {})).status, 404);
  assert.ok(await last());
});

test('a rejected delivery is in the log with its error', async () => {
  const { newAddress, send } = await setUp();
  const { token, read } = await newAddress('github');
  assert.equal((await send(token, {})).status, 400);
  assert.match((await read())[0]!.error, /HTTP event header/);
});

test('a repeat at another address of the same place is in the log of that address', async () => {
  const { newAddress, send } = await setUp();
  const addresses = await Promise.all([newAddress('json'), newAddress('json')]);
  for (const { token } of addresses) await send(token, { disk: 'full' });
  const [first, second] = await Promise.all(addresses.map(({ read }) => read()));
  assert.deepEqual([first!.length, second!.length], [1, 1]);
  assert.equal(first![0]!.message_id, second![0]!.message_id);
});

test('the log keeps the last ten deliveries of a week', async () => {
  const { app, team, newAddress, send } = await setUp();
  const { token, read } = await newAddress('github');
  for (let n = 0; n < 12; n++) await send(token, { zen: `${n}` }, { 'X-GitHub-Event': 'ping' });
  const kept = await read();
  assert.deepEqual([kept.length, kept[0]!.error], [10, null]);
  team.clock.advance(8 * 86_400);
  forgetDeliveries(app);
  assert.deepEqual(await read(), []);
});

test('the logs of all addresses of an account have a limit in bytes', async () => {
  const { newAddress, send } = await setUp();
  const addresses = await Promise.all(Array.from({ length: 8 }, () => newAddress('json')));
  const text = '🦊'.repeat(15_000);
  for (const [id, { token }] of addresses.entries())
    for (let n = 0; n < 10; n++) assert.ok((await send(token, { id, n, text })).ok);
  const logs = await Promise.all(addresses.map(({ read }) => read()));
  const bytes = logs.flat().reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  assert.ok(bytes <= LIMITS.deliveries_of_user_bytes, `${bytes} bytes`);
  assert.deepEqual([logs[0]!.length < 10, logs.at(-1)!.length], [true, 10], 'the oldest are gone');
});

test('administrators read deliveries only where they read the channel', async () => {
  const { ada, mia, newAddress, send } = await setUp();
  const { id: hidden } = await mia.post('/channels/create', {
    name: 'vault',
    invite_only: true,
    subscribers: [mia.id],
  });
  const read = async (options: object): Promise<[own: boolean, administrators: boolean]> => {
    const { id, token } = await newAddress('json', options);
    await send(token, { door: 'open' });
    const contents = await Promise.all([mia, ada].map((who) => who.get(`/webhooks/${id}/deliveries`)));
    const [own, others] = contents.map(({ deliveries }) => deliveries[0]);
    const again = await ada.request('POST', `/webhooks/${id}/send`, { delivery_id: own.id });
    assert.equal(again.result, others.content === null ? 'error' : 'success');
    return [own.content !== null, others.content !== null];
  };
  const { id: open } = await mia.post('/channels/create', { name: 'square', subscribers: [mia.id] });
  assert.deepEqual(await read({ stream_id: open }), [true, true]);
  assert.deepEqual(await read({ stream_id: hidden }), [true, false]);
  assert.deepEqual(await read({}), [true, false], 'a direct message to the owner');
});

test('erasing the owner of a bot removes the deliveries to its addresses', async () => {
  const { app, ada, mia, newAddress, send } = await setUp();
  const { id, token } = await newAddress('json');
  await send(token, { door: 'open' });
  await ada.post(`/users/${mia.id}/erase`, { messages: 'keep' });
  assert.deepEqual(app.receivedDeliveries.list(id), []);
});

test('the log of an address names an erased person no longer', async () => {
  const { app, ada, max, newAddress, send } = await setUp();
  const { token, read } = await newAddress('json');
  await send(token, { author: { name: 'Max', email: 'max@example.com' } });
  await ada.post(`/users/${max.id}/erase`, { messages: 'keep' });
  await continueErasures(app);
  assert.doesNotMatch((await read())[0]!.content, /max/i);
});

test('a delivery of the log and a sample of the service can be posted again', async () => {
  const { mia, bot, channel_id, send, last } = await setUp();
  const { id, url } = await mia.post('/webhooks', { bot_id: bot, service: 'uptimekuma', stream_id: channel_id });
  await send(url.split('/').at(-1), { msg: 'Shop is down' });
  const { id: first, content } = await last();
  const [kept] = (await mia.get(`/webhooks/${id}/deliveries`)).deliveries;
  const { message_id } = await mia.post(`/webhooks/${id}/send`, { delivery_id: kept.id });
  assert.notEqual(message_id, first);
  assert.deepEqual([(await last()).id, (await last()).content], [message_id, content]);
  const { samples } = await mia.get('/integrations/uptimekuma');
  for (const [sample, { topic }] of samples.entries()) {
    await mia.post(`/webhooks/${id}/send`, { sample });
    assert.equal((await last()).subject, topic);
  }
  assert.match(samples[0].rendered_content, /<strong><a href="https:\/\/shop.example.com"/);
});

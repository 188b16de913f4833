import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { createAddress, revokeAddress } from '../../../src/chat/integrations/webhook-addresses/actions.ts';
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
  return { ...team, create, send, posted, last, bot: user_id };
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
  const rows = JSON.stringify(app.db.prepared('SELECT * FROM webhook_address').all());
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

test('a sender of another chat receives the answer of that chat', async () => {
  const { create, posted, send } = await setUp();
  const { token } = create('mattermost', { topic: 'inbox' });
  assert.deepEqual(await posted(token, { text: '**Done** @**all**' }), ['inbox', '**Done** @\u200b**all**']);
  assert.equal(await (await send(token, { text: 'a' })).text(), 'ok');
  assert.deepEqual(await posted(`${token}/slack`, { text: '*Done*' }), ['inbox', '**Done**']);
  assert.equal(await (await send(`${token}/slack`, { text: 'a' })).text(), 'ok');
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
  ];
  for (const headers of signed) {
    assert.equal((await send(token, body, headers)).status, 200, Object.keys(headers)[0]);
    assert.equal((await send(token, '{"a": 2}', { ...headers, 'X-Gitlab-Token': 'x' })).status, 401);
  }
  assert.equal((await send(token, body)).status, 401);
});

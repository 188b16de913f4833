import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { deletingOldRuns } from '../../../src/chat/integrations/slash-commands/jobs.ts';
import { BUILT_IN_COMMANDS } from '../../../src/shared/slash-commands.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';
import { webhookServer } from '../../support/webhook-server.ts';

type Place = { stream_id: number; topic?: string } | { user_ids: number[] };

/** An outgoing webhook bot of Mia with the command `/weather`, and the channel `hall`. */
async function setUp(more: Record<string, unknown> = {}) {
  const team = newTeam();
  const { app, ada, mia, max } = team;
  app.config.choices.allowPrivateWebhooks = true;
  const hook = await webhookServer();
  const { id: hall } = await ada.post('/channels/create', { name: 'hall', subscribers: [mia.id, max.id] });
  const draft = { full_name: 'Weather', short_name: 'weather', bot_type: 3, payload_url: hook.url };
  const { user_id: bot } = await mia.post('/bots', { ...draft, ...more });
  const { id } = await mia.post('/slash_commands', { bot_id: bot, name: 'weather', usage: '[city]' });
  const run = (who: TestUser, command: string, place: Place = { stream_id: hall, topic: 'talk' }) =>
    who.request('POST', '/slash_commands/run', { command, ...place });
  const form = () => Object.fromEntries(new URLSearchParams(hook.told.at(-1)!.body));
  /** Posts to the `response_url` of the last request. */
  const answerLater = async (payload: unknown) => {
    const path = new URL(form().response_url!).pathname;
    const response = await fetch((await team.team.url) + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(payload),
    });
    return { ...((await response.json()) as Reply), status: response.status } as Reply;
  };
  const last = async (who: TestUser): Promise<Reply | undefined> =>
    (await who.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false })).messages[0];
  return { ...team, ...hook, hall, bot, id, run, form, answerLater, last };
}

const COMMANDS = { fetch_event_types: ['slash_commands'] };

test('the webhook of a command receives the form of Slack, signed like its other requests', async () => {
  const { max, mia, told, answer, bot, hall, run, form } = await setUp();
  answer.text = '';
  assert.equal((await run(max, '/Weather  New York\nnow')).error, null);
  const { response_url, token, trigger_id, ...fields } = form();
  assert.deepEqual(fields, {
    team_id: 'T1',
    team_domain: 'klatch.example',
    channel_id: `C${hall}`,
    channel_name: 'hall',
    user_id: `U${max.id}`,
    user_name: 'Max',
    command: '/weather',
    text: 'New York\nnow',
  });
  assert.match(response_url!, /^https?:.*\/slash_commands\/answers\/[\w-]{32}$/);
  assert.match(token!, /^[\da-f]{32}$/);
  assert.ok(trigger_id);
  const { headers, body, type } = told[0]!;
  assert.equal(type, 'application/x-www-form-urlencoded');
  const { signing_secret } = await mia.get(`/bots/${bot}/webhook`);
  const key = Buffer.from(signing_secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  assert.equal(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
});

test('an answer without a type reaches only the person who ran the command', async () => {
  const { app, max, mia, answer, bot, hall, run, last } = await setUp();
  const answers: [string, string][] = [
    ['{"text":"*12* °C @**all**"}', '<p><em>12</em> °C @\u200b<strong>all</strong></p>'],
    ['{"text":"*Deployed* by Mia"}', '<p><strong>Deployed</strong> by Mia</p>'],
    ['{"text":"Done.\\n*Deployed* by Mia"}', '<p>Done.<br>\n<strong>Deployed</strong> by Mia</p>'],
    ['{"text":"*One* **two** <three>"}', '<p><em>One</em> <strong>two</strong> &lt;three&gt;</p>'],
    [
      '{"blocks":[{"type":"section","text":{"type":"mrkdwn","text":"*One*, 2*3*4"}}]}',
      '<p><strong>One</strong>, 2*3*4</p>',
    ],
    ['{"text":"12 °C","response_type":"ephemeral","goto_location":"https://example.com"}', '<p>12 °C</p>'],
    ['Plain text', '<p>Plain text</p>'],
    ['{"response_type":"strange","attachments":[{"text":"One"}]}', '<p>One</p>'],
    ['"quoted"', '<p>quoted</p>'],
  ];
  const before = app.messages.lastId();
  for (const [text, rendered_content] of answers) {
    answer.text = text;
    await mia.assertReceives(() =>
      max.assertReceives(() => run(max, '/weather'), {
        type: 'slash_command',
        op: 'answer',
        bot_id: bot,
        name: 'weather',
        place: { stream_id: hall, topic: 'talk' },
        rendered_content,
        could_not_post: false,
      }),
    );
  }
  for (const text of ['', ' \n', '{}', 'null', '{"text":""}', '{"text":null,"attachments":7}', '[]']) {
    answer.text = text;
    await max.assertReceives(() => run(max, '/weather'));
  }
  assert.equal(app.messages.lastId(), before);
  assert.notEqual((await last(mia))?.sender_id, bot);
});

test('an answer for everybody is a message of the bot that names who asked', async () => {
  const { max, mia, answer, bot, run, last } = await setUp({ interface_type: 2 });
  answer.text = JSON.stringify({
    response_type: 'in_channel',
    text: 'ignored',
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: '*12 °C* <!channel> <https://example.com|more>' } }],
    attachments: [{ title: 'Tomorrow', text: '@**Mia** ![x](https://example.com/x.png)' }],
  });
  assert.equal((await run(max, '/weather Berlin')).error, null);
  const { sender_id, subject, content, flags } = (await last(mia))!;
  assert.deepEqual([sender_id, subject], [bot, 'talk']);
  assert.match(content, new RegExp(`^@_\\*\\*Max\\|${max.id}\\*\\* \`/weather\`\n\n\\*\\*12 °C\\*\\* `));
  assert.match(content, /\[more\]\(https:\/\/example\.com\)[\s\S]*## Tomorrow/);
  assert.ok(!flags.includes('mentioned') && !flags.includes('wildcard_mentioned'), 'it notifies nobody');
});

test('a person who may not post in a conversation cannot run a command there', async () => {
  const { ada, max, gus, told, hall, mona, run } = await setUp();
  const { id: news } = await ada.post('/channels/create', { name: 'news', subscribers: [ada.id, max.id] });
  await ada.patch(`/streams/${news}`, {
    can_send_message_group: JSON.stringify({ new: { direct_members: [ada.id], direct_subgroups: [] } }),
  });
  await assertRejected(run(max, '/weather', { stream_id: news, topic: 'talk' }), /not authorized|permission|send/i);
  await assertRejected(run(gus, '/weather', { stream_id: hall, topic: 'talk' }), /channel/i);
  await assertRejected(run(mona, '/weather', { user_ids: [99_999] }), /user/i);
  assert.deepEqual(told, []);
});

test('a command is as long as a message at most', async () => {
  const { max, told, run } = await setUp();
  await assertRejected(run(max, `/weather ${'x'.repeat(10_000)}`), /too long/);
  assert.equal(told.length, 0);
});

test('an answer in a private channel without the bot stays with the person who asked', async () => {
  const { app, max, mona, answer, told, run, form } = await setUp();
  const { id: vault } = await max.post('/channels/create', {
    name: 'vault',
    subscribers: [max.id, mona.id],
    invite_only: true,
  });
  answer.text = JSON.stringify({ response_type: 'in_channel', text: 'Sunny' });
  const before = app.messages.lastId();
  await mona.assertReceives(() =>
    max.assertReceives(() => run(max, '/weather', { stream_id: vault, topic: 'plans' }), {
      type: 'slash_command',
      op: 'answer',
      could_not_post: true,
      rendered_content: '<p>Sunny</p>',
    }),
  );
  assert.equal(form().channel_name, 'privategroup');
  assert.ok(!told[0]!.body.includes('vault') && !told[0]!.body.includes('plans'));
  assert.equal(app.messages.lastId(), before);
});

test('an answer in a direct message conversation is posted only if the bot takes part', async () => {
  const { app, max, mona, answer, bot, run, form, last } = await setUp();
  answer.text = JSON.stringify({ response_type: 'in_channel', text: 'Sunny' });
  const before = app.messages.lastId();
  await max.assertReceives(() => run(max, '/weather', { user_ids: [mona.id] }), {
    type: 'slash_command',
    op: 'answer',
    place: { user_ids: [max.id, mona.id].sort((a, b) => a - b) },
    could_not_post: true,
  });
  assert.equal(app.messages.lastId(), before);
  assert.equal(form().channel_name, 'directmessage');
  await run(max, '/weather', { user_ids: [mona.id, bot] });
  assert.equal((await last(mona))!.sender_id, bot);
});

test('a person who loses a channel while the webhook answers gets the answer alone', async () => {
  const { ada, app, max, answer, hall, run, answerLater } = await setUp();
  answer.text = '';
  await run(max, '/weather');
  await ada.patch(`/streams/${hall}`, {
    can_send_message_group: JSON.stringify({ new: { direct_members: [ada.id], direct_subgroups: [] } }),
  });
  const before = app.messages.lastId();
  await max.assertReceives(() => answerLater({ response_type: 'in_channel', text: 'Late' }), {
    type: 'slash_command',
    op: 'answer',
    could_not_post: true,
  });
  assert.equal(app.messages.lastId(), before);
});

test('a response_url takes five answers', async () => {
  const { max, mia, answer, run, answerLater, last } = await setUp();
  answer.text = '';
  await run(max, '/weather');
  await max.assertReceives(() => answerLater({ text: 'Soon' }), { type: 'slash_command', op: 'answer' });
  for (const text of ['2', '3', '4', '5']) {
    const reply = await answerLater({ response_type: 'in_channel', text });
    assert.deepEqual([reply.status, reply.ok], [200, true]);
    assert.match((await last(mia))!.content, new RegExp(`${text}$`));
  }
  const late = await answerLater({ text: '6' });
  assert.deepEqual([late.status, late.ok], [404, false]);
});

test('a response_url ends after half an hour, with its command, its bot and its person', async () => {
  const ends: [string, (place: Awaited<ReturnType<typeof setUp>>) => Promise<unknown> | unknown][] = [
    ['time', ({ clock }) => clock.advance(1800)],
    ['command', ({ mia, id }) => mia.delete(`/slash_commands/${id}`)],
    ['bot', ({ mia, bot }) => mia.delete(`/bots/${bot}`)],
    ['person', ({ ada, max }) => ada.delete(`/users/${max.id}`)],
  ];
  for (const [what, end] of ends) {
    const place = await setUp();
    place.answer.text = '';
    await place.run(place.max, '/weather');
    await end(place);
    const { status } = await place.answerLater({ response_type: 'in_channel', text: 'Late' });
    assert.ok(status === 404 || status === 400, `${what}: ${status}`);
    assert.notEqual((await place.last(place.mia))?.sender_id, place.bot, what);
  }
});

test('the token of a response_url is stored as a hash until it ends', async () => {
  const { app, clock, max, answer, run, form } = await setUp();
  answer.text = '';
  await run(max, '/weather');
  const stored = () => app.db.all<{ token_hash: string }, []>('SELECT token_hash FROM slash_command_run')();
  assert.equal(stored().length, 1);
  assert.ok(!form().response_url!.includes(stored()[0]!.token_hash));
  clock.advance(1800);
  await deletingOldRuns.run(app);
  assert.deepEqual(stored(), []);
});

test('a failure of a command is returned and logged', async () => {
  const { app, max, mia, answer, told, bot, run } = await setUp();
  answer.status = 404;
  assert.equal((await run(max, '/weather')).error, 'it answered with status 404');
  app.config.choices.allowPrivateWebhooks = false;
  assert.match((await run(max, '/weather')).error, /private network/);
  assert.equal(told.length, 1, 'the address is not called');
  const { deliveries } = await mia.get(`/bots/${bot}/webhook`);
  assert.deepEqual(
    deliveries.map(({ command, message_id, status }: Reply) => [command, message_id, status]),
    [
      ['weather', null, null],
      ['weather', null, 404],
    ],
  );
});

test('a command needs a person who runs it and an active bot', async () => {
  const { team, ada, max, bot, told, run } = await setUp();
  const robot = team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: max.id });
  await assertRejected(run(robot, '/weather'), /bot requests/);
  for (const command of ['/nothing', '/', '/poll x']) await assertRejected(run(max, command), /No such command/);
  await assertRejected(run(max, 'weather'), /slash/);
  await ada.delete(`/bots/${bot}`);
  await assertRejected(run(max, '/weather'), /No such command/);
  assert.deepEqual(told, []);
});

test('commands belong to those who may manage their bot', async () => {
  const { ada, mia, max, bot, id } = await setUp();
  const draft = { bot_id: bot, name: 'sun' };
  for (const [method, path] of [
    ['POST', '/slash_commands'],
    ['PATCH', `/slash_commands/${id}`],
    ['DELETE', `/slash_commands/${id}`],
  ] as const)
    assert.notEqual((await max.request(method, path, draft)).status, 200, `${method} ${path}`);
  const { id: other } = await ada.post('/slash_commands', draft);
  await mia.patch(`/slash_commands/${other}`, { description: '  Sun or\n rain ' });
  const { slash_commands } = await max.post('/register', COMMANDS);
  assert.deepEqual(slash_commands, [
    { id: other, bot_id: bot, name: 'sun', usage: '', description: 'Sun or rain' },
    { id, bot_id: bot, name: 'weather', usage: '[city]', description: '' },
  ]);
  await mia.delete(`/slash_commands/${other}`);
  const { user_id: generic } = await mia.post('/bots', { full_name: 'Robo', short_name: 'robo' });
  await assertRejected(mia.request('POST', '/slash_commands', { bot_id: generic, name: 'x' }), /outgoing webhook/);
});

test('everybody learns of a new, changed and removed command at once', async () => {
  const { gus, mia, bot } = await setUp();
  let id = 0;
  const names = async (action: () => Promise<unknown>) => {
    const [event] = await gus.assertReceives(action, { type: 'slash_commands' });
    return event!.slash_commands.map(({ name }: Reply) => name);
  };
  const add = async () => (id = (await mia.post('/slash_commands', { bot_id: bot, name: '/Sun' })).id);
  assert.deepEqual(await names(add), ['sun', 'weather']);
  assert.deepEqual(await names(() => mia.patch(`/slash_commands/${id}`, { name: 'rain' })), ['rain', 'weather']);
  assert.deepEqual(await names(() => mia.delete(`/slash_commands/${id}`)), ['weather']);
});

test('a command needs a name that is valid and free', async () => {
  const { mia, bot, id } = await setUp();
  const rejected: [string, RegExp][] = [
    ...['', '/', 'two words', 'Größe', 'a'.repeat(33), 'a/b', '//a'].map((name): [string, RegExp] => [name, /1 to 32/]),
    ...BUILT_IN_COMMANDS.map((name): [string, RegExp] => [name, /a command of Klatch/]),
    ['WEATHER', /already/],
  ];
  for (const [name, why] of rejected)
    await assertRejected(mia.request('POST', '/slash_commands', { bot_id: bot, name }), why);
  await mia.patch(`/slash_commands/${id}`, { name: 'weather' });
  const long = { bot_id: bot, name: 'long', description: 'x'.repeat(201) };
  await assertRejected(mia.request('POST', '/slash_commands', long), /longer than 200/);
  for (const name of ['a', '-', 'a_b-9', 'a'.repeat(32)]) await mia.post('/slash_commands', { bot_id: bot, name });
});

test('changes of commands are in the audit log', async () => {
  const { ada, mia, bot, id } = await setUp();
  await mia.patch(`/slash_commands/${id}`, { usage: '[place]' });
  await mia.delete(`/slash_commands/${id}`);
  const { entries } = await ada.get('/audit_log', { kind: 'bot_update' });
  assert.deepEqual(
    entries.map(({ user_id, details }: Reply) => [user_id, details]),
    [
      [bot, 'removed slash command weather'],
      [bot, 'slash command weather'],
      [bot, 'new slash command weather'],
    ],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SERVICES } from '../../../src/chat/integrations/incoming-webhooks/services/table.ts';
import { assertRejected, newTeam, type Reply, type TestUser } from '../../support/team.ts';

async function setUp() {
  const team = newTeam();
  const { ada, mia, max } = team;
  await ada.post('/channels/create', { name: 'builds', subscribers: [mia.id, max.id] });
  const { api_key, user_id } = await mia.post('/bots', { full_name: 'Builder', short_name: 'builder', bot_type: 2 });
  const send = async (
    service: string,
    payload: unknown,
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const search = new URLSearchParams({ api_key, stream: 'builds', ...query });
    const response = await fetch(`${await team.team.url}/api/v1/external/${service}?${search}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
    return { ...((await response.json()) as object), status: response.status, headers: response.headers };
  };
  const last = async (person: TestUser = max): Promise<Reply> =>
    (await person.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false }))
      .messages[0];
  const said = async (...asked: Parameters<typeof send>): Promise<[topic: string, content: string]> => {
    const reply = await send(...asked);
    assert.deepEqual([reply.status, reply.result], [200, 'success'], reply.msg);
    const message = await last();
    assert.equal(message.sender_id, user_id);
    return [message.subject, message.content];
  };
  return { ...team, send, said, last, api_key, bot: user_id };
}

test('a GitHub payload is posted in the channel named in the URL', async () => {
  const { send, said } = await setUp();
  const event = (name: string) => ({ 'X-GitHub-Event': name });
  const common = { repository: { name: 'klatch' }, sender: { login: 'octo', html_url: 'https://example.com/octo' } };
  const push = {
    ...common,
    ref: 'refs/heads/main',
    compare: 'https://example.com/compare',
    commits: [{ id: '0123456789abcdef', url: 'https://example.com/c', message: 'Fix it\n\nat last, @**all**' }],
  };
  assert.deepEqual(await said('github', push, {}, event('push')), [
    'klatch / main',
    '[octo](https://example.com/octo) pushed [1 commit](https://example.com/compare) to `main`.\n\n* Fix it ([0123456789a](https://example.com/c))',
  ]);
  const issue = { number: 7, title: 'It @**all** breaks', html_url: 'https://example.com/7', body: 'Badly' };
  const [topic, content] = await said('github', { ...common, action: 'opened', issue }, {}, event('issues'));
  assert.equal(topic, 'klatch / issue #7 It @\u200b**all** breaks');
  assert.match(content, /^\[octo\]\(\S+\) opened \[issue #7\]\(https:\/\/example.com\/7\)\.\n\n``` quote\nBadly\n```$/);
  const merged = { ...common, action: 'closed', pull_request: { ...issue, merged: true } };
  assert.match((await said('github', merged, { topic: 'mine' }, event('pull_request')))[1], / merged /);

  const { header } = await assertRejected(send('github', push), /X-GitHub-Event/, 'MISSING_HTTP_EVENT_HEADER');
  assert.equal(header, 'X-GitHub-Event');
  const unknown = await send('github', push, {}, event('security_and_analysis'));
  assert.deepEqual([unknown.status, unknown.result, unknown.code], [200, 'success', 'UNSUPPORTED_WEBHOOK_EVENT_TYPE']);
  assert.deepEqual([unknown.webhook_name, unknown.event_type], ['GitHub', 'security_and_analysis']);
  await assertRejected(
    send('github', { who: 'knows' }, {}, event('push')),
    /Did GitHub generate this event/,
    'ANOMALOUS_WEBHOOK_PAYLOAD',
  );
  await assertRejected(send('github', '{', {}, event('push')), 'Argument "payload" is not valid JSON.', 'INVALID_JSON');
});

test('payloads of GitLab, Grafana, Alertmanager and Sentry are posted', async () => {
  const { said } = await setUp();
  const project = { name: 'klatch', web_url: 'https://example.com' };
  const merge = {
    project,
    user: { name: 'Lab' },
    object_attributes: { iid: 3, title: 'Better', url: 'https://example.com/3', action: 'merge' },
  };
  assert.deepEqual(await said('gitlab', merge, {}, { 'X-Gitlab-Event': 'Merge Request Hook' }), [
    'klatch / MR !3 Better',
    'Lab merged [merge request !3](https://example.com/3).',
  ]);
  const alerts = [
    { status: 'firing', labels: { alertname: 'Hot', instance: 'one' }, annotations: { description: 'Too hot' } },
    { status: 'resolved', labels: { alertname: 'Cold', instance: 'one' }, annotations: {} },
  ];
  const [topic, content] = await said('grafana', { status: 'firing', alerts: [alerts[0]] });
  assert.equal(topic, 'Hot');
  assert.match(content, /\*\*Hot\*\*: firing[\s\S]*Too hot/);
  assert.deepEqual(
    await said('grafana', { ruleName: 'Disk', state: 'ok', evalMatches: [{ metric: 'free', value: 9 }] }),
    ['Disk', ':check: **Disk**: ok\n* free: 9'],
  );
  assert.deepEqual(await said('alertmanager', { alerts }, { desc: 'alertname' }), [
    'one',
    ':alert: **Firing**\n\n* Hot: Too hot\n\n:check: **Resolved**\n\n* Cold',
  ]);
  const issue = { title: 'TypeError', web_url: 'https://example.com/e', project: { name: 'shop' }, level: 'error' };
  assert.deepEqual(await said('sentry', { action: 'created', data: { issue } }), [
    'TypeError',
    'Issue [TypeError](https://example.com/e) was created.\n* Project: shop\n* Level: error',
  ]);
});

test('an alert has the same topic when it is resolved, whichever others are in its group', async () => {
  const { send, max } = await setUp();
  const alert = (labels: object, status: string) => ({ status, labels, annotations: {} });
  const groups: Record<string, readonly [object, object]> = {
    alertmanager: [
      { alertname: 'Full', instance: 'one' },
      { alertname: 'Full', instance: 'two' },
    ],
    grafana: [
      { alertname: 'one', instance: 'a' },
      { alertname: 'two', instance: 'a' },
    ],
  };
  for (const [service, [one, two]] of Object.entries(groups)) {
    await send(service, { status: 'firing', alerts: [alert(one, 'firing'), alert(two, 'firing')] });
    await send(service, { status: 'firing', alerts: [alert(two, 'firing'), alert(one, 'resolved')] });
    await send(service, { status: 'resolved', alerts: [alert(two, 'resolved')] });
    const query = { anchor: 'newest', num_before: 4, num_after: 0, apply_markdown: false };
    const { messages } = await max.get('/messages', query);
    assert.deepEqual(
      messages.map(({ subject, content }: Reply) => [subject, /resolved/i.test(content)]).slice(-4),
      [
        ['one', false],
        ['two', false],
        ['one', true],
        ['two', true],
      ],
      service,
    );
  }
});

test('a new tag of Gitea, which sends it as a push and as a creation, is one message', async () => {
  const { send, said, last } = await setUp();
  const common = { repository: { name: 'shop' }, sender: { login: 'ada' } };
  const before = (await last()).id;
  const push = { ...common, ref: 'refs/tags/v1', before: '0'.repeat(40), after: 'a'.repeat(40), commits: [] };
  const create = { ...common, ref: 'v1', ref_type: 'tag', sha: 'a'.repeat(40) };
  assert.deepEqual(await said('gitea', push, {}, { 'X-Gitea-Event': 'push' }), ['shop', 'ada created the tag `v1`.']);
  await send('gitea', create, {}, { 'X-Gitea-Event': 'create' });
  assert.equal((await last()).id, before + 1);
  const moved = { ...push, before: 'b'.repeat(40) };
  assert.match((await said('gitea', moved, {}, { 'X-Gitea-Event': 'push' }))[1], /pushed the tag/);
});

test('alerts for a topic in the URL are one message that names the place of each', async () => {
  const { send, said, last } = await setUp();
  const alerts = ['one', 'two'].map((instance) => ({ status: 'firing', labels: { alertname: 'Full', instance } }));
  const payload = { commonLabels: { alertname: 'Full' }, alerts };
  const before = (await last()).id;
  const [topic, content] = await said('alertmanager', payload, { topic: 'disks' });
  assert.deepEqual([topic, content], ['disks', ':alert: **Firing**\n\n* Full on one\n\n* Full on two']);
  assert.equal((await last()).id, before + 1);
  await send('alertmanager', payload, { topic: 'disks' });
  assert.equal((await last()).id, before + 1);
});

test('a payload for Slack is converted to Markdown, as JSON or as a form', async () => {
  const { said, team, api_key, last } = await setUp();
  assert.deepEqual(
    await said('slack_incoming', {
      text: '*Done* by <https://example.com|Mia> &amp; _co_ <!channel>',
      channel: '#ops',
    }),
    ['ops', '**Done** by [Mia](https://example.com) & *co*'],
  );
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: 'News' } },
    { type: 'section', text: { type: 'mrkdwn', text: '*all* well' } },
  ];
  assert.deepEqual(await said('slack_incoming', { text: 'fallback', blocks }), [
    'general chat',
    '## News\n\n**all** well',
  ]);
  const form = await team.request(
    'POST',
    `/external/slack_incoming?${new URLSearchParams({ api_key, stream: 'builds', topic: 'forms' })}`,
    {
      payload: { text: 'from a form' },
    },
  );
  assert.equal(form.status, 200, form.msg);
  assert.equal((await last()).content, 'from a form');
});

test('other JSON is posted as it is, as a direct message to the owner if no channel is named', async () => {
  const { said, mia, max, team, api_key } = await setUp();
  assert.deepEqual(await said('json', { a: ['```', 1] }), [
    'JSON',
    '````json\n{\n  "a": [\n    "```",\n    1\n  ]\n}\n````',
  ]);
  await max.assertReceives(() =>
    mia.assertReceives(
      async () => {
        const response = await fetch(`${await team.url}/api/v1/external/json?api_key=${api_key}`, {
          method: 'POST',
          body: '{"b":2}',
        });
        assert.equal(response.status, 200);
      },
      { type: 'message', message: { type: 'private' } },
    ),
  );
});

test('only the requested event types are posted', async () => {
  const { send, last } = await setUp();
  await send('json', { first: 1 });
  const before = (await last()).id;
  const issue = {
    action: 'created',
    data: { issue: { title: 'E', web_url: 'https://example.com', project: { name: 'p' } } },
  };
  const narrowed: Record<string, string>[] = [{ only_events: '["ev*"]' }, { exclude_events: '["is*e"]' }];
  for (const query of narrowed) {
    assert.equal((await send('sentry', issue, query)).status, 200);
    assert.equal((await last()).id, before);
  }
  await send('sentry', issue, { only_events: '["*ss*"]' });
  assert.notEqual((await last()).id, before);
});

test('a bot’s key opens only its own webhook, and only where the bot or its owner can post', async () => {
  const { send, ada, max, mia, bot, team, api_key } = await setUp();
  const wrong = await send('json', {}, { api_key: '0'.repeat(32) });
  assert.deepEqual([wrong.status, wrong.code, wrong.msg], [401, 'INVALID_API_KEY', 'Invalid API key']);
  assert.ok(wrong.headers.get('www-authenticate'));
  const persons = await send('json', {}, { api_key: mia.apiKey });
  assert.deepEqual(
    [persons.status, persons.code, persons.msg],
    [401, 'INVALID_API_KEY', wrong.msg],
    'a person’s key is no bot’s',
  );
  await max.post('/channels/create', { name: 'vault', subscribers: [max.id], invite_only: true });
  const hidden = await send('json', {}, { stream: 'vault' });
  assert.deepEqual([hidden.code, hidden.msg], ['STREAM_DOES_NOT_EXIST', "Channel 'vault' does not exist"]);
  assert.equal((await send('json', {}, { stream: 'nowhere' })).code, hidden.code);
  assert.equal((await send('nothing', {})).status, 404);
  const auth = { Authorization: `Basic ${Buffer.from(`builder-bot@klatch.example:${api_key}`).toString('base64')}` };
  assert.equal((await team.request('GET', '/users', {}, auth)).status, 401);
  await ada.delete(`/bots/${bot}`);
  const gone = await send('json', {});
  assert.deepEqual([gone.status, gone.code], [401, 'USER_DEACTIVATED']);
});

test('no payload crashes an integration: it is posted, ignored or rejected', async () => {
  const { send } = await setUp();
  const strange = [
    null,
    [],
    {},
    { alerts: [{}] },
    { alerts: [] },
    { text: 5 },
    { data: {} },
    { data: { issue: null } },
    { blocks: 'x' },
    'text',
    7,
  ];
  for (const { name } of SERVICES)
    for (const payload of strange) {
      const headers = { 'X-GitHub-Event': 'issues', 'X-Gitlab-Event': 'Issue Hook' };
      const reply = await send(name, JSON.stringify(payload), {}, headers);
      assert.ok(reply.status < 500, `${name} ${JSON.stringify(payload)} ${reply.status}`);
    }
});

test('clients receive the list of integrations', async () => {
  const { mia } = await setUp();
  const { realm_incoming_webhook_bots } = await mia.post('/register', {
    fetch_event_types: ['realm_incoming_webhook_bots'],
  });
  assert.deepEqual(
    realm_incoming_webhook_bots.map(({ name }: Reply) => name),
    SERVICES.map(({ name }) => name),
  );
});

test('a program that sends to Slack receives the answer of Slack besides that of the API', async () => {
  const { send, team } = await setUp();
  const reply = await send('slack_incoming', { text: 'Disk full' });
  assert.deepEqual([reply.status, reply.ok, reply.result], [200, true, 'success']);
  const rejections = [
    await send('slack_incoming', { text: 'x' }, { api_key: 'wrong' }),
    await send('slack_incoming', { text: 'x' }, { stream: 'nowhere' }),
    await send('slack_incoming', {}),
    await send('slack_incoming', '{"text": '),
    await team.request('POST', '/external/slack_incoming', {}),
  ];
  for (const { status, ok, error, result, msg } of rejections) {
    assert.ok(status >= 400);
    assert.deepEqual([ok, error, result], [false, msg, 'error']);
  }
  assert.equal('ok' in (await send('json', { a: 1 })), false);
});

test('a payload is read with raw line breaks, a byte order mark, or in ISO 8859-1', async () => {
  const { team, api_key, last } = await setUp();
  const search = new URLSearchParams({ api_key, stream: 'builds', topic: 'forms' });
  const send = async (body: string | Buffer, type = 'application/json'): Promise<string> => {
    const url = `${await team.url}/api/v1/external/slack_incoming?${search}`;
    const headers = { 'Content-Type': type };
    const response = await fetch(url, { method: 'POST', headers, body: body as string });
    assert.equal(response.status, 200, await response.text());
    return (await last()).content;
  };
  assert.equal(await send('{\n "text": "Disk\nfull \\"now\\"\t!"\r\n}'), 'Disk\nfull "now"\t!');
  assert.equal(await send('\ufeff{"text": "Grün"}'), 'Grün');
  assert.equal(await send(Buffer.from('{"text": "Gr\xfcn"}', 'latin1')), 'Grün');
  assert.equal(
    await send(Buffer.from('{"text": "Gr\xfcn"}', 'latin1'), 'application/json; charset=iso-8859-1'),
    'Grün',
  );
  const form = `payload=${encodeURIComponent('{"text": "Disk\nfull"}')}`;
  assert.equal(await send(form, 'application/x-www-form-urlencoded'), 'Disk\nfull');
});

test('a payload is read as JSON, form, multipart form, XML or text, whatever its type says', async () => {
  const { team, api_key, last } = await setUp();
  const send = async (body: string | FormData, type?: string): Promise<unknown> => {
    const url = `${await team.url}/api/v1/external/json?${new URLSearchParams({ api_key, stream: 'builds' })}`;
    const headers = type === undefined ? undefined : { 'Content-Type': type };
    const response = await fetch(url, { method: 'POST', body, ...(headers && { headers }) });
    assert.equal(response.status, 200, await response.text());
    return JSON.parse((await last()).content.replace(/^```json\n|\n```$/g, ''));
  };
  const form = 'application/x-www-form-urlencoded';
  assert.deepEqual(await send('{"a":1}', 'text/plain'), { a: 1 });
  assert.deepEqual(await send('{"a":2}', form), { a: 2 });
  for (const field of ['payload', 'data', 'json', 'fields'])
    assert.deepEqual(await send(`${field}=${encodeURIComponent(`{"in":"${field}"}`)}`, form), { in: field });
  assert.deepEqual(await send('state=down&stream=other', form), { state: 'down', stream: 'other' });
  const multipart = new FormData();
  multipart.set('payload', '{"a":3}');
  assert.deepEqual(await send(multipart), { a: 3 });
  assert.equal(await send('Backup done = fine', 'text/plain'), 'Backup done = fine');
  assert.deepEqual(await send('<a id="1"><b>x &amp; y</b><b><![CDATA[<z>]]></b><c/></a>', 'text/xml'), {
    a: { '@id': '1', b: ['x & y', '<z>'], c: '' },
  });
});

test('a form of a script whose values contain blanks is read as a form', async () => {
  const { team, api_key, last } = await setUp();
  const search = new URLSearchParams({ api_key, stream: 'builds' });
  const send = async (service: string, body: string): Promise<string> => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const url = `${await team.url}/api/v1/external/${service}?${search}`;
    assert.equal((await fetch(url, { method: 'POST', body, headers })).status, 200, body);
    return (await last()).content;
  };
  const nagios = 'HOSTNAME=web1&SERVICEDESC=Disk /home&SERVICESTATE=CRITICAL&SERVICEOUTPUT=3%25+left';
  assert.match(await send('nagios', nagios), /\*\*Disk \/home\*\* on web1: \*\*CRITICAL\*\*/);
  assert.equal(await send('ntfy', 'x=1 was expected & y=2'), 'x=1 was expected & y=2');
});

test('XML that is broken, deep or has a document type is rejected', async () => {
  const { send } = await setUp();
  const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>';
  for (const xml of ['<a><b></a>', '<a>', '</a>', `${'<a>'.repeat(50)}${'</a>'.repeat(50)}`, bomb])
    await assertRejected(send('json', xml, {}, { 'Content-Type': 'text/xml' }), /XML cannot be read/);
});

test('XML with more entities than a program sends is rejected', async () => {
  const { send } = await setUp();
  const xml = `<a>${'&amp;'.repeat(40_001)}</a>`;
  await assertRejected(send('json', xml, {}, { 'Content-Type': 'text/xml' }), /too many entities/);
});

test('a multipart form with more parts than a program sends is rejected', async () => {
  const { team, api_key } = await setUp();
  const send = async (parts: number): Promise<number> => {
    const form = new FormData();
    for (let part = 0; part < parts; part++) form.set(`f${part}`, '1');
    const search = new URLSearchParams({ api_key, stream: 'builds' });
    return (await fetch(`${await team.url}/api/v1/external/json?${search}`, { method: 'POST', body: form })).status;
  };
  assert.deepEqual([await send(1000), await send(1001)], [200, 413]);
});

test('a text in a multipart form may contain lines like those between its parts', async () => {
  const { team, api_key, last } = await setUp();
  const form = new FormData();
  form.set('text', 'one\r\n--\r\ntwo');
  form.set('file', new Blob(['three']), 'three.txt');
  const search = new URLSearchParams({ api_key, stream: 'builds' });
  await fetch(`${await team.url}/api/v1/external/json?${search}`, { method: 'POST', body: form });
  assert.deepEqual(JSON.parse((await last()).content.replace(/^```json\n|\n```$/g, '')), { text: 'one\r\n--\r\ntwo' });
});

test('XML with more elements or attributes than a program sends is rejected', async () => {
  const { send } = await setUp();
  const attributes = Array.from({ length: 20_000 }, (_, n) => `a${n}="1"`).join(' ');
  for (const xml of [`<a ${attributes}/>`, `<a>${'<b/>'.repeat(20_000)}</a>`])
    await assertRejected(send('json', xml, {}, { 'Content-Type': 'text/xml' }), /too many elements or attributes/);
});

test('raw line breaks of a payload are read in as much text as a message can show', async () => {
  const { send } = await setUp();
  const text = 'a\n'.repeat(50_000);
  assert.equal((await send('slack_incoming', `{"text": "${text}"}`)).status, 200);
  assert.equal((await send('slack_incoming', `{"text": "${text.repeat(5)}"}`)).status, 400);
});

test('a payload of more than 1 MB is rejected', async () => {
  const { send } = await setUp();
  assert.equal((await send('json', { a: 'x'.repeat(2 ** 20) })).status, 413);
});

test('a payload with more fields than can be parsed at once is rejected, in JSON and in a form', async () => {
  const { team, api_key, send } = await setUp();
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 1]));
  assert.equal((await send('json', fields(39_000))).status, 200);
  assert.equal((await send('json', fields(41_000))).status, 413);
  const body = new URLSearchParams({ payload: JSON.stringify(fields(41_000)) });
  const response = await fetch(`${await team.url}/api/v1/external/json?stream=builds&api_key=${api_key}`, {
    method: 'POST',
    body,
  });
  assert.equal(response.status, 413);
});

test('a log with more times than a payload may have fields is posted', async () => {
  const { send } = await setUp();
  assert.equal((await send('json', { log: '12:34:56 started\n'.repeat(25_000) })).status, 200);
});

test('the key of a bot is also accepted as HTTP Basic or as a bearer token', async () => {
  const { team, api_key, last } = await setUp();
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const accepted = [basic(`builder-bot@klatch.example:${api_key}`), basic(`${api_key}:`), `Bearer ${api_key}`];
  for (const [count, Authorization] of accepted.entries()) {
    const url = `${await team.url}/api/v1/external/json?stream=builds`;
    const response = await fetch(url, { method: 'POST', headers: { Authorization }, body: JSON.stringify({ count }) });
    assert.equal(response.status, 200, Authorization);
    assert.match((await last()).content, new RegExp(`"count": ${count}`));
  }
});

test('channels and topics are found when their names were escaped twice', async () => {
  const { ada, send, last } = await setUp();
  await ada.post('/channels/create', { name: 'nightly builds', subscribers: [] });
  await send('json', { a: 1 }, { stream: 'builds', topic: 'my%20topic' });
  assert.equal((await last()).subject, 'my topic');
  assert.equal((await send('json', { a: 1 }, { stream: 'nightly%20builds' })).code, undefined);
});

test('a message in a topic that the URL names says what its own topic would have said', async () => {
  const { said } = await setUp();
  const issue = { number: 7, title: 'It breaks', html_url: 'https://example.com/7' };
  const payload = { repository: { name: 'klatch' }, sender: { login: 'octo' }, action: 'closed', issue };
  assert.deepEqual(await said('github', payload, { topic: 'mine' }, { 'X-GitHub-Event': 'issues' }), [
    'mine',
    '**klatch / issue &#35;7 It breaks**\nocto closed [issue #7](https://example.com/7).'.replace('&#35;', '#'),
  ]);
});

test('a delivery that is sent again is posted once, also after a restart', async () => {
  const { app, team, send, last } = await setUp();
  const headers = { 'X-GitHub-Event': 'public', 'X-GitHub-Delivery': '1-2-3' };
  const payload = { repository: { name: 'klatch' }, sender: { login: 'octo' } };
  await send('github', payload, {}, headers);
  const { id } = await last();
  app.memory.receivedDeliveries.recent.clear();
  team.clock.advance(3600);
  assert.equal((await send('github', payload, {}, headers)).status, 200);
  assert.equal((await last()).id, id);
  await send('github', payload, {}, { ...headers, 'X-GitHub-Delivery': '4-5-6' });
  assert.notEqual((await last()).id, id);
});

test('the same delivery within a minute is posted once', async () => {
  const { team, send, last } = await setUp();
  await send('json', { disk: 'full' });
  const { id } = await last();
  team.clock.advance(59);
  assert.equal((await send('json', { disk: 'full' })).status, 200);
  assert.equal((await last()).id, id);
  await send('json', { disk: 'empty' });
  assert.notEqual((await last()).id, id);
  team.clock.advance(2);
  await send('json', { disk: 'full' });
  assert.equal((await last()).content.includes('full'), true);
});

test('what is kept of a delivery is as long for any id and topic', async () => {
  const { app, send } = await setUp();
  const payload = { type: 'event_callback', event_id: 'x'.repeat(500_000), event: { type: 'message', text: 'Hello' } };
  await send('json', payload, { topic: 'y'.repeat(5000) });
  const stored = app.db.prepareStatement('SELECT hash FROM handled_delivery').all() as { hash: string }[];
  const kept = [...app.memory.receivedDeliveries.recent.keys(), ...stored.map(({ hash }) => hash)];
  assert.deepEqual(
    kept.map(({ length }) => length),
    [44, 44],
  );
});

test('pushes to branches that the URL does not name are not posted', async () => {
  const { send, last } = await setUp();
  const push = (branch: string) => ({ ref: `refs/heads/${branch}`, repository: { name: 'klatch' }, commits: [] });
  const options = { branches: 'main,release/*' };
  await send('github', push('main'), options, { 'X-GitHub-Event': 'push' });
  const { id } = await last();
  await send('github', push('fix'), options, { 'X-GitHub-Event': 'push' });
  assert.equal((await last()).id, id);
  await send('github', push('release/2'), options, { 'X-GitHub-Event': 'push' });
  assert.notEqual((await last()).id, id);
});

test('events of private repositories are left out when the URL says so', async () => {
  const { send, last } = await setUp();
  const before = await send('json', { a: 1 });
  const { id } = await last();
  const payload = { repository: { name: 'secret', private: true }, sender: { login: 'octo' } };
  await send('github', payload, { ignore_private_repositories: 'true' }, { 'X-GitHub-Event': 'public' });
  assert.deepEqual([before.status, (await last()).id], [200, id]);
});

test('the owner of a bot receives a direct message about failed deliveries, once an hour for each cause', async () => {
  const { send, mia, team } = await setUp();
  const count = async (): Promise<number> =>
    (
      await mia.get('/messages', {
        anchor: 'newest',
        num_before: 50,
        num_after: 0,
        narrow: [{ operator: 'is', operand: 'dm' }],
      })
    ).messages.filter(({ content }: Reply) => /was rejected/.test(content)).length;
  for (let time = 0; time < 3; time++) await send('github', {}, {}, { 'X-GitHub-Event': 'issues' });
  assert.equal(await count(), 1);
  await send('json', { a: 1 }, { stream: 'nowhere' });
  assert.equal(await count(), 2);
  team.clock.advance(3601);
  await send('json', { a: 1 }, { stream: 'nowhere' });
  assert.equal(await count(), 3);
});

test('members receive how to make a service post, if that is not obvious', async () => {
  const { mia } = newTeam();
  assert.match((await mia.get('/integrations/icinga')).setup, /<code>|<pre>/);
  assert.match((await mia.get('/integrations/gitea')).setup, /the method POST/);
  assert.equal((await mia.get('/integrations/gogs')).setup, null);
});

test('the instructions of services are not cut into lines', async () => {
  const { mia } = newTeam();
  const services: { name: string }[] = (await mia.get('/integrations')).integrations;
  assert.ok(services.length > 100);
  for (const { name } of services) {
    const { setup } = await mia.get(`/integrations/${name}`);
    assert.doesNotMatch(setup ?? '', /<br/, name);
  }
});

test('a program can test its address before it uses it', async () => {
  const { team, api_key, send } = await setUp();
  const get = async (query: string, method = 'GET') =>
    fetch(`${await team.url}/api/v1/external/json?${query}`, { method });
  assert.equal((await get(`api_key=${api_key}`)).status, 200);
  assert.equal((await get(`api_key=${api_key}`, 'HEAD')).status, 200);
  assert.equal((await get('api_key=wrong')).status, 401);
  const challenged = await get(`api_key=${api_key}&challenge=%3Cb%3E1`);
  assert.equal(await challenged.text(), '<b>1');
  assert.equal(challenged.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(challenged.headers.get('x-content-type-options'), 'nosniff');
  assert.equal((await send('slack', { type: 'url_verification', challenge: 'abc' })).challenge, 'abc');
  const signed = await send('hellosign', { event: { event_type: 'signature_request_sent' } });
  assert.equal(signed.msg, 'Hello API Event Received');
});

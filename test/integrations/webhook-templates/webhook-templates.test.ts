import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTemplate } from '../../../src/chat/integrations/incoming-webhooks/templates/check-template.ts';
import {
  readTemplate,
  writeTemplate,
} from '../../../src/chat/integrations/incoming-webhooks/templates/template-text.ts';
import { createAddress } from '../../../src/chat/integrations/webhook-addresses/actions.ts';
import { LIMITS } from '../../../src/limits.ts';
import { newTeam, type Reply } from '../../support/team.ts';
import { LOADED, readSample } from '../incoming-webhooks/samples.ts';

const COFFEE = `# What the machine in the kitchen sends
event: {{ kind }}
topic: {{ machine.name }}
shared:
{% assign who = user.name | default: 'Somebody' %}
---
on: brewed, warmed
when: cups > 0
needs: machine.name
text:
{{ who | bold }} {{ delivery.event }} {{ cups | plural: 'cup' }} at {{ machine.name | link: machine.url }}.
---
on: broken
topic: {{ machine.name }} is broken
text: :alert: {{ reason }}
---
on: cleaned
`;
const MACHINE = { name: 'Kitchen', url: 'https://example.com/machine' };
const BREWED = { kind: 'brewed', cups: 2, user: { name: 'Grace' }, machine: MACHINE };

async function setUp(text = COFFEE) {
  const team = newTeam();
  const { ada, mia, max, app } = team;
  const { id: channel_id } = await ada.post('/channels/create', { name: 'coffee', subscribers: [mia.id, max.id] });
  const { user_id, api_key } = await mia.post('/bots', { full_name: 'Barista', short_name: 'barista', bot_type: 2 });
  const { id, service } = await ada.post('/webhook_templates', { name: 'Coffee', template: text });
  const url = await team.team.url;
  const { token, address } = createAddress(app, app.users.byId(user_id)!, { service, channel_id });
  const post = async (path: string, payload: unknown): Promise<Reply> => {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(payload),
    });
    return { status: response.status, ...((await response.json()) as Reply) };
  };
  const last = async (): Promise<[topic: string, content: string]> => {
    const { messages } = await max.get('/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
    });
    return [messages[0].subject, messages[0].content];
  };
  return {
    ...team,
    id,
    service,
    address,
    channel_id,
    bot: app.users.byId(user_id)!,
    last,
    postTo: post,
    send: (payload: unknown) => post(`/hooks/${token}`, payload),
    sendWithKey: (payload: unknown) => post(`/api/v1/external/${service}?api_key=${api_key}&stream=coffee`, payload),
  };
}

test('a template of the organization posts its deliveries, by address and by key', async () => {
  const { send, sendWithKey, last } = await setUp();
  assert.equal((await send(BREWED)).status, 200);
  assert.deepEqual(await last(), ['Kitchen', '**Grace** brewed 2 cups at [Kitchen](https://example.com/machine).']);
  assert.equal((await sendWithKey({ kind: 'broken', reason: 'No *water*', machine: MACHINE })).status, 200);
  assert.deepEqual(await last(), ['Kitchen is broken', ':alert: No &#42;water&#42;']);
});

test('a delivery that fits no event of a template, or one without text, posts nothing', async () => {
  const { send, last } = await setUp();
  await send(BREWED);
  const before = await last();
  for (const other of [{ kind: 'cleaned' }, { kind: 'brewed', cups: 0 }, { kind: 'sold' }, {}])
    assert.equal((await send(other)).status, 200);
  assert.deepEqual(await last(), before);
});

test('a delivery without a field that a template needs is rejected with the reason', async () => {
  const { send, address, mia } = await setUp();
  const reply = await send({ ...BREWED, machine: {} });
  assert.deepEqual([reply.status, reply.msg], [400, 'The template cannot be used: machine.name is missing']);
  const { deliveries } = await mia.get(`/webhooks/${address.id}/deliveries`);
  assert.equal(deliveries[0].error, reply.msg);
});

/** A template, the line that is wrong, and what the error says of it. */
const WRONG: Readonly<Record<string, [line: number, reason: RegExp]>> = {
  '': [1, /no event has a text/],
  'topic: a': [1, /no event has a text/],
  'topic: {{ a | shout }}\ntext: b': [1, /undefined filter: shout/],
  'topic: a\n---\ntext:\nb\n\n{{ c | shout }}': [6, /undefined filter: shout/],
  'text:\n\n{% include "passwd" %}': [3, /tag "include" not found/],
  'text:\n{% if a %}b': [2, /not closed/],
  '# c\r\n\r\ntext: {{ a': [3, /not closed/],
  'shared:\n{% assign %}\n---\ntext: a': [2, /expected variable name/],
  'when: ((((\ntext: a': [1, /value expected/],
  'topic: a\ntopics: b\ntext: c': [2, /no field “topics”/],
  'topic: a\ntopic: b\ntext: c': [2, /“topic” is there twice/],
  'topic: a\nHello\ntext: c': [2, /begins with the name of a field/],
  'text: a\n---\nshared: b': [3, /no field “shared” here/],
};

test('a wrong template is rejected with its line and the reason', async () => {
  const { ada, id } = await setUp();
  for (const [template, [line, reason]] of Object.entries(WRONG))
    for (const reply of [
      await ada.request('POST', '/webhook_templates', { name: 'Wrong', template }),
      await ada.request('PATCH', `/webhook_templates/${id}`, { template }),
      await ada.request('POST', '/webhook_templates/preview', { template }),
    ]) {
      assert.equal(reply.line, line, template);
      assert.match(reply.reason, reason, template);
    }
  const { integrations } = await ada.get('/integrations');
  assert.deepEqual(
    integrations.filter(({ category }: Reply) => category === 'custom').map((one: Reply) => one.display_name),
    ['Coffee'],
  );
});

/** Templates whose parts stay within the limits of the engine, but need seconds, and gigabytes. */
const ENDLESS = `text:
{% for a in list %}${"{% assign b = big | split: '' | size %}".repeat(100)}{% endfor %}done`;
const HUGE = "text: {{ big | replace: 'x', big | split: '' | size }}";
const BIG = { list: Array.from({ length: 1000 }, () => 1), big: 'x'.repeat(30_000) };

test('a template that takes too long is ended, and the next delivery is posted', async () => {
  const { ada, send, last, id } = await setUp();
  for (const template of [ENDLESS, HUGE]) {
    const { previews } = await ada.post('/webhook_templates/preview', { template, delivery: { payload: BIG } });
    assert.match(previews[0].error, /longer than 200 ms, or too much memory/);
  }
  await ada.patch(`/webhook_templates/${id}`, { template: ENDLESS });
  assert.match((await send(BIG)).msg, /longer than 200 ms/);
  await ada.patch(`/webhook_templates/${id}`, { template: COFFEE });
  assert.equal((await send(BREWED)).status, 200);
  assert.equal((await last())[0], 'Kitchen');
});

test('neither a template nor its deliveries can notify anybody', async () => {
  const { send, max } = await setUp(
    'text: @**all** @*members* #**coffee** ![x](https://example.com/x.png) {{ a | raw }}',
  );
  await send({ a: '@**all** @_**Max** @**Max**' });
  const { messages } = await max.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
  assert.deepEqual(messages[0].flags, []);
  assert.doesNotMatch(messages[0].content, /class="(?:user-|topic-)?mention|<img src="(?!\/external_content)/);
});

test('only administrators may write templates, and read those of the organization', async () => {
  const { ada, mia, id, service } = await setUp();
  for (const [method, path, params] of [
    ['POST', '/webhook_templates', { name: 'Tea', template: 'text: a' }],
    ['POST', '/webhook_templates/preview', { template: 'text: a' }],
    ['PATCH', `/webhook_templates/${id}`, { name: 'Tea' }],
    ['DELETE', `/webhook_templates/${id}`, {}],
  ] as const)
    assert.match((await mia.request(method, path, params)).msg, /administrator/i);
  assert.equal((await mia.get(`/integrations/${service}`)).template, null);
  assert.equal((await ada.get(`/integrations/${service}`)).template, COFFEE);
});

/** A group of alerts, as monitoring sends it. */
const ALERTS = `split: alerts
topic: {{ alerts[0].name }}
---
text:
{% for alert in alerts %}
* {{ alert.host }}
{% endfor %}
`;
const GROUP = {
  alerts: [
    { name: 'Disk', host: 'a' },
    { name: 'Load', host: 'b' },
    { name: 'Disk', host: 'c' },
  ],
};

test('a template with a list to split posts a message for each topic of the entries', async () => {
  const { send, sendWithKey, max } = await setUp(ALERTS);
  const lastTwo = async (): Promise<[string, string][]> => {
    const range = { anchor: 'newest', num_before: 2, num_after: 0, apply_markdown: false };
    const { messages } = await max.get('/messages', range);
    return messages.slice(-2).map(({ subject, content }: Reply) => [subject, content]);
  };
  for (const [post, ending] of [
    [send, ''],
    [sendWithKey, '!'],
  ] as const) {
    const alerts = GROUP.alerts.map(({ name, host }) => ({ name: `${name}${ending}`, host }));
    assert.equal((await post({ alerts })).status, 200);
    assert.deepEqual(await lastTwo(), [
      [`Disk${ending}`, '* a\n* c'],
      [`Load${ending}`, '* b'],
    ]);
  }
});

test('a template with a list to split posts one message where the address names the topic', async () => {
  const { app, bot, channel_id, service, postTo, last } = await setUp(ALERTS);
  const { token } = createAddress(app, bot, { service, channel_id, topic: 'alerts' });
  assert.equal((await postTo(`/hooks/${token}`, GROUP)).status, 200);
  assert.deepEqual(await last(), ['alerts', '**Disk**\n* a\n* b\n* c']);
});

test('a template that fits no part of a split delivery rejects it with the reason', async () => {
  const { send } = await setUp(`${ALERTS.replace('text:', 'needs: status\ntext:')}`);
  assert.equal((await send(GROUP)).msg, 'The template cannot be used: status is missing');
});

test('a preview shows a message for each topic of a delivery that is split', async () => {
  const { ada } = await setUp();
  const { previews } = await ada.post('/webhook_templates/preview', { template: ALERTS, delivery: { payload: GROUP } });
  assert.deepEqual(
    previews.map(({ topic }: Reply) => topic),
    ['Disk', 'Load'],
  );
});

test('a copy of a service that splits its deliveries does so too', async () => {
  const { ada } = await setUp();
  const { template } = await ada.get('/integrations/alertmanager');
  assert.match(template, /^split: alerts$/m);
});

test('a preview renders the last deliveries to an address', async () => {
  const { ada, send, address } = await setUp();
  await send(BREWED);
  await send({ kind: 'cleaned', machine: MACHINE });
  const template = 'topic: {{ kind }}\ntext: **{{ cups }}** cups';
  const { previews } = await ada.post('/webhook_templates/preview', { template, webhook_id: address.id });
  assert.deepEqual(
    previews.map(({ topic, rendered_content }: Reply) => [topic, rendered_content]),
    [
      ['cleaned', '<p>**** cups</p>'],
      ['brewed', '<p><strong>2</strong> cups</p>'],
    ],
  );
});

test('an administrator who cannot read the channel of an address cannot preview its deliveries', async () => {
  const { ada, send, address } = await setUp();
  await send(BREWED);
  await ada.patch(`/streams/${address.channel_id}`, { is_private: true });
  await ada.delete('/users/me/subscriptions', { subscriptions: ['coffee'] });
  const preview = { template: 'text: {{ cups }}', webhook_id: address.id };
  const { msg } = await ada.request('POST', '/webhook_templates/preview', preview);
  assert.equal(msg, 'Insufficient permission');
});

test('a preview renders a given delivery with its headers', async () => {
  const { ada } = await setUp();
  const { template } = await ada.get('/integrations/github');
  const payload = { repository: { name: 'klatch' }, zen: 'Hi' };
  const delivery = { payload, headers: { 'X-GitHub-Event': 'ping' } };
  const { previews } = await ada.post('/webhook_templates/preview', { template, delivery });
  assert.deepEqual(previews, [
    { delivery_id: null, topic: 'klatch', rendered_content: '<p>GitHub is connected: Hi</p>', error: null },
  ]);
});

test('a copy of each service with templates posts what the service posts', () => {
  for (const service of LOADED) {
    if ('read' in service) continue;
    const text = writeTemplate(service);
    assert.ok(text.length <= LIMITS.webhook_template_length, service.name);
    checkTemplate(text);
    const copy = { ...service, ...readTemplate(text) };
    for (const sample of service.samples) assert.deepEqual(readSample(copy, sample), readSample(service, sample));
  }
});

test('a removed template takes its addresses with it', async () => {
  const { ada, mia, id, send, sendWithKey } = await setUp();
  await ada.delete(`/webhook_templates/${id}`);
  assert.deepEqual((await mia.get('/webhooks')).webhooks, []);
  assert.equal((await send(BREWED)).status, 404);
  assert.equal((await sendWithKey(BREWED)).status, 404);
});

test('a name of a template is used once, and has a limit', async () => {
  const { ada, id } = await setUp();
  const add = (name: string, template = 'text: a') => ada.request('POST', '/webhook_templates', { name, template });
  assert.match((await add(' coffee ')).msg, /has this name/);
  assert.match((await add(' ')).msg, /blank/);
  assert.match((await add('x'.repeat(61))).msg, /limit: 60 characters/);
  assert.match(
    (await add('Tea', `text: ${'x'.repeat(LIMITS.webhook_template_length)}`)).msg,
    /limit: 30000 characters/,
  );
  await ada.patch(`/webhook_templates/${id}`, { name: 'COFFEE' });
});

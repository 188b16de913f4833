import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundPayload } from '../../../src/chat/integrations/incoming-webhooks/rendering/bounds.ts';
import { compileTemplate, createScope } from '../../../src/chat/integrations/incoming-webhooks/rendering/engine.ts';
import { requireNotices } from '../../../src/chat/integrations/incoming-webhooks/rules.ts';
import type { Notice, Sample, Service } from '../../../src/chat/integrations/incoming-webhooks/types.ts';
import { ApiError } from '../../../src/kernel/errors.ts';
import { LIMITS } from '../../../src/limits.ts';
import { newTeam, type Reply } from '../../support/team.ts';
import { LOADED, readSample, SAMPLES } from './samples.ts';

/** The paths of all fields and elements of a payload. */
function pathsIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, within]) => [[...path, name], ...pathsIn(within, [...path, name])]);
}

/** A copy of a payload in which one place is changed. */
function changed(payload: unknown, path: readonly string[], change: (holder: any, name: string) => void): unknown {
  const copy = structuredClone(payload);
  const holder = path.slice(0, -1).reduce<any>((at, name) => at[name], copy);
  change(holder, path.at(-1)!);
  return copy;
}

/** Possible changes to an optional field. */
const CHANGES: Record<string, (holder: any, name: string) => void> = {
  missing: (holder, name) => (Array.isArray(holder) ? holder.splice(Number(name), 1) : delete holder[name]),
  null: (holder, name) => (holder[name] = null),
  'an empty object': (holder, name) => (holder[name] = {}),
};

/** The fields that name the event, or that a template declares to need; in a service of code, those of the top. */
function decidingFields(service: Service): string {
  if ('read' in service) return 'text blocks attachments components event user_name content topic message title';
  const events = service.events.flatMap(({ when = '', needs = [] }) => [when, ...needs]);
  return [service.event, service.shared, ...events].join(' ');
}

test('a payload is accepted when any of its optional fields is missing, null or of another type', () => {
  const wrong: string[] = [];
  for (const { service, sample, title } of SAMPLES) {
    const deciding = decidingFields(service);
    for (const path of pathsIn(sample.payload))
      for (const [what, change] of Object.entries(CHANGES)) {
        try {
          const notice = readSample(service, { ...sample, payload: changed(sample.payload, path, change) });
          if (notice) assert.match(notice.content, /\S/);
          if (service.name === 'json') continue;
          assert.doesNotMatch(notice?.content ?? '', /undefined|\bnull\b|\[object|NaN/);
        } catch (error) {
          const isRejected = error instanceof ApiError && (error.status === 200 || deciding.includes(path[0]!));
          if (!isRejected) wrong.push(`${title}: ${path.join('.')} ${what}: ${error}`);
        }
      }
  }
  assert.deepEqual(wrong, []);
});

test('a payload without a field that its event needs is rejected', () => {
  for (const { service, sample, title } of SAMPLES) {
    if ('read' in service) continue;
    for (const { on = [], needs = [] } of service.events)
      for (const path of needs) {
        const names = Object.values(sample.headers ?? {});
        const [field = ''] = path.split('.');
        const payload = sample.payload as Record<string, unknown>;
        if (!names.some((name) => on.includes(name)) || payload[field] === undefined) continue;
        assert.throws(
          () => readSample(service, { ...sample, payload: changed(payload, [field], CHANGES.missing!) }),
          (error) =>
            (error instanceof ApiError && error.code === 'ANOMALOUS_WEBHOOK_PAYLOAD') ||
            (error as ApiError).status === 200,
          `${title} without ${path}`,
        );
      }
  }
});

async function setUp() {
  const { team, ada, mia, max } = newTeam();
  await ada.post('/channels/create', { name: 'builds', subscribers: [mia.id, max.id] });
  const { api_key } = await mia.post('/bots', { full_name: 'Builder', short_name: 'builder', bot_type: 2 });
  const send = async (
    { name }: Pick<Service, 'name'>,
    { headers = {}, query = {} }: Omit<Sample, 'payload' | 'topic' | 'text'>,
    payload: unknown,
  ): Promise<Reply> => {
    const search = new URLSearchParams({ ...query, api_key, stream: 'builds' });
    const response = await fetch(`${await team.url}/api/v1/external/${name}?${search}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(payload),
    });
    const reply = (await response.json()) as Reply;
    assert.equal(response.status, 200, `${name} ${JSON.stringify(headers)}: ${reply.msg}`);
    const { messages } = await max.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    const [{ content }] = (await max.get('/messages', { message_ids: [messages[0].id], apply_markdown: false }))
      .messages;
    return { ...messages[0], source: content };
  };
  return { send };
}

const github = (event: string) => ({ headers: { 'X-GitHub-Event': event } });

test('real payloads without optional fields are posted', async () => {
  const { send } = await setUp();
  const issue = { title: 'TypeError', permalink: null, web_url: null };
  assert.equal(
    (await send({ name: 'sentry' }, {}, { action: 'created', data: { issue } })).source,
    'Issue TypeError was created.',
  );
  const ping = { zen: 'Speak like a human.', hook_id: 1, organization: { login: 'octo' } };
  const pinged = await send({ name: 'github' }, github('ping'), ping);
  assert.deepEqual([pinged.subject, pinged.source], ['octo', 'GitHub is connected: Speak like a human.']);
  const push = { ref: 'refs/heads/main', repository: { name: 'klatch' }, pusher: { name: 'mona' }, commits: [] };
  assert.equal((await send({ name: 'github' }, github('push'), push)).source, 'mona pushed the branch `main`.');
  const tag = await send({ name: 'github' }, github('push'), { ...push, ref: 'refs/tags/v1' });
  assert.deepEqual([tag.subject, tag.source], ['klatch', 'mona pushed the tag `v1`.']);
  const fields = [{ title: 'Branch' }, { title: 'By', value: null }, { value: 'alone' }, {}];
  const { source } = await send({ name: 'slack_incoming' }, {}, { attachments: [{ fields }] });
  assert.equal(source, '**Branch**\n**By**\nalone');
});

/** Texts that could mention everyone, add a link, or end the markup around them. */
const HOSTILE = [
  '@**all** @*members* [x](http://evil.example) http://evil.example evil.example',
  '`` ``` ~~~ **x** _y_ # | > @**all** ![x](http://evil.example/x.png) #**builds**',
  '\n\n```\n~~~\n# @**all**\n* @**all**',
];
const SLACK = ['@<!here>*all* @<!channel>*all*', '<@U1|*all*> <!subteam^S1|@*members*>', '@`x`*all* ~@*all*~ _@*all*_'];

test('no text of a payload mentions anyone, or becomes a link within a name', async () => {
  const { send } = await setUp();
  for (const [number, { service, sample, title }] of SAMPLES.entries()) {
    const all = [...HOSTILE, ...SLACK];
    // All templates escape in one place, so each sample is tried with one text; code is tried with all of them.
    for (const text of 'read' in service ? all : [all[number % all.length]!]) {
      const payload = withTexts(sample.payload, text);
      if (!tryReading(service, { ...sample, payload })) continue;
      const message = await send(service, sample, payload);
      assert.deepEqual(
        message.flags.filter((flag: string) => /mention/.test(flag)),
        [],
        `${title}: ${message.source}`,
      );
      const outside = message.content.replace(/<blockquote>[\s\S]*?<\/blockquote>|<code>[\s\S]*?<\/code>/g, '');
      assert.doesNotMatch(outside, /class="user-(?:group-)?mention/, `${title}: ${message.source}`);
      if (!canContainLinks(service)) assert.doesNotMatch(outside, /href="(?:\w+:)?\/\/[^"/]*evil/, title);
    }
  }
});

/** Whether the texts of a service may contain links: addresses that show where they lead, or the syntax of a chat. */
const canContainLinks = (service: Service): boolean =>
  'read' in service
    ? ['slack', 'slack_incoming', 'mattermost', 'discord', 'ntfy'].includes(service.name)
    : service.events.some(({ text = '' }) => /\| (?:slack|markdown|linked_lines)\b/.test(text));

/** The notice, if a payload is still one of the service although its texts were replaced. */
function tryReading(service: Service, sample: Sample): Notice | undefined {
  try {
    return readSample(service, sample);
  } catch {
    return undefined;
  }
}

/** Fields with an event type, which is not free text. */
const KINDS = /^(?:\w*action|\w*type|\w*status|state|after|\w*event\w*|\w*kind)$/i;

/** The payload with this text in every free-text field. */
function withTexts(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withTexts(one, text));
  if (typeof value !== 'object' || value === null) return value;
  const isText = (name: string, one: unknown) => typeof one === 'string' && !/^https?:/.test(one) && !KINDS.test(name);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isText(name, one) ? text : withTexts(one, text)]),
  );
}

test('the loops of a template end, however long the lists of a payload are', () => {
  const template = compileTemplate(
    '{% for a in x %}{% for b in x %}{% for c in x %}i{% endfor %}{% endfor %}{% endfor %}',
    'plain',
  );
  const x = Array.from({ length: 2500 }, (_, n) => n);
  const short = template.render(createScope({ x: x.slice(0, 5) }));
  assert.equal(short, 'i'.repeat(125));
  assert.ok(template.render(createScope({ x })).length <= 1000);
});

/** How many fields and elements a payload has, all levels together. */
const countNodes = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, one) => sum + countNodes(one), 1)
    : 1;

/** A payload of 1 MB of one kind, as the field of an object. */
const LARGE: Readonly<Record<string, unknown>> = {
  'objects in lists': Array.from({ length: 2400 }, () => Array.from({ length: 50 }, () => ({ a: 1 }))),
  'numbers in lists': Array.from({ length: 700 }, () => Array.from({ length: 700 }, () => 1)),
  'one list': Array.from({ length: 500_000 }, () => 1),
  'one text': '*'.repeat(2 ** 20),
  'many fields': Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`field${n}`, 1])),
};

test('what a payload of 1 MB makes the server render is bounded, and keeps the fields at the top', () => {
  for (const [kind, large] of Object.entries(LARGE)) {
    const bounded = boundPayload({ large, repository: { name: 'klatch' } }) as { repository: unknown };
    assert.deepEqual(bounded.repository, { name: 'klatch' }, kind);
    assert.ok(countNodes(bounded) < 55_000, `${kind}: ${countNodes(bounded)}`);
    assert.ok(JSON.stringify(bounded).length < 2 ** 20, kind);
  }
});

/** The payload with 20,000 characters in every text. */
function enlarge(value: unknown): unknown {
  const text = '*'.repeat(20_000);
  if (typeof value === 'string') return /^https?:/.test(value) ? `${value}/${text}` : text;
  if (Array.isArray(value)) return value.map(enlarge);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, KINDS.test(name) ? one : enlarge(one)]));
}

test('long texts of a payload become little more Markdown than a message can show', () => {
  const long: string[] = [];
  for (const { service, sample, title } of SAMPLES) {
    const notice = tryReading(service, { ...sample, payload: enlarge(sample.payload) });
    // Each character may be five in Markdown, and chats send a text twice.
    const length = notice?.content.length ?? 0;
    if (length > 11 * LIMITS.message_length) long.push(`${title}: ${length}`);
  }
  assert.deepEqual(long, []);
});

test('all messages of a delivery with many topics are together little longer than one', () => {
  const text = '*'.repeat(4000);
  const alerts = Array.from({ length: 60 }, (_, n) => ({
    status: 'firing',
    labels: { alertname: `Disk ${n}`, instance: `host ${n}` },
    annotations: { summary: text, description: text },
  }));
  const split = LOADED.filter((service) => 'split' in service && service.split === 'alerts');
  assert.ok(split.length > 0);
  for (const service of split) {
    const delivery = { payload: { status: 'firing', alerts }, headers: {}, query: {} };
    const notices = requireNotices(service, delivery);
    assert.equal(notices.length, 40, service.name);
    const length = notices.reduce((sum, { content }) => sum + content.length, 0);
    assert.ok(length < 11 * LIMITS.message_length, `${service.name}: ${length}`);
  }
});

test('all commits of the largest push are counted', () => {
  const commits = Array.from({ length: 2048 }, (_, n) => ({
    id: `${n}`.padStart(40, '0'),
    message: 'Fix it',
    url: 'https://example.com',
    author: { name: 'Max', email: 'max@example.com', username: 'max' },
    committer: { name: 'Max', email: 'max@example.com', username: 'max' },
    added: [],
    removed: [],
    modified: ['a', 'b'],
  }));
  const bounded = boundPayload({ ref: 'refs/heads/main', commits });
  assert.deepEqual(bounded, { ref: 'refs/heads/main', commits });
});

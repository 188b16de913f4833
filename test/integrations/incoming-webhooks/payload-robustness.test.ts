import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireRead, requireService } from '../../../src/chat/integrations/incoming-webhooks/rules.ts';
import type { Notice } from '../../../src/chat/integrations/incoming-webhooks/types.ts';
import { ApiError } from '../../../src/kernel/errors.ts';
import { newTeam, type Reply } from '../../support/team.ts';
import { SAMPLES, type Sample } from './samples.ts';

/** The message that the integration makes of the payload. Throws the error that the sender would receive. */
function read({ service, headers = {} }: Sample, payload: unknown): Notice | undefined {
  const sent = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return requireRead(requireService(service), {
    payload: structuredClone(payload),
    header: (name) => sent.get(name.toLowerCase()),
    options: { name: 'instance', desc: 'alertname' },
  });
}

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
  'an empty text': (holder, name) => (holder[name] = ''),
  'an empty object': (holder, name) => (holder[name] = {}),
  'an empty list': (holder, name) => (holder[name] = []),
};

const nameOf = ({ service, headers = {} }: Sample): string => [service, ...Object.values(headers)].join(' ');

test('a payload is accepted when any of its optional fields is missing, null or empty', () => {
  const wrong: string[] = [];
  for (const sample of SAMPLES) {
    assert.ok(read(sample, sample.payload), nameOf(sample));
    for (const path of pathsIn(sample.payload))
      for (const [what, change] of Object.entries(CHANGES)) {
        if (sample.required.includes(path.join('.'))) continue;
        try {
          const notice = read(sample, changed(sample.payload, path, change));
          if (notice) assert.match(notice.content, /\S/);
          assert.doesNotMatch(notice?.content ?? '', /undefined|\bnull\b|\[object|NaN/);
        } catch (error) {
          if (error instanceof ApiError && error.status === 200) continue;
          wrong.push(`${nameOf(sample)}: ${path.join('.')} ${what}: ${error}`);
        }
      }
  }
  assert.deepEqual(wrong, []);
});

test('a payload without its required fields is rejected', () => {
  for (const sample of SAMPLES)
    for (const path of sample.required)
      assert.throws(
        () => read(sample, changed(sample.payload, path.split('.'), CHANGES.missing!)),
        (error) =>
          (error instanceof ApiError && error.code === 'ANOMALOUS_WEBHOOK_PAYLOAD') ||
          (error as ApiError).status === 200,
        `${nameOf(sample)} without ${path}`,
      );
});

async function setUp() {
  const { team, ada, mia, max } = newTeam();
  await ada.post('/channels/create', { name: 'builds', subscribers: [mia.id, max.id] });
  const { api_key } = await mia.post('/bots', { full_name: 'Builder', short_name: 'builder', bot_type: 2 });
  const send = async ({ service, headers = {} }: Sample, payload: unknown): Promise<Reply> => {
    const response = await fetch(`${await team.url}/api/v1/external/${service}?api_key=${api_key}&stream=builds`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(payload),
    });
    const reply = (await response.json()) as Reply;
    assert.equal(response.status, 200, `${nameOf({ service, headers, payload, required: [] })}: ${reply.msg}`);
    const { messages } = await max.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    const [{ content }] = (await max.get('/messages', { message_ids: [messages[0].id], apply_markdown: false }))
      .messages;
    return { ...messages[0], source: content };
  };
  return { send };
}

const find = (service: string, event?: string): Sample =>
  SAMPLES.find(
    (one) => one.service === service && (event === undefined || Object.values(one.headers ?? {})[0] === event),
  )!;

test('real payloads without optional fields are posted', async () => {
  const { send } = await setUp();
  const issue = { title: 'TypeError', permalink: null, web_url: null, project: { name: 'shop' } };
  assert.equal(
    (await send(find('sentry'), { action: 'created', data: { issue } })).source,
    'Issue TypeError was created.',
  );
  const ping = { zen: 'Speak like a human.', hook_id: 1, organization: { login: 'octo' } };
  const pinged = await send(find('github', 'ping'), ping);
  assert.deepEqual([pinged.subject, pinged.source], ['octo', 'GitHub is connected: Speak like a human.']);
  const push = { ref: 'refs/heads/main', repository: { name: 'klatch' }, pusher: { name: 'mona' }, commits: [] };
  assert.equal((await send(find('github', 'push'), push)).source, 'mona pushed the branch `main`.');
  const tag = await send(find('github', 'push'), { ...push, ref: 'refs/tags/v1' });
  assert.deepEqual([tag.subject, tag.source], ['klatch', 'mona pushed the tag `v1`.']);
  const fields = [{ title: 'Branch' }, { title: 'By', value: null }, { value: 'alone' }, {}];
  const { source } = await send(find('slack_incoming'), { attachments: [{ fields }] });
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
  for (const sample of SAMPLES)
    for (const text of [...HOSTILE, ...SLACK]) {
      const message = await send(sample, withTexts(sample.payload, text));
      assert.deepEqual(
        message.flags.filter((flag: string) => /mention/.test(flag)),
        [],
        `${nameOf(sample)}: ${message.source}`,
      );
      const outside = message.content.replace(/<blockquote>[\s\S]*?<\/blockquote>|<code>[\s\S]*?<\/code>/g, '');
      assert.doesNotMatch(outside, /class="user-(?:group-)?mention/, `${nameOf(sample)}: ${message.source}`);
      // Text for Slack may contain links in Slack's syntax.
      if (sample.service !== 'slack_incoming') assert.doesNotMatch(outside, /href="[^"]*evil/, nameOf(sample));
    }
});

/** Fields with an event type, which is not free text. */
const KINDS = /^(?:action|type|status|state|after)$/;

/** The payload with this text in every free-text field. */
function withTexts(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withTexts(one, text));
  if (typeof value !== 'object' || value === null) return value;
  const isText = (name: string, one: unknown) => typeof one === 'string' && !/^https?:/.test(one) && !KINDS.test(name);
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, isText(name, one) ? text : withTexts(one, text)]),
  );
}

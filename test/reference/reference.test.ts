import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { GROUPS } from '../../src/chat/reference/shapes.ts';
import { endpoints, events, states } from '../../src/declarations.ts';
import { VERSION } from '../../src/kernel/config.ts';
import { openapi } from '../../src/kernel/http/openapi.ts';
import { newTeam } from '../support/team.ts';

const { team, mia } = newTeam();
const url = await team.url;
const response = await fetch(`${url}/api`);
const page = await response.text();
/** The text as a reader sees it. */
const text = page
  .replaceAll('<wbr>', '')
  .replace(/<[^>]*>/g, ' ')
  .replaceAll('&#39;', "'")
  .replaceAll('&amp;', '&')
  .replace(/ \s*/g, ' ');

test('the API description is served without an account, and equals the command line’s output', async () => {
  for (const path of ['/api/v1/openapi.json', '/json/openapi.json']) {
    const response = await fetch(url + path);
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.deepEqual(await response.json(), JSON.parse(JSON.stringify(openapi(VERSION, endpoints, events, states))));
    const etag = response.headers.get('etag')!;
    assert.equal((await mia.fetch(path, { 'If-None-Match': etag })).status, 304);
  }
});

test('the page describes every endpoint and event', () => {
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
  const plain = page.replace(/<\/?(em|i|wbr)>/g, '');
  for (const { method, path, root, summary, params } of endpoints) {
    const full = root ? path : `/api/v1${path}`;
    assert.ok(plain.includes(`>${method}</span><code>${full}</code>`), `${method} ${full}`);
    assert.ok(text.includes(summary), summary);
    for (const name of Object.keys(params)) assert.ok(plain.includes(`<code>${name}</code>`), name);
  }
  for (const { type, op } of events)
    assert.ok(plain.includes(`<code>${op === undefined ? type : `${type} / ${op}`}</code>`), type);
  for (const name of states.flatMap(({ shape }) => Object.keys(shape)))
    assert.ok(plain.includes(`<code>${name}</code>`), name);
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
    'whatever is linked to is there once',
  );
  for (const [, name] of page.matchAll(/href="#([^"]*)"/g)) assert.ok(ids.includes(name), name);
});

test('every endpoint has one section, under its area', () => {
  const [other, paths] = [GROUPS.at(-1)!, GROUPS.slice(0, -1).map(([, paths]) => paths)];
  assert.equal(other[0], 'Other');
  assert.deepEqual(
    endpoints.map(({ path }) => path).filter((path) => !paths.some((one) => one.test(path))),
    [],
    'these need a section in shapes.ts',
  );
});

test('the page loads nothing from other sites, and runs only its own script', () => {
  const tags = [...page.matchAll(/<[a-z][^>]*>/g)].map(([tag]) => tag);
  for (const tag of tags)
    for (const [, address] of tag.matchAll(/\s(?:href|src|action)="([^"]*)"/g))
      assert.match(address!, /^(#[\w-]+|\/[\w./-]*(\?v=\w+)?)$/);
  assert.ok(!/url\(|@import|https?:\/\//.test(page), 'no address of another server');
  assert.ok(!tags.some((tag) => /\s(on\w+|style)=/.test(tag)), 'nothing inline that the policy would stop');
  const policy = response.headers.get('content-security-policy')!;
  assert.match(policy, /^default-src 'none'; /);
  assert.doesNotMatch(policy, /unsafe/);
  const [scripts, styles] = [/<script>([\s\S]*?)<\/script>/g, /<style>([\s\S]*?)<\/style>/g].map((tag) => [
    ...page.matchAll(tag),
  ]);
  assert.equal(scripts!.length, 1);
  for (const [, content] of [...scripts!, ...styles!])
    assert.ok(policy.includes(`'sha256-${createHash('sha256').update(content!).digest('base64')}'`));
});

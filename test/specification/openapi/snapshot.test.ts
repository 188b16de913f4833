import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { endpoints, events, states } from '../../../src/declarations.ts';
import { VERSION } from '../../../src/kernel/config.ts';
import { openapi } from '../../../src/kernel/http/openapi.ts';
import { explain, makeSnapshot, type Snapshot } from './snapshot.ts';

const FILE = new URL('snapshot.json', import.meta.url);
const UPDATE = 'UPDATE_SNAPSHOT=1 npm test -- test/specification/openapi/snapshot.test.ts';

test('the API equals the committed snapshot', () => {
  const now = makeSnapshot(openapi(VERSION, endpoints, events, states));
  if (process.env.UPDATE_SNAPSHOT) return writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`);
  const changes = explain(JSON.parse(readFileSync(FILE, 'utf8')) as Snapshot, now);
  assert.deepEqual(changes, [], `The API changed. If that is intended, run ${UPDATE} and commit the file.`);
});

test('a changed API is explained: what was added, what was removed, and which types changed', () => {
  const before = { 'GET /a': ['query limit?: integer', '200 name: string'], 'GET /b': [] };
  const now = { 'GET /a': ['query limit: integer', '200 names: (string)[]'], 'POST /c': [] };
  assert.deepEqual(explain(before, now), [
    'GET /a: "query limit?: integer" became "query limit: integer".',
    'GET /a: "200 name: string" was removed.',
    'GET /a: "200 names: (string)[]" is new.',
    'GET /b was removed.',
    'POST /c is new.',
  ]);
});

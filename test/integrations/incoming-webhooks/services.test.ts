import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { servicesTable } from '../../../scripts/services.ts';
import { SERVICES } from '../../../src/chat/integrations/incoming-webhooks/services/table.ts';
import { LOADED, readSample } from './samples.ts';

for (const service of LOADED)
  test(`each sample of ${service.display_name} gives the notice beside it`, () => {
    const samples = service.samples;
    assert.ok(samples.length > 0);
    for (const sample of samples) {
      const notice = readSample(service, sample);
      assert.deepEqual({ topic: notice?.topic, text: notice?.content }, { topic: sample.topic, text: sample.text });
    }
  });

test('every service has a name of its own', () => {
  const names = SERVICES.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  for (const name of names) assert.match(name, /^[a-z0-9_]+$/);
});

test('the table names every service, as its file describes it', async () => {
  const table = new URL('../../../src/chat/integrations/incoming-webhooks/services/table.ts', import.meta.url);
  assert.equal(readFileSync(table, 'utf8'), await servicesTable());
  assert.deepEqual(
    LOADED.map(({ name, display_name, category }) => ({ name, display_name, category })),
    SERVICES.map(({ name, display_name, category }) => ({ name, display_name, category })),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { klatch } from '../support/process.ts';

test('openapi describes everything declared', async () => {
  const { code, stdout } = await klatch(['openapi']);
  assert.equal(code, 0);
  const document = JSON.parse(stdout);
  assert.equal(document.openapi, '3.1.0');
  assert.ok(document.paths['/api/v1/messages'].post);
  assert.ok(document['x-events'].some(({ type }: { type: string }) => type === 'message'));
});

test('version and help go to standard output', async () => {
  for (const args of [['version'], ['--version']]) assert.match((await klatch(args)).stdout, /^\d+\.\d+\.\d+\n$/);
  for (const args of [['help'], ['--help'], ['help', 'user'], ['user', 'create', '--help']]) {
    const { code, stdout, stderr } = await klatch(args);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^Usage: klatch/);
  }
});

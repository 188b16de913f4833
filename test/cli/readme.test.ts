import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { written } from '../../scripts/readme.ts';

test('the README’s tables of commands, settings and limits are what the code says; node scripts/readme.ts writes them', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  assert.equal(readme, written(readme));
});

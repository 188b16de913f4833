import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { limitsPage, written } from '../../../scripts/readme.ts';

test('the README’s tables of commands, settings and limits are what the code says; node scripts/readme.ts writes them', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  assert.equal(readme, written(readme));
});

test('docs/limits.md is what the registry of limits says; node scripts/readme.ts writes it', () => {
  assert.equal(readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8'), limitsPage());
});

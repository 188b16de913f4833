import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { generated, PAGES, readPage } from '../../../scripts/docs.ts';

for (const page of PAGES)
  test(`the tables in docs/${page} match the code; node scripts/docs.ts writes them`, () => {
    assert.equal(readPage(page), generated(page));
  });

test('the README has at most 900 words of prose besides code', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const prose = readme.replace(/^```[\s\S]*?^```/gm, '').replace(/\]\([^)]*\)/g, ']');
  const words = prose.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  assert(words.length <= 900, `${words.length} words`);
});

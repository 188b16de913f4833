import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { plural, t } from '../../src/web/i18n/text.ts';

const web = fileURLToPath(new URL('../../src/web/', import.meta.url));

test('no view contains untranslated text', () => {
  const bare = globSync('views/**/*.tsx', { cwd: web }).flatMap((file) =>
    [...readFileSync(web + file, 'utf8').matchAll(/(?<!=)>\s*([A-Z][a-z]+(?: [a-z]+)*[.…]?)\s*</g)].map(
      ([, words]) => `${file}: ${words}`,
    ),
  );
  assert.deepEqual(bare, []);
});

test('a text that is in no catalog is a type error, and shown as it is', () => {
  // @ts-expect-error The catalogs have another text.
  assert.equal(t('Imbox'), 'Imbox');
  // @ts-expect-error The singular is another one.
  assert.equal(plural(1, '{n} massage', '{n} messages'), '1 massage');
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

type Catalog = Record<string, string | Record<string, string>>;
const folder = fileURLToPath(new URL('../../src/web/i18n/', import.meta.url));
const catalog = (name: string): Catalog => JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8'));
const english = catalog('english');
const languages = globSync('*.json', { cwd: folder })
  .map((file) => file.replace('.json', ''))
  .filter((name) => name !== 'english');

const placeholders = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\w+\}/g)].map(([name]) => name))].sort();
const forms = (text: Catalog[string] | undefined): string[] =>
  typeof text === 'string' ? [text] : Object.values(text ?? {});

for (const code of languages) {
  const own = catalog(code);

  /** `node scripts/texts.ts de` prints missing texts. */
  test(`${code}: exactly the texts of the client are translated`, () => {
    const missing = Object.keys(english).filter((key) => !(key in own));
    assert.deepEqual(missing, [], `${missing.length} are missing`);
    assert.deepEqual(
      Object.keys(own).filter((key) => !(key in english)),
      [],
      'nobody says these any more',
    );
  });

  test(`${code}: every placeholder is filled in, and every plural form exists`, () => {
    const wanted = new Intl.PluralRules(code).resolvedOptions().pluralCategories.filter((one) => one !== 'many');
    const wrong = Object.entries(own).flatMap(([key, text]) => {
      const source = english[key];
      if (source === undefined) return [];
      const names = placeholders(forms(source).join());
      const strange = forms(text).filter((form) => placeholders(form).some((name) => !names.includes(name)));
      const lost = typeof source === 'string' && placeholders(String(text)).join() !== names.join();
      const formless = typeof source === 'object' && (typeof text === 'string' || wanted.some((one) => !(one in text)));
      return strange.length > 0 || lost || formless ? [key] : [];
    });
    assert.deepEqual(wrong, []);
  });
}

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CLIENT_LANGUAGES, clientLanguage, languageMatcher } from '../../src/shared/languages.ts';
import { languageName } from '../../src/web/text/language-name.ts';

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

test('every language that can be chosen has a catalog, and no other', () => {
  assert.deepEqual([...languages, 'en'].sort(), [...CLIENT_LANGUAGES].sort());
});

test('a language tag of a browser leads to the language that its user reads', () => {
  const among = languageMatcher(['en', 'pt-br', 'zh-hans']);
  assert.deepEqual(['pt', 'PT-BR', 'pt-PT', 'pt-AO'].map(among), Array(4).fill('pt-br'));
  assert.deepEqual(['zh', 'zh-CN', 'zh-SG', 'zh-Hans-HK', 'zh-hans'].map(among), Array(5).fill('zh-hans'));
  assert.deepEqual(['zh-TW', 'zh-HK', 'zh-Hant', 'de', 'pt_BR', ''].map(among), Array(6).fill(undefined));
  assert.deepEqual(['de-AT', 'en-GB', 'es-419', 'FR'].map(clientLanguage), ['de', 'en', 'es', 'fr']);
  assert.deepEqual(['zh-TW', 'sv', 'en-US@posix', ''].map(clientLanguage), Array(4).fill(undefined));
});

test('every language has its own name', () => {
  const names = CLIENT_LANGUAGES.map(languageName);
  assert.equal(new Set(names).size, CLIENT_LANGUAGES.length);
  for (const name of ['English', 'Deutsch', 'Italiano', 'Nederlands', 'Português (Brasil)', '日本語', '简体中文'])
    assert.ok(names.includes(name), `${name}: ${names}`);
});

/** The plural forms of whole numbers that occur. Spanish and French have one more, for millions. */
const formsOfSmallNumbers = (code: string): string[] => {
  const rules = new Intl.PluralRules(code);
  return [...new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n)))];
};

for (const code of languages) {
  const own = catalog(code);

  /** `node scripts/texts.ts de` prints missing texts. */
  test(`${code}: the texts of the client are translated, and no others`, () => {
    const missing = Object.keys(english).filter((key) => !(key in own));
    assert.deepEqual(missing, [], `${missing.length} are missing`);
    assert.deepEqual(
      Object.keys(own).filter((key) => !(key in english)),
      [],
      'nobody says these any more',
    );
  });

  test(`${code}: every placeholder is filled in, and every plural form exists`, () => {
    const wanted = formsOfSmallNumbers(code);
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

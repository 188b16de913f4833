import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DESCRIBED_SHORTCUTS } from '../../src/web/keyboard/shortcut-descriptions.ts';

const web = fileURLToPath(new URL('../../src/web/', import.meta.url));
const catalog = `${web}i18n/english.json`;

/** Every text in the code: `t('…')`, both forms of `plural(n, '…', '…')`, and descriptions of shortcuts. */
function textsInUse(): Record<string, string | { one: string; other: string }> {
  const texts: Record<string, string | { one: string; other: string }> = {};
  for (const file of globSync('**/*.{ts,tsx}', { cwd: web })) {
    const code = readFileSync(web + file, 'utf8').replace(/^\s*(\/\*)?\*.*$/gm, '');
    for (const [, text] of code.matchAll(/\bt\(\s*'((?:[^'\\]|\\.)+)'/g)) texts[text!] = text!;
    for (const [, one, other] of code.matchAll(/\bplural\(\s*[^,'`]+,\s*'((?:[^'\\]|\\.)+)',\s*'((?:[^'\\]|\\.)+)'/g))
      texts[other!] = { one: one!, other: other! };
  }
  for (const { description } of DESCRIBED_SHORTCUTS) texts[description] = description;
  return Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** `UPDATE_TEXTS=1` writes the catalog again. */
test('the catalog that translations are based on has exactly the client’s texts', () => {
  if (process.env.UPDATE_TEXTS) writeFileSync(catalog, `${JSON.stringify(textsInUse(), null, 2)}\n`);
  assert.deepEqual(JSON.parse(readFileSync(catalog, 'utf8')), textsInUse());
});

test('no view contains untranslated text', () => {
  const bare = globSync('views/**/*.tsx', { cwd: web }).flatMap((file) =>
    [...readFileSync(web + file, 'utf8').matchAll(/(?<!=)>\s*([A-Z][a-z]+(?: [a-z]+)*[.…]?)\s*</g)].map(
      ([, words]) => `${file}: ${words}`,
    ),
  );
  assert.deepEqual(bare, []);
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { po } from 'gettext-parser';
import { updatedTexts } from '../../scripts/texts.ts';
import { CLIENT_LANGUAGES, clientLanguage, languageMatcher } from '../../src/shared/languages.ts';
import { compileTexts, pluralCategories } from '../../src/texts/compile.ts';
import { languageName } from '../../src/web/text/language-name.ts';

const folder = fileURLToPath(new URL('../../src/texts/', import.meta.url));
const readFile = (code: string) => po.parse(readFileSync(`${folder}${code}.po`, 'utf8'));
const translationsIn = (code: string) =>
  Object.values(readFile(code).translations)
    .flatMap((section) => Object.values(section))
    .filter(({ msgid }) => msgid !== '');

const names = (text: string): string[] => [...new Set([...text.matchAll(/\{\w+\}/g)].map(([name]) => name))].sort();

test('every language that can be chosen has a file, and no other', () => {
  const files = globSync('*.po', { cwd: folder }).map((file) => file.replace('.po', ''));
  assert.deepEqual(files.sort(), [...CLIENT_LANGUAGES].sort());
});

/** `node scripts/texts.ts` updates them. */
test('the files contain the texts of the sources, and no others', () => {
  const outdated = [...updatedTexts()].filter(([file, content]) => readFileSync(file, 'utf8') !== content);
  assert.deepEqual(
    outdated.map(([file]) => relative(folder, file)),
    [],
    'run node scripts/texts.ts',
  );
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
  const known = CLIENT_LANGUAGES.map(languageName);
  assert.equal(new Set(known).size, CLIENT_LANGUAGES.length);
  for (const name of ['English', 'Deutsch', 'Italiano', 'Nederlands', 'Português (Brasil)', '日本語', '简体中文'])
    assert.ok(known.includes(name), `${name}: ${known}`);
});

/** Evaluates the formula of a file's `Plural-Forms`, as translation platforms do. */
function makeForm(header: string, n: number): number {
  const [, count, formula] = /^nplurals=(\d); plural=([n\d\s()?:!=<>&|%]+);$/.exec(header) ?? assert.fail(header);
  const form = Number(new Function('n', `return ${formula}`)(n));
  assert.ok(form < Number(count), header);
  return form;
}

for (const code of CLIENT_LANGUAGES) {
  test(`${code}: platforms and the program choose the same plural form for a number`, () => {
    const header = readFile(code).headers['Plural-Forms']!;
    const rules = new Intl.PluralRules(code);
    const categories = pluralCategories(code);
    assert.match(header, new RegExp(`^nplurals=${categories.length};`));
    for (const n of [...Array(1200).keys(), 1_000_000, 1_000_001, 2_000_000])
      assert.equal(categories[makeForm(header, n)], rules.select(n), `${n}`);
  });

  test(`${code}: a translation has the names in braces that the English text has`, () => {
    const wrong = translationsIn(code).filter(({ msgctxt, msgid, msgid_plural, msgstr }) => {
      const given = names(`${msgid}${msgid_plural ?? ''}`);
      const mayOmit = msgctxt === 'errors' || msgid_plural !== undefined;
      return msgstr
        .filter((text) => text !== '')
        .some(
          (text) =>
            names(text).some((name) => !given.includes(name)) || (!mayOmit && names(text).length < given.length),
        );
    });
    assert.deepEqual(
      wrong.map(({ msgid }) => msgid),
      [],
    );
  });
}

for (const code of CLIENT_LANGUAGES.filter((one) => one !== 'en'))
  test(`${code}: every text is translated`, () => {
    const readable = new Set(
      translationsIn('en')
        .filter(({ msgctxt, msgstr }) => msgctxt === 'errors' && msgstr[0] === '')
        .map(({ msgid }) => msgid),
    );
    const missing = translationsIn(code).filter(({ msgid, msgstr }) => msgstr.includes('') && !readable.has(msgid));
    assert.deepEqual(
      missing.map(({ msgid }) => msgid),
      [],
    );
  });

test('a text without a translation, or with a fuzzy one, is shown in English', () => {
  const file = `
msgid ""
msgstr "Language: de\\n"

msgctxt "client"
msgid "Inbox"
msgstr "Posteingang"

msgctxt "client"
msgid "Drafts"
msgstr ""

#, fuzzy
msgctxt "client"
msgid "Mentions"
msgstr "Nennungen"

msgctxt "client"
msgid "{n} message"
msgid_plural "{n} messages"
msgstr[0] "{n} Nachricht"
msgstr[1] "{n} Nachrichten"
`;
  assert.deepEqual(compileTexts(file, 'de').client, {
    Inbox: 'Posteingang',
    '{n} messages': { one: '{n} Nachricht', other: '{n} Nachrichten' },
  });
});

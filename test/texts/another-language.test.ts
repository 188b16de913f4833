import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { po } from 'gettext-parser';
import { pluralCategories } from '../../src/texts/compile.ts';
import { temporaryFolder } from '../support/process.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What a server needs that runs from the sources. */
const SOURCES = ['src', 'scripts', 'test', 'docs', 'package.json', 'schema.sql', 'Dockerfile'];
/** Korean dates, numbers and names have no Latin letters. */
const CODE = 'ko';

/** The file of a language in which each text is the English one in brackets. */
function bracketedTexts(): string {
  const file = po.parse(readFileSync(join(ROOT, 'src/texts/en.po'), 'utf8'));
  for (const entry of Object.values(file.translations).flatMap((section) => Object.values(section))) {
    if (entry.msgid === '') continue;
    const text = entry.msgid_plural ?? entry.msgid;
    entry.msgstr = entry.msgid_plural === undefined ? [`⟦${text}⟧`] : pluralCategories(CODE).map(() => `⟦${text}⟧`);
  }
  return po.compile(file).toString();
}

/** Adds a language to a copy of the project: one file, and one line. */
function addLanguage(copy: string): void {
  for (const path of SOURCES) cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  writeFileSync(join(copy, `src/texts/${CODE}.po`), bracketedTexts());
  const list = join(copy, 'src/shared/languages.ts');
  writeFileSync(list, readFileSync(list, 'utf8').replace(/^ {2}'en',$/m, `$&\n  '${CODE}',`));
}

test('a language that is added with one file and one line has no English texts', { timeout: 600_000 }, () => {
  const copy = temporaryFolder();
  addLanguage(copy);
  const { NODE_TEST_CONTEXT, WEB_CLIENT_BUILT, BUNDLE, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['--test', 'test/texts/english-texts.ts'], {
    cwd: copy,
    env: { ...env, LANGUAGE_CODE: CODE },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout);
});

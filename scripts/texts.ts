/**
 * `node scripts/texts.ts` collects the texts of the sources, and updates src/texts: it adds new texts to each
 * language's file, removes unused ones, and writes the types of the texts. Prints how many translations are missing.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type GetTextTranslation, type GetTextTranslationRecord, type GetTextTranslations, po } from 'gettext-parser';
import { CLIENT_LANGUAGES } from '../src/shared/languages.ts';
import { SECTIONS, type Section } from '../src/texts/catalog.ts';
import { pluralCategories } from '../src/texts/compile.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
const MAILS = 'chat/notifications/mail/texts.ts';

interface Source {
  /** The files that contain the texts. */
  files: string;
  exclude?: string;
  /** The beginning of the names of the types. */
  name: string;
}
/** Where texts are looked up with `t('…')` and `plural(n, '…', '…')`. Errors are written elsewhere. */
const SOURCES: Partial<Record<Section, Source>> = {
  client: { files: 'web/**/*.{ts,tsx}', exclude: 'web/service-worker/*', name: 'Client' },
  worker: { files: 'web/service-worker/*.ts', name: 'Worker' },
  pages: { files: 'pages/**/*.ts', name: 'Page' },
  mails: { files: MAILS, name: 'Mail' },
  notices: { files: 'chat/**/*.ts', exclude: MAILS, name: 'Notice' },
};
const STRING = String.raw`(?:'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)")`;
const TEXT = new RegExp(String.raw`\bt\(\s*${STRING}`, 'g');
const PLURAL = new RegExp(String.raw`\bplural\(\s*[^,'\`]+,\s*${STRING},\s*${STRING}`, 'g');

type Entry = Pick<GetTextTranslation, 'msgctxt' | 'msgid' | 'msgid_plural'>;

/** The texts of a section. Those of errors are the ones of the English file. */
function textsIn(section: Section): Entry[] {
  const known: Entry[] = Object.values(readFile('en').translations[section] ?? {});
  const source = SOURCES[section];
  if (source === undefined) return known;
  const code = globSync(source.files, { cwd: SRC, exclude: source.exclude ? [source.exclude] : [] }).map((file) =>
    withoutComments(readFileSync(SRC + file, 'utf8')),
  );
  const called = code.flatMap((text) => [
    ...[...text.matchAll(TEXT)].map(([, one, other]) => ({ msgid: unescaped(one ?? other!) })),
    ...[...text.matchAll(PLURAL)].map(([, a, b, c, d]) => ({
      msgid: unescaped(a ?? b!),
      msgid_plural: unescaped(c ?? d!),
    })),
  ]);
  const all = code.join('\n');
  // A text may be a value that is looked up elsewhere, such as the label of a field.
  const isValue = ({ msgid, msgid_plural }: Entry): boolean =>
    msgid_plural === undefined && all.includes(quoted(msgid));
  const texts = [...known.filter(isValue), ...called];
  return [...new Map(texts.map((entry) => [entry.msgid, entry])).values()];
}

const withoutComments = (code: string): string => code.replace(/^\s*(\/\*)?\*.*$/gm, '');
const unescaped = (literal: string): string =>
  literal.replace(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter));

const getFile = (language: string): string => `${SRC}texts/${language}.po`;
const readFile = (language: string) => po.parse(readFileSync(getFile(language), 'utf8'));

/** The file of a language, or an empty one for a new language. */
function readOrCreate(language: string): Pick<GetTextTranslations, 'headers' | 'translations'> {
  if (existsSync(getFile(language))) return readFile(language);
  return { headers: { ...readFile('en').headers, Language: language }, translations: {} };
}

/** The files of src/texts as they must be: path → content. */
export function updatedTexts(): Map<string, string> {
  const entries = SECTIONS.flatMap((msgctxt) =>
    textsIn(msgctxt)
      .sort((a, b) => (a.msgid < b.msgid ? -1 : 1))
      .map((entry) => ({ ...entry, msgctxt })),
  );
  const files = new Map(CLIENT_LANGUAGES.map((language) => [getFile(language), updatedFile(language, entries)]));
  return files.set(`${SRC}texts/keys.ts`, getKeys(entries));
}

function updatedFile(language: string, entries: readonly Entry[]): string {
  const { headers, translations: known } = readOrCreate(language);
  const translations: GetTextTranslationRecord = { '': { '': known['']?.[''] ?? { msgid: '', msgstr: [''] } } };
  const forms = pluralCategories(language).map(() => '');
  for (const { msgctxt = '', msgid, msgid_plural } of entries) {
    const before = known[msgctxt]?.[msgid];
    const isSame = before !== undefined && before.msgid_plural === msgid_plural;
    const flag = /\{\w+\}/.test(`${msgid}${msgid_plural}`) ? { comments: { flag: 'python-brace-format' } } : {};
    const added = { msgctxt, msgid, ...(msgid_plural !== undefined && { msgid_plural }), ...flag };
    translations[msgctxt] ??= {};
    translations[msgctxt][msgid] = isSame ? before : { ...added, msgstr: msgid_plural === undefined ? [''] : forms };
  }
  return `${po.compile({ charset: 'utf-8', headers, translations }, { foldLength: 0 })}\n`;
}

const missingIn = (language: string): number =>
  Object.values(readFile(language).translations)
    .flatMap((section) => Object.values(section))
    .filter(({ msgstr }) => msgstr.includes('')).length;

/** The types of the texts, so that a text that is in no catalog is a type error. */
function getKeys(entries: readonly Entry[]): string {
  const types = SECTIONS.filter((section) => SOURCES[section] !== undefined).map((section) => {
    const own = entries.filter(({ msgctxt }) => msgctxt === section);
    const texts = own.filter(({ msgid_plural }) => msgid_plural === undefined);
    const plurals = own.filter(({ msgid_plural }) => msgid_plural !== undefined);
    const { name } = SOURCES[section]!;
    const type = `export type ${name}Text =${texts.map(({ msgid }) => `\n  | ${quoted(msgid)}`).join('')};\n`;
    if (plurals.length === 0) return type;
    const lines = plurals.map(({ msgid, msgid_plural }) => `\n  ${quoted(msgid_plural!)}: ${quoted(msgid)};`);
    return `${type}
/** The English singular of each text with a number, by its plural. */
export interface ${name}Plurals {${lines.join('')}
}
`;
  });
  return `// Written by scripts/texts.ts.\n\n${types.join('\n')}`;
}

function quoted(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  return mark + text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll(mark, `\\${mark}`) + mark;
}

if (import.meta.main) {
  for (const [file, content] of updatedTexts()) writeFileSync(file, content);
  for (const language of CLIENT_LANGUAGES.filter((code) => code !== 'en'))
    console.log(`${language}: ${missingIn(language)} translations are missing`);
}

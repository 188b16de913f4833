/** Finds the tests that a change can affect: `npm test -- --changed`. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Files that name every resource or view, or start a server that has all of them. Whatever uses them does not depend on
 * one resource more than on another.
 */
const WITH_EVERYTHING =
  /^src\/(app|declarations|resources|storage|limits|main)\.ts$|^src\/(operations\/operations|cli\/program)\.ts$|^src\/web\/(main\.tsx|store\/state\.ts|views\/[^/]+)$|^test\/support\/|^scripts\//;
/** What every resource is made of. */
const COMMON = /^src\/(kernel|shared)\//;

/** Where the tests of a folder are, beside those that import its files. The first that fits counts. */
const MIRRORS: readonly (readonly [folder: string, tests: readonly string[]])[] = [
  ['src/chat', ['test']],
  ['src/cli', ['test/system/cli', 'test/system']],
  ['src/web', ['test/web']],
  ['src', ['test']],
];

/** The browser tests of the folders of src/web/views. A file that is in none, and used in none, affects all of them. */
export const BROWSER_TESTS: Readonly<Record<string, readonly string[]>> = {
  administration: ['administration*', 'announcements', 'audit-log', 'data-rights', 'statistics'],
  calls: ['calls'],
  channels: ['channels', 'merge-channels', 'topic-menu'],
  compose: ['compose-*', 'completion', 'drafts', 'emoji-picker', 'gifs', 'polls', 'uploads', 'voice-messages'],
  feed: ['conversations', 'layout-shift', 'reading', 'sending-and-receiving', 'unread', 'visitors'],
  install: ['installed-app'],
  integrations: ['administration-bots'],
  message: ['formatted-view', 'images', 'media-playback', 'message-*', 'pins', 'polls', 'reactions-and-receipts'],
  people: ['linked-accounts', 'profile', 'status'],
  pins: ['pins'],
  search: ['search'],
  settings: ['languages', 'linked-accounts', 'notifications', 'security', 'sessions', 'settings*', 'web-push'],
  share: ['installed-app'],
  sidebar: ['conversations', 'sidebar-order', 'topic-menu', 'unread'],
  'user-list': ['profile', 'status'],
  welcome: ['welcome'],
  you: ['phone'],
};

/** Tests of what any file in a folder can break. */
const ALWAYS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(src|test|scripts)\//, ['test/architecture.test.ts']],
  [/\.md$/, ['test/documentation.test.ts', 'test/help/*.test.ts']],
  [
    /^src\/chat\/.*\/(endpoints|events|types)\.ts$/,
    ['test/{contract,openapi}.test.ts', 'test/specification/**/*.test.ts'],
  ],
  [/^src\/chat\/.*\/(endpoints|rules)\.ts$/, ['test/invariants/permissions.test.ts']],
  [
    /^(schema|views)\.sql$|^src\/schema\//,
    ['test/system/upgrades/upgrades.test.ts', 'test/organization/row-limits.test.ts'],
  ],
  [/^src\/(resources|limits)\.ts$/, ['test/documentation.test.ts']],
  [/^src\/pages\//, ['test/pages/*.test.ts']],
];

/** Files that no test reads. */
const UNTESTED = /^(LICENSE|\.gitignore|seeds\/)/;

/** The files that differ from where this branch left main, also those not committed. */
export function changedFiles(): string[] {
  const git = (...args: string[]): string[] => {
    const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
    return status === 0 ? stdout.split('\n').filter(Boolean) : [];
  };
  const [base = 'HEAD'] = ['origin/main', 'main'].flatMap((main) => git('merge-base', 'HEAD', main));
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])];
}

/**
 * The test files that a change of these files can affect. They import a changed file, or are where the tests of a
 * changed file are. All tests, if that is unknown for one of the files.
 */
export function affectedTests(changed: readonly string[]): string[] {
  const tests = globSync('test/**/*.test.ts').sort();
  const importers = findImporters();
  const chosen = changed.filter((file) => !UNTESTED.test(file)).map((file) => listTests(file, tests, importers));
  if (chosen.some(({ length }) => length === 0)) return tests;
  return [...new Set(chosen.flat())].sort();
}

function listTests(file: string, tests: readonly string[], importers: Importers): string[] {
  const affected = affectedBy(file, importers);
  const always = ALWAYS.filter(([pattern]) => pattern.test(file)).flatMap(([, names]) => globSync([...names]));
  const own = [
    ...affected.filter((one) => one.endsWith('.test.ts')),
    ...nearby(file, affected, importers).flatMap((one) => mirrored(one, tests)),
    ...(file.startsWith('src/web/') ? browserTests(affected) : []),
  ];
  // The test of the layers alone says nothing about what a file does.
  const isKnown = own.length > 0 || always.some((name) => name !== 'test/architecture.test.ts');
  return isKnown ? [...own, ...always] : [];
}

type Importers = ReadonlyMap<string, readonly string[]>;

/** The files that import a file when they run. Imports of types disappear before. */
function findImporters(): Importers {
  const importers = new Map<string, string[]>();
  for (const file of globSync('{src,test,scripts}/**/*.{ts,tsx,mjs}'))
    for (const [, path, later] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)(?! type\b)(?:[^;']*? from)? '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm,
    )) {
      const imported = join(dirname(file), (path ?? later)!);
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  return importers;
}

/** The file, and the files that import it, directly or not, except through files with everything. */
function affectedBy(file: string, importers: Importers): string[] {
  const found = new Set([file]);
  for (const one of found) {
    if (one !== file && WITH_EVERYTHING.test(one) && !COMMON.test(file)) continue;
    for (const importer of importers.get(one) ?? []) found.add(importer);
  }
  return [...found];
}

/**
 * The affected files whose folders' tests count. From a resource, these are the file and those that import it. What
 * lies behind them relies on what their own tests show.
 */
function nearby(file: string, affected: readonly string[], importers: Importers): readonly string[] {
  return file.startsWith('src/chat/') ? [file, ...(importers.get(file) ?? [])] : affected;
}

/** The tests in the same place under test/: of the file, else of its folder, else of the folder above. */
function mirrored(file: string, tests: readonly string[]): string[] {
  const [folder, roots] = MIRRORS.find(([one]) => file.startsWith(`${one}/`)) ?? [];
  if (!folder || !roots || WITH_EVERYTHING.test(file)) return [];
  const parts = file
    .slice(folder.length + 1)
    .replace(/\.\w+$/, '')
    .split('/');
  for (; parts.length > 0; parts.pop()) {
    const starts = roots.map((root) => `${root}/${parts.join('/')}`);
    const found = tests.filter((test) =>
      starts.some((start) => test.startsWith(start) && /[/.-]/.test(test[start.length]!)),
    );
    if (found.length > 0) return found;
  }
  return [];
}

function browserTests(affected: readonly string[]): string[] {
  const folders = affected.map((file) => /^src\/web\/views\/([^/]+)\//.exec(file)?.[1]);
  const names = folders.flatMap((folder) => (folder === undefined ? [] : (BROWSER_TESTS[folder] ?? ['*'])));
  return globSync((names.length > 0 ? names : ['*']).map((name) => `test/browser/${name}.test.ts`));
}

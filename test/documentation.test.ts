import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import type { DeclaredProgram } from '../src/cli/declaration/build.ts';
import { program } from '../src/cli/program.ts';
import { endpoints } from '../src/declarations.ts';
import { getVariable } from '../src/kernel/settings/setting.ts';
import { EXIT } from '../src/kernel/terminal/failure.ts';
import { pages } from '../src/pages/contents.ts';
import { HELP_SECTIONS } from '../src/pages/help/contents.ts';
import { headingId } from '../src/pages/help/render.ts';
import { SETTING_NAMES } from '../src/settings/table.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(posix.join(ROOT, file), 'utf8');
const exists = (path: string): boolean => existsSync(posix.join(ROOT, path));

/** All documents for readers of the project. */
const DOCUMENTS = [...globSync('*.md', { cwd: ROOT }), ...globSync('docs/**/*.md', { cwd: ROOT })].sort();
/** Documents about the code. Every name in them must exist. */
const ABOUT_CODE = ['ARCHITECTURE.md', ...DOCUMENTS.filter((file) => file.startsWith('docs/design/'))];

/** Shows all problems at once. */
const none = (problems: readonly string[]): void => assert.deepEqual(problems, []);

/** A document without fenced code. */
const prose = (text: string): string => text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1$/gm, '');
/** The contents of fenced blocks in this language. */
const fences = (text: string, language: string): string[] =>
  [...text.matchAll(/^(`{3,})(\w*)\n([\s\S]*?)^\1$/gm)].filter(([, , name]) => name === language).map((one) => one[3]!);
/** The texts in single backticks outside of fenced code. */
const codeSpans = (text: string): string[] =>
  [...prose(text).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code]) => code!);

test('the documents that contributors and operators need exist', () => {
  for (const file of ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'docs/api.md'])
    assert.ok(DOCUMENTS.includes(file), file);
  assert.ok(ABOUT_CODE.length >= 9);
});

test('every relative link in a document leads to a file and a heading that exist', () => {
  const problems: string[] = [];
  for (const file of DOCUMENTS)
    for (const [, href] of prose(read(file)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(href!)) continue;
      const [path = '', fragment] = href!.split('#');
      const target = path === '' ? file : posix.join(posix.dirname(file), path);
      if (!exists(target)) problems.push(`${file} → ${href}`);
      else if (fragment !== undefined && !listHeadings(target).includes(fragment)) problems.push(`${file} → ${href}`);
    }
  none(problems);
});

const listHeadings = (file: string): string[] =>
  [...prose(read(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => headingId(heading!));

test('every design page is linked from the architecture and has 300 to 700 words', () => {
  for (const file of ABOUT_CODE.slice(1)) {
    assert.ok(read('ARCHITECTURE.md').includes(`](${file})`), file);
    const words = prose(read(file)).split(/\s+/).filter(Boolean).length;
    assert.ok(words >= 300 && words <= 700, `${file} has ${words} words`);
  }
});

/** The text of everything that names can come from. */
const sources = globSync(
  ['src/**/*.{ts,tsx,sql,json,css}', 'scripts/**/*.{ts,mjs}', 'test/*/**/*.ts', '*.{sql,json}'],
  {
    cwd: ROOT,
  },
).map(read);
const words = new Set(sources.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []));
const paths = new Set([
  ...endpoints.map(({ path, root }) => (root ? path : path.replace(/\{\w+\}/g, '{}'))),
  ...pages.flatMap((page) => page.paths),
  '/health',
  '/metrics',
]);

/** A file or folder as documents name it: from the project's root or from src/, also with `*`. */
const isFile = (name: string): boolean =>
  ['', 'src/'].some((folder) => globSync(folder + name, { cwd: ROOT }).length > 0);
/** The last part of a path, such as `terms.ts`, below the folders that the document names. */
const isFileBelow = (name: string, folders: readonly string[]): boolean =>
  folders.some((folder) => exists(posix.join(folder, name)));

/** Whether something that a document puts in backticks exists. */
function isKnown(code: string, folders: readonly string[]): boolean {
  const url = /^(?:(?:GET|POST|PATCH|PUT|DELETE) )?(?:\/api\/v1)?(\/[\w/{}-]*)$/.exec(code);
  if (url) return paths.has(url[1]!);
  if (/^npm (ci|test|start)\b/.test(code)) return true;
  const [, script] = /^npm run ([\w:]+)/.exec(code) ?? [];
  if (script) return script in JSON.parse(read('package.json')).scripts;
  if (/^klatch /.test(code)) return commandProblem(code) === undefined;
  if (/^[\w.*-]+(\/[\w.*-]+)*(\/|\.(ts|tsx|mjs|sql|json|md))$|^[\w.-]+\/[\w./-]+$/.test(code) && !/ /.test(code))
    return isFile(code) || isFileBelow(code, folders) || sources.some((text) => text.includes(code));
  if (/^[A-Za-z_$][\w$]*(\.[\w$]+)*(\(.*\))?$/.test(code))
    return code
      .replace(/\(.*\)$/, '')
      .split('.')
      .every((name) => words.has(name) || name === 'X');
  // Values, file names in the data folder and statements: they occur in the code as they are.
  return sources.some((text) => text.includes(code));
}

/** Names that are patterns, examples or parts of other programs. */
const EXAMPLES: ReadonlySet<string> = new Set([
  ...['canX', 'requireX', 'backups/pre-<version>.db', 'before-restore-<time>', 'kill -9', 'klatch.db'],
  ...[
    'npm ci && npm test',
    'SEED=7 RUNS=100 npm test -- FILE',
    'SLOWDOWN=4 node --test test/browser/FILE',
    'types ← repository ← rules ← views, events ← actions ← endpoints, jobs',
  ],
  ...['r12', 's7', 't31', '@_**name**', 'ALTER TABLE', 'dist/klatch', 'http', 'https', 'mailto', 'tel', 'sms'],
]);

test('every file, name and path in the architecture and the design pages exists', () => {
  const problems: string[] = [];
  for (const file of ABOUT_CODE) {
    const codes = codeSpans(read(file));
    const folders = codes
      .filter((code) => /^(src|test|scripts)\/[\w./-]+$/.test(code) && exists(code))
      .map((code) => (statSync(posix.join(ROOT, code)).isDirectory() ? code : posix.dirname(code)));
    for (const code of codes) if (!EXAMPLES.has(code) && !isKnown(code, folders)) problems.push(`${file}: ${code}`);
  }
  none(problems);
});

test('every folder and file in the picture of the architecture exists', () => {
  const [picture = ''] = fences(read('ARCHITECTURE.md'), '');
  const lines = picture.split('\n').filter((line) => line.trim() !== '');
  assert.ok(lines.length > 20);
  const above: string[] = [];
  const problems: string[] = [];
  for (const line of lines) {
    const [, indent = '', names = ''] = /^( *)(\S+(?: \S+)*)/.exec(line)!;
    above.length = indent.length / 2;
    const folder = above.join('');
    const named = names.split(' ');
    for (const name of named) if (!exists(folder + name)) problems.push(folder + name);
    above.push(named[0]!);
  }
  none(problems);
});

test('the picture of the architecture has every folder of src two levels deep', () => {
  const [picture = ''] = fences(read('ARCHITECTURE.md'), '');
  const names = new Set(picture.match(/[\w-]+\/(?= |\n)/g));
  const folders = globSync(['src/*/', 'src/*/*/'], { cwd: ROOT }).filter((path) =>
    statSync(posix.join(ROOT, path)).isDirectory(),
  );
  assert.ok(folders.length > 40);
  none(folders.filter((path) => !names.has(`${posix.basename(path)}/`)));
});

test('a page of the documentation has the same title in the navigation and as its heading', () => {
  const pages = HELP_SECTIONS.flatMap((section) => section.pages);
  const getHeading = (file: string) => /^# (.+)$/m.exec(read(file))?.[1];
  none(pages.filter(({ file, title }) => getHeading(file) !== title).map(({ file, title }) => `${file}: ${title}`));
});

test('the navigation of the documentation has every page for operators and users', () => {
  const pages = new Set(HELP_SECTIONS.flatMap((section) => section.pages).map(({ file }) => file));
  const forContributors = ['docs/translating.md', 'docs/web-client.md'];
  const files = DOCUMENTS.filter((file) => /^docs\/(help\/)?[\w-]+\.md$/.test(file) && !forContributors.includes(file));
  none(files.filter((file) => !pages.has(file)));
});

/** All commands by their words, such as `user create`. */
function commandsBelow(command: Command, path = ''): [string, Command][] {
  return command.commands.flatMap((one): [string, Command][] => {
    const words = `${path} ${one.name()}`.trim();
    return [[words, one], ...commandsBelow(one, words)];
  });
}
const klatch = program();
const commands = new Map<string, Command>([['', klatch], ...commandsBelow(klatch)]);
const getFlags = (command: Command): string[] => command.options.map(({ long }) => long!);

/** What is wrong with a command line in a document, if anything: no such command, or no such flag. */
function commandProblem(line: string): string | undefined {
  const [, ...given] = line.replace(/^npm start --(?= |$)/, 'klatch').split(/\s+/);
  let path = '';
  for (const word of given) {
    const longer = `${path} ${word}`.trim();
    if (!commands.has(longer)) break;
    path = longer;
  }
  const command = commands.get(path)!;
  if (path === '' && given[0] !== undefined && /^[a-z]/.test(given[0])) return `no command ${given[0]}`;
  // Without a command, a group runs one of its own: klatch serves, and klatch backup creates a backup.
  const usual = command.commands.find((one) => (one as DeclaredProgram).declaration?.isDefault) ?? command;
  const known = new Set(getFlags(usual).concat('--help', '--version'));
  for (const word of given) {
    if (/^['"]/.test(word)) break;
    const [flag = ''] = word.split('=');
    if (/^--[a-z]/.test(flag) && !known.has(flag)) return `klatch ${path} has no ${flag}`;
  }
  return undefined;
}

test('every klatch command in a document exists and has the flags that it is given', () => {
  const problems: string[] = [];
  let found = 0;
  for (const file of DOCUMENTS) {
    const text = read(file);
    const lines = fences(text, 'sh').flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
    const written = [...lines, ...codeSpans(text)]
      .map((line) =>
        line
          .replace(/\s+#.*$/, '')
          .replace(/^(sudo|docker exec klatch) \/?/, '')
          .trim(),
      )
      .filter((line) => /^(klatch|npm start --)( |$)/.test(line));
    found += written.length;
    for (const line of written) {
      const problem = commandProblem(line);
      if (problem) problems.push(`${file}: ${line}: ${problem}`);
    }
  }
  assert.ok(found > 60, `${found} commands`);
  none(problems);
});

/** Flags of other programs: DiscordChatExporter's and V8's. */
const OTHER_PROGRAMS: ReadonlySet<string> = new Set(['--media', '--predictable', '--hash-seed']);

test('every flag and variable in a document exists', () => {
  const flags = new Set([...commands.values()].flatMap(getFlags).concat('--help', '--version'));
  const variables = new Set(SETTING_NAMES.map(getVariable).flatMap((name) => [name, `${name}_FILE`]));
  const others = [
    'DATA',
    'CONFIG',
    'CONTAINER',
    'QUIET',
    'VERBOSE',
    'ORGANIZATION',
    'ORGANIZATIONS',
    'TEST_CHROMIUM',
    'TEST_FONTS',
    'SKIP_BACKUP',
    'RELEASE_KEY',
    'RELEASE_KEY_FILE',
    'RELEASE_ADDRESS',
  ];
  for (const name of others) variables.add(`KLATCH_${name}`);
  const problems: string[] = [];
  for (const file of DOCUMENTS)
    for (const code of codeSpans(read(file))) {
      const [flag] = /^--[a-z][a-z-]*/.exec(code) ?? [];
      const isOfOthers = /^scripts|^docs\/(design|translating|web-client)|CONTRIBUTING/.test(file);
      if (flag && !flags.has(flag) && !isOfOthers && !OTHER_PROGRAMS.has(flag)) problems.push(`${file}: ${flag}`);
      for (const [variable] of code.matchAll(/\bKLATCH_[A-Z_]+/g))
        if (!variables.has(variable)) problems.push(`${file}: ${variable}`);
    }
  none(problems);
});

/** The interface's texts of a file, as its code gives them to `t`. */
const interfaceTexts = (file: string): Set<string> =>
  new Set([...read(file).matchAll(/\bt\('((?:[^'\\]|\\.)+)'/g)].map(([, text]) => text!));

test('every page of the settings and the administration that the user guide names exists in the web client', () => {
  const menus: Record<string, Set<string>> = {
    Settings: interfaceTexts('src/web/views/settings/pages.ts'),
    Organization: interfaceTexts('src/web/views/administration/sections.ts'),
  };
  const problems: string[] = [];
  let found = 0;
  for (const file of DOCUMENTS.filter((name) => /^docs\/(help\/|api)/.test(name)))
    for (const line of prose(read(file))
      .replace(/\n(?=\S)/g, ' ')
      .split('\n'))
      for (const [, menu, name] of line.matchAll(/(?<!\*)\*(Settings|Organization) → ([^*→]+)\*/g)) {
        found += 1;
        // GitHub and GitLab have settings, too.
        if (name !== 'Webhooks' && !menus[menu!]!.has(name!)) problems.push(`${file}: ${menu} → ${name}`);
      }
  assert.ok(found > 15, `${found} names`);
  none(problems);
});

test('the page of exit codes lists exactly the codes of the command line', () => {
  const listed = [...read('docs/exit-codes.md').matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  assert.deepEqual(
    listed,
    [0, ...new Set(Object.values(EXIT))].sort((a, b) => a - b),
  );
});

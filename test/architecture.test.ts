import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { createApp } from '../src/app.ts';
import { Config } from '../src/kernel/config.ts';
import { Database } from '../src/kernel/db/database.ts';

const ROOT = fileURLToPath(new URL('../src/', import.meta.url));

interface Source {
  /** Below src/, with slashes. */
  path: string;
  text: string;
  /** Without comments, which may say what they like. */
  code: string;
  /** What it imports as values: files below src/, or packages. */
  imports: string[];
}

const sources: Source[] = globSync('**/*.ts', { cwd: ROOT }).map((file) => {
  const path = file.split(sep).join('/');
  const text = readFileSync(join(ROOT, file), 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return {
    path,
    text,
    code,
    imports: valueImports(code).map((name) => (name.startsWith('.') ? within(path, name) : name)),
  };
});

/** `import type …` and imports of nothing but types leave no trace at run time. */
function valueImports(code: string): string[] {
  const found = [...code.matchAll(/^(?:import|export)\s(?!type\b)([^;]*?)\sfrom\s+'([^']+)'/gm)]
    .filter(([, names]) => !/^\{(\s*type\s[^,}]+,?)*\s*\}$/.test(names!.trim()))
    .map(([, , from]) => from!);
  const lazily = [...code.matchAll(/\bimport\('([^']+)'\)/g)].map(([, from]) => from!);
  const bare = [...code.matchAll(/^import\s+'([^']+)'/gm)].map(([, from]) => from!);
  return [...found, ...lazily, ...bare];
}

function within(path: string, name: string): string {
  return relative(ROOT, join(ROOT, dirname(path), name))
    .split(sep)
    .join('/');
}

/** Every wrong thing at once is more useful than the first. */
const none = (wrong: string[]): void => assert.deepEqual(wrong, []);

test('the layers: kernel ← emoji ← markdown ← chat ← pages ← cli and main', () => {
  const LAYERS = [
    'kernel',
    'emoji',
    'markdown',
    'chat',
    'app.ts',
    'api.ts',
    'live.ts',
    'jobs.ts',
    'pages',
    'cli',
    'main.ts',
  ];
  // The tables of contents stand beside what they list: a resource's own merge of all others may read them.
  const TABLES = new Set([
    'chat/register/actions.ts → live.ts',
    'chat/register/endpoints.ts → live.ts',
    'chat/register/state.ts → live.ts',
    'chat/reference/endpoints.ts → api.ts',
    'chat/reference/endpoints.ts → live.ts',
  ]);
  const layer = (path: string) => LAYERS.indexOf(path.split('/')[0]!);
  none(
    sources.flatMap(({ path, imports }) =>
      imports
        .filter((to) => to.endsWith('.ts') && layer(to) > layer(path))
        .map((to) => `${path} → ${to}`)
        .filter((arrow) => !TABLES.has(arrow)),
    ),
  );
});

test('a resource imports values only from those before it', () => {
  const ORDER = [
    'pictures',
    'mail',
    'groups',
    'users',
    'presence',
    'settings',
    'profile-fields',
    'linkifiers',
    'realm',
    'avatars',
    'channels',
    'channel-folders',
    'default-channels',
    'subscriptions',
    'topics',
    'user-topics',
    'alert-words',
    'attachments',
    'external-content',
    'messages',
    'missed-messages',
    'reactions',
  ];
  // What a resource's things may be, said in plain tables, is nobody's before anybody's.
  const TABLES = /\/(types|settings|permissions|names)\.ts$/;
  const LAST = 'register';
  const rank = (resource: string) =>
    resource === LAST ? ORDER.length + 1 : ORDER.includes(resource) ? ORDER.indexOf(resource) : ORDER.length;
  const resource = (path: string) => /^chat\/([^/]+)\//.exec(path)?.[1];
  none(
    sources.flatMap(({ path, imports }) => {
      const own = resource(path);
      if (!own) return [];
      return imports
        .map((to) => [to, resource(to)] as const)
        .filter(([to, other]) => other !== undefined && other !== own && !TABLES.test(to) && rank(other) >= rank(own))
        .map(([to]) => `${path} → ${to}`);
    }),
  );
});

test('only kernel/http knows Koa, only kernel/db knows SQLite', () => {
  const only = (name: RegExp, folder: string) =>
    sources.flatMap(({ path, text }) =>
      [...text.matchAll(/from '([^']+)'/g)].some(([, from]) => name.test(from!)) && !path.startsWith(folder)
        ? [path]
        : [],
    );
  none(only(/^(koa|@koa\/|koa-)/, 'kernel/http/'));
  none(only(/^better-sqlite3$/, 'kernel/db/'));
});

test('SQL is in repositories', () => {
  const STATEMENT = /['"`]\s*(SELECT\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s)/;
  none(sources.filter(({ path, code }) => STATEMENT.test(code) && !isRepository(path)).map(({ path }) => path));
});

test('events are published by actions', () => {
  const OTHERS = /\/(rules|repository|endpoints|events|types|views|permissions|settings)\.ts$/;
  none(
    sources
      .filter(({ path, code }) => /\.publish\(/.test(code) && (!path.startsWith('chat/') || OTHERS.test(path)))
      .map(({ path }) => path),
  );
});

test('what changes the database does not wait: no async, await or Promise in rules, actions, repositories', () => {
  // What may wait, before or after the one uninterrupted block: endpoints, jobs, the slow hash of a password, and between one such block and the next.
  const MAY_WAIT = /\/(([\w-]+-)?(endpoints|jobs)|development|passwords|turns)\.ts$/;
  none(
    sources
      .filter(
        ({ path, code }) =>
          path.startsWith('chat/') && !MAY_WAIT.test(path) && /\b(async|await|Promise)\b/.test(withoutText(code)),
      )
      .map(({ path }) => path),
  );
});

test('no default exports, no enums, no barrels', () => {
  none(
    sources
      .filter(({ code }) => /^export default\b|^(export )?(const )?enum\b|^export \* from/m.test(code))
      .map(({ path }) => path),
  );
});

test('the web client takes only types from the server; in it store ← actions ← views, and no reducer knows the page', () => {
  const WEB = ['store', 'actions', 'views'];
  const files = globSync('web/**/*.{ts,tsx}', { cwd: ROOT }).map((file) => {
    const path = file.split(sep).join('/');
    const code = readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    return {
      path,
      code,
      imports: valueImports(code).map((name) => (name.startsWith('.') ? within(path, name) : name)),
    };
  });
  const layer = (path: string) => WEB.indexOf(path.split('/')[1]!);
  none(
    files.flatMap(({ path, imports }) =>
      imports.filter((to) => /\.tsx?$/.test(to) && !to.startsWith('web/')).map((to) => `${path} → ${to}`),
    ),
  );
  none(
    files.flatMap(({ path, imports }) =>
      layer(path) < 0
        ? []
        : imports.filter((to) => to.startsWith('web/') && layer(to) > layer(path)).map((to) => `${path} → ${to}`),
    ),
  );
  const PAGE = /\b(document|location|navigator|localStorage)\.|@preact\/signals/;
  none(
    files
      .filter(({ path, code }) => path.startsWith('web/store/') && path !== 'web/store/store.ts' && PAGE.test(code))
      .map(({ path }) => path),
  );
  none(
    files
      .filter(
        ({ path, code }) =>
          !path.startsWith('web/text/safe-html.ts') &&
          /(inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|setHTML|dangerouslySet/.test(code),
      )
      .map(({ path }) => path),
  );
});

test('every statement is one that the database understands, though each is prepared only when it is first asked', ({
  mock,
}) => {
  const declared: string[] = [];
  for (const way of ['get', 'all', 'column', 'value', 'rows', 'run'] as const) {
    const declare: (sql: string) => unknown = Database.prototype[way];
    mock.method(Database.prototype, way, function (this: Database, sql: string, ...rest: []) {
      declared.push(sql);
      return declare.call(this, sql, ...rest);
    });
  }
  const config = new Config({ dataDir: tmpdir() });
  const { db } = createApp({ config, log: pino({ level: 'silent' }), database: ':memory:' });
  for (const sql of declared) assert.doesNotThrow(() => db.prepared(sql), sql);
  assert(declared.length > 300);
  db.close();
});

/** SQL may be: in a resource's repository.ts, and in files a long one was split into. */
function isRepository(path: string): boolean {
  return /\/([\w-]+-)?repository\.ts$/.test(path) || path.startsWith('kernel/db/');
}

const withoutText = (code: string): string =>
  code.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''");

test('no raw string of the server has letters that the bundlers escape', () => {
  const isEscaped = /\bString\.raw\s*`[^`]*[^\0-\xff][^`]*`/;
  const readsRaw = /\{\s*raw\b[^}]*\}\s*:\s*TemplateStringsArray|\b(?:strings|texts|parts)\.raw\b/;
  const isWrong = (code: string) => isEscaped.test(code) || readsRaw.test(code);
  none(sources.filter(({ path, code }) => !path.startsWith('web/') && isWrong(code)).map(({ path }) => path));
});

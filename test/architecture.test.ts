import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { Database } from '../src/kernel/db/database.ts';
import type { Endpoint } from '../src/kernel/http/endpoint.ts';
import { createApp } from '../src/server/create-app.ts';
import { Config } from '../src/settings/config.ts';

const ROOT = fileURLToPath(new URL('../src/', import.meta.url));
const FROM = /^(?:import|export)\s([^;]*?)\sfrom\s+'([^']+)'/gm;

interface Source {
  /** Relative to src/, with slashes. */
  path: string;
  text: string;
  /** The text without comments. */
  code: string;
  /** The files below src/ and the packages that this file imports as values. */
  imports: string[];
  /** Those of them that are loaded together with this file. */
  staticImports: string[];
  /** The same for imports of types. */
  typeImports: string[];
}

const all: Source[] = globSync('**/*.{ts,tsx}', { cwd: ROOT }).map(readSource);
const server = all.filter(({ path }) => !path.startsWith('web/'));
const web = all.filter(({ path }) => path.startsWith('web/'));

function readSource(file: string): Source {
  const path = file.split(sep).join('/');
  const text = readFileSync(join(ROOT, file), 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const resolve = (name: string) => (name.startsWith('.') ? belowRoot(path, name) : name);
  const staticImports = staticValueImports(code).map(resolve);
  const imports = [...staticImports, ...lazyImports(code).map(resolve)];
  return { path, text, code, imports, staticImports, typeImports: typeImports(code).map(resolve) };
}

function isOfTypes(names: string): boolean {
  return /^type\b/.test(names) || /^\{(\s*type\s[^,}]+,?)*\s*\}$/.test(names.trim());
}

/** Type imports do not exist at run time. */
function staticValueImports(code: string): string[] {
  const named = [...code.matchAll(FROM)].filter(([, names]) => !isOfTypes(names!)).map(([, , from]) => from!);
  const bare = [...code.matchAll(/^import\s+'([^']+)'/gm)].map(([, from]) => from!);
  return [...named, ...bare];
}

function lazyImports(code: string): string[] {
  return [...code.matchAll(/\bimport\('([^']+)'\)/g)].map(([, from]) => from!);
}

function typeImports(code: string): string[] {
  return [...code.matchAll(FROM)].filter(([, names]) => isOfTypes(names!)).map(([, , from]) => from!);
}

function belowRoot(path: string, name: string): string {
  return relative(ROOT, join(ROOT, dirname(path), name))
    .split(sep)
    .join('/');
}

/** Shows all violations at once. */
const none = (violations: string[]): void => assert.deepEqual(violations, []);

/** The layer of each kind of files of chat. */
const LAYER = {
  types: 0,
  data: 0,
  settings: 0,
  memory: 0,
  repository: 1,
  rules: 2,
  views: 3,
  events: 3,
  client: 3,
  actions: 4,
  batches: 4,
  checks: 4,
  endpoints: 5,
  jobs: 5,
  resource: 6,
} as const;
type Kind = keyof typeof LAYER;
const KINDS = Object.keys(LAYER) as Kind[];

/** Folders of chat whose files are of one layer, except for those that have a kind. */
const FOLDER_LAYER: Readonly<Record<string, number>> = {
  'chat/integrations/incoming-webhooks/rendering': LAYER.rules,
  'chat/integrations/incoming-webhooks/services': LAYER.rules,
  'chat/integrations/incoming-webhooks/templates': LAYER.rules,
  'chat/messages/narrow': LAYER.views,
  'chat/notifications/mail': LAYER.types,
  'chat/organization/exports': LAYER.views,
  'chat/organization/imports': LAYER.actions,
  'chat/reference': LAYER.views,
};

/** `endpoints` for endpoints.ts and fetch-endpoints.ts. */
function getKind(path: string): Kind | undefined {
  const [, name] = /\/([\w-]+)\.ts$/.exec(path) ?? [];
  return KINDS.find((kind) => name === kind || name?.endsWith(`-${kind}`));
}

/** The layer of a file of chat; undefined: it has none. */
function layerInChat(path: string): number | undefined {
  if (path === 'chat/errors.ts' || path === 'chat/declare.ts') return LAYER.types;
  const kind = getKind(path);
  return kind ? LAYER[kind] : FOLDER_LAYER[dirname(path)];
}

test('every folder of the server is a layer, from shared code up to the command line', () => {
  const LAYERS = [
    'shared',
    'limits.ts',
    'kernel',
    'texts',
    'schema',
    'emoji',
    'markdown',
    'chat',
    'settings',
    'storage.ts',
    'app.ts',
    'resources.ts',
    'declarations.ts',
    'pages',
    'backup',
    'operations',
    'server',
    'importers',
    'cli',
    'main.ts',
  ];
  const layer = (path: string) => LAYERS.indexOf(path.split('/')[0]!);
  none(server.filter(({ path }) => layer(path) < 0).map(({ path }) => path));
  none(
    server.flatMap(({ path, imports }) =>
      imports.filter((to) => to.endsWith('.ts') && layer(to) > layer(path)).map((to) => `${path} → ${to}`),
    ),
  );
});

test('the kernel imports nothing of chat and its schema, not even a type', () => {
  const outside =
    /^(chat|schema|settings|pages|backup|operations|server|importers|cli|(app|storage|resources|declarations)\.ts)/;
  none(
    server
      .filter(({ path }) => path.startsWith('kernel/'))
      .flatMap(({ path, imports, typeImports }) =>
        [...imports, ...typeImports].filter((to) => outside.test(to)).map((to) => `${path} → ${to}`),
      ),
  );
});

test('the kernel names neither objects of chat nor services that only chat uses', () => {
  const CHAT = /zoom|giphy|tenor|bigbluebutton|ldap|oidc|webhookBots|pushService|publicStreams|subscription/i;
  // NATS has subscriptions, too.
  const kernel = server.filter(({ path }) => /^kernel\/(?!cluster\/engine\/nats\/)/.test(path));
  none(kernel.filter(({ code }) => CHAT.test(code)).map(({ path }) => path));
});

test('layers within chat are kinds of files, from types up to endpoints, or folders', () => {
  const chat = server.filter(({ path }) => path.startsWith('chat/'));
  none(chat.filter(({ path }) => layerInChat(path) === undefined).map(({ path }) => path));
  none(
    chat.flatMap(({ path, imports }) =>
      imports
        .filter((to) => to.startsWith('chat/') && to.endsWith('.ts') && layerInChat(to)! > layerInChat(path)!)
        .map((to) => `${path} → ${to}`),
    ),
  );
});

test('no import of values forms a cycle on the server', () => {
  none(cyclesIn(new Map(server.map(({ path, imports }) => [path, imports]))));
});

test('no import of values forms a cycle in the web client, except those that load a view later', () => {
  none(cyclesIn(new Map(web.map(({ path, staticImports }) => [path, staticImports]))));
});

function cyclesIn(importsOf: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (done.has(path) || trail.includes(path)) return;
    for (const next of importsOf.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of importsOf.keys()) visit(path, []);
  return cycles;
}

test('a command that runs in a running server does not load the server', () => {
  const importsOf = new Map(server.map(({ path, staticImports }) => [path, staticImports]));
  const loaded = new Set(['cli/program.ts', 'cli/connection/run-operation.ts', 'cli/connection/command-session.ts']);
  for (const path of loaded) for (const next of importsOf.get(path) ?? []) loaded.add(next);
  assert.ok(loaded.size > 50);
  none([...loaded].filter((path) => /^(resources|storage|declarations|server\/create-app)\.ts$/.test(path)));
});

/** The files that reach each other, in sets of two or more; Tarjan's algorithm. */
function circlesIn(importsOf: ReadonlyMap<string, readonly string[]>): string[][] {
  const seen = new Map<string, { index: number; low: number }>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): { index: number; low: number } => {
    const own = { index: seen.size, low: seen.size };
    seen.set(path, own);
    open.push(path);
    for (const next of importsOf.get(path) ?? []) {
      if (!importsOf.has(next)) continue;
      const other = seen.get(next) ?? visit(next);
      if (open.includes(next)) own.low = Math.min(own.low, other.low);
    }
    if (own.low === own.index) circles.push(open.splice(open.indexOf(path)));
    return own;
  };
  for (const path of importsOf.keys()) if (!seen.has(path)) visit(path);
  return circles.filter(({ length }) => length > 1);
}

test('at most three files form a circle of imports, types counted, except those that load a view later', () => {
  const listImports = new Map(all.map(({ path, imports, typeImports }) => [path, [...imports, ...typeImports]]));
  for (const { path, staticImports, typeImports } of web) listImports.set(path, [...staticImports, ...typeImports]);
  assert.equal(
    circlesIn(
      new Map([
        ['a', ['b']],
        ['b', ['a']],
        ['c', ['a']],
      ]),
    ).length,
    1,
  );
  none(
    circlesIn(listImports)
      .filter(({ length }) => length > 3)
      .map((circle) => circle.join(' → ')),
  );
});

test('every API path is declared in one folder', async () => {
  const folders = new Map<string, Set<string>>();
  for (const { path } of server.filter((source) => getKind(source.path) === 'endpoints')) {
    const module: Record<string, unknown> = await import(`../src/${path}`);
    for (const value of Object.values(module)) {
      if ((value as Endpoint)?.kind !== 'endpoint') continue;
      const declared = (value as Endpoint).path;
      // For browsers it is the web client, and programs that know only a server post there.
      if (declared === '/') continue;
      folders.set(declared, (folders.get(declared) ?? new Set()).add(dirname(path)));
    }
  }
  assert(folders.size > 150);
  // The page of the web client, and where programs for ntfy post that know only a server.
  folders.delete('/');
  none([...folders].filter(([, where]) => where.size > 1).map(([path, where]) => `${path}: ${[...where].join(', ')}`));
});

test('a resource is registered by one line: its folder appears in resources.ts and in no other table', () => {
  const { text } = server.find(({ path }) => path === 'resources.ts')!;
  const lines = text.split('\n').filter((line) => line.startsWith('export'));
  for (const line of lines) assert.match(line, /^export \{ \w+ \} from '\.\/chat\/[\w/-]+\/resource\.ts';$/);
  const registered = lines.map((line) => /'\.\/(.*)'/.exec(line)![1]!);
  const existing = server
    .map(({ path }) => path)
    .filter((path) => path.endsWith('/resource.ts') && path.startsWith('chat/'));
  assert.deepEqual(registered.sort(), existing.sort());
});

test('every declaration of a folder is registered by its resource', () => {
  const declares = /(endpoints|jobs|events|state)$/;
  none(
    server
      .filter(
        ({ path }) => path.startsWith('chat/') && declares.test(getKind(path) ?? '') && getKind(path) !== 'resource',
      )
      .filter(({ code }) => /= (endpoint|job|event|shapedEvent|state)\(/.test(code))
      .filter(({ path }) => {
        const resource = server.find((other) => other.path === `${dirname(path)}/resource.ts`);
        return !resource?.imports.includes(path);
      })
      .map(({ path }) => path),
  );
});

test('chat has at most twelve areas, and only its folders hold files', () => {
  const folders = server.filter(
    ({ path }) => path.startsWith('chat/') && !['chat/declare.ts', 'chat/errors.ts'].includes(path),
  );
  const areas = new Set(folders.map(({ path }) => path.split('/')[1]!));
  assert(areas.size <= 12, [...areas].join(', '));
});

test('only kernel/http imports Koa, and only kernel/db imports SQLite', () => {
  const only = (name: RegExp, folder: string) =>
    server.flatMap(({ path, imports, typeImports }) =>
      [...imports, ...typeImports].some((from) => name.test(from)) && !path.startsWith(folder) ? [path] : [],
    );
  none(only(/^(koa|@koa\/|koa-)/, 'kernel/http/'));
  none(only(/^better-sqlite3$/, 'kernel/db/'));
});

test('SQL is in repositories', () => {
  const STATEMENT = /['"`]\s*(SELECT\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s)/;
  const isAllowed = (path: string) => getKind(path) === 'repository' || /^(kernel\/db|schema)\//.test(path);
  none(server.filter(({ path, code }) => STATEMENT.test(code) && !isAllowed(path)).map(({ path }) => path));
});

/** Folders besides a repository's own that may write with it, or with one of its functions, with the reason. */
const SHARED_HOMES: Readonly<Record<string, readonly string[]>> = {
  // Each act on messages has a folder of its own. An import stores messages with their own dates.
  messages: [
    'messages/send',
    'messages/edit',
    'messages/move',
    'messages/delete',
    'messages/flags',
    'organization/imports',
  ],
  topics: ['messages/send', 'messages/move', 'messages/delete', 'organization/imports'],
  // An import stores memberships of the past.
  subscriptions: ['organization/imports'],
  // The oldest unread message of a user.
  'users.setUnreadFloor': ['messages/flags'],
  // What a phone has not been notified of.
  devices: ['notifications/missed-messages'],
};

/** The functions of a repository that write, by the SQL verb in them or in what they call. */
function writersIn(text: string): ReadonlySet<string> {
  const WRITES = /\b(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|UPDATE\s+(?:OR\s+\w+\s+)?\w+\s+SET|DELETE\s+FROM)\b|\bdb\.run\b/;
  const START = /\n(?= {2}(?:const|function) | {4}\w+[:(]| {2}\w+[:(]|(?:export )?(?:const|function) )/;
  const parts = text.split(START).flatMap((part) => {
    const name = /^\s*(?:export )?(?:const |function )?(\w+)/.exec(part)?.[1];
    return name ? [[name, part] as const] : [];
  });
  const writers = new Set(parts.filter(([, part]) => WRITES.test(part)).map(([name]) => name));
  for (let before = -1; before < writers.size; ) {
    before = writers.size;
    for (const [name, part] of parts)
      if ([...writers].some((other) => other !== name && new RegExp(`(?<![\\w.])${other}\\(`).test(part)))
        writers.add(name);
  }
  return writers;
}

test('a repository writes only for its own folder; others call its actions', () => {
  const storage = server.find(({ path }) => path === 'storage.ts')!.code;
  const violations: string[] = [];
  let found = 0;
  for (const [, factories, home] of storage.matchAll(
    /^import \{ ([^}]+) \} from '\.\/(chat\/[^']+)\/repository\.ts';$/gm,
  )) {
    const text = server
      .filter(({ path }) => dirname(path) === home && getKind(path) === 'repository')
      .map(({ code }) => code)
      .join('\n');
    const writers = writersIn(text);
    for (const factory of factories!.split(', ')) {
      const repository = new RegExp(`^ {2}(\\w+): ${factory},$`, 'm').exec(storage)?.[1];
      if (repository === undefined) continue;
      for (const { path, code } of server.filter(
        (other) => dirname(other.path) !== home && !/^cli\/dev\//.test(other.path),
      ))
        for (const [call, name] of code.matchAll(new RegExp(`\\bapp\\.${repository}\\.(\\w+)\\b`, 'g'))) {
          found += 1;
          const shared = [...(SHARED_HOMES[repository] ?? []), ...(SHARED_HOMES[`${repository}.${name}`] ?? [])];
          if (writers.has(name!) && !shared.includes(dirname(path).replace('chat/', '')))
            violations.push(`${path}: ${call}`);
        }
    }
  }
  assert(found > 300, String(found));
  none(violations);
});

test('events are published by actions', () => {
  const OTHERS = /\/(rules|repository|endpoints|events|types|views|permissions|settings)\.ts$/;
  none(
    server
      // NATS publishes messages.
      .filter(({ path }) => !path.startsWith('kernel/cluster/engine/nats/'))
      .filter(({ path, code }) => /\.publish\(/.test(code) && (!path.startsWith('chat/') || OTHERS.test(path)))
      .map(({ path }) => path),
  );
});

test('messages that the server writes are notices, which accept only generated Markdown', () => {
  // What users, their bots and other programs send, a call, and the fixed texts for a new organization and user.
  const MAY_SEND = new Set([
    'chat/integrations/calls/actions.ts',
    'chat/integrations/feeds/actions.ts',
    'chat/integrations/incoming-webhooks/actions.ts',
    'chat/integrations/mail-in/actions.ts',
    'chat/integrations/outgoing-webhooks/actions.ts',
    'chat/integrations/slash-commands/run-actions.ts',
    'chat/messages/messages/endpoints.ts',
    'chat/messages/notices/actions.ts',
    'chat/messages/send/actions.ts',
    'chat/messages/notices/welcome-actions.ts',
    'chat/organization/setup/actions.ts',
    'chat/personal/scheduled-messages/actions.ts',
    'cli/dev/seed.ts',
  ]);
  none(
    server
      .filter(({ path, code }) => /\bsend(Channel|Direct)Message\(/.test(code) && !MAY_SEND.has(path))
      .map(({ path }) => path),
  );
  none(
    server
      .filter(({ path, code }) => /\b(authoredMarkdown\(|as GeneratedMarkdown\b)/.test(code) && !MAY_SEND.has(path))
      .map(({ path }) => path)
      .filter((path) => path !== 'markdown/generated.ts' && path !== 'chat/personal/reminders/views.ts'),
  );
});

test('rules, actions and repositories are synchronous', () => {
  // These may be asynchronous: endpoints, jobs and their state, clients of other servers, checks of passwords, codes
  // and passkeys, and the pauses between batches. So are tables of what is loaded later.
  const MAY_WAIT = /\/([\w-]+-)?(endpoints|jobs|batches|memory|client|checks|table)\.ts$/;
  none(
    server
      .filter(
        ({ path, code }) =>
          path.startsWith('chat/') && !MAY_WAIT.test(path) && /\b(async|await|Promise)\b/.test(withoutText(code)),
      )
      .map(({ path }) => path),
  );
});

test('no default exports, no enums, no barrels', () => {
  none(
    server
      .filter(({ code }) => /^export default\b|^(export )?(const )?enum\b|^export \* from/m.test(code))
      .map(({ path }) => path),
  );
});

test('the server imports nothing of the web client, not even a type', () => {
  none(
    server.flatMap(({ path, imports, typeImports }) =>
      [...imports, ...typeImports].filter((to) => to.startsWith('web/')).map((to) => `${path} → ${to}`),
    ),
  );
});

test('the web client imports only types from the server, and the code of both in shared/ and texts/', () => {
  none(
    web.flatMap(({ path, imports }) =>
      imports.filter((to) => /\.tsx?$/.test(to) && !/^(web|shared|texts)\//.test(to)).map((to) => `${path} → ${to}`),
    ),
  );
});

test('every folder of the web client is a layer, and imports only layers below it', () => {
  const LAYERS = [
    'store',
    'i18n',
    'routing',
    'text',
    'errors',
    'server',
    'permissions',
    'actions',
    'keyboard',
    'design',
    'notifications',
    'views',
    'touch',
    'background',
    'main.tsx',
  ];
  // The service worker is a program of its own.
  const OTHERS = ['service-worker'];
  const getFolder = (path: string) => path.split('/')[1]!;
  const layer = (path: string) => LAYERS.indexOf(getFolder(path));
  assert.deepEqual([...new Set(web.map(({ path }) => getFolder(path)))].sort(), [...LAYERS, ...OTHERS].sort());
  none(
    web.flatMap(({ path, imports }) =>
      imports
        .filter((to) => /^web\/.*\.tsx?$/.test(to) && getFolder(to) !== getFolder(path))
        .filter((to) => layer(path) < 0 || layer(to) < 0 || layer(to) > layer(path))
        .map((to) => `${path} → ${to}`),
    ),
  );
});

test('reducers of the web client do not use the page', () => {
  const signals = /^web\/store\/(local\/.*|store|page)\.ts$/;
  const PAGE = /\b(document|location|navigator|localStorage)\.|@preact\/signals/;
  none(
    web
      .filter(({ path, text }) => path.startsWith('web/store/') && !signals.test(path) && PAGE.test(text))
      .map(({ path }) => path),
  );
});

test('views of the web client find no elements of others, and pass no state in events of the DOM', () => {
  // What is outside of the views, and layers whatever view opened them.
  const OF_THE_DOCUMENT = [
    'web/background/badge.ts',
    'web/design/clipboard.ts',
    'web/keyboard/shortcuts.ts',
    'web/main.tsx',
    'web/notifications/service-worker.ts',
  ];
  const LOOKS_UP = /\bdocument\s*\.\s*(querySelector|getElement)/;
  const DISPATCHES = /\bdispatchEvent\(|\bnew (Custom)?Event\(/;
  const isPage = (path: string) => !path.startsWith('web/service-worker/');
  assert.deepEqual(web.flatMap(({ path, code }) => (LOOKS_UP.test(code) ? [path] : [])).sort(), OF_THE_DOCUMENT);
  none(web.filter(({ path, code }) => isPage(path) && DISPATCHES.test(code)).map(({ path }) => path));
});

test('only text/safe-html.ts puts HTML into the page', () => {
  const WRITES = /(inner|outer)HTML\s*\+?=(?!=)|insertAdjacentHTML|setHTML|dangerouslySet/;
  none(web.filter(({ path, code }) => path !== 'web/text/safe-html.ts' && WRITES.test(code)).map(({ path }) => path));
});

test('every SQL statement is valid, even though it is prepared only when it first runs', ({ mock }) => {
  const declared: string[] = [];
  for (const method of ['get', 'all', 'column', 'value', 'rows', 'run'] as const) {
    const declare: (sql: string) => unknown = Database.prototype[method];
    mock.method(Database.prototype, method, function (this: Database, sql: string, ...rest: []) {
      declared.push(sql);
      return declare.call(this, sql, ...rest);
    });
  }
  const config = new Config({ dataDir: tmpdir() });
  const { db } = createApp({ config, log: pino({ level: 'silent' }), database: ':memory:' });
  for (const sql of declared) assert.doesNotThrow(() => db.prepareStatement(sql), sql);
  assert(declared.length > 300);
  db.close();
});

test('role numbers are in one file', () => {
  const number = /\b(?:100|200|300|400|600)\b/.source;
  const field = /\b(?:role|invited_as|invite_as)\b/.source;
  const forms = [
    `${field}\\s*(?:[<>]=?|[!=]==|:|\\?\\?)\\s*${number}`,
    `${number}\\s*(?:[<>]=?|[!=]==)\\s*[\\w.]*${field}`,
    // Tables whose keys or values are roles.
    `'role:\\w+':\\s*${number}`,
    `^\\s*${number}:`,
    `\\bRole>\\(${number}`,
    /\b200, 300, 400\b/.source,
    `\\b(?:GUEST|MEMBER|MODERATOR|ADMINISTRATOR|OWNER) = ${number}`,
  ];
  const ROLE = new RegExp(forms.join('|'), 'm');
  for (const code of ['user.role <= 200', '{ role: 400 }', '[0, 100, 200, 300, 400]', '\n  600: () => t("Guest"),'])
    assert(ROLE.test(code), code);
  assert(!ROLE.test('user.role <= ROLES.member'));
  none(all.filter(({ path, code }) => path !== 'shared/roles.ts' && ROLE.test(code)).map(({ path }) => path));
});

test('every error text is written in one place', () => {
  const CALL = /\b(?:badRequest|notFound|unauthorized|unauthorizedPrincipal|new ApiError)\(\s*(?:\d+,\s*'\w+',\s*)?/
    .source;
  const TEXT = new RegExp(`${CALL}('[^'\\n]+'|"[^"\\n]+"|\`[^\`]+\`)`, 'g');
  const places = new Map<string, string[]>();
  for (const { path, code } of server.filter(({ path }) => /^(kernel|chat)\//.test(path)))
    for (const [, text] of code.matchAll(TEXT)) places.set(text!, [...(places.get(text!) ?? []), path]);
  assert(places.size > 200, String(places.size));
  none([...places].filter(([, paths]) => paths.length > 1).map(([text, paths]) => `${text}: ${paths.join(', ')}`));
});

/** Whether a module has state: a variable, a signal, or a collection that it changes. */
function keepsState(code: string): boolean {
  if (/^(export )?let\b/m.test(code)) return true;
  if (/^(export )?const \w+[^=\n]*= (new (WeakMap|WeakSet|LRUCache)|signal)\b/m.test(code)) return true;
  const mutates = /\.(set|add|delete|clear|push|unshift|splice|shift|pop)\(/.source;
  const constants = [...code.matchAll(/^(?:export )?const (\w+)[^=\n]*= (?:new (?:Map|Set)\b|[[{])/gm)];
  if (constants.some(([, name]) => new RegExp(`(?<![.\\w])${name}${mutates}`).test(code))) return true;
  const objects = [...code.matchAll(/^(?:export )?const (\w+)[^=\n]*= (?:new \w+\(|\{)/gm)];
  const assigned = /\.\w+ (?:=|[-+*/|&?]+=) |\.\w+(?:\+\+|--)/.source;
  return objects.some(([, name]) => new RegExp(`(?<![.\\w])${name}(?:${assigned})`).test(code));
}

test('the server keeps no state in modules: a resource declares it, and pure functions use memo.ts', () => {
  // A process loads native modules before it has a server.
  const exceptions = ['kernel/native-modules.ts', 'shared/memo.ts'];
  assert(keepsState('const seen = new Set<string>();\nseen.add(name);'));
  assert(keepsState('const last = { id: 0 };\nlast.id = id;'));
  none(server.filter(({ path, code }) => !exceptions.includes(path) && keepsState(code)).map(({ path }) => path));
});

/**
 * What a module computes once, and its objects, with the reason why all organizations of a process may share it. It may
 * depend on nothing of one organization: no secret, no counter, no value that somebody sends.
 */
const SHARED_VALUES: Readonly<Record<string, string>> = {
  'chat/integrations/incoming-webhooks/rendering/engine.ts: engines': 'a library',
  'chat/integrations/incoming-webhooks/templates/template-process.ts: readService': 'is used in another process',
  'server/organizations/forward.ts: proxy': 'has no settings of its own',
  'shared/do-not-disturb.ts: wallClock': 'a formatter for each time zone',
  'shared/hours.ts: countsTo24': 'rules of a language',
  'kernel/terminal/output.ts: running': 'the output of the running command',
  'chat/notifications/mail/texts.ts: mailTextsIn': 'files that ship with the code',
  'chat/people/identities/client.ts: lastAnswer': 'each sign-in has a value of its own',
  'emoji/shortcodes.ts: shortcodes': 'a file that ships with the code',
  'emoji/table.ts: table': 'a file that ships with the code',
  'kernel/events/client.ts: readKind': 'combinations of switches',
  'kernel/files/s3/client.ts: signer': 'a library',
  'kernel/files/upload-buffers.ts: collector': 'a function of V8',
  'kernel/http/resumable-uploads.ts: protocol': 'a library; its locks are named after the folder of the organization',
  'kernel/http/tick-shape.ts: keepTickShape': 'for the compiler',
  'kernel/native-modules.ts: loadNativeModule': 'a library',
  'kernel/source-maps.ts: mapNamed': 'files that ship with the code',
  'markdown/code.ts: highlighter': 'a library',
  'markdown/domains.ts: topLevel': 'a list of a library',
  'markdown/math.ts: loadMath': 'a library',
  'markdown/render.ts: parser': 'rules; each call passes its own environment',
  'markdown/time-limit.ts: limited': 'holds its work only while it runs',
  'pages/help/render.ts: parser': 'rules',
  'pages/kit/layout.ts: style': 'files that ship with the code',
  'pages/kit/translate.ts: translatePage': 'files that ship with the code',
  'texts/translator.ts: textsIn': 'files that ship with the code',
  'texts/translator.ts: pluralRules': 'rules of a language',
};

test('several organizations of one process share only values that are listed with a reason', () => {
  // A memo by object lives with its object.
  const computed = String.raw`(?:once|memoByValue|lruCache|random\w+|create(?!Hash)[A-Z]\w+)\b`;
  const made = String.raw`new (?!RegExp|URL|Set|Map|Uint8Array|Form\b|ApiError|Intl)`;
  const declaration = new RegExp(String.raw`^(?:export )?const (\w+)(?::[^\n]*)?? =\s+(?:${computed}|${made})`, 'gm');
  const found = server.flatMap(({ path, code }) =>
    [...code.matchAll(declaration)].map(([, name]) => `${path}: ${name}`),
  );
  assert.deepEqual(found.sort(), Object.keys(SHARED_VALUES).sort());
});

test('the web client keeps its state in store/ and in components, never in other modules', () => {
  const isInstance = /^(?:export )?const \w+[^=\n]*= new (?!Map\b|Set\b|RegExp\b|Intl\.)/m;
  const others = web.filter(({ path }) => !path.startsWith('web/store/'));
  none(others.filter(({ code }) => keepsState(code) || isInstance.test(code)).map(({ path }) => path));
});

test('lint refuses functions of more than 60 lines in every file but tests', () => {
  type Rules = { complexity?: { noExcessiveLinesPerFunction?: unknown } };
  const { linter, overrides } = JSON.parse(readFileSync(join(ROOT, '../biome.json'), 'utf8')) as {
    linter: { rules: Rules };
    overrides: { includes: string[]; linter: { rules: Rules } }[];
  };
  assert.deepEqual(linter.rules.complexity?.noExcessiveLinesPerFunction, { level: 'error', options: { maxLines: 60 } });
  const exempt = overrides.filter((one) => one.linter.rules.complexity?.noExcessiveLinesPerFunction !== undefined);
  assert.deepEqual(
    exempt.flatMap(({ includes }) => includes),
    ['test/**'],
  );
});

test('components of the web client have at most 60 lines, with their JSX', () => {
  // Lint does not count the lines of JSX. The formatter writes each declaration of a module at the beginning of a line.
  const FUNCTION = /^(export )?((async )?function\b|const \w+(: [^=]+?)? =\s*(async )?(<[^>]*>\s*)?(\(|\w+ =>|memo\())/;
  const collectDeclarations = (text: string) => text.split(/\n(?=[^\s})\]>])/);
  const isLong = (code: string) => FUNCTION.test(code) && code.trimEnd().split('\n').length > 60;
  assert(isLong(`const List = () => (\n  <ul>\n${'    <li />\n'.repeat(60)}  </ul>\n);\n`));
  none(
    web.flatMap(({ path, text }) =>
      collectDeclarations(text)
        .filter(isLong)
        .map((code) => `${path}: ${code.split('\n')[0]}`),
    ),
  );
});

test('no raw string of the server contains characters that the bundlers escape', () => {
  const isEscaped = /\bString\.raw\s*`[^`]*[^\0-\xff][^`]*`/;
  const readsRaw = /\{\s*raw\b[^}]*\}\s*:\s*TemplateStringsArray|\b(?:strings|texts|parts)\.raw\b/;
  none(server.filter(({ code }) => isEscaped.test(code) || readsRaw.test(code)).map(({ path }) => path));
});

/** The code without string literals. */
function withoutText(code: string): string {
  return code.replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g, "''");
}

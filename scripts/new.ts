/**
 * `npm run new -- resource NAME [AREA]` creates a working resource of the API: its table, its files, its test, and one
 * line each in src/storage.ts and src/resources.ts. NAME is a plural in lower case with hyphens ("reading-lists"). AREA
 * is a folder of src/chat (default: personal). Users own the items of the new resource. Edit the files to your needs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listNames, type Names } from './new/names.ts';
import { listFiles } from './new/resource.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const [kind, name = '', area = 'personal'] = process.argv.slice(2);
if (kind !== 'resource' || !/^[a-z]+(-[a-z]+)*s$/.test(name)) fail('Usage: npm run new -- resource NAME [AREA]');
if (name.length > 40) fail('Enter a name of at most 40 characters.');
if (!readdirSync('src/chat').includes(area) || !existsSync(`src/chat/${area}`)) fail(`There is no area ${area}.`);
const names = listNames(name, area);
if (existsSync(names.folder)) fail(`${names.folder} already exists.`);
if (readFileSync('schema.sql', 'utf8').includes(`CREATE TABLE ${names.table} `))
  fail(`The table ${names.table} exists.`);

for (const [path, text] of Object.entries(listFiles(names))) create(path, text);
addTable(names);
addRepository(names);
registerResource(names);
addToInvariants(names);
format([names.folder, names.test, 'src/resources.ts', 'src/storage.ts', 'src/schema', 'test/invariants']);
console.log(`
Next: say in schema.sql and ${names.folder}/types.ts what the resource is. Then run
  npm test -- ${names.test} test/system/upgrades/*.test.ts test/invariants/*.test.ts
  UPDATE_SNAPSHOT=1 npm test -- test/specification/openapi/snapshot.test.ts`);

/** Appends the table to the schema, and adds the step that creates it in older databases. */
function addTable({ table, index }: Names): void {
  const sql = `CREATE TABLE ${table} (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user ON DELETE CASCADE,
  content TEXT NOT NULL,
  date_created INTEGER NOT NULL          -- seconds
) STRICT;
CREATE INDEX ${index} ON ${table} (user_id);`;
  change('schema.sql', (text) => `${text.trimEnd()}\n\n${sql}\n`);
  const list = 'src/schema/upgrades.ts';
  const version = Number(/ as to(\d+) \} from [^\n]*\n\n/.exec(readFileSync(list, 'utf8'))![1]) + 1;
  const file = `upgrades/${String(version).padStart(3, '0')}-${table.replaceAll('_', '-')}.ts`;
  create(
    `src/schema/${file}`,
    `import type { Upgrade } from '../../kernel/db/migrate.ts';

/** ${table}: items that users own. */
export const upgrade: Upgrade = \`${sql}\`;
`,
  );
  const imported = `import { upgrade as to${version} } from './${file}';`;
  change(list, (text) =>
    insertAtEnd(
      text.replace(/(?<=\.ts';\n)\n/, `${imported}\n\n`),
      'export const UPGRADES',
      '\n];',
      `  to${version},\n`,
    ),
  );
}

/** Adds the resource's repository to src/storage.ts. */
function addRepository({ plural, singular, folder }: Names): void {
  const imported = `import { ${singular}Repository } from './${folder.replace('src/', '')}/repository.ts';\n`;
  change('src/storage.ts', (text) =>
    insertAtEnd(imported + text, 'export const repositories', '\n};', `  ${plural}: ${singular}Repository,\n`),
  );
}

/** Adds the resource's line to src/resources.ts, in order. */
function registerResource({ plural, folder }: Names): void {
  const line = `export { ${plural} } from './${folder.replace('src/', '')}/resource.ts';`;
  const getPath = (one: string) => /'(.*)'/.exec(one)?.[1] ?? '';
  change('src/resources.ts', (text) => {
    const lines = text.trimEnd().split('\n');
    const at = lines.findIndex((one) => one.startsWith('export') && getPath(one) > getPath(line));
    lines.splice(at < 0 ? lines.length : at, 0, line);
    return `${lines.join('\n')}\n`;
  });
}

/** Declares who may use the endpoints. The permission tests fail for endpoints that they do not know. */
function addToInvariants({ path, item, id }: Names): void {
  const own = 'yes   yes   yes   yes   yes   yes   401   401   401';
  const none = 'no    no    no    no    no    no    401   401   401';
  const others = `${path}/{${id}} (somebody else’s)`;
  const rows: [request: string, answers: string][] = [
    [`GET ${path}`, own],
    [`POST ${path}`, own],
    [`PATCH ${others}`, none],
    [`DELETE ${others}`, none],
  ];
  const column = 71;
  const text = rows.map(([request, answers]) => `${request.padEnd(column)}${answers}\n`).join('');
  change('test/invariants/permission-table.ts', (table) => insertBefore(table, 'GET /saved_snippets ', text));
  change('test/invariants/crawl.ts', (code) =>
    insertBefore(code, "  '/saved_snippets': ", `  '${path}': () => [['${path}', {}]],\n`),
  );
  const foreign = (method: string, fields: string) => `  '${method} ${others}': async ({ request, requestAsOwner }) => {
    const { ${id} } = await requestAsOwner('POST', '${path}', { content: 'Hello' });
    return request('${method}', \`${path}/\${${id}}\`${fields});
  },
`;
  const requests = `  'GET ${path}': ({ request }) => request('GET', '${path}'),
  'POST ${path}': ({ request }) => request('POST', '${path}', { content: 'Hello' }),
${foreign('PATCH', ", { content: 'Mine' }")}${foreign('DELETE', '')}`;
  change('test/invariants/other-requests.ts', (code) => insertBefore(code, "  'GET /saved_snippets'", requests));
  const reducers = `    '${item}/add': ({ ${item} }) => this.#put('${item}', ${item}),
    '${item}/update': ({ ${item} }) => this.#put('${item}', ${item}),
    '${item}/remove': ({ ${id} }) => this.#drop('${item}', ${id}),
`;
  change('test/invariants/state-sync/personal-objects.ts', (code) =>
    insertBefore(
      insertBefore(
        insertBefore(code, "    'saved_snippets/add'", reducers),
        "  saved_snippets: { part: 'saved_snippets'",
        `  ${item}: { part: '${path.slice(1)}', name: 'id' },\n`,
      ),
      "  requestBy('POST', '/saved_snippets'",
      `  requestBy('POST', '${path}', fc.record({ content: text })),\n  requestBy('DELETE', pathWithId('${path}/')),\n`,
    ),
  );
}

/** Formats the files: line lengths depend on the names. */
function format(paths: string[]): void {
  const { status } = spawnSync('node_modules/.bin/biome', ['check', '--write', ...paths], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) fail('The new files do not pass lint.');
}

function create(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`created  ${path}`);
}

function change(path: string, edit: (text: string) => string): void {
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
  console.log(`changed  ${path}`);
}

function insertBefore(text: string, marker: string, addition: string): string {
  const at = text.indexOf(marker);
  if (at < 0) fail(`${marker.trim()} was not found.`);
  return text.slice(0, at) + addition + text.slice(at);
}

function insertAtEnd(text: string, start: string, end: string, addition: string): string {
  const at = text.indexOf(end, text.indexOf(start)) + 1;
  return text.slice(0, at) + addition + text.slice(at);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Folders that are not source and not copied. */
const LEFT_OUT = ['.git', '.cache', 'dist', 'data', 'node_modules'];

/** A copy of the project, deleted after the tests. */
function copyOfProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'klatch-new-'));
  after(() => rmSync(copy, { recursive: true }));
  for (const name of readdirSync(ROOT))
    if (!LEFT_OUT.includes(name)) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

const copy = copyOfProject();

function run(command: string, ...args: string[]): { status: number | null; output: string } {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(NODE_TEST|WEB_CLIENT_BUILT)/.test(name)),
  );
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

const passes = (command: string, ...args: string[]): void => {
  const { status, output } = run(command, ...args);
  assert.equal(status, 0, output.slice(Math.max(0, output.indexOf('✖'))).slice(0, 4000));
};
const bin = (name: string) => join('node_modules', '.bin', name);
const node = process.execPath;

test('a new resource passes types, lint and tests', { timeout: 300_000 }, () => {
  passes(node, 'scripts/new.ts', 'resource', 'widgets');
  assert.deepEqual(readdirSync(join(copy, 'src/chat/personal/widgets')).sort(), [
    'actions.ts',
    'endpoints.ts',
    'events.ts',
    'repository.ts',
    'resource.ts',
    'rules.ts',
    'types.ts',
  ]);
  const registered = readFileSync(join(copy, 'src/resources.ts'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('widgets'));
  assert.deepEqual(registered, ["export { widgets } from './chat/personal/widgets/resource.ts';"]);
  passes(bin('tsc'), '--noEmit', '-p', '.');
  passes(
    bin('biome'),
    'check',
    '--error-on-warnings',
    'src/chat/personal',
    'test/personal',
    'test/invariants',
    'src/resources.ts',
  );
  const tests = ['personal/widgets/widgets', 'architecture', 'invariants/permissions', 'system/upgrades/upgrades'];
  passes(node, '--test', '--test-isolation=none', ...tests.map((name) => `test/${name}.test.ts`));
});

test('an existing resource, an unknown area and a name that is not a plural are rejected', () => {
  for (const [name, area, message] of [
    ['drafts', 'personal', 'src/chat/personal/drafts already exists.\n'],
    ['gadgets', 'nowhere', 'There is no area nowhere.\n'],
    ['Gadget', 'personal', 'Usage: npm run new -- resource NAME [AREA]\n'],
    ['../../gadgets', 'personal', 'Usage: npm run new -- resource NAME [AREA]\n'],
  ] as const) {
    assert.deepEqual(run(node, 'scripts/new.ts', 'resource', name, area), { status: 1, output: message });
    assert.equal(existsSync(join(copy, 'src/chat', area, 'gadgets')), false);
  }
});

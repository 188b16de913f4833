import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import type { DeclaredProgram } from '../../../src/cli/declaration/build.ts';
import { program } from '../../../src/cli/program.ts';
import { OPERATIONS } from '../../../src/operations/operations.ts';
import { createAccount, runKlatch, temporaryFolder } from '../../support/process.ts';

test('openapi prints every declaration', async () => {
  const { code, stdout } = await runKlatch(['openapi']);
  assert.equal(code, 0);
  const document = JSON.parse(stdout);
  assert.equal(document.openapi, '3.1.0');
  assert.ok(document.paths['/api/v1/messages'].post);
  assert.ok(document['x-events'].some(({ type }: { type: string }) => type === 'message'));
});

test('version and help go to standard output', async () => {
  for (const args of [['version'], ['--version']]) assert.match((await runKlatch(args)).stdout, /^\d+\.\d+\.\d+\n$/);
  for (const args of [
    ['help'],
    ['--help'],
    ['help', 'user'],
    ['help', 'user', 'create'],
    ['user', 'create', '--help'],
  ]) {
    const { code, stdout, stderr } = await runKlatch(args);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^Usage: klatch/);
  }
});

test('options of all commands may also come before the command’s name', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  for (const args of [
    ['--data', data, '--quiet', 'user', 'list', '--json'],
    ['user', '--quiet', '--data', data, 'list', '--json'],
    ['--data', join(data, 'other'), 'user', 'list', '--json', '--quiet', '--data', data],
  ]) {
    const { code, stdout, stderr } = await runKlatch(args);
    assert.deepEqual([code, stderr], [0, ''], args.join(' '));
    assert.deepEqual(
      JSON.parse(stdout).map(({ email }: { email: string }) => email),
      ['ada@example.com'],
    );
  }
});

test('a usage error is one line with the reason and where to read more', async () => {
  const wrong: [args: string[], line: RegExp][] = [
    [['usr', 'list', '--json'], /^klatch: No such command: usr \(did you mean user\?\)\. See klatch help\.\n$/],
    [['serv'], /^klatch: No such command: serv \(did you mean serve\?\)\. See klatch help\.\n$/],
    [['help', 'user', 'crate'], /^klatch: No such command: user crate \(did you mean create\?\)/],
    [['user', 'crate'], /^klatch: unknown command 'crate'/],
    [['user', 'create', '--jsno'], /^klatch: unknown option '--jsno'\n.*\nSee klatch user create --help\n$/],
    [['user', 'create'], /^klatch: missing required argument 'email'\nSee klatch user create --help\n$/],
    [['serve', 'chat'], /^klatch: 'chat' is not a domain name/],
  ];
  for (const [args, line] of wrong) {
    const { code, stdout, stderr } = await runKlatch(args);
    assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    assert.match(stderr, line);
  }
});

test('the settings in the help of serve are in groups', async () => {
  const { stdout } = await runKlatch(['serve', '--help']);
  for (const group of ['Domain and HTTPS', 'Sign-in', 'Backups', 'Log and metrics'])
    assert.match(stdout, new RegExp(`^${group}:$`, 'm'));
  assert.doesNotMatch(stdout, /^Settings:$/m);
});

test('every command, argument and flag has a description, and every listing supports JSON', () => {
  const unexplained: string[] = [];
  const look = (of: Command, path: string) => {
    for (const { description, flags } of of.options) if (!description) unexplained.push(`${path} ${flags}`);
    for (const argument of of.registeredArguments)
      if (!argument.description) unexplained.push(`${path} <${argument.name()}>`);
    if (path !== '' && !of.description()) unexplained.push(path);
    if (/ (list|show)$/.test(path) && !of.options.some(({ long }) => long === '--json'))
      unexplained.push(`${path}: --json`);
    for (const one of of.commands) look(one, `${path} ${one.name()}`);
  };
  look(program(), '');
  assert.deepEqual(unexplained, []);
});

test('the JSON of every command has a declared shape', async () => {
  const lacking: string[] = [];
  const look = async (of: Command, path: string) => {
    const declared = (of as DeclaredProgram).declaration;
    const operation = declared?.operation && OPERATIONS[declared.operation];
    const { result } = operation ?? (await declared?.load?.()) ?? {};
    const hasJson = of.options.some(({ long }) => long === '--json');
    if (declared && hasJson !== (result !== undefined)) lacking.push(path);
    for (const one of of.commands) await look(one, `${path} ${one.name()}`);
  };
  await look(program(), 'klatch');
  assert.deepEqual(lacking, []);
});

test('shell completion completes commands and flags', async () => {
  const script = join(temporaryFolder(), 'klatch.bash');
  writeFileSync(script, (await runKlatch(['completion', 'bash'])).stdout);
  const complete = (...words: string[]) =>
    execFileSync('bash', [
      '-c',
      `. ${script}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _klatch; echo "\${COMPREPLY[*]}"`,
      '-',
      'klatch',
      ...words,
    ])
      .toString()
      .trim();
  assert.equal(complete('us'), 'user');
  assert.equal(complete('user', 'log'), 'login-link');
  assert.equal(complete('backup', '/tmp/x', '--no'), '--no-uploads');
  assert.equal(complete('user', 'role', 'ada@example.com', 'mod'), 'moderator');
  assert.equal(complete('user', 'create', '--role', 'own'), 'owner');
  assert.equal(complete('user', 'create', '--role', 'owner', '--na'), '--name');
  assert.equal(complete('config', 'get', 'log-f'), 'log-format');
  for (const shell of ['zsh', 'fish']) assert.match((await runKlatch(['completion', shell])).stdout, /login-link/);
  assert.equal((await runKlatch(['completion', 'csh'])).code, 2);
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Command } from 'commander';
import { program } from '../../src/cli/program.ts';
import { folder, klatch } from '../support/process.ts';

test('openapi describes everything declared', async () => {
  const { code, stdout } = await klatch(['openapi']);
  assert.equal(code, 0);
  const document = JSON.parse(stdout);
  assert.equal(document.openapi, '3.1.0');
  assert.ok(document.paths['/api/v1/messages'].post);
  assert.ok(document['x-events'].some(({ type }: { type: string }) => type === 'message'));
});

test('version and help go to standard output', async () => {
  for (const args of [['version'], ['--version']]) assert.match((await klatch(args)).stdout, /^\d+\.\d+\.\d+\n$/);
  for (const args of [['help'], ['--help'], ['help', 'user'], ['user', 'create', '--help']]) {
    const { code, stdout, stderr } = await klatch(args);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^Usage: klatch/);
  }
});

test('every command, argument and flag is explained, and every listing speaks JSON', () => {
  const unexplained: string[] = [];
  const look = (of: Command, path: string) => {
    for (const { description, flags } of of.options) if (!description) unexplained.push(`${path} ${flags}`);
    if (path !== '' && !of.description()) unexplained.push(path);
    if (/ (list|show)$/.test(path) && !of.options.some(({ long }) => long === '--json')) unexplained.push(`${path}: --json`);
    for (const one of of.commands) look(one, `${path} ${one.name()}`);
  };
  look(program(), '');
  assert.deepEqual(unexplained, []);
});

test('a shell completes commands and flags', async () => {
  const script = join(folder(), 'klatch.bash');
  writeFileSync(script, (await klatch(['completion', 'bash'])).stdout);
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
  for (const shell of ['zsh', 'fish']) assert.match((await klatch(['completion', shell])).stdout, /login-link/);
  assert.equal((await klatch(['completion', 'csh'])).code, 2);
});

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Command, CommanderError } from 'commander';
import { program } from '../../../src/cli/program.ts';
import { EXIT, Failure } from '../../../src/kernel/terminal/failure.ts';
import { createAccount, runKlatch, temporaryFolder } from '../../support/process.ts';

test('a path of the wrong kind (folder, file or missing) is explained without a stack trace', async () => {
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const place = temporaryFolder();
  const dir = join(place, 'dir');
  const text = join(place, 'text');
  const odd = join(place, 'odd');
  const empty = join(place, 'empty');
  for (const path of [dir, odd, empty]) mkdirSync(path);
  mkdirSync(join(odd, 'klatch.db'));
  writeFileSync(join(empty, 'klatch.db'), '');
  writeFileSync(text, 'text');
  const rejected: [exit: number, ...args: string[]][] = [
    [2, 'check', dir],
    [5, 'check', join(dir, 'nothing')],
    [5, 'check', join(text, 'nothing')],
    [8, 'check', text],
    [2, 'check', '--data', odd],
    [2, 'sql', 'SELECT 1', '--data', odd],
    [2, 'restore', dir, '--data', data],
    [8, 'restore', text, '--data', data],
    [1, 'restore', text, '--data', text],
    [2, 'backup', dir, '--data', data],
    [2, 'backup', join(text, 'backup.tar'), '--data', data],
    [2, 'backup', '--to', text, '--data', data],
    [2, 'backup', '--to', join(text, 'backups'), '--data', data],
    [2, 'backup', '--data', odd],
    [5, 'backup', '--data', empty],
    [1, 'dev', '--data', text],
    [2, 'config', 'set', 'log-level', 'warn', '--data', text],
  ];
  for (const [exit, ...args] of rejected) {
    const { code, stdout, stderr } = await runKlatch(args);
    assert.equal(code, exit, `${args.join(' ')}: ${stdout}${stderr}`);
    assert.match(stderr, /^klatch: /m, args.join(' '));
    assert.doesNotMatch(stdout + stderr, /^\s+at /m, args.join(' '));
  }
});

/** A word without one of its letters, for each letter. */
const mistyped = (word: string): string[] =>
  [...new Set([...word].map((_, at) => word.slice(0, at) + word.slice(at + 1)))].filter((one) => /\w/.test(one));

/** All commands of the program, with the words that lead to them. */
function allCommands(of: Command, path: string[] = []): [path: string[], command: Command][] {
  return [[path, of], ...of.commands.flatMap((one) => allCommands(one, [...path, one.name()]))];
}

/** Parses arguments without running a command. Returns the error as the user sees it, and the exit code. */
function parser(): (args: readonly string[]) => Promise<{ code: number; text: string }> {
  const root = program();
  let text = '';
  for (const [, command] of allCommands(root)) {
    command.configureOutput({ writeErr: (more) => (text += more), writeOut: (more) => (text += more) });
    if (command.name() !== 'help' && command.commands.length === 0)
      command.action(() => {
        throw new Failure(EXIT.failure, 'it ran');
      });
  }
  return async (args) => {
    text = '';
    try {
      await root.parseAsync(['node', 'klatch', ...args]);
      return { code: 0, text };
    } catch (error) {
      if (error instanceof CommanderError) return { code: error.exitCode === 0 ? 0 : EXIT.usage, text };
      if (error instanceof Failure) return { code: error.exit, text: error.message };
      throw error;
    }
  };
}

test('each command and flag without one of its letters is rejected with the nearest one', async () => {
  const lacking: string[] = [];
  const parse = parser();
  const everywhere = program().options.map(({ long }) => long!);
  const check = async (args: string[], meant: string) => {
    const { code, text } = await parse(args);
    const [suggested = ''] = /did you mean[^?]*\?/i.exec(text) ?? [];
    if (code !== 2 || !suggested.includes(meant)) lacking.push(`${args.join(' ')}: ${code} ${text.split('\n', 2)}`);
  };
  for (const [path, command] of allCommands(program())) {
    const siblings = command.commands.map((one) => one.name());
    for (const name of siblings)
      for (const wrong of mistyped(name).filter((one) => one.length > 1 && !siblings.includes(one))) {
        await check([...path, wrong], name);
        await check(['help', ...path, wrong], name);
      }
    const required = command.options.filter(({ mandatory }) => mandatory);
    const given = required.flatMap(({ long, argChoices }) => [long!, argChoices?.[0] ?? 'x']);
    const flags = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long!);
    for (const flag of flags.filter((one) => path.length === 0 || !everywhere.includes(one)))
      for (const wrong of mistyped(flag.slice(2)).map((one) => `--${one}`))
        if (wrong.length > 3 && !flags.includes(wrong)) await check([...path, ...given, wrong], flag);
  }
  assert.deepEqual(lacking, []);
});

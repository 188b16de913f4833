import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
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

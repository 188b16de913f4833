import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runKlatch, temporaryFolder } from '../../support/process.ts';

/** Another system's root folder, and a program to install there. */
function system(): {
  root: string;
  program: string;
  read: (path: string) => string;
  run: (...args: string[]) => ReturnType<typeof runKlatch>;
} {
  const root = temporaryFolder();
  const program = join(temporaryFolder(), 'klatch');
  writeFileSync(program, 'the program');
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return { root, program, read, run: (...args) => runKlatch([...args, '--root', root]) };
}

test('install writes program, service and domain, can be repeated, and uninstall removes them', async () => {
  const { root, program, read, run } = system();
  const first = await run('install', '--program', program, '--domain', 'chat.example.com');
  assert.equal(first.code, 0, first.stderr);
  assert.equal(read('usr/local/bin/klatch'), 'the program');
  assert.equal(statSync(join(root, 'usr/local/bin/klatch')).mode & 0o777, 0o755);
  assert.match(read('etc/systemd/system/klatch.service'), /^ExecStart=\/usr\/local\/bin\/klatch serve$/m);
  assert.match(read('etc/klatch.env'), /^KLATCH_DOMAINS=chat\.example\.com$/m);

  writeFileSync(join(root, 'etc/klatch.env'), 'KLATCH_BACKUP_EVERY=1d\nKLATCH_DOMAINS=old.example.com\n');
  writeFileSync(program, 'a newer program');
  await run('install', '--program', program);
  assert.match(read('etc/klatch.env'), /old\.example\.com/, 'settings are kept');
  await run('install', '--program', program, '--domain', 'a.example.com', '--domain', 'b.example.com');
  assert.equal(read('etc/klatch.env'), 'KLATCH_BACKUP_EVERY=1d\nKLATCH_DOMAINS=a.example.com,b.example.com\n');
  assert.equal(read('usr/local/bin/klatch'), 'a newer program');

  mkdirSync(join(root, 'var/lib/klatch'), { recursive: true });
  assert.equal((await run('uninstall')).code, 0);
  for (const path of ['usr/local/bin/klatch', 'etc/systemd/system/klatch.service'])
    assert.ok(!existsSync(join(root, path)), path);
  for (const path of ['etc/klatch.env', 'var/lib/klatch']) assert.ok(existsSync(join(root, path)), path);
  assert.equal((await run('uninstall', '--settings')).code, 0);
  assert.ok(!existsSync(join(root, 'etc/klatch.env')));
  assert.equal((await run('uninstall')).code, 5);
});

test('install changes nothing without a valid domain, a program, or a system that fits', async () => {
  const { root, program, run } = system();
  for (const domain of ['chat', 'https://chat.example.com', 'a.example.com\nKLATCH_X=1'])
    assert.equal((await run('install', '--program', program, '--domain', domain)).code, 2, domain);
  assert.equal((await run('install', '--program', '/nowhere/klatch')).code, 5);
  assert.ok(!existsSync(join(root, 'etc')));
  mkdirSync(join(root, 'usr/share/klatch'), { recursive: true });
  writeFileSync(join(root, 'usr/share/klatch/package'), 'deb\n');
  for (const args of [['install', '--program', program], ['uninstall']]) {
    const { code, stderr } = await run(...args);
    assert.deepEqual([code, /installed as a package/.test(stderr)], [6, true], stderr);
  }
  const inside = await runKlatch(['uninstall'], { env: { KLATCH_CONTAINER: '1' } });
  assert.deepEqual([inside.code, /A container has no services/.test(inside.stderr)], [6, true], inside.stderr);
});

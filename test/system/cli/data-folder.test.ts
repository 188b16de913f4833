import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createAccount, runKlatch, temporaryFolder } from '../../support/process.ts';

// A machine with a service, as commands see it: /var/lib and the process table are replaced for them.

const isolated = (script: string): string[] => ['unshare', '-mpf', '--mount-proc', 'sh', '-c', script, 'klatch'];
const needsNamespaces = {
  skip: spawnSync('unshare', ['-mpf', '--mount-proc', 'true']).status === 0 ? false : 'needs mount namespaces',
};

/** An organization, and a folder to run commands in, which has no data folder. */
async function service(name = 'Ada'): Promise<{ data: string; elsewhere: string }> {
  const data = join(temporaryFolder(), 'klatch');
  mkdirSync(data);
  await createAccount(data, name, '--owner');
  return { data, elsewhere: temporaryFolder() };
}

const SERVICE = 'mount -t tmpfs none /var/lib; mkdir /var/lib/klatch; mount --bind "$DATA" /var/lib/klatch';
const start = (variable: string) => `
  "$@" serve --data "$${variable}" --listen 127.0.0.1:0 > "$ELSEWHERE/${variable}" 2>&1 &
  until grep -q '^listening' "$ELSEWHERE/${variable}"; do sleep 0.1; done`;

test('a command that names no data folder uses that of the service', needsNamespaces, async () => {
  const { data, elsewhere } = await service();
  const env = { DATA: data, ELSEWHERE: elsewhere };
  const commands = ['user list', 'sql "SELECT name FROM people"', 'backup', 'config get log-level'];
  for (const command of commands) {
    const wrapper = isolated(`${SERVICE}; cd "$ELSEWHERE"; "$@" ${command}`);
    const { code, stdout, stderr } = await runKlatch([], { env, wrapper });
    assert.equal(code, 0, `${command}: ${stdout}${stderr}`);
    assert.match(stderr, /^There is no \.\/klatch-data here; the command uses .* \/var\/lib\/klatch$/m);
  }
});

test('a command uses ./klatch-data or KLATCH_DATA rather than the service’s folder', needsNamespaces, async () => {
  const { data, elsewhere } = await service();
  await createAccount(join(elsewhere, 'klatch-data'), 'Bob', '--owner');
  const run = (before: string) =>
    runKlatch([], {
      env: { DATA: data, ELSEWHERE: elsewhere },
      wrapper: isolated(`${SERVICE}; cd "$ELSEWHERE"; ${before} "$@" user list --json`),
    });
  assert.match((await run('')).stdout, /bob@example\.com/);
  assert.match((await run('cd ..; KLATCH_DATA="$ELSEWHERE/klatch-data"')).stdout, /bob@example\.com/);
});

test('a command that names no data folder uses that of the only running server', needsNamespaces, async () => {
  const { data, elsewhere } = await service();
  const env = { DATA: data, ELSEWHERE: elsewhere };
  const wrapper = isolated(`mount -t tmpfs none /var/lib; cd "$ELSEWHERE"; ${start('DATA')}; "$@" user list --json`);
  const { code, stdout, stderr } = await runKlatch([], { env, wrapper });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /ada@example\.com/);
  assert.match(stderr, new RegExp(`uses ${data}, the data folder of the running server`));
});

test('a command beside several servers names their folders and uses none', needsNamespaces, async () => {
  const { data, elsewhere } = await service();
  const other = await service('Bob');
  const env = { DATA: data, OTHER: other.data, ELSEWHERE: elsewhere };
  const servers = `${start('DATA')}; ${start('OTHER')}`;
  const wrapper = isolated(`mount -t tmpfs none /var/lib; cd "$ELSEWHERE"; ${servers}; "$@" user list`);
  const { code, stdout, stderr } = await runKlatch([], { env, wrapper });
  assert.deepEqual([code, stdout], [5, '']);
  for (const folder of [data, other.data]) assert.ok(stderr.includes(folder), stderr);
});

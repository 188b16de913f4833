import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { png } from '../../support/images.ts';
import {
  createAccount,
  type Login,
  runKlatch,
  sendRequest,
  startServer,
  temporaryFolder,
} from '../../support/process.ts';

const EXECUTABLE = process.env.KLATCH_PROGRAM && resolve(process.env.KLATCH_PROGRAM);
const isRoot = process.getuid?.() === 0;
const ANY_PORT = ['--listen', '127.0.0.1:0'];
/** Runs the executable with an empty environment. */
const BARE = ['env', '-i'];

/** These tests apply to the executable only; from sources, Node and npm behave differently. */
const executableTest = (name: string, story: (t: import('node:test').TestContext) => Promise<void>): void =>
  void test(name, { skip: !EXECUTABLE && 'the executable is tested by npm run test:executable' }, story);

/** Asserts that it serves, and stops on a signal. */
async function assertServes(data: string, wrapper: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const server = await startServer(['--data', data, ...ANY_PORT], { wrapper, env });
  assert.equal((await fetch(`${server.url}/api/v1/server_settings`)).status, 200);
  assert.equal((await server.stop()).code, 0, server.said.stderr);
}

executableTest('the executable needs no environment, and writes only to the data folder', async () => {
  const data = temporaryFolder();
  await assertServes(data, BARE);
  assert.equal(globSync('*/better-sqlite3.node', { cwd: join(data, 'cache') }).length, 1);
  assert.equal(statSync(join(data, 'cache')).mode & 0o77, 0, 'only the owner can access the native modules');
});

executableTest('the executable accepts the code that V8 compiled when it was built', async () => {
  // V8 rejects code of other flags than its own with a warning, and compiles everything again.
  const { stdout, stderr } = spawnSync(EXECUTABLE!, ['version'], { encoding: 'utf8', env: {} });
  assert.match(stdout, /^\d+\.\d+\.\d+/);
  assert.equal(stderr, '');
});

executableTest('the executable replaces changed native modules', async () => {
  const data = temporaryFolder();
  await assertServes(data, BARE);
  const [native] = globSync('cache/*/better-sqlite3.node', { cwd: data });
  const whole = readFileSync(join(data, native!));
  writeFileSync(join(data, native!), 'not machine code');
  await assertServes(data, BARE);
  assert.deepEqual(readFileSync(join(data, native!)), whole);
});

executableTest('the executable ignores options for Node in the environment', async () => {
  await assertServes(temporaryFolder(), [], { NODE_OPTIONS: '--require /nowhere/at/all.js --max-old-space-size=16' });
});

executableTest(
  'the executable runs without a home folder, on a read-only system with one writable folder',
  async (t) => {
    const may = 'command -v setpriv && unshare -m mount --make-private /';
    if (!isRoot || spawnSync('sh', ['-c', may]).status !== 0) return t.skip('needs root who may mount, and setpriv');
    const place = mkdtempSync(join(tmpdir(), 'klatch-nobody-'));
    const program = join(place, 'klatch');
    const data = join(place, 'data');
    assert.equal(spawnSync('cp', [EXECUTABLE!, program]).status, 0);
    mkdirSync(data);
    chownSync(data, 65534, 65534);
    chmodSync(place, 0o755);
    after(() => {
      spawnSync('rm', ['-rf', program, data]);
      rmdirSync(place);
    });
    const alone = `mount --bind ${data} ${data} && mount --make-private / && mount -o remount,bind,ro / && cd / &&
    exec env -i setpriv --reuid=65534 --regid=65534 --clear-groups ${program} "$@"`;
    // process.ts puts the program last, but this command already contains it.
    await assertServes(data, ['unshare', '-m', 'sh', '-c', `shift; ${alone}`, 'sh']);
  },
);

executableTest('the executable runs with a data folder on a noexec mount', async (t) => {
  if (!isRoot) return t.skip('mounting needs root');
  const place = mkdtempSync(join(tmpdir(), 'klatch-noexec-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m,noexec', 'klatch-test', place]).status === 0;
  after(() => {
    spawnSync('umount', ['-l', place]);
    rmdirSync(place);
  });
  if (!mounted) return t.skip('mounting is not allowed');
  await assertServes(join(place, 'data'), BARE);
});

executableTest(
  'the executable contains all parts: passwords, emoji, formulas, highlighting, images, the web client',
  async () => {
    const data = temporaryFolder();
    const ada = await createAccount(data, 'Ada', '--owner', '--password', 'a good long password');
    const server = await startServer(['--data', data, ...ANY_PORT], { wrapper: BARE });
    const post = async (path: string, fields: Record<string, string>, login: Pick<Login, 'email' | 'api_key'> = ada) =>
      (await sendRequest(server.url, login, 'POST', path, fields)).reply;
    assert.equal(
      (await post('/fetch_api_key', { username: ada.email, password: 'a good long password' })).api_key,
      ada.api_key,
    );
    const { rendered } = await post('/messages/render', { content: ':tada: $$x^2$$\n```python\nif x: pass\n```' });
    assert.match(rendered, /emoji-1f389/);
    assert.match(rendered, /class="katex"/);
    assert.match(rendered, /<span class="k">if<\/span>/);

    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await png())]), 'me.png');
    const headers = { Authorization: `Basic ${Buffer.from(`${ada.email}:${ada.api_key}`).toString('base64')}` };
    const reply: any = await (
      await fetch(`${server.url}/api/v1/users/me/avatar`, { method: 'POST', headers, body: form })
    ).json();
    assert.equal(reply.result, 'success', reply.msg);
    const picture = await fetch(new URL(reply.avatar_url, server.url), { headers });
    assert.equal(picture.headers.get('content-type'), 'image/png');

    const page = await (await fetch(`${server.url}/login`)).text();
    assert.match(page, /<html/);
    const { stdout } = await runKlatch(['licenses'], { wrapper: BARE });
    for (const work of ['Klatch', 'Node.js', 'koa', 'better-sqlite3', 'argon2', 'sharp', 'libvips', 'preact'])
      assert.match(stdout, new RegExp(`^  ${work.replace('.', '\\.')}\\b`, 'm'), work);
    assert.equal((await server.stop()).code, 0);
  },
);

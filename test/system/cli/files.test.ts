import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  createAccount,
  type Login,
  type RunningServer,
  runKlatch,
  sendRequest,
  startServer,
  temporaryFolder,
} from '../../support/process.ts';
import { PREFIX, S3Server } from '../../support/s3-server.ts';
import { waitUntil } from '../../support/until.ts';

type Variables = Record<string, string>;

const serve = (data: string, env: Variables = {}) => startServer(['--data', data, '--listen', '127.0.0.1:0'], { env });

async function succeeds(env: Variables, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runKlatch(args, { env });
  assert.equal(code, 0, stderr);
  return stdout;
}

/** Runs a command that is rejected. */
async function fails(code: number, message: RegExp, env: Variables, ...args: string[]): Promise<void> {
  const ended = await runKlatch(args, { env });
  assert.match(ended.stderr, message);
  assert.equal(ended.code, code);
}

/** A server that does not start. */
const doesNotStart = (code: number, message: RegExp, env: Variables, data: string): Promise<void> =>
  fails(code, message, env, '--data', data, '--listen', '127.0.0.1:0');

const authorization = ({ email, api_key }: Login) => ({
  Authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`,
});

async function upload({ url }: RunningServer, who: Login, content: string, host?: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'note.txt');
  const headers = { ...authorization(who), ...(host && { 'X-Forwarded-Host': host }) };
  const reply = await fetch(`${url}/api/v1/user_uploads`, { method: 'POST', headers, body: form });
  assert.equal(reply.status, 200, await reply.clone().text());
  const made = (await reply.json()) as { url: string };
  return made.url;
}

async function read({ url }: RunningServer, who: Login, path: string): Promise<string> {
  const reply = await fetch(url + path, { headers: authorization(who) });
  return reply.status === 200 ? reply.text() : String(reply.status);
}

const uploadsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[0-9a-f]{32}$/.test(entry.name))
    .map(({ name }) => name);

test('files move to S3 beside a running server and back, an interrupted move continues, and none is lost', async () => {
  const s3 = await S3Server.start();
  const env = s3.variables();
  const { KLATCH_FILES: place, ...keys } = env;
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  let server = await serve(data);
  const texts = new Map<string, string>();
  const add = async (text: string) => void texts.set(await upload(server, ada, text), text);
  const assertAll = async () => {
    for (const [path, text] of texts) assert.equal(await read(server, ada, path), text);
  };
  for (let count = 0; count < 12; count++) await add(`note ${count}`);
  // The storage fails in the middle.
  let stored = 0;
  s3.interfere = ({ method }, response) => method === 'PUT' && ++stored > 6 && Boolean(response.writeHead(403).end());
  await fails(1, /storage for files does not work/, keys, 'files', 'move', place!, '--data', data);
  s3.interfere = () => false;
  const before = s3.names.length;
  assert.ok(before >= 4 && before < 12);
  const move = async (to: string) => JSON.parse(await succeeds(keys, 'files', 'move', to, '--data', data, '--json'));
  const copied = await move(place!);
  assert.deepEqual([copied.files, copied.moved], [12 - before, false]);
  await add('while it runs');
  await server.stop();
  assert.deepEqual((({ files, moved }) => [files, moved])(await move(place!)), [1, true]);
  // Nothing takes the files for lost.
  await doesNotStart(2, /are in s3:\/\/chat\/klatch\/files, not in the data folder/, {}, data);
  for (const command of [['check'], ['backup', join(temporaryFolder(), 'a.tar')], ['export', '/tmp/klatch-none.zip']])
    await fails(2, /are in s3:\/\/chat\/klatch\/files, not in the data folder/, {}, ...command, '--data', data);
  rmSync(join(data, 'uploads'), { recursive: true });
  server = await serve(data, env);
  await assertAll();
  await add('in the storage');
  assert.deepEqual(uploadsBelow(data), []);
  await server.stop();
  await succeeds(env, 'check', '--data', data);
  assert.deepEqual((({ files, moved }) => [files, moved])(await move('data')), [14, true]);
  s3.objects.clear();
  await doesNotStart(2, /are in the data folder, not in s3/, env, data);
  server = await serve(data);
  await assertAll();
  await server.stop();
});

test('a backup has the files of the storage, and restore puts them where the settings say', async () => {
  const s3 = await S3Server.start();
  const env = s3.variables();
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await serve(data, env);
  const path = await upload(server, ada, 'the plan');
  // Made by the server, whose settings may be flags.
  const archive = join(temporaryFolder(), 'a.tar');
  const made = JSON.parse(await succeeds(env, 'backup', archive, '--data', data, '--json'));
  assert.equal(made.files, 1);
  process.kill(server.pid, 'SIGUSR2');
  await waitUntil(() => existsSync(join(data, 'backups')) && readdirSync(join(data, 'backups')).length === 1);
  await server.stop();
  const [name] = s3.names;
  for (const [variables, below] of [
    [{}, 0],
    [s3.variables('other'), 2],
  ] as const) {
    const other = temporaryFolder();
    assert.equal(JSON.parse(await succeeds(variables, 'restore', archive, '--data', other, '--json')).files, 1);
    assert.equal([...s3.objects.keys()].filter((each) => each.startsWith('other/')).length, below);
    await succeeds(variables, 'check', '--data', other);
    const restored = await serve(other, variables);
    assert.equal(await read(restored, ada, path), 'the plan');
    await restored.stop();
  }
  // Only what is missing comes back.
  s3.objects.delete(name!);
  await fails(8, /1 problem found/, env, 'check', '--data', data);
  await succeeds(env, 'restore', archive, '--data', data);
  await succeeds(env, 'check', '--data', data);
});

test('an erased person is in no byte of the storage', async () => {
  const s3 = await S3Server.start();
  const env = s3.variables();
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const zeb = await createAccount(data, 'Zebulon');
  const server = await serve(data, env);
  await upload(server, zeb, 'the xylophonic draft');
  const path = await upload(server, zeb, 'the wyvern plan');
  const kept = await upload(server, ada, 'the kumquat list');
  const content = `[plan](${path})`;
  const { reply } = await sendRequest(server.url, zeb, 'POST', '/messages', {
    type: 'direct',
    to: [ada.user_id],
    content,
  });
  assert.equal(reply.result, 'success');
  const bytes = () => [...s3.objects.values()].map(({ body }) => body.toString('latin1')).join();
  assert.match(bytes(), /xylophonic.*wyvern|wyvern.*xylophonic/s);
  await succeeds(env, 'user', 'erase', 'zebulon@example.com', '--messages', 'delete', '--data', data);
  await waitUntil(() => !/xylophonic|wyvern|zebulon/i.test(bytes()));
  assert.equal(await read(server, ada, kept), 'the kumquat list');
  await server.stop();
});

test('a server does not start with a folder that is not mounted, or with the place of another organization', async () => {
  const shared = temporaryFolder();
  const folder = join(shared, 'files');
  mkdirSync(folder);
  const env = { KLATCH_FILES: folder };
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  let server = await serve(data, env);
  const path = await upload(server, ada, 'the plan');
  assert.equal(uploadsBelow(folder).length, 1);
  await server.stop();
  renameSync(folder, `${folder}-away`);
  mkdirSync(folder);
  await doesNotStart(1, /not in .*\/files\. Is the folder mounted\?/, env, data);
  assert.deepEqual(readdirSync(folder), []);
  const other = temporaryFolder();
  await createAccount(other, 'Max', '--owner');
  await doesNotStart(2, /has the files of another organization/, { KLATCH_FILES: `${folder}-away` }, other);
  // Another machine may have mounted it elsewhere.
  server = await serve(data, { KLATCH_FILES: `${folder}-away` });
  assert.equal(await read(server, ada, path), 'the plan');

  // While the server runs, its folder is not mounted for a while.
  renameSync(`${folder}-away`, `${folder}-back`);
  const form = new FormData();
  form.append('file', new Blob(['lost']), 'note.txt');
  const headers = authorization(ada);
  const refused = await fetch(`${server.url}/api/v1/user_uploads`, { method: 'POST', headers, body: form });
  assert.equal(refused.status, 502);
  assert.equal(((await refused.json()) as { code: string }).code, 'STORAGE_UNAVAILABLE');
  assert.equal(await read(server, ada, path), '502');
  assert.ok(!existsSync(`${folder}-away`), 'nothing gets to the disk below');
  renameSync(`${folder}-back`, `${folder}-away`);
  assert.equal(await read(server, ada, path), 'the plan');
  assert.equal(await read(server, ada, await upload(server, ada, 'the next plan')), 'the next plan');
  await server.stop();
});

const memory = '/dev/shm';
const otherDisk = { skip: existsSync(memory) ? false : 'this machine has no file system in memory' };

test('a folder on another file system gets complete files, and nothing else remains', otherDisk, async () => {
  const folder = mkdtempSync(join(memory, 'klatch-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const data = temporaryFolder();
  const ada = await createAccount(data, 'Ada', '--owner');
  const server = await serve(data, { KLATCH_FILES: folder });
  const text = 'a long plan '.repeat(500_000);
  const path = await upload(server, ada, text);
  assert.equal(await read(server, ada, path), text);
  await server.stop();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  assert.equal(files.length, 2, 'the file, and the mark of the organization');
  assert.deepEqual(readdirSync(join(data, 'uploads/tmp')), []);
});

test('each of many organizations has its own place in the storage, which is emptied when it is removed', async () => {
  const s3 = await S3Server.start();
  const env = s3.variables();
  const { KLATCH_FILES: files, ...keys } = env;
  const folder = temporaryFolder();
  const all = ['--organizations', folder, '--json'];
  const server = await startServer(
    ['serve', '--organizations', folder, '--listen', '127.0.0.1:0', '--behind-proxy', '127.0.0.1', '--files', files!],
    { env: keys },
  );
  for (const name of ['bakery', 'brewery']) {
    await succeeds(env, 'organization', 'create', name, '--host', `${name}.example.com`, ...all);
    const user = ['user', 'create', 'ada@example.com', '--name', 'Ada', '--organization', name];
    const ada: Login = JSON.parse(await succeeds(env, ...user, ...all));
    await upload(server, ada, `the plan of the ${name}`, `${name}.example.com`);
  }
  const counts = () =>
    ['bakery', 'brewery'].map(
      (name) => s3.names.filter((each) => each.startsWith(`${PREFIX}/${name}/uploads/`)).length,
    );
  assert.deepEqual([counts(), s3.names.length], [[1, 1], 2]);
  await server.stop();
  await succeeds(env, 'check', '--organization', 'bakery', ...all);
  await succeeds(env, 'organization', 'suspend', 'bakery', ...all);
  await succeeds(env, 'organization', 'remove', 'bakery', '--yes', ...all);
  assert.deepEqual(counts(), [0, 1]);
  assert.deepEqual(
    [...s3.objects.keys()].filter((each) => each.includes('/bakery/')),
    [],
  );
});

test('a node of a cluster does not start without a place that all nodes share', async () => {
  const node = ['--node', 'one', '--node-listen', '127.0.0.1:0', '--listen', '127.0.0.1:0'];
  const env = { KLATCH_CLUSTER: 'nats://127.0.0.1:1' };
  await fails(2, /--cluster needs files that all nodes share/, env, 'serve', '--data', temporaryFolder(), ...node);
});

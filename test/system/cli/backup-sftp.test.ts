import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { createAccount, runKlatch, startServer, temporaryFolder } from '../../support/process.ts';
import { SftpServer } from '../../support/sftp-server.ts';
import { waitUntil } from '../../support/until.ts';

const data = temporaryFolder();
const UPLOAD = 'uploads/ab/cd/0123456789abcdef0123456789abcdef';
before(async () => {
  await createAccount(data, 'Ada', '--owner');
  mkdirSync(join(data, 'uploads/ab/cd'), { recursive: true });
  writeFileSync(join(data, UPLOAD), randomBytes(3_000_000));
});

/** A server, and how commands run with its password. */
async function openServer() {
  const server = await SftpServer.start();
  const run = (...args: string[]) => runKlatch(args, { env: server.env });
  const succeed = async (...args: string[]) => {
    const ended = await run(...args);
    assert.equal(ended.code, 0, ended.stderr);
    return ended;
  };
  return { server, place: server.place, run, succeed };
}

test('a backup on an SFTP server is listed, checked, tested and restored from there', async () => {
  const { server, place, run, succeed } = await openServer();
  const url = (await succeed('backup', '--to', place, '--data', data)).stdout.trim();
  assert.match(url, /^sftp:\/\/klatch@127\.0\.0\.1:\d+\/backups\/klatch-[\dTZ-]+\.tar$/);
  assert.deepEqual(readdirSync(server.folder), [url.split('/').at(-1)]);
  assert.deepEqual(readdirSync(join(data, 'backups')), [], 'nothing stays on this machine');
  const [listed] = JSON.parse((await succeed('backup', 'list', '--from', place, '--json')).stdout);
  assert.equal(listed.file, url);
  assert.equal(listed.size, statSync(join(server.folder, url.split('/').at(-1)!)).size);
  await succeed('check', url);
  await succeed('backup', 'test', '--from', place);
  for (const from of [url, place]) {
    const elsewhere = temporaryFolder();
    await succeed('restore', from, '--data', elsewhere);
    assert.deepEqual(readFileSync(join(elsewhere, UPLOAD)), readFileSync(join(data, UPLOAD)));
  }
  assert.equal((await run('restore', url.replace('Z.tar', 'Z-9.tar'), '--data', temporaryFolder())).code, 5);
});

test('a private key signs in to an SFTP server', async () => {
  const { server, place } = await openServer();
  const key = join(temporaryFolder(), 'key');
  writeFileSync(key, server.privateKey, { mode: 0o600 });
  const env = { KLATCH_BACKUP_SSH_KEY: key, KLATCH_BACKUP_HOST_KEYS: server.fingerprint };
  assert.equal((await runKlatch(['backup', '--to', place, '--data', data], { env })).code, 0);
});

test('an SFTP server with an unknown key gets no password, but an error with its fingerprint', async () => {
  const { server, place } = await openServer();
  for (const known of ['', `SHA256:${'A'.repeat(43)}`]) {
    const env = { ...server.env, KLATCH_BACKUP_HOST_KEYS: known };
    const { code, stderr } = await runKlatch(['backup', '--to', place, '--data', data], { env });
    assert.equal(code, 1);
    assert.ok(stderr.includes(server.fingerprint), stderr);
  }
  assert.deepEqual(server.seen, []);
});

test('a wrong password for an SFTP server is refused in words', async () => {
  const { server, place } = await openServer();
  const env = { ...server.env, KLATCH_BACKUP_SSH_PASSWORD: 'not the secret' };
  const { code, stderr } = await runKlatch(['backup', 'list', '--from', place], { env });
  assert.equal(code, 1);
  assert.match(stderr, /sftp:\/\/klatch@127.* does not work: .*authentication/);
  assert.doesNotMatch(stderr, /not the secret/);
});

test('an address of an SFTP server with a password or without a user is refused', async () => {
  const { place, run } = await openServer();
  for (const bad of [place.replace('klatch@', 'klatch:secret@'), place.replace('klatch@', ''), `${place}?secret=1`])
    assert.equal((await run('backup', '--to', bad, '--data', data)).code, 2, bad);
  const noKey = await runKlatch(['backup', '--to', place, '--data', data]);
  assert.equal(noKey.code, 2);
  assert.match(noKey.stderr, /needs the setting backup-ssh-key or backup-ssh-password/);
});

test('an interrupted upload to an SFTP server leaves a file that is no backup until a day later', async () => {
  const { server, place, run, succeed } = await openServer();
  for (const request of ['WRITE', 'STAT', 'RENAME']) {
    server.breakAt = request;
    const { code, stderr } = await run('backup', '--to', place, '--data', data);
    assert.equal(code, 1, request);
    assert.match(stderr, /does not work: /);
  }
  server.breakAt = undefined;
  const names = readdirSync(server.folder);
  assert.equal(names.length, 3);
  assert.ok(names.every((name) => name.startsWith('.klatch-upload-')));
  const old = Date.now() / 1000 - 2 * 86_400;
  for (const name of names.slice(1)) utimesSync(join(server.folder, name), old, old);
  const url = (await succeed('backup', '--to', place, '--data', data)).stdout.trim();
  assert.deepEqual(readdirSync(server.folder).sort(), [names[0], url.split('/').at(-1)].sort());
});

test('a read from an SFTP server that is interrupted restores nothing', async () => {
  const { server, place, succeed, run } = await openServer();
  await succeed('backup', '--to', place, '--data', data);
  server.breakAt = 'READ';
  const elsewhere = temporaryFolder();
  const { code, stderr } = await run('restore', place, '--data', elsewhere);
  assert.notEqual(code, 0);
  assert.match(stderr, /does not work|No response/);
  assert.ok(!existsSync(join(elsewhere, 'klatch.db')));
});

test('retention on an SFTP server removes old backups and no other files', async () => {
  const { server, place, succeed } = await openServer();
  const names = ['klatch-2020-01-30T000000Z.tar', 'klatch-2020-01-31T000000Z.tar.age', 'klatch-notes.txt', 'mine.tar'];
  for (const name of names) writeFileSync(join(server.folder, name), 'old');
  const { stdout } = await succeed('backup', '--to', place, '--data', data, '--keep', '2m');
  const left = readdirSync(server.folder).filter((name) => !stdout.includes(name));
  assert.deepEqual(left.sort(), ['klatch-2020-01-31T000000Z.tar.age', 'klatch-notes.txt', 'mine.tar']);
});

test('two backups of one second on an SFTP server get different names', async () => {
  const { server, place, succeed } = await openServer();
  const made = await Promise.all([0, 1, 2].map(() => succeed('backup', '--to', place, '--data', data, '--no-uploads')));
  assert.equal(new Set(made.map(({ stdout }) => stdout)).size, 3);
  assert.equal(readdirSync(server.folder).length, 3);
});

test('a backup gets another name on an SFTP server if its own was taken meanwhile', async () => {
  const { server, place, succeed } = await openServer();
  server.hasRival = true;
  const { stdout } = await succeed('backup', '--to', place, '--data', data, '--no-uploads');
  assert.match(stdout, /-2\.tar\n$/);
  assert.equal(readdirSync(server.folder).length, 2);
});

test('a running server makes automatic backups on an SFTP server', async () => {
  const { server, place } = await openServer();
  const args = ['serve', '--data', data, '--listen', '127.0.0.1:0', '--backup-every', '1d', '--backup-to', place];
  assert.equal((await runKlatch(args)).code, 2, 'a server does not start without the password');
  // The settings come from flags, and the command that makes the backup gets them, too.
  const { KLATCH_BACKUP_SSH_PASSWORD, KLATCH_BACKUP_HOST_KEYS } = server.env;
  const running = await startServer([...args, '--backup-host-keys', KLATCH_BACKUP_HOST_KEYS!], {
    env: { KLATCH_BACKUP_SSH_PASSWORD: KLATCH_BACKUP_SSH_PASSWORD! },
  });
  process.kill(running.pid, 'SIGUSR2');
  await waitUntil(() => running.said.stderr.includes('backup made'));
  await running.stop();
  assert.equal(readdirSync(server.folder).length, 1);
  assert.ok(!(running.said.stderr + running.said.stdout).includes(KLATCH_BACKUP_SSH_PASSWORD!));
});

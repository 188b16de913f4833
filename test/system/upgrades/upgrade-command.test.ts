import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import { makeSigningKey, publicKeyFor, signFile } from '../../../src/kernel/minisign.ts';
import { createAccount, runKlatch, startServer, temporaryFolder } from '../../support/process.ts';

// `klatch upgrade` replaces an executable. Here these are scripts that run this Klatch and print another version.

const MAIN = fileURLToPath(new URL('../../../scripts/start.mjs', import.meta.url));
const key = makeSigningKey();
const KEY = publicKeyFor(key);
const TARGET = `${{ darwin: 'macos' }[process.platform as 'darwin'] ?? process.platform}-${process.arch}`;

/** A program that prints this version. `serve`: what it does instead of starting the server. */
const getProgram = (version: string, serve = '') =>
  `#!/bin/sh\ncase "$1" in version) echo ${version};; serve) ${serve || ':'}\nesac\n[ "$1" = version ] || exec '${process.execPath}' '${MAIN}' "$@"\n`;

interface Published {
  version: string;
  program: string;
  signed?: string;
}

/** A folder with the files of a release. */
function publish({ version, program, signed = `klatch ${version}` }: Published): string {
  const folder = temporaryFolder();
  const name = `klatch-${version}-${TARGET}.zst`;
  const packed = zstdCompressSync(program);
  const sums = `${createHash('sha256').update(packed).digest('hex')}  ${name}\n`;
  writeFileSync(join(folder, name), packed);
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  writeFileSync(join(folder, 'SHA256SUMS.minisig'), signFile(Buffer.from(sums), signed, key));
  return folder;
}

/** An installed program, and a data folder with an account. */
async function install(): Promise<{
  program: string;
  data: string;
  upgrade: (...args: string[]) => ReturnType<typeof runKlatch>;
}> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  const program = join(folder, 'bin/klatch');
  writeFileSync(program, getProgram('0.1.0'), { mode: 0o755 });
  const data = temporaryFolder();
  await createAccount(data, 'Ada', '--owner');
  const upgrade = (...args: string[]) =>
    runKlatch(['upgrade', '--data', data, '--program', program, '--key', KEY, ...args]);
  return { program, data, upgrade };
}

const people = async (data: string) => (await runKlatch(['user', 'list', '--data', data, '--json'])).stdout;

test('upgrade verifies a release, tries it on the data, and keeps the old executable', async () => {
  const { program, data, upgrade } = await install();
  const before = await people(data);
  const from = publish({ version: '0.2.0', program: getProgram('0.2.0') });
  const check = await upgrade('--from', from, '--check', '--json');
  assert.deepEqual(JSON.parse(check.stdout), { installed: '0.1.0', available: '0.2.0', upgraded: false });
  assert.equal(readFileSync(program, 'utf8'), getProgram('0.1.0'));

  const { code, stderr } = await upgrade('--from', join(from, 'SHA256SUMS'));
  assert.equal(code, 0, stderr);
  assert.equal(readFileSync(program, 'utf8'), getProgram('0.2.0'));
  assert.equal(readFileSync(`${program}.previous`, 'utf8'), getProgram('0.1.0'));
  assert.deepEqual(readdirSync(join(program, '..')).sort(), ['klatch', 'klatch.previous']);
  assert.equal(await people(data), before);
  assert.ok(existsSync(join(data, 'backups/before-upgrade.db')));
  assert.match((await upgrade('--from', from)).stderr, /Klatch 0\.2\.0 is the newest release/);
});

test('a release that does not start is replaced by the old executable, and its changes to the data by the old ones', async () => {
  const { program, data, upgrade } = await install();
  const before = await people(data);
  const failing = [
    `echo broken >'${data}/klatch.db'; echo 'klatch: cannot start' >&2; exit 1`,
    `rm -f '${data}'/klatch.db*; exit 0`,
    'kill -9 $$',
  ];
  for (const serve of failing) {
    const { code, stderr } = await upgrade(
      '--from',
      publish({ version: '0.2.0', program: getProgram('0.2.0', serve) }),
    );
    assert.equal(code, 1, stderr);
    assert.match(stderr, /Klatch 0\.2\.0 does not work here: .*The old executable and its data are back/);
    assert.equal(readFileSync(program, 'utf8'), getProgram('0.1.0'));
    assert.equal(await people(data), before);
    assert.deepEqual(readdirSync(join(program, '..')), ['klatch']);
  }
});

test('an upgrade without a copy of the database changes nothing', async () => {
  const { program, data, upgrade } = await install();
  writeFileSync(join(data, 'backups'), 'no folder');
  const { code, stderr } = await upgrade('--from', publish({ version: '0.2.0', program: getProgram('0.2.0') }));
  assert.equal(code, 1, stderr);
  assert.match(stderr, /does not work here: .*ENOTDIR/);
  assert.deepEqual(readdirSync(join(program, '..')), ['klatch']);
  assert.equal(readFileSync(program, 'utf8'), getProgram('0.1.0'));
});

test('upgrade rejects what is not a whole, signed, newer release, and changes nothing', async () => {
  const { program, upgrade } = await install();
  const newer = { version: '0.2.0', program: getProgram('0.2.0') };
  const changed = (name: string, content: string) => {
    const folder = publish(newer);
    writeFileSync(join(folder, name), content);
    return folder;
  };
  const missing = publish(newer);
  rmSync(join(missing, 'SHA256SUMS.minisig'));
  const file = `klatch-0.2.0-${TARGET}.zst`;
  const wrong: [args: string[], exit: number, reason: RegExp][] = [
    [['--from', changed('SHA256SUMS', 'x')], 8, /does not belong to this file/],
    [['--from', changed('SHA256SUMS.minisig', 'x')], 8, /not one of minisign/],
    [['--from', changed(file, 'x')], 1, /cannot be stored/],
    [['--from', changed(file, zstdCompressSync('#!/bin/sh\necho 0.2.0\n').toString('latin1'))], 1, /./],
    [['--from', publish({ ...newer, signed: 'klatch 0.3.0' })], 5, /has no executable for/],
    [['--from', publish({ ...newer, signed: 'other 0.2.0' })], 8, /names no version/],
    [['--from', publish({ version: '0.2.0', program: getProgram('0.1.5') })], 8, /is version '0\.1\.5', not 0\.2\.0/],
    [['--from', publish({ version: '0.0.9', program: getProgram('0.0.9') })], 2, /older than 0\.1\.0.*--to 0\.0\.9/],
    [['--from', publish({ version: '0.1.0-rc.1', program: 'x' })], 2, /older than 0\.1\.0/],
    [['--from', publish(newer), '--to', '0.4.0'], 5, /is Klatch 0\.2\.0, not 0\.4\.0/],
    [['--from', missing], 5, /There is no .*minisig/],
    [['--from', '/nowhere'], 5, /There is no \/nowhere/],
    [['--from', publish(newer), '--key', publicKeyFor(makeSigningKey())], 8, /signed with another key/],
    [[], 2, /does not know where its releases are.*--from/],
  ];
  for (const [args, exit, reason] of wrong) {
    const { code, stderr } = await upgrade(...args);
    assert.match(stderr, reason, args.join(' '));
    assert.equal(code, exit, stderr);
  }
  assert.equal(readFileSync(program, 'utf8'), getProgram('0.1.0'));
  assert.deepEqual(readdirSync(join(program, '..')), ['klatch']);
});

test('upgrade names the command of the package or the container, and a server that must be stopped first', async () => {
  const { program, data, upgrade } = await install();
  const from = publish({ version: '0.2.0', program: getProgram('0.2.0') });
  const server = await startServer(['serve', '--data', data, '--listen', '127.0.0.1:0']);
  const busy = await upgrade('--from', from);
  assert.deepEqual([busy.code, readFileSync(program, 'utf8')], [3, getProgram('0.1.0')]);
  assert.match(busy.stderr, /in use by process \d+.*Stop it first/);
  await server.stop();

  const share = join(program, '../../share/klatch');
  mkdirSync(share, { recursive: true });
  for (const [kind, command] of [
    ['deb', /apt install/],
    ['rpm', /dnf upgrade/],
  ] as const) {
    writeFileSync(join(share, 'package'), `${kind}\n`);
    const { code, stderr } = await upgrade('--from', from);
    assert.deepEqual([code, readFileSync(program, 'utf8')], [6, getProgram('0.1.0')]);
    assert.match(stderr, command);
  }
  const inside = await runKlatch(['upgrade', '--from', from], { env: { KLATCH_CONTAINER: '1' } });
  assert.equal(inside.code, 6);
  assert.match(inside.stderr, /container image.*docker compose pull/);
});

test('upgrade reads a release from a server, and says what the server answers', async () => {
  const { program, upgrade } = await install();
  const folder = publish({ version: '0.2.0', program: getProgram('0.2.0') });
  const server = createServer((request, response) => {
    const path = join(folder, request.url!.replace('/files/', ''));
    if (existsSync(path)) response.end(readFileSync(path));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lost = await upgrade('--from', `${url}/lost`);
  assert.equal(lost.code, 7);
  assert.match(lost.stderr, /lost\/SHA256SUMS cannot be read: 404/);
  const { code, stderr } = await upgrade('--from', `${url}/files/`);
  assert.equal(code, 0, stderr);
  assert.equal(readFileSync(program, 'utf8'), getProgram('0.2.0'));
});

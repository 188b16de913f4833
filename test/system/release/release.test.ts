import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { host } from '../../../scripts/build/targets.ts';
import { zstd } from '../../../scripts/release/compress.ts';
import { debName, makeDeb, type Package } from '../../../scripts/release/deb.ts';
import { makeImage } from '../../../scripts/release/image.ts';
import { publicKeyBlock } from '../../../scripts/release/openpgp.ts';
import { makePackage } from '../../../scripts/release/package.ts';
import { makeRpm, rpmName } from '../../../scripts/release/rpm.ts';
import { makeSbom } from '../../../scripts/release/sbom.ts';
import { file } from '../../../scripts/release/tar.ts';
import {
  BadSignature,
  makeSigningKey,
  publicKeyFor,
  readSigningKey,
  signFile,
  verifyFile,
} from '../../../src/kernel/minisign.ts';
import { temporaryFolder } from '../../support/process.ts';

// `npm run release` makes the real files, which takes minutes. Here they are made of a small program.

const TIME = 1_700_000_000;
const PROGRAM = Buffer.from('#!/bin/sh\necho 0.2.0\n');
const hasProgram = (name: string) => spawnSync(name, ['--version']).status === 0;

const packageFor = (kind: 'deb' | 'rpm', version = '0.2.0-rc.1'): Promise<Package> =>
  makePackage({ version, arch: 'arm64', program: PROGRAM, licenses: 'none', kind, time: TIME });

/** The files of a tar archive by path. */
async function untar(
  archive: Buffer,
): Promise<Map<string, { header: { mode?: number; uid?: number }; content: Buffer }>> {
  const found = new Map();
  for await (const entry of Readable.from([archive]).pipe(extract())) {
    const content = await buffer(entry);
    found.set(entry.header.name, { header: entry.header, content });
  }
  return found;
}

/** The parts of a Debian package by name. */
function splitMessage(deb: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  assert.equal(deb.toString('latin1', 0, 8), '!<arch>\n');
  for (let at = 8; at < deb.length; ) {
    const size = Number(deb.toString('latin1', at + 48, at + 58));
    parts.set(deb.toString('latin1', at, at + 16).trim(), deb.subarray(at + 60, at + 60 + size));
    at += 60 + size + (size % 2);
  }
  return parts;
}

test('a Debian package has the program, its service and settings that an upgrade keeps', async () => {
  const made = await packageFor('deb');
  const deb = await makeDeb(made, zstd);
  assert.equal(debName(made), 'klatch_0.2.0~rc.1_arm64.deb');
  assert.ok(deb.equals(await makeDeb(await packageFor('deb'), zstd)), 'the same bytes twice');
  const parts = splitMessage(deb);
  assert.deepEqual([...parts.keys()], ['debian-binary', 'control.tar.zst', 'data.tar.zst']);
  const control = await untar(zstdDecompressSync(parts.get('control.tar.zst')!));
  const text = (name: string) => control.get(`./${name}`)!.content.toString();
  assert.match(text('control'), /^Package: klatch\nVersion: 0\.2\.0~rc\.1\nArchitecture: arm64\n/);
  assert.equal(text('conffiles'), '/etc/klatch/klatch.toml\n/etc/default/klatch\n');
  for (const name of ['preinst', 'postinst', 'prerm', 'postrm'])
    execFileSync('sh', ['-n'], { input: control.get(`./${name}`)!.content });
  const data = await untar(zstdDecompressSync(parts.get('data.tar.zst')!));
  assert.deepEqual(data.get('./usr/bin/klatch')!.content, PROGRAM);
  assert.equal(data.get('./usr/bin/klatch')!.header.mode, 0o755);
  const unit = data.get('./usr/lib/systemd/system/klatch.service')!.content.toString();
  for (const line of ['User=klatch', 'ExecStart=/usr/bin/klatch serve', 'EnvironmentFile=-/etc/default/klatch'])
    assert.ok(unit.includes(`\n${line}\n`), line);
  assert.doesNotMatch(unit, /DynamicUser|usr\/local/);
});

test('dpkg installs the package in a root of its own, keeps a changed setting, and removes it', {
  skip: !hasProgram('dpkg') && 'needs dpkg',
}, async () => {
  const folder = temporaryFolder();
  const root = join(folder, 'root');
  mkdirSync(join(root, 'var/lib/dpkg/info'), { recursive: true });
  mkdirSync(join(root, 'var/lib/dpkg/updates'));
  writeFileSync(join(root, 'var/lib/dpkg/status'), '');
  const dpkg = (...args: string[]) =>
    execFileSync(
      'dpkg',
      [
        `--root=${root}`,
        '--force-not-root',
        '--force-depends',
        '--force-architecture',
        '--force-script-chrootless',
        ...args,
      ],
      { stdio: 'pipe' },
    );
  // Without its scripts, which would change this machine.
  const made = async (version: string) => {
    const path = join(folder, `${version}.deb`);
    writeFileSync(path, await makeDeb({ ...(await packageFor('deb', version)), scripts: {} }, zstd));
    return path;
  };
  dpkg('-i', await made('0.2.0'));
  assert.deepEqual(readFileSync(join(root, 'usr/bin/klatch')), PROGRAM);
  writeFileSync(join(root, 'etc/default/klatch'), 'KLATCH_DOMAINS=chat.example.com\n');
  dpkg('--force-confold', '-i', await made('0.3.0'));
  assert.equal(readFileSync(join(root, 'etc/default/klatch'), 'utf8'), 'KLATCH_DOMAINS=chat.example.com\n');
  dpkg('-P', 'klatch');
  assert.equal(spawnSync('ls', [join(root, 'usr/bin/klatch')]).status, 2);
});

test('an RPM package has a header with checksums of itself and of each file', async () => {
  const made = await packageFor('rpm', '0.2.0');
  const rpm = await makeRpm(made, zstd);
  assert.equal(rpmName(made), 'klatch-0.2.0-1.aarch64.rpm');
  assert.ok(rpm.equals(await makeRpm(made, zstd)), 'the same bytes twice');
  assert.equal(rpm.readUInt32BE(0), 0xedabeedb);
  const header = (at: number) => 16 + 16 * rpm.readUInt32BE(at + 8) + rpm.readUInt32BE(at + 12);
  const main = 96 + Math.ceil(header(96) / 8) * 8;
  const sum = createHash('sha256')
    .update(rpm.subarray(main, main + header(main)))
    .digest('hex');
  assert.ok(rpm.subarray(96, main).includes(sum));
  const archive = zstdDecompressSync(rpm.subarray(main + header(main))).toString('latin1');
  assert.ok(archive.startsWith('070701') && archive.includes('./usr/bin/klatch\0'));
  assert.ok(rpm.subarray(main).includes(createHash('sha256').update(PROGRAM).digest('hex')));
  if (!hasProgram('rpm')) return;
  const path = join(temporaryFolder(), 'klatch.rpm');
  writeFileSync(path, rpm);
  assert.match(execFileSync('rpm', ['-K', '--nosignature', path], { encoding: 'utf8' }), /digests OK/);
  assert.match(
    execFileSync('rpm', ['-qpc', '--nosignature', path], { encoding: 'utf8' }),
    /^\/etc\/default\/klatch\n\/etc\/klatch\/klatch\.toml$/m,
  );
});

test('RPM accepts a package that is signed with the key of the release', {
  skip: !hasProgram('rpmkeys') && 'needs rpm',
}, async () => {
  const folder = temporaryFolder();
  const { key } = makeSigningKey();
  // Signatures are younger than the key.
  const rpm = await makeRpm({ ...(await packageFor('rpm', '0.2.0')), time: 1_780_000_000 }, zstd, key);
  const files = {
    key: join(folder, 'klatch.asc'),
    rpm: join(folder, 'klatch.rpm'),
    changed: join(folder, 'other.rpm'),
  };
  writeFileSync(files.key, publicKeyBlock(key));
  writeFileSync(files.rpm, rpm);
  // Another maintainer in the header.
  writeFileSync(
    files.changed,
    Buffer.from(rpm.toString('latin1').replace('localhost.invalid', 'localhost.inva1id'), 'latin1'),
  );
  const check = (...args: string[]) =>
    spawnSync('rpmkeys', ['--define', `_dbpath ${folder}/db`, ...args], { encoding: 'utf8' });
  assert.notEqual(check('-K', files.rpm).status, 0, 'the key is not known');
  assert.equal(check('--import', files.key).status, 0);
  assert.match(check('-Kv', files.rpm).stdout, /Header V4 EdDSA\/SHA256 Signature, key ID [\da-f]+: OK/);
  assert.equal(check('-K', files.rpm).status, 0);
  assert.notEqual(check('-K', files.changed).status, 0);
});

test('rpmlint finds nothing without a reason in an RPM package', {
  skip: !hasProgram('rpmlint') && 'needs rpmlint',
}, async () => {
  const made = await packageFor('rpm', '0.2.0');
  const path = join(temporaryFolder(), rpmName(made));
  writeFileSync(path, await makeRpm(made, zstd));
  const rules = fileURLToPath(new URL('../../../scripts/release/klatch.rpmlintrc', import.meta.url));
  const { stdout } = spawnSync('rpmlint', ['--rpmlintrc', rules, path], { encoding: 'utf8' });
  assert.match(stdout, /packages: 1/);
  // The program here is no executable.
  const findings = stdout.split('\n').filter((line) => /: [EW]: (?!unused-rpmlintrc-filter|no-binary)/.test(line));
  assert.deepEqual(findings, []);
});

test('the settings in an RPM package are only for root and the service', {
  skip: !hasProgram('rpm') && 'needs rpm',
}, async () => {
  const path = join(temporaryFolder(), 'klatch.rpm');
  writeFileSync(path, await makeRpm(await packageFor('rpm', '0.2.0'), zstd));
  const query = '[%{FILENAMES} %{FILEMODES:perms} %{FILEUSERNAME}:%{FILEGROUPNAME}\n]';
  const files = execFileSync('rpm', ['-qp', '--nosignature', '--qf', query, path], { encoding: 'utf8' });
  assert.match(files, /^\/etc\/klatch drwxr-x--- root:klatch$/m);
  assert.match(files, /^\/etc\/klatch\/klatch\.toml -rw-r----- root:klatch$/m);
  assert.match(files, /^\/etc\/default\/klatch -rw-r----- root:klatch$/m);
  assert.match(files, /^\/usr\/bin\/klatch -rwxr-xr-x root:root$/m);
  const scripts = execFileSync('rpm', ['-qp', '--nosignature', '--scripts', path], { encoding: 'utf8' });
  assert.match(scripts.split('postinstall')[0]!, /useradd/);
});

test('the image has a layout whose digests are right, and a user without rights', async () => {
  const library = file('lib/libc.so.6', 'library');
  const parts = (['x64', 'arm64'] as const).map((arch) => ({ arch, program: PROGRAM, libraries: [library] }));
  const image = await makeImage(parts, { version: '0.2.0', time: TIME });
  assert.ok(image.equals(await makeImage(parts, { version: '0.2.0', time: TIME })), 'the same bytes twice');
  const files = await untar(image);
  const json = (name: string) => JSON.parse(files.get(name)!.content.toString());
  const blob = ({ digest, size }: { digest: string; size: number }) => {
    const { content } = files.get(`blobs/sha256/${digest.slice(7)}`)!;
    assert.deepEqual([createHash('sha256').update(content).digest('hex'), content.length], [digest.slice(7), size]);
    return content;
  };
  assert.deepEqual(json('oci-layout'), { imageLayoutVersion: '1.0.0' });
  const { manifests } = JSON.parse(blob(json('index.json').manifests[0]).toString());
  assert.deepEqual(
    manifests.map((one: { platform: object }) => one.platform),
    [
      { os: 'linux', architecture: 'amd64' },
      { os: 'linux', architecture: 'arm64' },
    ],
  );
  for (const one of manifests) {
    const { config, layers } = JSON.parse(blob(one).toString());
    const { config: run, rootfs } = JSON.parse(blob(config).toString());
    assert.deepEqual([run.User, run.Entrypoint, run.Volumes], ['65532:65532', ['/klatch'], { '/data': {} }]);
    const tars = layers.map((layer: Parameters<typeof blob>[0]) => gunzipSync(blob(layer)));
    assert.deepEqual(
      rootfs.diff_ids,
      tars.map((tar: Buffer) => `sha256:${createHash('sha256').update(tar).digest('hex')}`),
    );
    const system = await untar(tars[0]);
    assert.deepEqual([system.get('data/')!.header.uid, system.get('data/')!.header.mode], [65532, 0o700]);
    assert.deepEqual((await untar(tars[1])).get('klatch')!.content, PROGRAM);
  }
});

test('every part in a bill of materials has a version and a license', { skip: !host() }, () => {
  const { components } = JSON.parse(makeSbom(['node_modules/koa'], host()!, { version: '0.2.0', time: TIME }));
  const names = components.map(({ name }: { name: string }) => name);
  for (const name of ['koa', 'node', 'v8', 'sqlite', 'vips', 'uhdr']) assert.ok(names.includes(name), name);
  for (const { name, version, licenses } of components) {
    assert.ok(version, name);
    const [{ license }] = licenses;
    assert.match(license.id ?? license.name, /^[\w.+-]+$|^zlib License, IJG|^BSD 2-Clause \+ Alliance/, name);
  }
});

test('signatures are those of minisign, of both kinds, and fail for any other content', () => {
  const key = makeSigningKey();
  const publicKey = publicKeyFor(key);
  const content = Buffer.from('checksums');
  const signature = signFile(content, 'klatch 0.2.0', key);
  assert.equal(verifyFile(content, signature, `untrusted comment: any\n${publicKey}\n`), 'klatch 0.2.0');
  const [, first = ''] = signature.split('\n');
  const bytes = Buffer.from(first, 'base64');
  const old = sign(null, content, key.key);
  const wholly = sign(null, Buffer.concat([old, Buffer.from('old')]), key.key).toString('base64');
  const line = Buffer.concat([Buffer.from('Ed'), bytes.subarray(2, 10), old]).toString('base64');
  assert.equal(
    verifyFile(content, `untrusted comment: x\n${line}\ntrusted comment: old\n${wholly}\n`, publicKey),
    'old',
  );
  const wrong: [Buffer, string, string][] = [
    [Buffer.from('checksum'), signature, publicKey],
    [content, signature.replace('0.2.0', '0.3.0'), publicKey],
    [content, signature.replace(first, first.replace(/^RU/, 'RW')), publicKey],
    [content, '', publicKey],
    [content, signature, publicKeyFor(makeSigningKey())],
    [content, signature, 'nonsense'],
  ];
  for (const [index, args] of wrong.entries()) assert.throws(() => verifyFile(...args), BadSignature, `${index}`);
});

test('a secret key of minisign without a password is read, and any other is explained', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const der = (key: typeof privateKey) => key.export({ format: 'der', type: 'pkcs8' }).subarray(16);
  const stored = (derivation: string) =>
    Buffer.concat([
      Buffer.from(`Ed${derivation}B2`, 'latin1'),
      Buffer.alloc(48),
      Buffer.from('12345678'),
      der(privateKey),
      Buffer.alloc(64),
    ]).toString('base64');
  const key = readSigningKey(`untrusted comment: secret\n${stored('\0\0')}\n`);
  assert.equal(verifyFile(Buffer.from('x'), signFile(Buffer.from('x'), 'c', key), publicKeyFor(key)), 'c');
  assert.throws(() => readSigningKey(stored('Sc')), /has a password/);
  assert.throws(() => readSigningKey('x'), /no key of minisign/);
});

test('the public key is the same in the repository and in the script that installs', () => {
  const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url)), 'utf8');
  const [, key = ''] = read('klatch.pub').split('\n');
  assert.equal(Buffer.from(key, 'base64').length, 42);
  assert.ok(read('install.sh').includes(`key=${key}\n`));
});

/**
 * `npm run release [-- --target linux-x64 …] [--check]` makes all files of a release in dist/release: executables,
 * archives, packages, the image for containers, examples for them, bills of materials, checksums and the signature.
 * docs/releasing.md explains it. `--check` makes all files twice and compares their bytes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  makeSigningKey,
  publicKeyFor,
  readSigningKey,
  type SigningKey,
  signFile,
  verifyFile,
} from '../src/kernel/minisign.ts';
import { builtFile, TARGETS, type Target } from './build/targets.ts';
import { strongest, zstd } from './release/compress.ts';
import { debName, makeDeb } from './release/deb.ts';
import { debianLibraries, type ImagePart, makeImage } from './release/image.ts';
import { publicKeyBlock } from './release/openpgp.ts';
import { makePackage } from './release/package.ts';
import { makeRpm, rpmName } from './release/rpm.ts';
import { makeSbom } from './release/sbom.ts';
import { file, makeTar } from './release/tar.ts';
import { makeZip } from './release/zip.ts';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
// Archives of the ZIP format contain local times.
process.env.TZ = 'UTC';
const { values } = parseArgs({ options: { target: { type: 'string', multiple: true }, check: { type: 'boolean' } } });
const targets = values.target ? values.target.map(findTarget) : TARGETS;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const time = Number(execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }));
const folder = 'dist/release';
const given = readGivenKey();

const sums = await release();
if (values.check) compare(sums, await release());
sign(sums);

function findTarget(name: string): Target {
  const found = TARGETS.find((one) => one.name === name);
  if (found) return found;
  console.error(`There is no target ${name}, only ${TARGETS.map((one) => one.name).join(', ')}.`);
  process.exit(2);
}

/** Makes all files but the signature. Returns their checksums as `sha256sum` prints them. */
async function release(): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const parts: ImagePart[] = [];
  for (const target of targets) {
    const program = build(target);
    await releaseFor(target, program);
    if (target.platform !== 'linux') continue;
    const libraries = debianLibraries(target.arch);
    if (libraries) parts.push({ arch: target.arch, program, libraries });
    else
      console.log(`No image for ${target.name}: the C library comes from Debian’s packages, and there is no apt here.`);
  }
  if (parts.length > 0) store(`klatch-${version}-image.tar`, await makeImage(parts, { version, time }));
  for (const name of ['compose.yaml', 'kubernetes.yaml'])
    store(name, Buffer.from(readFileSync(`docs/${name}`, 'utf8').replaceAll('klatch:latest', `klatch:${version}`)));
  for (const name of ['install.sh', 'klatch.pub']) store(name, readFileSync(`docs/${name}`));
  if (given) store('klatch.asc', Buffer.from(publicKeyBlock(given.key)));
  const all = readdirSync(folder)
    .sort()
    .map((name) => `${hashText(readFileSync(join(folder, name)))}  ${name}\n`)
    .join('');
  writeFileSync(join(folder, 'SHA256SUMS'), all);
  return all;
}

function hashText(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function build(target: Target): Buffer {
  const { status } = spawnSync(process.execPath, ['scripts/build.ts', '--target', target.name], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  return readFileSync(builtFile(target));
}

/** The files for one system: the executable for klatch upgrade, an archive, packages, and what is in it. */
async function releaseFor(target: Target, program: Buffer): Promise<void> {
  const name = `klatch-${version}-${target.name}`;
  const work = join('.cache/build', target.name);
  const licenses = readFileSync(join(work, 'licenses.txt'), 'utf8');
  const packages = JSON.parse(readFileSync(join(work, 'packages.json'), 'utf8')) as string[];
  store(`${name}.zst`, await zstd.compress(program));
  store(`${name}.cdx.json`, Buffer.from(makeSbom(packages, target, { version, time })));
  store(`${name}.licenses.txt`, Buffer.from(licenses));
  if (target.platform !== 'linux')
    return store(`${name}.zip`, await makeZip(target.platform === 'win' ? 'klatch.exe' : 'klatch', program, time));
  const compression = strongest();
  store(
    `${name}.tar.${compression.end}`,
    await compression.compress(await makeTar([file('klatch', program, 0o755)], { time })),
  );
  const { arch } = target;
  const deb = await makePackage({ version, arch, program, licenses, time, kind: 'deb' });
  store(debName(deb), await makeDeb(deb, compression));
  const rpm = await makePackage({ version, arch, program, licenses, time, kind: 'rpm' });
  store(rpmName(rpm), await makeRpm(rpm, compression, given?.key));
}

function store(name: string, content: Buffer): void {
  writeFileSync(join(folder, name), content);
  console.log(`${name.padEnd(48)} ${(content.length / 1e6).toFixed(1).padStart(6)} MB`);
}

function compare(first: string, second: string): void {
  const before = new Set(first.split('\n'));
  const other = second.split('\n').filter((line) => !before.has(line));
  for (const line of other) console.error(`Not the same bytes twice: ${line.split('  ')[1]}`);
  if (other.length > 0) process.exit(1);
  console.log('All files have the same bytes when they are made again.');
}

/** Signs the checksums. */
function sign(sums: string): void {
  const key: SigningKey = given ?? makeSigningKey();
  const known = readFileSync('docs/klatch.pub', 'utf8');
  const signature = signFile(Buffer.from(sums), `klatch ${version}`, key);
  writeFileSync(join(folder, 'SHA256SUMS.minisig'), signature);
  if (given) return void verifyFile(Buffer.from(sums), signature, known);
  console.log(
    `Signed with a key made for this, because KLATCH_RELEASE_KEY_FILE names none. Its public key is\n  ${publicKeyFor(key)}\nExecutables accept the signature only with that: klatch upgrade --key …`,
  );
}

/** The key of KLATCH_RELEASE_KEY or KLATCH_RELEASE_KEY_FILE. Without one, packages for RPM are not signed. */
function readGivenKey(): SigningKey | undefined {
  const { KLATCH_RELEASE_KEY: text, KLATCH_RELEASE_KEY_FILE: path } = process.env;
  const found = text ?? (path === undefined ? undefined : readFileSync(path, 'utf8'));
  return found === undefined ? undefined : readSigningKey(found);
}

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { TARGETS } from '../../../scripts/build/targets.ts';
import { verifyFile } from '../../../src/kernel/minisign.ts';
import { temporaryFolder } from '../../support/process.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** Stands in for `scripts/build.ts`, which takes minutes: the executable is a line of text. */
const BUILD = `import { mkdirSync, writeFileSync } from 'node:fs';
const target = process.argv[3];
mkdirSync('dist', { recursive: true });
mkdirSync('.cache/build/' + target, { recursive: true });
const [system, processor] = target.split('-');
const isHost = process.platform === system && process.arch === processor;
const end = system === 'win' ? '.exe' : '';
writeFileSync('dist/klatch' + (isHost ? '' : '-' + target) + end, 'klatch for ' + target);
writeFileSync('.cache/build/' + target + '/licenses.txt', 'none');
writeFileSync('.cache/build/' + target + '/packages.json', '["node_modules/koa"]');
`;

/** A folder like the repository, with one commit, in which `npm run release` builds nothing. */
function makeRepository(): string {
  const folder = temporaryFolder();
  for (const name of ['package.json', 'package-lock.json', 'docs', 'src', 'node_modules'])
    symlinkSync(join(ROOT, name), join(folder, name));
  mkdirSync(join(folder, 'scripts'));
  copyFileSync(join(ROOT, 'scripts/release.ts'), join(folder, 'scripts/release.ts'));
  writeFileSync(join(folder, 'scripts/build.ts'), BUILD);
  for (const name of ['build', 'release']) symlinkSync(join(ROOT, 'scripts', name), join(folder, 'scripts', name));
  for (const [name, version] of listLibraryPackages()) {
    const place = join(folder, '.cache/build/packages', `${name.replace('/', '-')}-${version}`);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'versions.json'), '{"vips":"8.0.0"}');
    writeFileSync(join(place, 'README.md'), '| libvips | LGPLv3 |\n');
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  git('init');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--allow-empty', '-m', 'First');
  return folder;
}

/** The packages with libvips and their versions, which are downloaded if npm installed none for this machine. */
function listLibraryPackages(): [name: string, version: string][] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  return Object.entries(packages)
    .filter(([path]) => path.startsWith('node_modules/@img/sharp-'))
    .map(([path, { version }]) => [path.replace('node_modules/', ''), version]);
}

test('npm run release makes all files twice and signs their checksums', () => {
  const folder = makeRepository();
  // Without apt, no image is made: its C library would be downloaded.
  const bin = temporaryFolder();
  const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  symlinkSync(git, join(bin, 'git'));
  const env = { PATH: bin, HOME: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/release.ts', '--check'], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /All files have the same bytes when they are made again\./);

  const made = join(folder, 'dist/release');
  const names = readdirSync(made);
  // Without xz, archives are compressed with zstd.
  for (const { name, platform } of TARGETS)
    for (const end of ['zst', 'cdx.json', 'licenses.txt', platform === 'linux' ? 'tar.zst' : 'zip'])
      assert.ok(names.includes(`klatch-${VERSION}-${name}.${end}`), `${name}.${end}`);
  assert.equal(names.filter((name) => name.endsWith('.deb')).length, 2);
  assert.equal(names.filter((name) => name.endsWith('.rpm')).length, 2);

  const sums = readFileSync(join(made, 'SHA256SUMS'), 'utf8');
  for (const line of sums.trim().split('\n')) {
    const [sum, name] = line.split('  ') as [string, string];
    const content = readFileSync(join(made, name));
    assert.equal(createHash('sha256').update(content).digest('hex'), sum, name);
  }
  const [, key] = /Its public key is\n {2}(\S+)/.exec(stdout)!;
  const signature = readFileSync(join(made, 'SHA256SUMS.minisig'), 'utf8');
  assert.doesNotThrow(() => verifyFile(Buffer.from(sums), signature, key!));
});

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipped } from './compress.ts';
import { type Entry, file, foldersAbove, makeTar } from './tar.ts';

/** What the image contains for one kind of processor. */
export interface ImagePart {
  arch: 'x64' | 'arm64';
  program: Buffer;
  /** The libraries that the program loads, and their licenses. */
  libraries: readonly Entry[];
}

interface ImageOptions {
  version: string;
  /** s. */
  time: number;
}

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };
/** As in images without a distribution: nobody in particular. */
const USER = 65532;

/** An image for containers, as an archive of the OCI's layout: a shared index, and an image for each processor. */
export async function makeImage(parts: readonly ImagePart[], { version, time }: ImageOptions): Promise<Buffer> {
  const blobs = new Map<string, Buffer>();
  const store = (mediaType: string, content: Buffer) => {
    const hash = createHash('sha256').update(content).digest('hex');
    blobs.set(hash, content);
    return { mediaType, digest: `sha256:${hash}`, size: content.length };
  };
  const json = (mediaType: string, value: object) => store(mediaType, Buffer.from(JSON.stringify(value)));
  const manifests = [];
  for (const part of parts) {
    const tars = [
      await makeTar(withFolders(systemFiles(part)), { time }),
      await makeTar([programFile(part)], { time }),
    ];
    const layers = [];
    for (const tar of tars) layers.push(store(`${OCI}.layer.v1.tar+gzip`, await gzipped(tar)));
    const diffs = tars.map((tar) => `sha256:${createHash('sha256').update(tar).digest('hex')}`);
    const config = json(`${OCI}.config.v1+json`, makeConfig(part, { version, time }, diffs));
    const manifest = json(`${OCI}.manifest.v1+json`, {
      schemaVersion: 2,
      mediaType: `${OCI}.manifest.v1+json`,
      config,
      layers,
    });
    manifests.push({ ...manifest, platform: { os: 'linux', architecture: ARCHITECTURES[part.arch] } });
  }
  const index = json(`${OCI}.index.v1+json`, { schemaVersion: 2, mediaType: `${OCI}.index.v1+json`, manifests });
  const annotations = {
    'org.opencontainers.image.ref.name': version,
    'io.containerd.image.name': `docker.io/library/klatch:${version}`,
  };
  const layout = [
    file('oci-layout', '{"imageLayoutVersion":"1.0.0"}'),
    file('index.json', JSON.stringify({ schemaVersion: 2, manifests: [{ ...index, annotations }] })),
    ...[...blobs].map(([hash, content]) => file(`blobs/sha256/${hash}`, content)),
  ];
  return makeTar(withFolders(layout), { time });
}

const OCI = 'application/vnd.oci.image';

const withFolders = (entries: readonly Entry[]): Entry[] => [...foldersAbove(entries), ...entries];
const programFile = ({ program }: ImagePart): Entry => file('klatch', program, 0o755);

/** Names for the user's number, and folders that the program writes to. */
const systemFiles = ({ libraries }: ImagePart): Entry[] => [
  ...libraries,
  file('etc/passwd', `root:x:0:0::/:/none\nklatch:x:${USER}:${USER}::/data:/none\n`),
  file('etc/group', `root:x:0:\nklatch:x:${USER}:\n`),
  file('etc/nsswitch.conf', 'hosts: files dns\n'),
  { path: 'tmp', mode: 0o1777, isFolder: true },
  { path: 'data', mode: 0o700, isFolder: true, uid: USER },
];

/** The same as in the Dockerfile. Health checks are Docker's own addition to the format, which others ignore. */
function makeConfig({ arch }: ImagePart, { version, time }: ImageOptions, diffs: readonly string[]): object {
  const second = 1_000_000_000;
  const created = new Date(time * 1000).toISOString();
  return {
    created,
    architecture: ARCHITECTURES[arch],
    os: 'linux',
    config: {
      User: `${USER}:${USER}`,
      ExposedPorts: { '9991/tcp': {} },
      Env: ['PATH=/', 'KLATCH_CONTAINER=1', 'MALLOC_ARENA_MAX=2'],
      Entrypoint: ['/klatch'],
      Volumes: { '/data': {} },
      WorkingDir: '/',
      Labels: {
        'org.opencontainers.image.title': 'Klatch',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': 'Apache-2.0',
      },
      Healthcheck: {
        Test: ['CMD', '/klatch', 'healthcheck'],
        Interval: 30 * second,
        Timeout: 6 * second,
        StartPeriod: 15 * second,
      },
    },
    rootfs: { type: 'layers', diff_ids: diffs },
    history: [
      { created, created_by: 'libraries of Debian' },
      { created, created_by: 'klatch' },
    ],
  };
}

/** What Node and libvips load, by Debian's packages. */
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  libc6: [
    'ld-linux-*.so.*',
    'libc.so.6',
    'libm.so.6',
    'libdl.so.2',
    'libpthread.so.0',
    'librt.so.1',
    'libresolv.so.2',
    'libnss_*.so.2',
  ],
  'libgcc-s1': ['libgcc_s.so.1'],
  'libstdc++6': ['libstdc++.so.6'],
};
const TRIPLETS = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };
/** Where the kernel looks for the loader. */
const LOADERS = { x64: 'lib64/ld-linux-x86-64.so.2', arm64: 'lib/ld-linux-aarch64.so.1' };

/**
 * The libraries of Debian's packages for this processor, which apt downloads and verifies. Undefined: this machine has
 * no apt. No package of npm brings the C library.
 */
export function debianLibraries(arch: ImagePart['arch']): Entry[] | undefined {
  const folder = resolve('.cache/release', arch);
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['lists/partial', 'cache/archives/partial', 'root'])
    mkdirSync(join(folder, name), { recursive: true });
  const own = {
    'APT::Architecture': ARCHITECTURES[arch],
    'APT::Architectures': ARCHITECTURES[arch],
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
    'Dir::State::status': '/dev/null',
    'APT::Sandbox::User': 'root',
  };
  const options = Object.entries(own).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const apt = (...args: string[]) =>
    execFileSync('apt-get', [...options, '-qq', ...args], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    apt('update');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const root = join(folder, 'root');
  const fetch = (...names: string[]) => {
    apt('download', ...names);
    for (const path of globSync('*.deb', { cwd: folder })) execFileSync('dpkg-deb', ['-x', join(folder, path), root]);
  };
  fetch(...Object.keys(LIBRARIES));
  // Both libraries of the compiler have their license in a package of its own, which their documents link to.
  const compiler = readlinkSync(join(root, 'usr/share/doc/libgcc-s1'));
  fetch(compiler);
  return [
    ...Object.values(LIBRARIES).flatMap((patterns) =>
      patterns.flatMap((pattern) => findLibraries(root, TRIPLETS[arch], pattern)),
    ),
    file(LOADERS[arch], loaderIn(root, TRIPLETS[arch]), 0o755),
    ...['libc6', compiler].map((name) => {
      const path = `usr/share/doc/${name}/copyright`;
      return file(path, readFileSync(join(root, path)));
    }),
  ];
}

function findLibraries(root: string, triplet: string, pattern: string): Entry[] {
  return ['lib', 'usr/lib'].flatMap((folder) =>
    globSync(join(folder, triplet, pattern), { cwd: root })
      .sort()
      .map((path) => file(path, readFileSync(join(root, path)), 0o755)),
  );
}

function loaderIn(root: string, triplet: string): Buffer {
  const [path] = ['lib', 'usr/lib'].flatMap((folder) =>
    globSync(join(folder, triplet, 'ld-linux-*.so.*'), { cwd: root }),
  );
  if (path === undefined) throw new Error('The package libc6 has no loader');
  return readFileSync(join(root, path));
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockedVersion, packageFolder } from '../build/packages.ts';
import type { Target } from '../build/targets.ts';

interface Manifest {
  name: string;
  version: string;
  license?: string | { type: string };
}

interface Component {
  type: 'application' | 'framework' | 'library';
  'bom-ref': string;
  name: string;
  version: string;
  purl?: string;
  licenses?: object[];
  hashes?: object[];
}

/** What the executable consists of, in CycloneDX's format: packages of npm, Node with its libraries, and libvips. */
export function makeSbom(
  packages: readonly string[],
  target: Target,
  { version, time }: { version: string; time: number },
): string {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  const all = [
    ...findNode(target),
    ...packages.map((folder) => makePackage(folder, lock.packages)),
    ...listLibraries(target),
  ];
  const components = [...new Map(all.map((one) => [one['bom-ref'], one])).values()].sort((a, b) =>
    a['bom-ref'] < b['bom-ref'] ? -1 : 1,
  );
  const hash = createHash('sha256')
    .update(`${target.name} ${JSON.stringify(components)}`)
    .digest('hex');
  const uuid = `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
  const klatch = {
    type: 'application',
    'bom-ref': `klatch@${version}`,
    name: 'klatch',
    version,
    licenses: [{ license: { id: 'Apache-2.0' } }],
  };
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: {
      timestamp: new Date(time * 1000).toISOString(),
      component: klatch,
      properties: [{ name: 'klatch:target', value: target.name }],
    },
    components,
    dependencies: [{ ref: klatch['bom-ref'], dependsOn: components.map((one) => one['bom-ref']) }],
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function makePackage(folder: string, lock: Readonly<Record<string, { integrity?: string }>>): Component {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const id = typeof license === 'object' ? license.type : license;
  const [, integrity] = /^sha512-(.+)$/.exec((lock[folder] ?? lock[`node_modules/${name}`])?.integrity ?? '') ?? [];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(id && {
      licenses: [/[ ()]/.test(id) ? { expression: id.replace(/^\((.*)\)$/, '$1') } : { license: { id } }],
    }),
    ...(integrity && { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity, 'base64').toString('hex') }] }),
  };
}

/** The libraries in Node are known for the version that runs this script. */
function findNode(target: Target): Component[] {
  const version = lockedVersion(target.node);
  const node: Component = {
    type: 'framework',
    'bom-ref': `node@${version}`,
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
  if (process.versions.node !== version) return [node];
  const own = /^(node|modules|napi|unicode|cldr|tz)$/;
  return [
    node,
    ...Object.entries(process.versions)
      // A library without a version is not in this build.
      .filter(([name, its]) => !own.test(name) && its)
      .map(([name, its]) => native({ of: 'node', name, version: its!, license: OF_NODE[name] })),
  ];
}

/** The licenses of the libraries in Node, by the name in `process.versions`, as the file LICENSE of Node has them. */
const OF_NODE: Readonly<Record<string, string>> = {
  acorn: 'MIT',
  ada: 'MIT',
  amaro: 'MIT',
  ares: 'MIT',
  brotli: 'MIT',
  icu: 'Unicode-3.0',
  llhttp: 'MIT',
  merve: 'MIT',
  nbytes: 'MIT',
  ncrypto: 'MIT',
  nghttp2: 'MIT',
  openssl: 'Apache-2.0',
  simdjson: 'Apache-2.0',
  simdutf: 'MIT',
  sqlite: 'blessing',
  undici: 'MIT',
  uv: 'MIT',
  uvwasi: 'MIT',
  v8: 'BSD-3-Clause',
  zlib: 'Zlib',
  zstd: 'BSD-3-Clause',
};

function listLibraries(target: Target): Component[] {
  const folder = packageFolder(`@img/sharp-${target.os === 'win32' ? '' : 'libvips-'}${target.os}-${target.arch}`);
  const versions = JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8')) as Record<string, string>;
  const licenses = readLicenses(readFileSync(join(folder, 'README.md'), 'utf8'));
  return Object.entries(versions).map(([name, version]) =>
    native({ of: 'libvips', name, version, license: licenses.get(name) }),
  );
}

/** The names of libraries in libvips that its table of licenses has by another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = { ultrahdr: 'uhdr' };

/** SPDX's identifiers of the licenses in that table. Others have their names. */
const IDENTIFIERS: Readonly<Record<string, string>> = {
  'MIT License': 'MIT',
  'BSD 2-Clause': 'BSD-2-Clause',
  'BSD 3-Clause': 'BSD-3-Clause',
  'New BSD License': 'BSD-3-Clause',
  LGPLv3: 'LGPL-3.0-or-later',
  'Mozilla Public License 1.1': 'MPL-1.1',
  'fontconfig License (BSD-like)': 'HPND',
  'freetype License (BSD-like)': 'FTL',
  'libpng License': 'libpng-2.0',
  'libtiff License (BSD-like)': 'libtiff',
  'zlib License': 'Zlib',
};

/** The licenses of the libraries in libvips by name, from the table in the README of its package. */
function readLicenses(readme: string): Map<string, string> {
  const rows = [...readme.matchAll(/^\| (\S+) +\| (.+?) +\|$/gm)].map(([, name, terms]) => {
    const short = name!.replace(/^lib(?!intl)/, '');
    const text = terms!.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1');
    return [OTHER_NAMES[short] ?? short, IDENTIFIERS[text] ?? text] as const;
  });
  return new Map(rows);
}

interface Native {
  /** What contains it. */
  of: string;
  name: string;
  version: string;
  /** SPDX's identifier, or the name of a license that has none. */
  license: string | undefined;
}

const native = ({ of, name, version, license }: Native): Component => ({
  type: 'library',
  'bom-ref': `${of}/${name}@${version}`,
  name,
  version,
  purl: `pkg:generic/${name}@${version}`,
  ...(license && { licenses: [{ license: license.includes(' ') ? { name: license } : { id: license } }] }),
});

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
      licenses: [/[ ()]/.test(id) ? { expression: id.replace(/^\((.*)\)$/, '$1') } : { license: { name: id } }],
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
      .filter(([name]) => !own.test(name))
      .map(([name, its]) => native('node', name, its ?? '')),
  ];
}

function listLibraries(target: Target): Component[] {
  const folder = packageFolder(`@img/sharp-${target.os === 'win32' ? '' : 'libvips-'}${target.os}-${target.arch}`);
  const versions = JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8')) as Record<string, string>;
  return Object.entries(versions).map(([name, version]) => native('libvips', name, version));
}

const native = (of: string, name: string, version: string): Component => ({
  type: 'library',
  'bom-ref': `${of}/${name}@${version}`,
  name,
  version,
  purl: `pkg:generic/${name}@${version}`,
});

import { createHash, type KeyObject } from 'node:crypto';
import type { Compression } from './compress.ts';
import type { Package } from './deb.ts';
import { signBytes } from './openpgp.ts';
import type { Entry } from './tar.ts';

const ARCHITECTURES = { x64: 'x86_64', arm64: 'aarch64' };
/** The release of the package, for the same version of the program. */
const RELEASE = '1';

export const rpmName = ({ name, version, arch }: Package): string =>
  `${name}-${rpmVersion(version)}-${RELEASE}.${ARCHITECTURES[arch]}.rpm`;

const rpmVersion = (version: string): string => version.replace('-', '~');

/** What a tag of a header contains, by the name of its type. */
type Value =
  | { text: string }
  | { translated: string }
  | { texts: readonly string[] }
  | { int16: readonly number[] }
  | { int32: readonly number[] }
  | { bytes: Buffer };

/**
 * An RPM package: the lead, a header with checksums, the header, and the files as a compressed cpio archive. With a
 * key, the header is signed, which has the checksum of the files.
 */
export async function makeRpm(made: Package, compression: Compression, key?: KeyObject): Promise<Buffer> {
  const entries = made.entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const archive = makeCpio(entries, made.time);
  const payload = await compression.compress(archive);
  const header = makeHeader(63, [
    ...describe(made, compression),
    ...getScripts(made),
    ...listFiles(entries, made.time),
    [5092, { texts: [sha256(payload)] }],
    [5093, { int32: [8] }],
  ]);
  const both = Buffer.concat([header, payload]);
  const sums = makeHeader(62, [
    // RPM's tag for DSA, in which it looks for EdDSA, too.
    ...(key ? [[267, { bytes: signBytes(header, made.time, key) }] as [number, Value]] : []),
    [269, { text: createHash('sha1').update(header).digest('hex') }],
    [273, { text: sha256(header) }],
    [1000, { int32: [both.length] }],
    [1004, { bytes: createHash('md5').update(both).digest() }],
    [1007, { int32: [archive.length] }],
  ]);
  return Buffer.concat([makeLead(made), sums, Buffer.alloc(-sums.length & 7), header, payload]);
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

function makeLead({ name, version, arch }: Package): Buffer {
  const lead = Buffer.alloc(96);
  lead.writeUInt32BE(0xedabeedb, 0);
  lead[4] = 3;
  lead.writeUInt16BE(arch === 'x64' ? 1 : 12, 8);
  lead.write(`${name}-${rpmVersion(version)}-${RELEASE}`.slice(0, 65), 10, 'latin1');
  lead.writeUInt16BE(1, 76);
  lead.writeUInt16BE(5, 78);
  return lead;
}

/** A header with its region: the tag of the region covers all others. */
function makeHeader(region: number, tags: readonly [number, Value][]): Buffer {
  const store: Buffer[] = [];
  let at = 0;
  const add = (bytes: Buffer, alignment: number): number => {
    const gap = -at & (alignment - 1);
    store.push(Buffer.alloc(gap), bytes);
    at += gap + bytes.length;
    return at - bytes.length;
  };
  const rows = tags
    .toSorted(([a], [b]) => a - b)
    .map(([tag, value]) => {
      const [type, alignment, count, bytes] = encode(value);
      return int32([tag, type, add(bytes, alignment), count]);
    });
  const trailer = int32([region, 7, -16 * (rows.length + 1), 16]);
  rows.unshift(int32([region, 7, add(trailer, 1), 16]));
  const intro = Buffer.concat([Buffer.from([0x8e, 0xad, 0xe8, 1, 0, 0, 0, 0]), int32([rows.length, at])]);
  return Buffer.concat([intro, ...rows, ...store]);
}

/** Type, alignment, count, bytes. */
function encode(value: Value): [number, number, number, Buffer] {
  if ('text' in value) return [6, 1, 1, strings([value.text])];
  if ('translated' in value) return [9, 1, 1, strings([value.translated])];
  if ('texts' in value) return [8, 1, value.texts.length, strings(value.texts)];
  if ('bytes' in value) return [7, 1, value.bytes.length, value.bytes];
  if ('int32' in value) return [4, 4, value.int32.length, int32(value.int32)];
  const bytes = Buffer.alloc(2 * value.int16.length);
  for (const [at, number] of value.int16.entries()) bytes.writeUInt16BE(number, 2 * at);
  return [3, 2, value.int16.length, bytes];
}

const strings = (texts: readonly string[]): Buffer => Buffer.from(texts.map((text) => `${text}\0`).join(''));

function int32(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeInt32BE(number | 0, 4 * at);
  return bytes;
}

/** Features of RPM itself that reading this package needs, and their versions. */
const FEATURES = {
  CompressedFileNames: '3.0.4-1',
  FileDigests: '4.6.0-1',
  PayloadFilesHavePrefix: '4.0-1',
};
const PAYLOADS = { xz: ['PayloadIsXz', '5.2-1'], zstd: ['PayloadIsZstd', '5.4.18-1'] } as const;
/** At most this version, and RPM itself must have it. */
const OF_RPM = (1 << 24) | 0x0a;

/** What must be there before scripts of the package run: the first, for the user, and all, for the shell. */
const FOR_SCRIPTS: Readonly<Record<string, number>> = {
  'shadow-utils': 1 << 9,
  '/bin/sh': (1 << 8) | (1 << 9) | (1 << 10) | (1 << 11) | (1 << 12),
};

function describe(made: Package, { name: compression }: Compression): [number, Value][] {
  const version = rpmVersion(made.version);
  const [feature, since] = PAYLOADS[compression];
  const features = Object.entries({ ...FEATURES, [feature]: since });
  const needs = made.requires.map((name) => [name, '', FOR_SCRIPTS[name] ?? 0] as const);
  const all = [...needs, ...features.map(([name, since]) => [`rpmlib(${name})`, since, OF_RPM] as const)];
  return [
    [100, { texts: ['C'] }],
    [1000, { text: made.name }],
    [1001, { text: version }],
    [1002, { text: RELEASE }],
    [1004, { translated: made.summary }],
    [1005, { translated: made.description }],
    [1006, { int32: [made.time] }],
    [1007, { text: 'localhost' }],
    [1009, { int32: [made.entries.reduce((sum, { content }) => sum + (content?.length ?? 0), 0)] }],
    [1014, { text: 'Apache-2.0' }],
    [1015, { text: made.maintainer }],
    [1016, { translated: 'Applications/Internet' }],
    ...(made.homepage ? [[1020, { text: made.homepage }] as [number, Value]] : []),
    [1021, { text: 'linux' }],
    [1022, { text: ARCHITECTURES[made.arch] }],
    [1044, { text: `${made.name}-${version}-${RELEASE}.src.rpm` }],
    [1047, { texts: [made.name] }],
    [1112, { int32: [8] }],
    [1113, { texts: [`${version}-${RELEASE}`] }],
    [1048, { int32: all.map(([, , flags]) => flags) }],
    [1049, { texts: all.map(([name]) => name) }],
    [1050, { texts: all.map(([, version]) => version) }],
    [1080, { int32: [made.time] }],
    [1081, { texts: [`${made.maintainer} - ${version}-${RELEASE}`] }],
    [1082, { texts: ['- See CHANGELOG.md of the release.'] }],
    [1124, { text: 'cpio' }],
    [1125, { text: compression }],
    [1126, { text: '6' }],
    [5011, { int32: [8] }],
  ];
}

/** The tags of each script and of the program that runs it. */
const SCRIPTS: Readonly<Record<string, [number, number]>> = {
  pre: [1023, 1085],
  post: [1024, 1086],
  preun: [1025, 1087],
  postun: [1026, 1088],
};

const getScripts = ({ scripts }: Package): [number, Value][] =>
  Object.entries(scripts).flatMap(([name, text]): [number, Value][] => [
    [SCRIPTS[name]![0], { text }],
    [SCRIPTS[name]![1], { texts: ['/bin/sh'] }],
  ]);

/** A setting, and a changed one is kept. */
const SETTING = 1 | 16;
const DOCUMENT = 2;
const getFlag = ({ path, isSetting }: Entry): number =>
  isSetting ? SETTING : /^usr\/share\/(doc|man)\//.test(path) ? DOCUMENT : 0;

function listFiles(entries: readonly Entry[], time: number): [number, Value][] {
  const folders = [...new Set(entries.map(({ path }) => getFolder(path)))];
  const each = <T>(of: (entry: Entry, at: number) => T): T[] => entries.map(of);
  return [
    [1028, { int32: each(({ content }) => content?.length ?? 0) }],
    [1030, { int16: each(getMode) }],
    [1033, { int16: each(() => 0) }],
    [1034, { int32: each(() => time) }],
    [1035, { texts: each(({ content }) => (content ? sha256(content) : '')) }],
    [1036, { texts: each(({ link }) => link ?? '') }],
    [1037, { int32: each(getFlag) }],
    [1039, { texts: each(() => 'root') }],
    [1040, { texts: each(({ group }) => group ?? 'root') }],
    [1045, { int32: each(() => -1) }],
    [1095, { int32: each(() => 1) }],
    [1096, { int32: each((_, at) => at + 1) }],
    [1097, { texts: each(() => '') }],
    [1116, { int32: each(({ path }) => folders.indexOf(getFolder(path))) }],
    [1117, { texts: each(({ path }) => path.slice(path.lastIndexOf('/') + 1)) }],
    [1118, { texts: folders }],
  ];
}

const getFolder = (path: string): string => `/${path.slice(0, path.lastIndexOf('/') + 1)}`;
const getMode = ({ mode, isFolder, link }: Entry): number => mode | (isFolder ? 0o040000 : link ? 0o120000 : 0o100000);

/** The `newc` format: each header has 13 numbers of eight hexadecimal digits. */
function makeCpio(entries: readonly Entry[], time: number): Buffer {
  const part = (
    name: string,
    content: Buffer,
    [inode, mode, links, mtime]: [number, number, number, number],
  ): Buffer[] => {
    const numbers = [inode, mode, 0, 0, links, mtime, content.length, 0, 1, 0, 0, name.length + 1, 0];
    const header = `070701${numbers.map((number) => number.toString(16).padStart(8, '0')).join('')}${name}\0`;
    return [Buffer.from(header), Buffer.alloc(-header.length & 3), content, Buffer.alloc(-content.length & 3)];
  };
  const files = entries.flatMap((entry, at) => {
    const content = entry.link === undefined ? (entry.content ?? Buffer.alloc(0)) : Buffer.from(entry.link);
    return part(`./${entry.path}`, content, [at + 1, getMode(entry), 1, time]);
  });
  return Buffer.concat([...files, ...part('TRAILER!!!', Buffer.alloc(0), [0, 0, 1, 0])]);
}

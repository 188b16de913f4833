import { createHash } from 'node:crypto';
import type { Compression } from './compress.ts';
import { type Entry, file, foldersAbove, makeTar } from './tar.ts';

/** A package for Debian or for RPM. */
export interface Package {
  name: string;
  version: string;
  arch: 'x64' | 'arm64';
  summary: string;
  description: string;
  maintainer: string;
  homepage: string | undefined;
  entries: readonly Entry[];
  /** What runs at installation and removal: the script's name, and its text. */
  scripts: Readonly<Record<string, string>>;
  requires: readonly string[];
  /** s. */
  time: number;
}

const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

export const debName = ({ name, version, arch }: Package): string =>
  `${name}_${debVersion(version)}_${ARCHITECTURES[arch]}.deb`;

/** A version for testing is older than the one it becomes. */
const debVersion = (version: string): string => version.replace('-', '~');

/** A Debian package: an `ar` archive of the format's version, the control files and the data. */
export async function makeDeb(made: Package, { end, compress }: Compression): Promise<Buffer> {
  const { entries, scripts, time } = made;
  const control = [
    file('control', makeControl(made)),
    file('md5sums', makeSums(entries)),
    file('conffiles', entries.flatMap(({ path, isSetting }) => (isSetting ? `/${path}\n` : [])).join('')),
    ...Object.entries(scripts).map(([name, text]) => file(name, text, 0o755)),
  ];
  const root = { path: '.', mode: 0o755, isFolder: true };
  const data = [...foldersAbove(entries), ...entries].sort((a, b) => (a.path < b.path ? -1 : 1));
  const parts: [string, Buffer][] = [
    ['debian-binary', Buffer.from('2.0\n')],
    [`control.tar.${end}`, await compress(await makeTar(withDot(root, control), { time }))],
    [`data.tar.${end}`, await compress(await makeTar(withDot(root, data), { time }))],
  ];
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts.flatMap(([name, content]) => arPart(name, content, time))]);
}

const withDot = (root: Entry, entries: readonly Entry[]): Entry[] => [
  root,
  ...entries.map((entry) => ({ ...entry, path: `./${entry.path}` })),
];

function arPart(name: string, content: Buffer, time: number): Buffer[] {
  const fields = [
    name.padEnd(16),
    `${time}`.padEnd(12),
    '0     ',
    '0     ',
    '100644  ',
    `${content.length}`.padEnd(10),
  ];
  return [Buffer.from(`${fields.join('')}\`\n`), content, Buffer.alloc(content.length % 2, '\n')];
}

function makeControl({ name, version, arch, entries, requires, ...made }: Package): string {
  const size = Math.ceil(entries.reduce((sum, { content }) => sum + (content?.length ?? 0), 0) / 1024);
  const fields: [string, string | undefined][] = [
    ['Package', name],
    ['Version', debVersion(version)],
    ['Architecture', ARCHITECTURES[arch]],
    ['Maintainer', made.maintainer],
    ['Installed-Size', `${size}`],
    ['Depends', requires.join(', ')],
    ['Section', 'net'],
    ['Priority', 'optional'],
    ['Homepage', made.homepage],
    ['Description', `${made.summary}\n${made.description.replace(/^/gm, ' ')}`],
  ];
  return fields.flatMap(([field, text]) => (text === undefined ? [] : `${field}: ${text}\n`)).join('');
}

const makeSums = (entries: readonly Entry[]): string =>
  entries
    .filter(({ content, isSetting }) => content && !isSetting)
    .map(({ path, content }) => `${createHash('md5').update(content!).digest('hex')}  ${path}\n`)
    .join('');

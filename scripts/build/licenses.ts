import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { packageFolder } from './packages.ts';
import type { Target } from './targets.ts';

interface Package {
  name: string;
  version: string;
  license?: string | { type: string };
  author?: string | { name: string };
}

/** The folders of all packages in the executable. */
export function bundledPackages(metafiles: readonly Metafile[], target: Target): string[] {
  const folders = metafiles.flatMap(({ inputs }) => Object.keys(inputs)).flatMap((path) => getFolder(path) ?? []);
  const platform = `${target.os}-${target.arch}`;
  const others = ['better-sqlite3', 'argon2', 'sharp', `@img/sharp-${platform}`, 'emojibase-data', 'pdfjs-dist'];
  return [...new Set([...folders, ...others.map((name) => packageFolder(name))])];
}

/** The licenses and notices of everything in the executable: Klatch, Node, these packages, libvips. */
export function licenses(folders: readonly string[], target: Target): string {
  const packages = folders.map(describe).sort((a, b) => (a.title < b.title ? -1 : 1));
  const parts = [
    { title: 'Klatch', text: readFileSync('LICENSE', 'utf8') },
    { title: 'Node.js, with V8, OpenSSL, ICU and others', text: textsIn(packageFolder(target.node)) },
    ...packages,
    libvips(target),
  ];
  const titles = parts.map(({ title }) => `  ${title}`).join('\n');
  return `Klatch is made of these works:\n\n${titles}\n\n${parts.map(({ title, text }) => `${'═'.repeat(100)}\n${title}\n\n${text.trim()}\n`).join('\n')}`;
}

/** The innermost package of a path in esbuild's metafile. A package may contain files of others without their own. */
function getFolder(path: string): string | undefined {
  const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path.replace(/^[\w-]+:/, ''))?.[0];
  if (folder === undefined || existsSync(join(folder, 'package.json'))) return folder;
  return getFolder(dirname(folder));
}

function describe(folder: string): { title: string; text: string } {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
  const kind = typeof license === 'object' ? license.type : (license ?? 'licence: see below');
  const by = typeof author === 'object' ? author.name : author;
  return {
    title: `${name} ${version} (${kind})`,
    text: textsIn(folder) || `${kind}${by ? `, by ${by.replace(/\s*[<(].*/, '')}` : ''}`,
  };
}

const textsIn = (folder: string): string =>
  globSync('{LICEN[CS]E,licen[cs]e,COPYING,NOTICE,Licen[cs]e}*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.[cm]?[jt]s$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').trim())
    .join('\n\n');

/**
 * libvips is a separate library file, unpacked into the data folder's cache, where another build of it can replace it.
 */
function libvips(target: Target): { title: string; text: string } {
  const folder = packageFolder(`@img/sharp-${target.os === 'win32' ? '' : 'libvips-'}${target.os}-${target.arch}`);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
  return {
    title: `libvips, as sharp-libvips ${version} (LGPL-3.0-or-later and others)`,
    text: `${readFileSync(join(folder, 'README.md'), 'utf8').trim()}\n\n${readFileSync('scripts/build/LGPL-3.0.txt', 'utf8')}`,
  };
}

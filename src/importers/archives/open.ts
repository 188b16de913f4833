import { createReadStream, statSync } from 'node:fs';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { type Archive, gunzip } from './archive.ts';
import { isMongoArchive, unpackMongoArchive } from './mongo-archive.ts';
import { withPlainNames } from './plain-names.ts';

/** Opens a ZIP or tar file, an archive of `mongodump`, a folder, or one JSON file; all but ZIP also with gzip. */
export async function openArchive(path: string, temporary: () => string): Promise<Archive> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new Failure(EXIT.notFound, `There is no file ${path}`);
  const archive = found.isDirectory() ? await openFolder(path) : await openFile(path, temporary);
  return withUncompressed(withPlainNames(archive));
}

const openFolder = async (path: string): Promise<Archive> => (await import('./folder-archive.ts')).openFolder(path);

/** The content decides, and the name where that says nothing. */
async function openFile(path: string, temporary: () => string): Promise<Archive> {
  const raw = await readBeginning(createReadStream(path));
  if (/\.zip$/i.test(path) || /^PK[\x03\x05]/.test(raw.toString('latin1', 0, 4)))
    return (await import('./zip-archive.ts')).openZip(path);
  const isCompressed = raw[0] === 0x1f && raw[1] === 0x8b;
  const beginning = isCompressed ? await readBeginning(gunzip(createReadStream(path), path)) : raw;
  if (isMongoArchive(beginning)) return openFolder(await unpackMongoArchive(path, isCompressed, temporary()));
  if (/\.(tar|tar\.gz|tgz)$/i.test(path) || beginning.toString('latin1', USTAR, USTAR + 5) === 'ustar')
    return openFolder(await (await import('./tar-archive.ts')).unpackTar(path, isCompressed, temporary()));
  return (await import('./folder-archive.ts')).openSingleFile(path);
}

/** Where a tar file says what it is. */
const USTAR = 257;
const BEGINNING = 512;

/** The first bytes of a stream; fewer if it ends or breaks before. */
async function readBeginning(source: AsyncIterable<Buffer>): Promise<Buffer> {
  let beginning = Buffer.alloc(0);
  try {
    for await (const chunk of source) {
      beginning = Buffer.concat([beginning, chunk.subarray(0, BEGINNING)]);
      if (beginning.length >= BEGINNING) break;
    }
  } catch {
    // The error is reported when all of it is read.
  }
  return beginning;
}

/** Files with gzip, as `mongodump --gzip` writes them, also have their names without `.gz`. */
function withUncompressed(archive: Archive): Archive {
  const compressed = new Map<string, string>();
  for (const name of archive.names) {
    const [, inner] = /^(.+\.(?:json|jsonl|bson))\.gz$/i.exec(name) ?? [];
    if (inner !== undefined && !archive.has(inner)) compressed.set(inner, name);
  }
  if (compressed.size === 0) return archive;
  return {
    ...archive,
    names: [...archive.names, ...compressed.keys()].sort(),
    has: (name) => compressed.has(name) || archive.has(name),
    getSize: (name) => archive.getSize(compressed.get(name) ?? name),
    async open(name) {
      const outer = compressed.get(name);
      return outer === undefined ? archive.open(name) : gunzip(await archive.open(outer), outer);
    },
  };
}

import { createHash } from 'node:crypto';
import { closeSync, createWriteStream, fsyncSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress, zstdDecompressSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { ReadConnection } from '../kernel/db/read-connection.ts';
import { Failure } from '../kernel/terminal/failure.ts';
import { DATABASE, LOG_PIECE, MANIFEST, type Manifest, UPLOAD } from './archive.ts';
import { findDamage } from './repository.ts';

/** The file is no complete backup; the message says what is wrong. */
export class BadBackup extends Error {}

interface How {
  /** Whether uploaded files are written, or only checked. */
  uploads: boolean;
  progress(bytes: number): void;
  /** The expected content of an archive without a manifest. */
  unfinished?: Manifest['files'];
}

/** Unpacks a backup into an empty folder as it is read, and checks everything against its manifest. */
export async function unpack(backup: Readable, folder: string, how: How): Promise<Manifest | undefined> {
  const found: Manifest['files'] = {};
  let manifest: Manifest | undefined;
  const entries = extract();
  const reading = pipeline(backup, entries as unknown as NodeJS.WritableStream);
  reading.catch(() => {});
  try {
    for await (const entry of entries) {
      const { name, size = 0 } = entry.header;
      const hash = createHash('sha256');
      const hashed = (async function* () {
        for await (const chunk of entry as unknown as AsyncIterable<Buffer>) {
          hash.update(chunk);
          yield chunk;
        }
      })();
      if (name === MANIFEST) manifest = JSON.parse((await buffer(hashed)).toString());
      else {
        await put(name, hashed, folder, how.uploads);
        found[name] = { size, sha256: hash.digest('hex') };
      }
      how.progress(size);
    }
    await reading;
  } catch (error) {
    // A place that does not answer says nothing about the backup.
    const isOther = error instanceof Failure || (error as NodeJS.ErrnoException).code === 'ENOSPC';
    if (isOther || error instanceof BadBackup) throw error;
    throw new BadBackup(`it cannot be read to the end: ${(error as Error).message}`);
  }
  const expected = how.unfinished ?? manifest?.files;
  if (!expected) throw new BadBackup('it has no table of contents. It is incomplete, or it is not a Klatch backup');
  if (manifest && manifest.format !== 1)
    throw new BadBackup(`it has format ${manifest.format}, which a newer Klatch made`);
  requireSame(expected, found);
  return manifest;
}

/** Opens an unpacked database, which applies its log, and returns its errors. Afterwards it is one file. */
export function damageIn(folder: string): string[] {
  const look = new ReadConnection(join(folder, 'klatch.db'), { write: true });
  try {
    look.script('PRAGMA wal_checkpoint(TRUNCATE)');
    return findDamage(look);
  } finally {
    look.close();
  }
}

async function put(name: string, content: AsyncIterable<Buffer>, folder: string, uploads: boolean): Promise<void> {
  const piece = LOG_PIECE.exec(name);
  if (name === DATABASE)
    await pipeline(
      content,
      createZstdDecompress(),
      createWriteStream(join(folder, 'klatch.db'), { mode: 0o600, flush: true }),
    );
  else if (piece) putPiece(join(folder, 'klatch.db-wal'), Number(piece[1]), zstdDecompressSync(await buffer(content)));
  else if (!UPLOAD.test(name))
    throw new BadBackup(`it contains ${JSON.stringify(name)}, which is not part of any Klatch backup`);
  else if (uploads) {
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(join(folder, name), { mode: 0o600, flush: true }));
  } else for await (const _ of content);
}

function putPiece(path: string, offset: number, piece: Buffer): void {
  const fd = openSync(path, offset === 0 ? 'w' : 'r+', 0o600);
  ftruncateSync(fd, offset);
  writeSync(fd, piece, 0, piece.length, offset);
  fsyncSync(fd);
  closeSync(fd);
}

function requireSame(expected: Manifest['files'], found: Manifest['files']): void {
  for (const [name, { size, sha256 }] of Object.entries(expected)) {
    const there = found[name];
    if (!there) throw new BadBackup(`${name} is missing`);
    if (there.size !== size || there.sha256 !== sha256) throw new BadBackup(`${name} is damaged`);
  }
  const unexpected = Object.keys(found).find((name) => !Object.hasOwn(expected, name));
  if (unexpected) throw new BadBackup(`it contains ${unexpected}, which is not in its table of contents`);
  if (!Object.hasOwn(found, DATABASE)) throw new BadBackup('it contains no database');
}

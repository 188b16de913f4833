import { createHash } from 'node:crypto';
import { closeSync, constants, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Raw, readId, type Skips } from '../records.ts';

interface Documents {
  sink: Skips;
  documents(collection: string): AsyncGenerator<Raw>;
}

/** The size of the pieces of a file, if its own document does not say it. */
const USUAL_PIECE = 255 * 1024;
/** The largest file. */
const LARGEST = 8 * 2 ** 30;

/**
 * Puts the files that MongoDB stores in pieces together, in an empty folder. The pieces may come in any order. Returns
 * the paths by the files' ids and names.
 */
export async function unpackGridFs(found: Documents, bucket: string, folder: string): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  const pieceSizes = new Map<string, number>();
  for await (const file of found.documents(`${bucket}.files`)) {
    const id = gridId(file._id);
    if (id === undefined) continue;
    const pieceSize = file.chunkSize ?? USUAL_PIECE;
    if (!isCount(pieceSize) || pieceSize === 0) {
      found.sink.skip('file', id, `its pieces cannot have ${String(pieceSize)} bytes`);
      continue;
    }
    // The id comes from the archive, so it is no name for a file.
    const path = join(folder, createHash('sha256').update(id).digest('hex'));
    pieceSizes.set(id, pieceSize);
    paths.set(id, path);
    if (typeof file.filename === 'string') paths.set(file.filename, path);
  }
  if (paths.size > 0) mkdirSync(folder, { recursive: true, mode: 0o700 });
  for await (const piece of found.documents(`${bucket}.chunks`)) {
    const id = gridId(piece.files_id) ?? '';
    const pieceSize = pieceSizes.get(id);
    if (pieceSize === undefined || !isCount(piece.n) || !(piece.data instanceof Uint8Array)) continue;
    if (piece.n * pieceSize > LARGEST) continue;
    write(paths.get(id)!, piece.data, piece.n * pieceSize);
  }
  return paths;
}

/** An archive may have any number where a count belongs. */
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Ids are texts, or objects that MongoDB generates. */
const gridId = (value: unknown): string | undefined =>
  readId(value) ?? (typeof value === 'object' && value !== null ? String(value) : undefined);

function write(path: string, data: Uint8Array, position: number): void {
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    writeSync(file, data, 0, data.length, position);
  } finally {
    closeSync(file);
  }
}

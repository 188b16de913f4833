import { createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';
import { placeOf } from './store.ts';

/** A ZIP file of texts, files that were written for it, and uploaded files. */
export class ZipArchive {
  readonly path: string;
  readonly #uploads: string;
  readonly #zip = new yazl.ZipFile();
  readonly #written: Promise<void>;
  readonly #names = new Set<string>();

  constructor(path: string, dataDir: string) {
    this.path = path;
    this.#uploads = join(dataDir, 'uploads');
    const stream = createWriteStream(path, { mode: 0o600 });
    this.#written = finished(this.#zip.outputStream.pipe(stream));
    this.#written.catch(() => {});
    // A file that cannot be read ends the archive.
    this.#zip.on('error', (error: Error) => stream.destroy(error));
  }

  addText(name: string, text: string): void {
    this.#zip.addBuffer(Buffer.from(text), name);
  }

  /** Adds a file that was written for the archive. It must stay until the archive is finished. */
  addFile(name: string, path: string): void {
    this.#zip.addFile(path, name);
  }

  /** Adds an uploaded file. Returns false for one that is missing on disk, or was added before. */
  addUpload(name: string, key: string): boolean {
    const path = join(this.#uploads, placeOf(key));
    if (this.#names.has(name) || !existsSync(path)) return false;
    this.#names.add(name);
    this.#zip.addFile(path, name, { compress: false });
    return true;
  }

  /** Resolves when the file is complete. */
  async finish(): Promise<void> {
    this.#zip.end();
    await this.#written;
  }
}

import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';
import { type FileStorage, MissingFile, makeStream } from './storage.ts';
import { makeName } from './store.ts';

/** A ZIP file of texts, files that were written for it, and uploaded files. */
export class ZipArchive {
  readonly path: string;
  readonly #storage: FileStorage;
  readonly #zip = new yazl.ZipFile();
  readonly #written: Promise<void>;
  readonly #names = new Set<string>();

  constructor(path: string, storage: FileStorage) {
    this.path = path;
    this.#storage = storage;
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

  /** Adds an uploaded file. Returns false for one that is missing, or was added before. */
  async addUpload(name: string, key: string): Promise<boolean> {
    if (this.#names.has(name)) return false;
    const size = await this.#storage.size(makeName(key));
    if (size === undefined) return false;
    this.#names.add(name);
    this.#zip.addReadStreamLazy(name, { size, compress: false }, (go) => {
      this.#open(key).then(
        (content) => go(null, content),
        (error) => go(error, undefined as never),
      );
    });
    return true;
  }

  /** Resolves when the file is complete. */
  async finish(): Promise<void> {
    this.#zip.end();
    await this.#written;
  }

  /** The file is opened when its turn comes. */
  async #open(key: string): Promise<Readable> {
    const file = await this.#storage.open(makeName(key));
    if (!file) throw new MissingFile(key);
    return makeStream(file).once('close', () => file.close());
  }
}

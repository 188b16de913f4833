import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';
import { placeOf } from '../../kernel/files/store.ts';
import { EXIT, Failure } from '../failure.ts';

/** A ZIP file that gets its name when it is complete. */
export class ExportTarget {
  readonly #path: string;
  readonly #partial: string;
  readonly #uploads: string;
  readonly #zip = new yazl.ZipFile();
  readonly #written: Promise<void>;
  readonly #names = new Set<string>();

  constructor(path: string, dataDir: string) {
    if (!path.endsWith('.zip')) throw new Failure(EXIT.usage, `${path} must end with .zip`);
    if (existsSync(path)) throw new Failure(EXIT.failure, `${path} exists already; name another file`);
    this.#path = path;
    this.#partial = `${path}.partial`;
    this.#uploads = join(dataDir, 'uploads');
    const stream = createWriteStream(this.#partial, { mode: 0o600 });
    this.#written = finished(this.#zip.outputStream.pipe(stream));
    this.#written.catch(() => {});
  }

  addText(name: string, text: string): void {
    this.#zip.addBuffer(Buffer.from(text), name);
  }

  /** Adds a file that was written for the archive. */
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

  async finish(): Promise<void> {
    this.#zip.end();
    await this.#written;
    renameSync(this.#partial, this.#path);
  }

  /** Removes what was written. */
  discard(): void {
    rmSync(this.#partial, { force: true });
  }
}

import { existsSync, renameSync, rmSync } from 'node:fs';
import type { FileStorage } from '../../kernel/files/storage.ts';
import { ZipArchive } from '../../kernel/files/zip-archive.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';

/** A ZIP file that gets its name when it is complete. */
export class ExportTarget extends ZipArchive {
  readonly #name: string;

  constructor(path: string, storage: FileStorage) {
    if (!path.endsWith('.zip')) throw new Failure(EXIT.usage, `${path} must end with .zip`);
    if (existsSync(path)) throw new Failure(EXIT.failure, `${path} exists already; name another file`);
    super(`${path}.partial`, storage);
    this.#name = path;
  }

  override async finish(): Promise<void> {
    await super.finish();
    renameSync(this.path, this.#name);
  }

  /** Removes what was written. */
  discard(): void {
    rmSync(this.path, { force: true });
  }
}

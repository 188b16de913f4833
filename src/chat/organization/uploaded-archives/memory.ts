import { join } from 'node:path';
import type { ArchiveState, ArchiveView, ImportResult } from './types.ts';

/** An archive that an owner uploaded, and what was done with it. */
export class UploadedArchive {
  state: ArchiveState = 'uploaded';
  progress: ArchiveView['progress'] = null;
  error: string | null = null;
  result: ImportResult | null = null;
  readonly fileName: string;
  readonly size: number;
  /** Contains the archive and the report, and nothing else. */
  readonly folder: string;
  readonly path: string;
  readonly #stop = new AbortController();
  /** When something was done with it last, in UNIX seconds. */
  used: number;

  constructor(archive: { fileName: string; size: number; folder: string; path: string; used: number }) {
    this.fileName = archive.fileName;
    this.size = archive.size;
    this.folder = archive.folder;
    this.path = archive.path;
    this.used = archive.used;
  }

  get reportPath(): string {
    return join(this.folder, 'report.jsonl');
  }

  get isRunning(): boolean {
    return this.state === 'checking' || this.state === 'importing';
  }

  /** Whether it is still there, and nothing runs. */
  get isReady(): boolean {
    return !this.isRunning && this.state !== 'imported' && !this.stopping.aborted;
  }

  /** Aborted when its run must end. */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  /** Ends its run. It cannot run again. `reason`: what owners see. */
  stop(reason: string): void {
    this.#stop.abort(new Error(reason));
  }
}

/** The organization’s only uploaded archive. It is gone after a restart. */
export interface UploadedArchives {
  current: UploadedArchive | undefined;
}

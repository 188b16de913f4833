import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Skipped } from '../../chat/organization/imports/types.ts';

/** The maximum number of lines of a report. */
const MOST_LINES = 1_000_000;

/** The file that lists everything that is not imported: one JSON object per line. It is created with the first line. */
export class Report {
  readonly path: string;
  #file: number | undefined;
  #count = 0;
  readonly #counts = new Map<string, number>();

  constructor(path: string) {
    this.path = path;
  }

  readonly skip = (kind: string, origin: string, reason: string): void => {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    this.#count += 1;
    if (this.#count > MOST_LINES) return;
    if (this.#file === undefined) {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      this.#file = openSync(this.path, 'w', 0o600);
    }
    const last =
      this.#count === MOST_LINES ? { kind: 'report', origin: '', reason: 'more lines are left out' } : undefined;
    const skipped: Skipped = last ?? { kind, origin, reason };
    writeSync(this.#file, `${JSON.stringify(skipped)}\n`);
  };

  /** How many of each kind are not imported. */
  get counts(): Record<string, number> {
    return Object.fromEntries(this.#counts);
  }

  get total(): number {
    return this.#count;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Skipped } from '../chat/organization/imports/types.ts';
import { append } from './records.ts';

/** The maximum number of lines of a report. */
const MOST_LINES = 1_000_000;
/** The maximum number of different reasons that are counted; further ones count together. */
const MOST_REASONS = 200;
/** What the other product says itself, such as that somebody joined. It is in the report, but nothing is lost. */
export const NOTICE = 'notice';

/** How many objects of a kind are left out for one reason. */
export interface ReasonCount {
  kind: string;
  reason: string;
  number: number;
}

/** The file that lists everything that is not imported: one JSON object per line. It is created with the first line. */
export class Report {
  readonly path: string;
  #file: number | undefined;
  #lines = 0;
  readonly #reasons = new Map<string, ReasonCount>();

  constructor(path: string) {
    this.path = path;
  }

  /** `number`: how many of this kind the line stands for. */
  readonly skip = (kind: string, origin: string, reason: string, number = 1): void => {
    this.#countReason(kind, withoutDetails(reason), number);
    this.#lines += 1;
    if (this.#lines > MOST_LINES) return;
    if (this.#file === undefined) {
      mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
      this.#file = openSync(this.path, 'w', 0o600);
    }
    const last =
      this.#lines === MOST_LINES ? { kind: 'report', origin: '', reason: 'more lines are left out' } : undefined;
    const skipped: Skipped = last ?? { kind, origin, reason };
    writeSync(this.#file, `${JSON.stringify(number === 1 ? skipped : { ...skipped, number })}\n`);
  };

  #countReason(kind: string, reason: string, number: number): void {
    const isKnown = this.#reasons.has(`${kind} ${reason}`) || this.#reasons.size < MOST_REASONS;
    const key = isKnown ? `${kind} ${reason}` : kind;
    const before = this.#reasons.get(key) ?? { kind, reason: isKnown ? reason : 'other reasons', number: 0 };
    this.#reasons.set(key, { ...before, number: before.number + number });
  }

  /** What is left out, by kind and reason, most first. Notices are not. */
  get reasons(): ReasonCount[] {
    return [...this.#reasons.values()]
      .filter(({ kind }) => kind !== NOTICE)
      .sort((one, other) => other.number - one.number);
  }

  /** How many of each kind are not imported. */
  get counts(): Record<string, number> {
    const lists = new Map<string, number[]>();
    for (const { kind, number } of this.reasons) append(lists, kind, number);
    return Object.fromEntries([...lists].map(([kind, numbers]) => [kind, addUp(numbers)]));
  }

  get total(): number {
    return addUp(this.reasons.map(({ number }) => number));
  }

  get notices(): number {
    return addUp([...this.#reasons.values()].filter(({ kind }) => kind === NOTICE).map(({ number }) => number));
  }

  get isEmpty(): boolean {
    return this.#lines === 0;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}

const addUp = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Reasons that differ only in a name or a number are one. */
const withoutDetails = (reason: string): string =>
  reason
    .replace(/^.*?: (?=it |its )/s, '')
    .replaceAll(/'[^']*'|"[^"]*"|https?:\S+/g, '…')
    .replaceAll(/\b(?=\w*\d)\w+\b/g, '…')
    .slice(0, 200);

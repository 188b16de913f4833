import { onTerminal, progressFollower } from './output.ts';

/** A progress line on a terminal, or for a program that follows it; nothing elsewhere. */
export class Progress {
  readonly #what: string;
  readonly #total: number;
  readonly #amount: (total: number) => string;
  readonly #began = performance.now();
  #done = 0;
  #shown = 0;

  /** `amount`: how the total is written; by default it is bytes. */
  constructor(what: string, total: number, amount: (total: number) => string = inWords) {
    this.#what = what;
    this.#total = total;
    this.#amount = amount;
  }

  readonly add = (more: number): void => {
    this.#done += more;
    const now = performance.now();
    const follower = progressFollower();
    if (now - this.#shown < 100 || !(follower || onTerminal())) return;
    this.#shown = now;
    const part = this.#total === 0 ? 1 : Math.min(1, this.#done / this.#total);
    if (follower) return void follower(this.#what, part);
    const left = remainingTime(now - this.#began, this.#done / this.#total);
    const text = `${this.#what} ${Math.floor(100 * part)} % of ${this.#amount(this.#total)}${left}`;
    process.stderr.write(`\r${text}\u001b[K`);
  };

  end(): void {
    if (this.#shown > 0 && !progressFollower()) process.stderr.write('\r\u001b[K');
  }
}

/** The time in ms before which nobody knows how long the rest takes. */
const EARLIEST_ESTIMATE = 5000;

/** `, about 3 minutes left`; '': it cannot be known yet. `elapsed`: ms; `part`: how much is done, from 0 to 1. */
export function remainingTime(elapsed: number, part: number): string {
  if (elapsed < EARLIEST_ESTIMATE || !(part > 0.005 && part < 1)) return '';
  const seconds = (elapsed * (1 - part)) / part / 1000;
  if (seconds < 60) return ', less than a minute left';
  const minutes = Math.ceil(seconds / 60);
  return `, about ${minutes < 120 ? countWords(minutes, 'minute') : `${Math.round(minutes / 60)} hours`} left`;
}

/** `1.4 MB` */
export function inWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}

/** `1 file`, `2 files` */
export const countWords = (number: number, one: string, several = `${one}s`): string =>
  `${number} ${number === 1 ? one : several}`;

import { onTerminal } from './output.ts';

/** A progress line on a terminal; nothing elsewhere. */
export class Progress {
  readonly #what: string;
  readonly #total: number;
  readonly #amount: (total: number) => string;
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
    if (!onTerminal() || now - this.#shown < 100) return;
    this.#shown = now;
    const part = this.#total === 0 ? 100 : Math.min(100, Math.floor((100 * this.#done) / this.#total));
    process.stderr.write(`\r${this.#what} ${part} % of ${this.#amount(this.#total)}\u001b[K`);
  };

  end(): void {
    if (this.#shown > 0) process.stderr.write('\r\u001b[K');
  }
}

/** `1.4 MB` */
export function inWords(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}

/** `1 file`, `2 files` */
export const counted = (number: number, one: string, several = `${one}s`): string =>
  `${number} ${number === 1 ? one : several}`;

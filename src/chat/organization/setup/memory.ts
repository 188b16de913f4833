import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, seconds } from '../../../kernel/clock.ts';

/** Without letters that look like digits or like each other. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;
/** Seconds. */
const VALID = 3600;

/**
 * The code that makes a user the owner of a new organization: 60 random bits, printed where the server was started,
 * valid once and for an hour.
 */
export class SetUpCode {
  /** As it is printed: three groups of four. */
  readonly text: string;
  readonly #letters: string;
  readonly #clock: Clock;
  readonly #expires: number;

  constructor(clock: Clock) {
    this.#letters = Array.from(randomBytes(LENGTH), (byte) => LETTERS[byte & 31]).join('');
    this.text = this.#letters.replace(/(....)(?!$)/g, '$1-');
    this.#clock = clock;
    this.#expires = seconds(clock) + VALID;
  }

  get expired(): boolean {
    return seconds(this.#clock) >= this.#expires;
  }

  /** Whether this is the code. Ignores case and dashes, and accepts O for 0. */
  matches(code: string): boolean {
    const clean = Buffer.from(code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1'));
    const right = Buffer.from(this.#letters);
    return clean.length === right.length && timingSafeEqual(clean, right);
  }
}

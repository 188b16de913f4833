import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, seconds } from '../../../kernel/clock.ts';

/** Without letters that look like digits or each other. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;
/** Seconds. */
const VALID = 3600;

/** The word that makes somebody the owner of a new organisation: 60 random bits, known to who started the server, good for one hour and once. */
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

  /** Whether this is the code, in whatever way somebody types it: small letters, without lines between, O for 0. */
  matches(given: string): boolean {
    const clean = Buffer.from(given.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1'));
    const right = Buffer.from(this.#letters);
    return clean.length === right.length && timingSafeEqual(clean, right);
  }
}

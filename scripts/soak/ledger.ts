/** What a soak run sent, received and stored, and how it finds messages that are lost or doubled. */

/** A message that the server acknowledged. */
export interface Sent {
  /** The number in its text, which nothing else has. */
  number: number;
  id: number;
  /** The ids of the people in a direct conversation; undefined in a channel, of which everybody is a member. */
  to: readonly number[] | undefined;
  /** When it was acknowledged, in ms of `performance.now()`. */
  at: number;
}

/** A file that the server acknowledged. */
export interface Stored {
  path: string;
  /** Its SHA-256 in hexadecimal. */
  hash: string;
}

export interface Losses {
  lost: number;
  doubled: number;
}

export class Ledger {
  readonly sent: Sent[] = [];
  readonly stored: Stored[] = [];
  #numbers = 0;

  /** A number for the next message. */
  next(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  /**
   * Messages that a person must have received: newer than `since`, and acknowledged before `until`, in ms of
   * `performance.now()`.
   */
  listDue(person: number, since: number, until: number): number[] {
    return this.sent
      .filter(({ id, at, to }) => id > since && at < until && (to === undefined || to.includes(person)))
      .map(({ id }) => id);
  }

  /** Compares the acknowledged messages with the numbers in the stored history. */
  compare(history: readonly number[]): Losses {
    const counts = new Map<number, number>();
    for (const number of history) counts.set(number, (counts.get(number) ?? 0) + 1);
    return {
      lost: this.sent.filter(({ number }) => !counts.has(number)).length,
      doubled: [...counts.values()].reduce((sum, count) => sum + count - 1, 0),
    };
  }
}

/** The numbers in the texts of messages. */
export function readNumbers(texts: readonly string[]): number[] {
  return texts.flatMap((text) => /\bnumber (\d+)\b/.exec(text)?.[1] ?? []).map(Number);
}

/** The text of a message with a number that `readNumbers` finds. */
export const writeNumber = (number: number, rest: string): string => `number ${number}: ${rest}`;

import type { User } from '../../people/users/types.ts';

/** A place where people meet, at one of the providers. */
export interface Room {
  /** For everybody who has the link. */
  url: string;
  /** For one user, under their own name where the provider can do that. */
  urlFor(user: User): string;
}

/** A call that somebody has not answered yet. A restart ends it; its message stays. */
export interface RingingCall {
  message_id: number;
  caller_id: number;
  user_ids: readonly number[];
  room: Room;
  /** UNIX time in seconds at which it stops ringing. */
  until: number;
  /** Who has not answered. */
  waiting: Set<number>;
  /** Those of them whose devices ring. The others muted the caller, or do not want to be disturbed. */
  ringing: Set<number>;
  /** Whether anybody has accepted. */
  isAccepted: boolean;
}

/** The calls that ring now. */
export class RingingCalls {
  readonly #byMessage = new Map<number, RingingCall>();

  add(call: RingingCall): void {
    this.#byMessage.set(call.message_id, call);
  }

  remove({ message_id }: RingingCall): void {
    this.#byMessage.delete(message_id);
  }

  byMessage(id: number): RingingCall | undefined {
    return this.#byMessage.get(id);
  }

  /** The calls that a user makes or that ring for them. */
  ofUser(id: number): RingingCall[] {
    return [...this.#byMessage.values()].filter((call) => call.caller_id === id || call.ringing.has(id));
  }

  /** The calls that should have been answered by this time, in seconds. */
  dueAt(now: number): RingingCall[] {
    return [...this.#byMessage.values()].filter(({ until }) => until <= now);
  }

  /** When the next call is due. */
  nextDue(): number | undefined {
    const due = [...this.#byMessage.values()].map(({ until }) => until);
    return due.length === 0 ? undefined : Math.min(...due);
  }
}

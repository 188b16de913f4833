/** The time, which tests and `dev` can set. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Whole seconds since 1970, UTC: the API's timestamps. */
export const seconds = (clock: Clock): number => Math.floor(clock.now() / 1000);

import { getNetwork, type RateLimits, type Rule } from '../../../kernel/http/limits.ts';

/** Who tries a password: somebody who signs in, or a user who is signed in and confirms something. */
export type Attempt = { name: string; ip: string; browser?: string | undefined } | { confirms: number };

interface CountedAttempt {
  /** Undoes the count. Earlier failures still count. */
  giveBack(): void;
  /** After a success: undoes the count, and forgets the failures from the same place. */
  forgive(): void;
}

/**
 * Counts an attempt, whose success or failure is not known yet. Throws RATE_LIMIT_HIT.
 *
 * Nobody can lock the account of somebody else. Failures count for a name in one network; for a browser that signed in
 * with this name before; and for a user who is signed in. Guesses from all networks together become rare, and each
 * network has a limit over all names.
 */
export function countAttempt(limits: RateLimits, attempt: Attempt): CountedAttempt {
  const counts = getCounts(limits, attempt);
  const giveBack = takeAll(limits, counts);
  return {
    giveBack,
    forgive() {
      giveBack();
      for (const [rule, key] of counts) if (rule === 'authenticate_by_source') limits.forgive(rule, key);
    },
  };
}

/**
 * Who guesses while the directory does not answer. These count apart from failures, so that users of the directory can
 * sign in as soon as it answers.
 */
export function withoutDirectory(attempt: Attempt): Attempt {
  if ('confirms' in attempt) return attempt;
  const apart = (part: string) => `without the directory ${part}`;
  const { name, ip, browser } = attempt;
  return { name: apart(name), ip: apart(getNetwork(ip)), browser: browser && apart(browser) };
}

type Count = readonly [rule: Rule, key: string];

function getCounts(limits: RateLimits, attempt: Attempt): Count[] {
  if ('confirms' in attempt) return [['authenticate_by_source', `user ${attempt.confirms}`]];
  const { name, ip, browser } = attempt;
  if (browser !== undefined) return [['authenticate_by_source', `browser ${browser} ${name}`]];
  return [
    ['authenticate_by_source', `network ${getNetwork(ip)} ${name}`],
    ['authenticate_by_ip', ip],
    [
      limits.isReached('authenticate_by_username', name)
        ? 'authenticate_slowly_by_username'
        : 'authenticate_by_username',
      name,
    ],
  ];
}

/** Counts an attempt by each rule, or by none if one rejects it. The result undoes that. */
function takeAll(limits: RateLimits, counts: readonly Count[]): () => void {
  const taken: Count[] = [];
  const undo = () => {
    for (const [rule, key] of taken) limits.giveBack(rule, key);
  };
  try {
    for (const [rule, key] of counts) {
      limits.take(rule, key);
      taken.push([rule, key]);
    }
  } catch (error) {
    undo();
    throw error;
  }
  return undo;
}

import type { IncomingMessage } from 'node:http';
import type { StoredOrganization } from './folder.ts';
import type { OpenOrganization } from './open-organization.ts';

/** A client that waits for events asks again within this time, ms. */
const NEXT_POLL = 10_000;
/** A job that is due is not looked up again for this time, ms. */
const NEXT_LOOK = 30_000;

/** An organization of a running server. */
export interface Hosted {
  stored: StoredOrganization;
  open?: OpenOrganization;
  /** Whether it needs a process of its own, and whether it has one. */
  isLarge: boolean;
  isApart?: boolean;
  /** Whether the next opening is not the first. */
  isReopened: boolean;
  /** While it is being opened or closed. */
  changing?: Promise<void> | undefined;
  /** Requests without an answer, polls included; and those of them that wait until it is open. */
  active: number;
  delayed: number;
  /** What to do with requests when it has moved. */
  waiting: Set<() => void>;
  /** When it was last used, and when a poll was last answered, ms of `performance.now()`. */
  lastUsed: number;
  lastPoll: number;
  /** Until when it stays open for its jobs, and until when it is known that one is due soon, likewise. */
  stayOpenUntil: number;
  jobSoonUntil: number;
  /** When its jobs must run next, while it is closed: UNIX seconds. */
  nextRun: number;
  /** After a failure: when to try again, ms of `performance.now()`. */
  retryAt: number;
}

export const now = (): number => performance.now();
const seconds = (): number => Math.floor(Date.now() / 1000);

/** Whether a client waits for events with this request. */
export const isPoll = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'GET' && /^\/(?:api\/v1|json)\/events\b/.test(url);

/** Whether it is being closed. While it is being opened, `open` is undefined. */
export const isClosing = ({ open, changing }: Hosted): boolean => open !== undefined && changing !== undefined;

/**
 * Whether nobody has used an open organization for this time, ms, and no job needs it so soon: it would be opened again
 * for that.
 */
export function isUnused(hosted: Hosted, { unused, jobless }: { unused: number; jobless: number }): boolean {
  const { open, changing, active, lastUsed, lastPoll, stayOpenUntil, jobSoonUntil } = hosted;
  const at = now();
  if (!open || changing || active > 0 || Math.max(stayOpenUntil, jobSoonUntil) > at) return false;
  if (lastUsed + unused > at || lastPoll + NEXT_POLL > at) return false;
  const jobIn = open.nextRun * 1000 - Date.now();
  if (jobIn > jobless) return true;
  // Looking it up reads the database.
  hosted.jobSoonUntil = at + Math.min(Math.max(jobIn, 1000), NEXT_LOOK);
  return false;
}

/** Whether a closed organization must be opened for its jobs. */
export const isDue = ({ open, changing, stored, nextRun, retryAt }: Hosted): boolean =>
  !open && !changing && !stored.suspension && stored.host !== undefined && nextRun <= seconds() && retryAt < now();

import { ApiError } from '../errors.ts';
import type { Log } from '../log.ts';
import { unreachable } from './failure-reason.ts';
import type { RateLimits, Rule } from './limits.ts';

/** How long clients should wait before they ask for a service that failed, in seconds. */
const RETRY_AFTER = 60;

/** A service outside this server failed, which is no fault of the user. `reason`: for the log, in words. */
export class ServiceFailed extends ApiError {
  readonly reason: string;

  constructor(message: string, reason: string, code = 'SERVICE_UNAVAILABLE') {
    super(503, code, message, {}, { 'Retry-After': String(RETRY_AFTER) });
    this.reason = reason;
  }
}

/** Whether a service that answered with this status does not work at the moment. */
export const isOutage = (status: number): boolean => status >= 500 || status === 429;

/** Why an answer with this status is a failure, in words that name the host. */
export const badStatus = (address: string, status: number): string =>
  unreachable(address, new Error(`it answered with status ${status}`));

/**
 * Asks a service outside this server for a user. The request counts for `rule`, if there is one. If the service fails,
 * the log says why, nothing is counted, and ServiceFailed is thrown.
 */
export async function askService<T>(
  { limits, log }: { limits: RateLimits; log: Log },
  { user, rule }: { user: { id: number }; rule?: Rule },
  ask: () => Promise<T>,
): Promise<T> {
  if (rule) limits.take(rule, String(user.id));
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ServiceFailed) {
      if (rule) limits.giveBack(rule, String(user.id));
      log.error({ reason: error.reason }, `a service failed: ${error.message}`);
    }
    throw error;
  }
}

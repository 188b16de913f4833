import type { Attempt } from './authorization-client.ts';
import type { Destination } from './types.ts';

/** The cookie that connects a browser with its visit at a provider, and the seconds that it lasts. */
export const PENDING_COOKIE = 'external-sign-in';
export const PENDING_LIFETIME = 600;

/** The content of the cookie. Nobody else sees it, and the provider's answer must fit it. */
export interface PendingSignIn extends Attempt {
  provider: string;
  destination: Destination;
  invitation?: string | undefined;
  /** The ID of the signed-in user who links an identity; undefined: the visit is a sign-in. */
  linkTo?: number | undefined;
}

/** Reads the cookie. undefined: there is none, or it is not valid. */
export function pendingSignIn(cookie: string | undefined): PendingSignIn | undefined {
  try {
    return JSON.parse(cookie || 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

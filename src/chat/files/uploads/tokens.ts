import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError } from '../../../kernel/errors.ts';

/** The key is new at every start: a URL valid for a minute need not outlive the server. */
const SECRET = randomBytes(32);
const LASTS = 60;

const signature = (text: string): string => createHmac('sha256', SECRET).update(text).digest('base64url');

/** Creates a token that opens one file for a minute, for anyone. */
export function tokenFor(app: App, id: number): string {
  const text = `${id}-${seconds(app.clock) + LASTS}`;
  return `${text}-${signature(text)}`;
}

/** Returns the file of a token. Throws 403 for an unknown or expired token. */
export function requireToken(app: App, token: string): number {
  const [, text, id, until, signed] = /^((\d{1,15})-(\d{1,15}))-([\w-]{43})$/.exec(token) ?? [];
  const genuine = text !== undefined && timingSafeEqual(Buffer.from(signature(text)), Buffer.from(signed!));
  if (!genuine || Number(until) < seconds(app.clock)) throw new ApiError(403, 'BAD_REQUEST', 'Invalid token');
  return Number(id);
}

import { timingSafeEqual } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { signText } from '../../organization/realm/stored-keys.ts';

const LASTS = 60;

/** The URL is part of it, because the copy of an organization has the same key. */
const signature = (app: App, text: string): string =>
  signText(app, 'temporary_file_key', `${app.config.choices.publicUrl ?? ''} ${text}`).toString('base64url');

/** Creates a token that opens one file of this organization for a minute, for anyone, in each of its processes. */
export function tokenFor(app: App, id: number): string {
  const text = `${id}-${seconds(app.clock) + LASTS}`;
  return `${text}-${signature(app, text)}`;
}

/** Returns the file of a token. Throws 403 for an unknown or expired token. */
export function requireToken(app: App, token: string): number {
  const [, text, id, until, signed] = /^((\d{1,15})-(\d{1,15}))-([\w-]{43})$/.exec(token) ?? [];
  const genuine = text !== undefined && timingSafeEqual(Buffer.from(signature(app, text)), Buffer.from(signed!));
  if (!genuine || Number(until) < seconds(app.clock)) throw new ApiError(403, 'BAD_REQUEST', 'Invalid token');
  return Number(id);
}

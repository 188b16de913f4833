import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { getEnd } from '../../../shared/do-not-disturb.ts';
import type { User } from '../../people/users/types.ts';

const LONGEST = 366 * 86_400;

/** When do not disturb ends for this user, in seconds; 0: it is off. */
export function doNotDisturbEnd(app: App, user: User): number {
  const kept = app.doNotDisturb.ofUser(user.id);
  return kept ? getEnd(kept, user.timezone, seconds(app.clock)) : 0;
}

/** Throws for an end that is past or more than a year away. */
export function requireEnd(app: App, until: number): void {
  const left = until - seconds(app.clock);
  if (left <= 0) throw badRequest('Choose a time in the future.');
  if (left > LONGEST) throw badRequest('Do not disturb must end within a year.');
}

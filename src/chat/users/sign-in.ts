import { randomBytes } from 'node:crypto';
import type { App } from '../../app.ts';
import { ApiError } from '../../kernel/errors.ts';
import { isPassword } from './passwords.ts';
import type { User } from './types.ts';

/**
 * The account with this address and password. An unknown address, a bot's and a wrong password are refused alike and in the same
 * time (AUTHENTICATION_FAILED); only who knows the password hears USER_DEACTIVATED. Failures are counted by address.
 */
export async function signIn(app: App, email: string, password: string): Promise<User> {
  const name = email.trim().toLowerCase();
  await app.limits.take('authenticate', name);
  const asked = app.users.byEmail(name);
  const right = await isPassword(password, asked?.password_hash);
  const user = asked && app.users.byId(asked.id);
  if (!right || !user || user.is_bot || user.password_hash !== asked.password_hash)
    throw new ApiError(401, 'AUTHENTICATION_FAILED', 'Your username or password is incorrect');
  await app.limits.forgive('authenticate', name);
  if (!user.is_active) throw new ApiError(401, 'USER_DEACTIVATED', 'Account is deactivated');
  return user;
}

/** 256 random bits for a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

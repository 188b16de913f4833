import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { userDeactivated } from '../../../kernel/errors.ts';
import { endpoint } from '../../declare.ts';
import { wrongPassword } from '../../errors.ts';
import { ROLES, type User } from '../users/types.ts';
import { startSession } from './session-actions.ts';

// Sign-in without a password. Only a development server (`klatch dev`) has these endpoints, and only for its own
// machine.

export const devFetchApiKey = endpoint({
  method: 'POST',
  path: '/dev_fetch_api_key',
  summary: 'Sign in as any user without a password (development servers only)',
  auth: 'public',
  developmentOnly: true,
  params: { username: Type.String() },
  returns: { api_key: Type.String(), email: Type.String(), user_id: Type.Integer() },
  handle: ({ app, params, caller }) => {
    const user = requireLogin(app, params.username);
    startSession(app, user, caller);
    return { api_key: user.api_key, email: user.email, user_id: user.id };
  },
});

const Login = Type.Object({ email: Type.String(), realm_url: Type.String() });

export const devListUsers = endpoint({
  method: 'GET',
  path: '/dev_list_users',
  summary: 'List the users you can sign in as (development servers only)',
  auth: 'public',
  developmentOnly: true,
  returns: { direct_admins: Type.Array(Login), direct_users: Type.Array(Login) },
  handle: ({ app, caller }) => {
    const people = app.users.all().filter((user) => user.is_active && !user.is_bot);
    const logins = (users: User[]) => users.map(({ email }) => ({ email, realm_url: caller.origin }));
    return {
      direct_admins: logins(people.filter(({ role }) => role <= ROLES.administrator)),
      direct_users: logins(people.filter(({ role }) => role > ROLES.administrator)),
    };
  },
});

function requireLogin(app: App, email: string): User {
  const user = app.users.byEmail(email);
  if (!user || user.is_system) throw wrongPassword();
  if (!user.is_active) throw userDeactivated();
  return user;
}

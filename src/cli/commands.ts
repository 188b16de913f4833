import type { App } from '../app.ts';
import { createUser } from '../chat/users/actions.ts';
import { ROLES, type Role, type RoleName, type User } from '../chat/users/types.ts';
import { badRequest, notFound } from '../kernel/errors.ts';

/** An account as the command line tells of it. */
export interface Account {
  user_id: number;
  email: string;
  full_name: string;
  role: RoleName;
  is_active: boolean;
  is_bot: boolean;
}

/**
 * What the command line can do to a database, whichever process has it open. Passwords are hashed before they come here.
 * Each refuses with ApiError; status 404: there is no such account.
 */
const COMMANDS = {
  'user-create': (app, { email, full_name, role, password_hash = null }: NewAccount) => {
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw badRequest(`'${email}' is not an e-mail address`);
    if (!full_name.trim()) throw badRequest('The name is empty');
    return withKey(createUser(app, { email, full_name: full_name.trim(), role: requireRole(role), password_hash }));
  },
  'user-list': (app) => ({ users: app.users.all().map(account) }),
  'user-api-key': (app, { who }: Named) => withKey(requireAccount(app, who)),
} satisfies Record<string, (app: App, args: any) => object>;

interface NewAccount {
  email: string;
  full_name: string;
  role: string;
  password_hash?: string | null;
}
/** Somebody by e-mail address or id. */
interface Named {
  who: string;
}

type Commands = typeof COMMANDS;
export type CommandName = keyof Commands;
export type Args<C extends CommandName> = Parameters<Commands[C]>[1] extends undefined ? object : Parameters<Commands[C]>[1];
export type Result<C extends CommandName> = ReturnType<Commands[C]>;

/** Runs a command on an open database; the caller commits. */
export function runCommand(app: App, command: string, args: unknown): object {
  if (!Object.hasOwn(COMMANDS, command)) throw badRequest(`This server knows no command '${command}'`);
  return (COMMANDS[command as CommandName] as (app: App, args: unknown) => object)(app, args);
}

function requireAccount(app: App, who: string): User {
  const user = /^\d+$/.test(who) ? app.users.byId(Number(who)) : app.users.byEmail(who);
  if (!user || user.is_system) throw notFound(`There is no account ${who}`);
  return user;
}

function requireRole(name: string): Role {
  if (!Object.hasOwn(ROLES, name)) throw badRequest(`There is no role '${name}', only ${Object.keys(ROLES).join(', ')}`);
  return ROLES[name as RoleName];
}

const ROLE_NAMES = Object.fromEntries(Object.entries(ROLES).map(([name, role]) => [role, name])) as Record<Role, RoleName>;

const account = ({ id, email, full_name, role, is_active, is_bot }: User): Account => ({
  user_id: id,
  email,
  full_name,
  role: ROLE_NAMES[role],
  is_active,
  is_bot,
});

const withKey = (user: User): Account & { api_key: string } => ({ ...account(user), api_key: user.api_key });

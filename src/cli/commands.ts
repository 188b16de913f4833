import type { App } from '../app.ts';
import { reactivateRealm } from '../chat/organization/deactivate.ts';
import { reloadWebClients } from '../chat/register/reload.ts';
import { admitPerson } from '../chat/subscriptions/admit.ts';
import { deactivatePerson, reactivatePerson } from '../chat/subscriptions/deactivate.ts';
import { changePersonRole } from '../chat/subscriptions/role.ts';
import { regenerateKey, setPassword } from '../chat/users/actions.ts';
import { allowEmailChanges } from '../chat/users/email.ts';
import { requireFreeEmail, requireFullName } from '../chat/users/names.ts';
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
    const draft = {
      email: requireFreeEmail(app, email),
      full_name: requireFullName(app, full_name),
      role: requireRole(role),
      password_hash,
    };
    return withKey(admitPerson(app, draft));
  },
  'user-list': (app) => ({ users: app.users.all().map(account) }),
  'user-api-key': (app, { who }: Named) => withKey(requireAccount(app, who)),
  'user-new-api-key': (app, { who }: Named) => {
    const user = requireAccount(app, who);
    regenerateKey(app, user);
    return withKey(again(app, user));
  },
  'user-passwd': (app, { who, password_hash }: Named & { password_hash: string }) => {
    const user = requireAccount(app, who);
    setPassword(app, user, password_hash);
    return account(user);
  },
  'user-role': (app, { who, role }: Named & { role: string }) => {
    const user = requireAccount(app, who);
    changePersonRole(app, undefined, user, requireRole(role));
    return account(again(app, user));
  },
  'user-deactivate': (app, { who }: Named) => {
    const user = requireAccount(app, who);
    deactivatePerson(app, undefined, user);
    return account(again(app, user));
  },
  'user-reactivate': (app, { who }: Named) => {
    const user = requireAccount(app, who);
    reactivatePerson(app, undefined, user);
    return account(again(app, user));
  },
  'mail-waiting': (app) => ({ mails: app.mail.waiting() }),
  'organization-reactivate': (app) => {
    reactivateRealm(app);
    return { name: app.realm.get('name') };
  },
  'reload-clients': (app, { immediate }: { immediate: boolean }) => ({ told: reloadWebClients(app, immediate) }),
  'user-allow-email-changes': (app, { who, allowed }: Named & { allowed: boolean }) => {
    const user = requireAccount(app, who);
    allowEmailChanges(app, user, allowed);
    return account(user);
  },
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
export type Args<C extends CommandName> = Parameters<Commands[C]> extends [App, infer A] ? A & object : object;
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

/** The account as it is after a change. */
const again = (app: App, { id }: User): User => app.users.byId(id)!;

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

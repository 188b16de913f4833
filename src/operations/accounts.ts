import type { App } from '../app.ts';
import type { Channel } from '../chat/channels/channels/types.ts';
import type { User } from '../chat/people/users/types.ts';
import { badRequest, notFound } from '../kernel/errors.ts';
import { commandLine } from '../kernel/own-command.ts';
import { ROLES, type Role, type RoleName } from '../shared/roles.ts';

/** An account as the command line shows it. */
export interface Account {
  user_id: number;
  email: string;
  full_name: string;
  role: RoleName;
  is_active: boolean;
  is_bot: boolean;
}

/** Returns a user by e-mail address or id. */
export interface Named {
  who: string;
}

/** The user on whose behalf a command acts; the first owner by default. */
export interface As {
  as?: string | undefined;
}

/** Where the audit log says that a command comes from. */
export const COMMAND_LINE = { address: '', client: 'command line' } as const;

/** Returns an account. Throws 404 for unknown ones and for the server's own bots. */
export function requireAccount(app: App, who: string): User {
  const user = /^\d+$/.test(who) ? app.users.byId(Number(who)) : app.users.byEmail(who);
  if (!user || user.is_system) throw notFound(`No such user: ${who}`);
  return user;
}

export function actorOf(app: App, { as }: As): User {
  const actor =
    as === undefined
      ? app.users.active().find(({ role, is_bot }) => role === ROLES.owner && !is_bot)
      : requireAccount(app, as);
  if (!actor)
    throw badRequest(
      `The organization has no owner yet. Create one: ${commandLine('user create --owner EMAIL', app.config)}`,
    );
  return actor;
}

/** Returns a channel by name or id. */
export function requireChannel(app: App, input: string): Channel {
  const channel =
    app.channels.named(input.replace(/^#/, '')) ?? (/^\d+$/.test(input) ? app.channels.byId(Number(input)) : undefined);
  if (!channel) throw notFound(`No such channel: ${input}`);
  return channel;
}

/** Returns a bot by its address, id or short name. */
export function requireBot(app: App, who: string): User {
  const bot = app.users.byEmail(`${who.toLowerCase()}-bot@${app.config.realmHost}`) ?? requireAccount(app, who);
  if (!bot.is_bot) throw badRequest(`${bot.email} is not a bot`);
  return bot;
}

export function requireRole(name: string): Role {
  if (!Object.hasOwn(ROLES, name))
    throw badRequest(`No such role: ${name}. Use one of ${Object.keys(ROLES).join(', ')}`);
  return ROLES[name as RoleName];
}

/** The account after a change. */
export const again = (app: App, { id }: User): User => app.users.byId(id)!;

export const ROLE_NAMES = Object.fromEntries(Object.entries(ROLES).map(([name, role]) => [role, name])) as Record<
  Role,
  RoleName
>;

export const account = ({ id, email, full_name, role, is_active, is_bot }: User): Account => ({
  user_id: id,
  email,
  full_name,
  role: ROLE_NAMES[role],
  is_active,
  is_bot,
});

export const withKey = (user: User): Account & { api_key: string } => ({ ...account(user), api_key: user.api_key });

import { type Static, Type } from 'typebox';
import type { App } from '../app.ts';
import type { Channel } from '../chat/channels/channels/types.ts';
import type { Group } from '../chat/people/groups/types.ts';
import type { User } from '../chat/people/users/types.ts';
import { badRequest, notFound } from '../kernel/errors.ts';
import { OneOf } from '../kernel/http/schema.ts';
import { commandLine } from '../kernel/own-command.ts';
import { ROLES, type Role, type RoleName } from '../shared/roles.ts';

/** An account as the command line shows it. */
const ACCOUNT = {
  user_id: Type.Integer(),
  email: Type.String(),
  full_name: Type.String(),
  role: OneOf(...(Object.keys(ROLES) as RoleName[])),
  is_active: Type.Boolean(),
  is_bot: Type.Boolean(),
};
export const Account = Type.Object(ACCOUNT);
export type Account = Static<typeof Account>;
export const AccountWithKey = Type.Object({ ...ACCOUNT, api_key: Type.String() });
/** A link that signs the person of an account in. */
export const AccountWithLink = Type.Object({ ...ACCOUNT, link: Type.String(), minutes: Type.Integer() });

/** A user by e-mail address or id. */
export interface ForUser {
  user: string;
}

/** The user on whose behalf a command acts; the first owner by default. */
export interface As {
  as?: string;
}

/** Where the audit log says that a command comes from. */
export const COMMAND_LINE = { address: '', client: 'command line' } as const;

/** Returns an account. Throws 404 for unknown ones and for the server's own bots. */
export function requireAccount(app: App, who: string): User {
  const user = /^\d+$/.test(who) ? app.users.byId(Number(who)) : app.users.byEmail(who);
  if (!user || user.is_system) throw notFound(`No such user: ${who}`);
  return user;
}

/** Returns a bot by its address, id or short name. */
export function requireBot(app: App, who: string): User {
  const bot = app.users.byEmail(`${who.toLowerCase()}-bot@${app.config.realmHost}`) ?? requireAccount(app, who);
  if (!bot.is_bot) throw badRequest(`${bot.email} is not a bot`);
  return bot;
}

/** Returns the user on whose behalf a command acts. Throws ApiError. */
export function requireActor(app: App, { as }: As): User {
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

export function requireRole(name: string): Role {
  if (!Object.hasOwn(ROLES, name))
    throw badRequest(`No such role: ${name}. Use one of ${Object.keys(ROLES).join(', ')}`);
  return ROLES[name as RoleName];
}

/** Returns a group that people can be added to, by name or id. */
export function requireGroup(app: App, input: string): Group {
  const group = app.groups.named(input) ?? (/^\d+$/.test(input) ? app.groups.byId(Number(input)) : undefined);
  if (!group || group.deactivated) throw notFound(`No such group: ${input}`);
  return group;
}

export const ROLE_NAMES = Object.fromEntries(Object.entries(ROLES).map(([name, role]) => [role, name])) as Record<
  Role,
  RoleName
>;

/** An account as it is now. */
export const accountNow = (app: App, { id }: User): Account => account(app.users.byId(id)!);

export const account = ({ id, email, full_name, role, is_active, is_bot }: User): Account => ({
  user_id: id,
  email,
  full_name,
  role: ROLE_NAMES[role],
  is_active,
  is_bot,
});

export const accountWithKey = (user: User): Static<typeof AccountWithKey> => ({
  ...account(user),
  api_key: user.api_key,
});

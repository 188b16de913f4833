import { createHash } from 'node:crypto';
import type { App } from '../../../app.ts';
import { emojiNamed } from '../../../emoji/table.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { ROLES, type Role } from '../../../shared/roles.ts';
import { deleteUnusedFiles } from '../../files/images/client.ts';
import type { PictureFiles } from '../../files/images/types.ts';
import { setService } from '../../integrations/bots/actions.ts';
import { requireWebAddress } from '../../integrations/bots/rules.ts';
import { giveAddress } from '../../people/invitations/account-actions.ts';
import { insertUser } from '../../people/users/actions.ts';
import { setAvatar } from '../../people/users/avatar-actions.ts';
import { reasonAgainstUser } from '../../people/users/rules.ts';
import { isStub, NOTIFICATION_BOT, STUB_DOMAIN, type User } from '../../people/users/types.ts';
import { USER_SETTINGS } from '../../personal/settings/settings.ts';
import { insertEmoji } from '../emoji/actions.ts';
import { findUser, type ImportContext, validSettings } from './context.ts';
import type { ImportedEmoji, ImportedService, ImportedUser, ImportOrigin } from './types.ts';

/** What became of a record: a new row, or one that was there before; or the reason why there is none. */
export type Outcome = 'added' | 'linked' | 'known' | { reason: string };

/**
 * Stores an account: the existing one with the same address, or a new one. Without an address it becomes a stub, which
 * is deactivated. A stub becomes the account of an address that a later import brings.
 */
export function writeUser(context: ImportContext, user: ImportedUser, pictures: PictureFiles | undefined): Outcome {
  const { app, source } = context;
  const before = app.imports.find(source.id, 'user', user.origin);
  const email = addressOfAccount(user);
  if (before) {
    const account = app.users.byId(before.id)!;
    addAvatar(context, account, pictures);
    if (email !== undefined && user.is_active && isStub(account) && !account.is_bot) return claim(app, account, email);
    return 'known';
  }
  const same = user.system_bot === undefined ? email && app.users.byEmail(email) : systemBot(app, user.system_bot);
  if (same && same.is_bot !== user.is_bot) return { reason: `another account has the address ${email}` };
  if (same) {
    app.imports.add(source.id, 'user', user.origin, same.id);
    addAvatar(context, same, pictures);
    return 'linked';
  }
  const account = insertAccount(context, user, email);
  app.imports.add(source.id, 'user', user.origin, account.id);
  if (pictures) setAvatar(app, account, pictures);
  return 'added';
}

/** Gives an avatar to an account that never had one. */
function addAvatar({ app, change }: ImportContext, account: User, pictures: PictureFiles | undefined): void {
  if (!pictures) return;
  if (hadAvatar(account)) deleteUnusedFiles(app, pictures);
  else {
    setAvatar(app, account, pictures);
    change('avatar');
  }
}

/** Whether somebody has an avatar, or removed it. The server's own bots need none. */
const hadAvatar = ({ avatar_version, is_system }: User): boolean => is_system || avatar_version > 1;

/** Whether a user was imported before, and their account needs no avatar. */
export const needsNoAvatar = ({ imports, users }: App, source: ImportOrigin, origin: string): boolean => {
  const id = imports.find(source.id, 'user', origin)?.id;
  return id !== undefined && hadAvatar(users.byId(id)!);
};

function insertAccount(context: ImportContext, user: ImportedUser, email: string | undefined): User {
  const { app, source } = context;
  const couldBeActive = user.is_active && email !== undefined;
  // Their messages keep their author. An administrator can reactivate them when there is room.
  const refused = couldBeActive && !user.is_bot ? reasonAgainstUser(app) : undefined;
  if (refused !== undefined) context.skip('activation', user.origin, refused);
  const willBeActive = couldBeActive && refused === undefined;
  const account = insertUser(app, {
    email: email ?? stubEmail(source, user.origin),
    full_name: freeName(app, user),
    role: roleFor(context, user, willBeActive),
    bot_type: user.is_bot ? (user.bot?.type ?? 1) : null,
    bot_owner_id: user.bot?.owner === undefined ? null : (findUser(context, user.bot.owner)?.id ?? null),
    is_deactivated: !willBeActive,
    date_joined: user.joined,
    timezone: validTimezone(user.timezone),
    settings: user.settings && validSettings(context, USER_SETTINGS, user.settings, `user ${user.origin}`),
  });
  if (user.bot?.service) writeService(context, account, user, user.bot.service);
  return account;
}

/** Nobody becomes an administrator by claiming an account. Guests stay guests. */
function roleFor({ keepsRoles, skip }: ImportContext, { origin, role }: ImportedUser, willBeActive: boolean): Role {
  if (role === 'member' || role === 'guest') return ROLES[role] as Role;
  if (willBeActive && keepsRoles) return ROLES[role] as Role;
  if (willBeActive) skip('role', origin, LOWERED);
  return ROLES.member as Role;
}

const LOWERED = 'the organization has an owner, so the account becomes a member; --roles keeps its role';

/** Stores where an outgoing webhook sends. It gets a new token. */
function writeService({ app, skip }: ImportContext, bot: User, { origin }: ImportedUser, service: ImportedService) {
  try {
    const base_url = requireWebAddress(service.base_url, 'base_url');
    const format = service.interface === 2 ? 2 : 1;
    setService(app, bot, { base_url, interface: format });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    skip('bot', origin, error.message);
  }
}

/** undefined: this server has no such bot. */
const systemBot = (app: App, name: string): User | undefined =>
  app.users.systemBots().find(({ email }) => email.split('@')[0] === name);

/** The stub of somebody whose address is known now becomes their account. */
function claim(app: App, stub: User, email: string): Outcome {
  if (app.users.byEmail(email)) return { reason: `another account has the address ${email}` };
  giveAddress(app, stub, email);
  return 'linked';
}

const stubEmail = (source: ImportOrigin, origin: string): string =>
  `${createHash('sha256').update(`${source.name} ${origin}`).digest('hex').slice(0, 16)}@${STUB_DOMAIN}`;

/** The address of the account that a user becomes; undefined: a stub without one. Most bots do not work here. */
const addressOfAccount = (user: ImportedUser): string | undefined =>
  user.is_bot && !user.bot ? undefined : validEmail(user.email);

/** Returns an address in its stored form; undefined: it is none. */
export function validEmail(input: string | undefined): string | undefined {
  const email = input?.trim() ?? '';
  const isValid = email.length <= 254 && /^[^\s@<>()[\],;:"\\\p{Cc}]{1,64}@[\p{L}\p{N}][\p{L}\p{N}.-]*$/u.test(email);
  return isValid && !email.includes('..') && !email.endsWith(`@${STUB_DOMAIN}`) ? email : undefined;
}

function validTimezone(input: string | undefined): string {
  try {
    return input ? new Intl.DateTimeFormat('en', { timeZone: input }).resolvedOptions().timeZone : '';
  } catch {
    return '';
  }
}

const FORBIDDEN = /[*`\\>"@\p{Cc}\p{Cs}]|(?![\u200C\u200D])\p{Cf}/gu;

/** The name as accounts may have it; a number is added where names must be unique. */
function freeName(app: App, { name, origin }: ImportedUser): string {
  const plain = name.replace(FORBIDDEN, ' ').replace(/\s+/g, ' ').replaceAll('|', '/').trim();
  const base = [...(plain.length >= 2 ? plain : `${plain} ${origin}`.trim())].slice(0, 90).join('');
  if (!app.realm.get('require_unique_names')) return base;
  for (let number = 1; ; number++) {
    const tried = number === 1 ? base : `${base} ${number}`;
    if (!app.users.named(tried).some(({ is_active }) => is_active)) return tried;
  }
}

/** The server's own bot, in whose name an import creates what has no author here. */
export const importActor = (app: App): User => app.users.byEmail(NOTIFICATION_BOT)!;

/** The name of a custom emoji as it is stored; '': it cannot have one. */
const emojiName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^0-9a-z_.-]/g, '_')
    .slice(0, 64)
    .replace(/[^0-9a-z]+$/, '');

/** Why a custom emoji cannot be stored. undefined: it can. */
function reasonAgainstEmoji(emoji: ImportedEmoji, hasImage: boolean): string | undefined {
  const name = emojiName(emoji.name);
  if (emojiNamed(name) && !emoji.is_deactivated) return `a standard emoji is called '${name}'`;
  return hasImage ? undefined : 'its image is missing or cannot be read';
}

/** Stores a custom emoji. One with the same name is used as it is. */
export function writeEmoji(
  { app, source }: ImportContext,
  emoji: ImportedEmoji,
  pictures: PictureFiles | undefined,
): Outcome {
  const name = emojiName(emoji.name);
  const known = app.imports.find(source.id, 'emoji', emoji.origin);
  const same = emoji.is_deactivated ? undefined : app.realmEmoji.named(name);
  const outcome = ((): Outcome => {
    if (known) return 'known';
    if (name === '') return { reason: `'${emoji.name}' is no name for an emoji` };
    if (same) return 'linked';
    const reason = reasonAgainstEmoji(emoji, pictures !== undefined);
    return reason === undefined ? 'added' : { reason };
  })();
  if (outcome === 'added') {
    const author = app.imports.find(source.id, 'user', emoji.author ?? '')?.id ?? importActor(app).id;
    const id = insertEmoji(app, { name, author_id: author, is_deactivated: emoji.is_deactivated }, pictures!);
    app.imports.add(source.id, 'emoji', emoji.origin, id);
  } else if (pictures) deleteUnusedFiles(app, pictures);
  if (outcome === 'linked') app.imports.add(source.id, 'emoji', emoji.origin, Number(same!.id));
  return outcome;
}

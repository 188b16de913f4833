import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { noSuchChannel, requireChannelAccess, requireChannelNamed } from '../../channels/channels/rules.ts';
import { insufficientPermission, invalidUrl, mustBeOwner } from '../../errors.ts';
import { hasRealmPermission } from '../../people/groups/rules.ts';
import { requireFullName } from '../../people/users/field-rules.ts';
import { isAdministrator, isGuest, isOwner, type KeyLimit, type User } from '../../people/users/types.ts';
import { BOT } from './types.ts';

/** Throws unless the caller may create bots of this type: incoming webhooks have their own permission. */
export function requireCanCreateBot(app: App, user: User, type: number): void {
  if (type === BOT.embedded) throw badRequest('Embedded bots are not enabled.');
  if (hasRealmPermission(app, user, 'can_create_bots_group')) return;
  if (type === BOT.incoming && hasRealmPermission(app, user, 'can_create_write_only_bots_group')) return;
  throw insufficientPermission();
}

/** Whether a bot is the actor's, or the actor's role allows to manage it. */
export function canManageBot(actor: User, bot: User): boolean {
  if (bot.bot_owner_id === actor.id) return true;
  return isAdministrator(actor) && (isOwner(actor) || !isOwner(bot));
}

/**
 * Returns a bot that the actor may manage: its owner and administrators may; only owners of the organization manage
 * owner bots.
 */
export function requireManageableBot(app: App, actor: User, id: number): User {
  const bot = app.users.byId(id);
  if (!bot?.is_bot || bot.is_system) throw badRequest('No such bot');
  if (bot.bot_owner_id !== actor.id && !isAdministrator(actor)) throw insufficientPermission();
  if (bot.bot_owner_id !== actor.id && isOwner(bot) && !isOwner(actor)) throw mustBeOwner();
  return bot;
}

/** Returns the address of a new bot. Throws if it is invalid or taken. */
export function requireBotEmail(app: App, shortName: string): string {
  const name = shortName.trim().toLowerCase();
  if (!/^[\p{L}\p{N}_.+-]{1,50}$/u.test(name) || name.includes('..') || name.startsWith('.'))
    throw badRequest('Bad name or username');
  const email = `${name}-bot@${app.config.realmHost}`;
  if (app.users.byEmail(email)) throw badRequest('Username already in use');
  return email;
}

/** Returns a bot's name as it is stored. Throws for invalid names and for the name of another active bot. */
export function requireBotName(app: App, input: string, ownId?: number): string {
  const name = requireFullName(app, input, ownId);
  if (app.users.named(name).some((other) => other.is_bot && !other.is_system && other.is_active && other.id !== ownId))
    throw badRequest('Name is already in use.');
  return name;
}

/** The URL of an outgoing webhook, as clients send it: plain or as a JSON string. */
export function requireWebAddress(input: string, name: string): string {
  const address = input.startsWith('"') && input.endsWith('"') ? input.slice(1, -1) : input;
  if (address.length > 2048 || !/^https?:$/.test(URL.parse(address)?.protocol ?? '')) throw invalidUrl(name);
  return address;
}

/** The id of a channel by its name; '' is none. */
export function requireDefaultChannel(app: App, keeper: User, name: string): number | null {
  if (name === '') return null;
  const channel = requireChannelNamed(app, keeper, name);
  if (channel.is_archived) throw noSuchChannel({ stream: name });
  return channel.id;
}

/** A change of what a key may be used for; what is not given stays. */
export interface KeyLimitChange {
  key_channels?: readonly number[] | null | undefined;
  key_read_only?: boolean | undefined;
}

/**
 * Returns the limit of a bot's key after a change; null: none. Throws for a channel that the actor cannot see, unless
 * the key has it already.
 */
export function requireKeyLimit(app: App, actor: User, former: KeyLimit | null, change: KeyLimitChange) {
  const limit = mergeKeyLimit(former, change);
  for (const id of limit?.channels ?? []) if (!former?.channels?.includes(id)) requireChannelAccess(app, actor, id);
  return limit;
}

/** The limit of a key after a change; null: none. */
export function mergeKeyLimit(former: KeyLimit | null, change: KeyLimitChange): KeyLimit | null {
  const { key_channels = former?.channels ?? null, key_read_only: read_only = former?.read_only ?? false } = change;
  const channels = key_channels && [...new Set(key_channels)].sort((a, b) => a - b);
  return channels || read_only ? { channels, read_only } : null;
}

/** Throws above 10,000 characters of an integration's settings. */
export function requireConfig(config: Record<string, string>): Record<string, string> {
  if (JSON.stringify(config).length > MAX_CONFIG)
    throw badRequest(`Cannot store configuration. Limit is ${MAX_CONFIG} characters.`);
  return config;
}
const MAX_CONFIG = 10_000;

/** Returns a bot's new owner: an active user who may have bots. */
export function requireNewOwner(app: App, id: number): User {
  const owner = app.users.byId(id);
  if (!owner || owner.is_system) throw badRequest('Failed to change owner, no such user');
  if (!owner.is_active) throw badRequest('Failed to change owner, user is deactivated');
  if (owner.is_bot) throw badRequest("Failed to change owner, bots can't own other bots");
  if (isGuest(owner)) throw badRequest("Failed to change owner, guests can't own bots");
  return owner;
}

/** Throws BAD_REQUEST if a user stores more than `MAX_STORAGE` characters, and more than `before`. */
export function requireStorageQuota(app: App, bot: User, before: number): void {
  const size = app.bots.storedSize(bot.id)!;
  if (size > MAX_STORAGE && size > before)
    throw badRequest(
      `Cannot set state. Request would require ${size} characters of storage. The current storage limit is ${MAX_STORAGE}.`,
    );
}
const MAX_STORAGE = 10_000_000;

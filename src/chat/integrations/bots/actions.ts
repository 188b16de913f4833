import type { App } from '../../../app.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { ROLES, type Role } from '../../../shared/roles.ts';
import type { PictureFiles } from '../../files/images/types.ts';
import { ONE_ROW, requireRoom } from '../../organization/row-limits/rules.ts';
import { newApiKey } from '../../people/sign-in/rules.ts';
import { changeName, insertUser, setBotOwner } from '../../people/users/actions.ts';
import { setAvatar } from '../../people/users/avatar-actions.ts';
import { userUpdated } from '../../people/users/events.ts';
import { publishKey, replaceKey, setKeyLimit, updateKeyOfOwner } from '../../people/users/key-actions.ts';
import { changeRole, deactivateUser } from '../../people/users/management-actions.ts';
import { usersWithAccessTo } from '../../people/users/rules.ts';
import { isAdministrator, type KeyLimit, type User } from '../../people/users/types.ts';
import { apiEmail, avatarUrl } from '../../people/users/views.ts';
import { botAdded, botRemoved, botUpdated } from './events.ts';
import {
  type KeyLimitChange,
  requireBotEmail,
  requireBotName,
  requireCanCreateBot,
  requireConfig,
  requireDefaultChannel,
  requireKeyLimit,
  requireManageableBot,
  requireNewOwner,
  requireStorageQuota,
  requireWebAddress,
} from './rules.ts';
import { BOT, type BotRow } from './types.ts';
import { getDefaults, keyLimitView, ownBot } from './views.ts';

interface Defaults {
  /** Channel names; '' means none. */
  default_sending_stream?: string | undefined;
  default_events_register_stream?: string | undefined;
  default_all_public_streams?: boolean | undefined;
}

export interface BotDraft extends Defaults, KeyLimitChange {
  full_name: string;
  short_name: string;
  bot_type: number;
  /** The URL of an outgoing webhook. */
  payload_url: string;
  interface_type: number;
  config_data?: Record<string, string> | undefined;
}

/** Creates a bot for the caller. Throws for bot types the caller may not create, and for taken names. */
export function createBot(app: App, actor: User, draft: BotDraft, picture?: PictureFiles): User {
  requireCanCreateBot(app, actor, draft.bot_type);
  requireRoom(app, 'user', ONE_ROW, actor.id);
  const full_name = requireBotName(app, draft.full_name);
  const email = requireBotEmail(app, draft.short_name);
  const service =
    draft.bot_type === BOT.outgoing
      ? {
          base_url: requireWebAddress(draft.payload_url, 'payload_url'),
          token: newApiKey(),
          interface: draft.interface_type,
        }
      : null;
  const config = requireConfig(draft.config_data ?? {});
  const defaults = requireDefaults(app, actor, draft);
  const limit = requireKeyLimit(app, actor, null, draft);
  return app.db.write(() => {
    const bot = insertUser(app, {
      email,
      full_name,
      role: ROLES.member,
      bot_type: draft.bot_type,
      bot_owner_id: actor.id,
    });
    app.bots.put({ ...app.bots.byId(bot.id), ...defaults, service, config });
    if (limit) setKeyLimit(app, bot, limit);
    app.events.publish(botAdded({ bot: ownBot(app, actor, app.users.byId(bot.id)!) }), app.users.listKeepers(bot));
    if (picture) setAvatar(app, bot, picture);
    return app.users.byId(bot.id)!;
  });
}

export interface BotChanges extends Defaults, KeyLimitChange {
  full_name?: string | undefined;
  role?: Role | undefined;
  bot_owner_id?: number | undefined;
  config_data?: Record<string, string> | undefined;
  service_payload_url?: string | undefined;
  service_interface: number;
}

/** Changes a bot: everything requested, or nothing. Returns its current state. */
export function updateBot(app: App, actor: User, id: number, changes: BotChanges, picture?: PictureFiles) {
  const bot = requireManageableBot(app, actor, id);
  return app.db.write(() => {
    if (changes.full_name !== undefined && changes.full_name.trim() !== bot.full_name)
      changeName(app, actor, bot, requireBotName(app, changes.full_name, id));
    if (changes.role !== undefined) changeRole(app, actor, bot, changes.role);
    changeService(app, bot, changes);
    if (picture) setAvatar(app, bot, picture);
    changeDefaults(app, actor, bot, changes);
    changeKeyLimit(app, actor, bot, changes);
    if (changes.bot_owner_id !== undefined) changeOwner(app, bot, changes.bot_owner_id);
    const changed = app.users.byId(id)!;
    const { service, config } = app.bots.byId(id);
    return {
      full_name: changed.full_name,
      avatar_url: avatarUrl(app, changed, false)!,
      service_interface: service?.interface ?? null,
      service_payload_url: service?.base_url ?? null,
      config_data: config,
      ...keyLimitView(changed),
      ...getDefaults(app, changed),
      ...(changes.bot_owner_id !== undefined && { bot_owner: apiEmail(app, app.users.byId(changed.bot_owner_id!)!) }),
    };
  });
}

function changeService(app: App, bot: User, { service_payload_url, service_interface, config_data }: BotChanges): void {
  const current = app.bots.byId(bot.id);
  if (config_data !== undefined)
    app.bots.put({ ...current, config: { ...current.config, ...requireConfig(config_data) } });
  if (service_payload_url === undefined) return;
  if (!current.service) throw badRequest('Only outgoing webhook bots have a payload URL.');
  const base_url = requireWebAddress(service_payload_url, 'service_payload_url');
  app.bots.put({ ...app.bots.byId(bot.id), service: { ...current.service, base_url, interface: service_interface } });
  publishKey(app, bot, app.users.listKeepers(bot));
}

const DEFAULTS = ['default_sending_stream', 'default_events_register_stream', 'default_all_public_streams'] as const;

function changeDefaults(app: App, actor: User, bot: User, changes: BotChanges): void {
  const before = getDefaults(app, bot);
  app.bots.put({ ...app.bots.byId(bot.id), ...requireDefaults(app, actor, changes) });
  const after = getDefaults(app, bot);
  for (const name of DEFAULTS)
    if (after[name] !== before[name])
      app.events.publish(botUpdated({ bot: { user_id: bot.id, [name]: after[name] } }), app.users.listKeepers(bot));
}

function changeKeyLimit(app: App, actor: User, bot: User, changes: BotChanges): void {
  limitKey(app, bot, requireKeyLimit(app, actor, bot.key_limit, changes));
}

/** Sets what the key of a bot may be used for. */
export function limitKey(app: App, bot: User, limit: KeyLimit | null): void {
  if (JSON.stringify(limit) === JSON.stringify(bot.key_limit)) return;
  app.db.write(() => {
    setKeyLimit(app, bot, limit);
    const view = keyLimitView(app.users.byId(bot.id)!);
    app.events.publish(botUpdated({ bot: { user_id: bot.id, ...view } }), app.users.listKeepers(bot));
  });
}

function requireDefaults(app: App, keeper: User, changes: Defaults): Partial<BotRow> {
  const {
    default_sending_stream: sending,
    default_events_register_stream: events,
    default_all_public_streams,
  } = changes;
  return {
    ...(sending !== undefined && { default_sending_channel: requireDefaultChannel(app, keeper, sending) }),
    ...(events !== undefined && { default_events_channel: requireDefaultChannel(app, keeper, events) }),
    ...(default_all_public_streams !== undefined && { default_all_public_streams }),
  };
}

/**
 * Gives a bot another owner. Its key stays valid, so that programs keep running, unless it has more rights than the
 * former owner.
 */
function changeOwner(app: App, bot: User, ownerId: number): void {
  const owner = requireNewOwner(app, ownerId);
  if (owner.id === bot.bot_owner_id) return;
  requireRoom(app, 'user', ONE_ROW, owner.id);
  const former = bot.bot_owner_id === null ? undefined : app.users.byId(bot.bot_owner_id);
  const sees = (user: User) => isAdministrator(user);
  setBotOwner(app, bot, owner);
  const changed = app.users.byId(bot.id)!;
  if (former && !sees(former)) app.events.publish(botRemoved({ bot: { user_id: bot.id } }), [former.id]);
  if (!sees(owner)) app.events.publish(botAdded({ bot: ownBot(app, owner, changed) }), [owner.id]);
  const others = app.users.listKeepers(changed).filter((id) => sees(app.users.byId(id)!));
  app.events.publish(botUpdated({ bot: { user_id: bot.id, owner_id: owner.id } }), others);
  updateKeyOfOwner(app, bot, changed);
  app.events.publish(
    userUpdated({ person: { user_id: bot.id, bot_owner_id: owner.id } }),
    usersWithAccessTo(app, changed),
  );
}

/** Deactivates a bot. */
export const deactivateBot = (app: App, actor: User, id: number): void =>
  deactivateUser(app, actor, requireManageableBot(app, actor, id));

/** Replaces a bot's key. The old one is rejected from now on. */
export const regenerateBotKey = (app: App, actor: User, id: number): string =>
  replaceKey(app, requireManageableBot(app, actor, id));

/**
 * The texts that a bot or user stored under these keys, by default under all. Throws BAD_REQUEST for an unknown key.
 */
export function readStorage(app: App, user: User, keys?: readonly string[]): Record<string, string> {
  if (!keys) return Object.fromEntries(app.bots.storage(user.id).map(({ key, value }) => [key, value]));
  return Object.fromEntries(keys.map((key) => [key, requireStored(app, user, key)]));
}

/** Stores texts by key. Reads what is stored once: to sum it up for each key would take seconds. */
export function writeStorage(app: App, user: User, storage: Record<string, string>): void {
  app.db.write(() => {
    const before = app.bots.storedSize(user.id)!;
    for (const [key, value] of Object.entries(storage)) app.bots.store(user.id, key, value);
    requireStorageQuota(app, user, before);
  });
}

/** Deletes the texts with these keys; without keys, all of them. */
export function clearStorage(app: App, user: User, keys?: readonly string[]): void {
  app.db.write(() => {
    if (!keys) app.bots.unstoreAll(user.id);
    for (const key of new Set(keys)) {
      requireStored(app, user, key);
      app.bots.unstore(user.id, key);
    }
  });
}

function requireStored(app: App, user: User, key: string): string {
  const value = app.bots.stored(user.id, key);
  if (value === undefined) throw badRequest('Key does not exist.');
  return value;
}

/** Stores where an outgoing webhook sends, with a new token. For imports. Call it inside `db.write`. */
export function setService(app: App, bot: User, service: { base_url: string; interface: 1 | 2 }): void {
  app.bots.put({ ...app.bots.byId(bot.id), service: { ...service, token: newApiKey() } });
}

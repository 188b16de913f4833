import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ApiError, badRequest, badValue } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import { ROLES } from '../../../shared/roles.ts';
import { defaultAsPrivate, insufficientPermission, invalidChannelFolder, mustBeAdministrator } from '../../errors.ts';
import { limitReached, personBehind, requireRoom } from '../../organization/row-limits/rules.ts';
import { initialPermission } from '../../people/groups/permission-actions.ts';
import { hasRealmPermission, requireAllowed } from '../../people/groups/rules.ts';
import { isAdministrator, type User } from '../../people/users/types.ts';
import { channelsAppeared, defaultChannelsChanged } from './events.ts';
import { cleanDescription, cleanName, renderDescription, requireCanCreate, usersWithAccess } from './rules.ts';
import {
  CHANNEL_PERMISSION_NAMES,
  CHANNEL_PERMISSIONS,
  type Channel,
  type ChannelDraft,
  type ChannelPermission,
} from './types.ts';
import { channelView } from './views.ts';

/**
 * Creates a channel without subscribers. Throws CHANNEL_ALREADY_EXISTS for a taken name, and for invalid names, missing
 * permissions and contradictory settings.
 */
export function createChannel(app: App, actor: User, draft: ChannelDraft): Channel {
  const name = cleanName(draft.name);
  if (app.channels.named(name))
    throw new ApiError(409, 'CHANNEL_ALREADY_EXISTS', `Channel '${name}' already exists`, { channel_name: name });
  requireCreatable(app, actor, [draft]);
  return insertChannel(app, actor, { ...draft, ...getPrivacy(draft), name });
}

/** Throws unless somebody may create these channels. */
export function requireCreatable(app: App, actor: User, drafts: readonly ChannelDraft[]): void {
  if (drafts.length > 0) requireDailyRoom(app, actor, drafts.length);
  requireRoom(app, 'channel', { added: drafts.map(() => []) });
  requireDefaultRoom(app, drafts.filter(({ is_default_stream }) => is_default_stream).length);
  for (const draft of drafts) {
    const privacy = getPrivacy(draft);
    requireCanCreate(app, actor, privacy);
    requireCanSetPermissions(app, actor, draft, privacy);
    cleanDescription(draft.description ?? '');
  }
}

/** A channel to insert, with a valid name. The last three fields are of channels from another server. */
type NewChannel = Omit<ChannelDraft, keyof Privacy> &
  Privacy & { date_created?: number | undefined; creator_id?: number | null; is_archived?: boolean };

/** Creates a channel without checking names and permissions, and publishes it. */
export function insertChannel(app: App, actor: User, draft: NewChannel): Channel {
  const { invite_only, is_web_public, history_public_to_subscribers } = draft;
  const description = cleanDescription(draft.description ?? '');
  return app.db.write(() => {
    const id = app.channels.add({
      name: draft.name,
      description,
      rendered_description: renderDescription(app, actor, description),
      date_created: draft.date_created ?? seconds(app.clock),
      creator_id: draft.creator_id !== undefined ? draft.creator_id : actor.is_system ? null : actor.id,
      invite_only,
      is_web_public,
      history_public_to_subscribers,
      is_default: draft.is_default_stream ?? false,
      message_retention_days: storedRetention(draft.message_retention_days),
      topics_policy: draft.topics_policy ?? 'inherit',
      folder_id: draft.folder_id ?? null,
      ...storedPermissions(app, actor, draft),
    });
    if (draft.is_archived) app.channels.set(id, 'is_archived', true);
    const channel = app.channels.byId(id)!;
    app.events.publish(channelsAppeared({ streams: [channelView(app, channel)] }), usersWithAccess(app, channel));
    if (channel.is_default) publishDefaultChannels(app);
    return channel;
  });
}

/** Throws if the organization would have more default channels than the limit allows. */
export function requireDefaultRoom(app: App, added: number): void {
  if (added > 0 && app.channels.defaults().length + added > LIMITS.default_channels)
    throw limitReached('default_channels', {});
}

/** Throws if somebody, with their bots, would have created too many channels within a day. */
function requireDailyRoom(app: App, actor: User, count: number): void {
  const maximum = LIMITS.new_channels_per_day;
  const created = app.channels.createdSince({ time: seconds(app.clock) - DAY, user: personBehind(actor) })!;
  if (created + count <= maximum) return;
  const limit = 'new_channels_per_day';
  throw badRequest(`You have reached the limit '${limit}' (${maximum}). Try again tomorrow.`, { limit, maximum });
}
const DAY = 86_400;

type Privacy = Pick<Channel, 'invite_only' | 'is_web_public' | 'history_public_to_subscribers'>;

/** A private channel's history is protected unless the request shares it; any other channel's history is shared. */
function getPrivacy(draft: ChannelDraft): Privacy {
  const { invite_only = false, is_web_public = false, history_public_to_subscribers = !invite_only } = draft;
  return requireConsistentPrivacy({ invite_only, is_web_public, history_public_to_subscribers });
}

/** Throws for a web-public private channel, and for a public channel with protected history. */
export function requireConsistentPrivacy(privacy: Privacy): Privacy {
  const { invite_only, is_web_public, history_public_to_subscribers } = privacy;
  if (invite_only ? is_web_public : !history_public_to_subscribers) throw badRequest('Invalid parameters');
  return privacy;
}

function requireCanSetPermissions(app: App, actor: User, draft: ChannelDraft, { invite_only }: Privacy): void {
  if (draft.is_default_stream && !isAdministrator(actor)) throw insufficientPermission();
  if (draft.is_default_stream && invite_only) throw defaultAsPrivate();
  if (draft.message_retention_days !== undefined) requireRetention(actor, draft.message_retention_days);
  if (
    (draft.topics_policy ?? 'inherit') !== 'inherit' &&
    !hasRealmPermission(app, actor, 'can_set_topics_policy_group')
  )
    throw insufficientPermission();
  if (draft.folder_id !== undefined) requireFolder(app, draft.folder_id);
  for (const name of CHANNEL_PERMISSION_NAMES) {
    const value = draft[name];
    if (value === undefined) continue;
    requireCanGivePermission(app, actor, name);
    requireAllowed(app, name, CHANNEL_PERMISSIONS[name], value);
  }
}

/** The permission to delete messages in a channel also depends on the organization's settings. */
export function requireCanGivePermission(app: App, actor: User, name: ChannelPermission): void {
  const isAboutDeleting = name === 'can_delete_any_message_group' || name === 'can_delete_own_message_group';
  if (isAboutDeleting && !hasRealmPermission(app, actor, 'can_set_delete_message_policy_group'))
    throw insufficientPermission();
}

export type Retention = ChannelDraft['message_retention_days'];

/** Throws for callers below administrator, and for invalid retention times. */
export function requireRetention(actor: User, days: Retention): void {
  if (actor.role > ROLES.administrator) throw mustBeAdministrator();
  if (typeof days === 'number' && days <= 0) throw badValue('message_retention_days', days);
}

export const storedRetention = (days: Retention): number | null =>
  days === undefined || days === 'realm_default' ? null : days === 'unlimited' ? -1 : days;

/** Only active folders accept channels. */
export function requireFolder(app: App, id: number): void {
  const folder = app.channelFolders.byId(id);
  if (!folder || folder.is_archived) throw invalidChannelFolder();
}

function storedPermissions(
  app: App,
  actor: User,
  draft: Pick<ChannelDraft, ChannelPermission>,
): Record<ChannelPermission, number> {
  return Object.fromEntries(
    CHANNEL_PERMISSION_NAMES.map((name) => [
      name,
      initialPermission(app, CHANNEL_PERMISSIONS[name], actor, draft[name]),
    ]),
  ) as Record<ChannelPermission, number>;
}

/** Publishes the default channels to everyone but guests. */
export function publishDefaultChannels(app: App): void {
  const members = app.users.active().filter(({ role }) => role < ROLES.guest);
  app.events.publish(
    defaultChannelsChanged({ default_streams: app.channels.defaults() }),
    members.map(({ id }) => id),
  );
}

import type { App } from '../../../app.ts';
import { ApiError, badRequest } from '../../../kernel/errors.ts';
import { LIMITS } from '../../../limits.ts';
import type { Directory } from '../../../markdown/directory.ts';
import { renderMessage } from '../../../markdown/render.ts';
import { insufficientPermission, invalidChannel } from '../../errors.ts';
import { linksIn } from '../../organization/linkifiers/types.ts';
import { hasGroupPermission, hasRealmPermission, isInGroup, isOpenToVisitors } from '../../people/groups/rules.ts';
import { inaccessible, keyReachesChannel } from '../../people/users/key-limit-rules.ts';
import { canAccessUser } from '../../people/users/rules.ts';
import { isAdministrator, isGuest, type User } from '../../people/users/types.ts';
import { CHANNEL_PERMISSIONS, type Channel, type ChannelPermission } from './types.ts';

/** The caller: an account, or undefined for a visitor without one. */
export type Viewer = User | undefined;

export const isSubscribed = (app: App, user: Viewer, channel: Channel): boolean =>
  user !== undefined && app.subscriptions.listSubscribers(channel.id).has(user.id);

/** Whether the channel itself gives this user the permission. */
export const hasChannelPermission = (app: App, user: Viewer, channel: Channel, name: ChannelPermission): boolean =>
  hasGroupPermission(app, user, CHANNEL_PERMISSIONS[name], channel[name]);

/** Web-public channels are open to visitors only while the organization allows visitors. */
const webPublic = (app: App, channel: Channel): boolean => channel.is_web_public && isOpenToVisitors(app);

/**
 * Which of a channel's messages a user can read: `all`, only those they `received` (protected history), or `none`.
 * Every read path calls this function; nothing else decides it.
 */
export function readAccess(app: App, user: Viewer, channel: Channel): 'all' | 'received' | 'none' {
  if (!user) return webPublic(app, channel) && !channel.is_archived ? 'all' : 'none';
  if (!keyReachesChannel(user, channel.id)) return 'none';
  const subscribed = isSubscribed(app, user, channel);
  if (!subscribed && !canSubscribe(app, user, channel)) return 'none';
  if (channel.history_public_to_subscribers || !channel.invite_only) return 'all';
  return subscribed ? 'received' : 'none';
}

/**
 * Throws unless the caller may create channels of this kind. Changing a channel to this kind needs the same permission.
 */
export function requireCanCreate(
  app: App,
  actor: User,
  { invite_only, is_web_public }: Pick<Channel, 'invite_only' | 'is_web_public'>,
): void {
  if (is_web_public && !isOpenToVisitors(app)) throw badRequest('Web-public channels are not enabled.');
  const permission = is_web_public ? 'web_public' : invite_only ? 'private' : 'public';
  if (!hasRealmPermission(app, actor, `can_create_${permission}_channel_group`)) throw insufficientPermission();
}

/** Whether a user who is not subscribed has access to the content anyway, and so may subscribe. */
export function canSubscribe(app: App, user: User, channel: Channel): boolean {
  if (!keyReachesChannel(user, channel.id)) return false;
  if (channel.is_web_public) return true;
  if (isGuest(user)) return false;
  if (!channel.invite_only) return true;
  return (
    hasChannelPermission(app, user, channel, 'can_add_subscribers_group') ||
    hasChannelPermission(app, user, channel, 'can_subscribe_group')
  );
}

/** Whether a user can see the channel's existence, name, settings and subscribers. */
export function canAccessMetadata(app: App, user: Viewer, channel: Channel): boolean {
  if (!user) return webPublic(app, channel);
  if (!keyReachesChannel(user, channel.id)) return false;
  // Most channels are public. To check that first is cheaper when many channels are listed.
  if (canSubscribe(app, user, channel) || isSubscribed(app, user, channel)) return true;
  return isAdministrator(user) || hasChannelPermission(app, user, channel, 'can_administer_channel_group');
}

/**
 * Everyone who can see the channel and has an open event queue: the audience of its events. Of thousands of users, most
 * are offline and need not be checked.
 */
export function usersWithAccess(app: App, channel: Channel): Set<number> {
  const ids = new Set<number>();
  for (const id of app.queues.listListeners()) {
    const user = app.users.byId(id)!;
    if (user.is_active && canAccessMetadata(app, user, channel)) ids.add(id);
  }
  return ids;
}

/**
 * Administrators may change any channel they can see. In a private channel they are not in, they may change everything
 * except who has access.
 */
export const canAdminister = (app: App, user: User, channel: Channel): boolean =>
  (isAdministrator(user) || hasChannelPermission(app, user, channel, 'can_administer_channel_group')) &&
  canAccessMetadata(app, user, channel);

/**
 * Whether a user may post: the channel is not archived, they can see it, and they are in its group. Bots may also post
 * with their owner's permission.
 */
export function canPost(app: App, user: User, channel: Channel): boolean {
  if (channel.is_archived || user.key_limit?.read_only || !keyReachesChannel(user, channel.id)) return false;
  if (user.is_system) return true;
  const owner = user.bot_owner_id === null ? undefined : app.users.byId(user.bot_owner_id);
  const within = (person: User) => isSubscribed(app, person, channel) || canSubscribe(app, person, channel);
  if (!within(user) && !(owner?.is_active && within(owner))) return false;
  const isAllowed = (person: User) => isInGroup(app, person, channel.can_send_message_group);
  return isAllowed(user) || (owner?.is_active === true && isAllowed(owner));
}

/**
 * Returns the channel with this id if the viewer can see it. Throws the same error for unknown and invisible channels.
 */
export function requireChannelAccess(app: App, user: Viewer, id: number): Channel {
  const channel = app.channels.byId(id);
  if (!channel || !canAccessMetadata(app, user, channel)) throw inaccessible(user, invalidChannel);
  return channel;
}

/** Returns the channel with this id if the viewer can read anything in it. Throws the same error otherwise. */
export function requireReadableChannel(app: App, user: Viewer, id: number): Channel {
  const channel = app.channels.byId(id);
  if (!channel || readAccess(app, user, channel) === 'none') throw inaccessible(user, invalidChannel);
  return channel;
}

/** Returns the channel with this name if the viewer can see it. Throws STREAM_DOES_NOT_EXIST otherwise. */
export function requireChannelNamed(app: App, user: Viewer, name: string): Channel {
  const channel = app.channels.named(name);
  if (!channel || !canAccessMetadata(app, user, channel))
    throw inaccessible(user, () => noSuchChannel({ stream: name }));
  return channel;
}

export const noSuchChannel = (which: { stream: string } | { stream_id: number }): ApiError =>
  new ApiError(
    400,
    'STREAM_DOES_NOT_EXIST',
    'stream' in which
      ? `Channel '${which.stream}' does not exist`
      : `Channel with ID '${which.stream_id}' does not exist`,
    which,
  );

export const MAX_CHANNEL_NAME_LENGTH = LIMITS.channel_name_length;
export const MAX_DESCRIPTION_LENGTH = LIMITS.channel_description_length;

const STRAY = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/**
 * The position (from 1) of the first character that a one-line text must not have: a control character, a lone
 * surrogate, or a noncharacter.
 */
export function findInvalidCharacter(text: string): number | undefined {
  if (!STRAY.test(text)) return undefined;
  return [...text].findIndex((character) => STRAY.test(character)) + 1;
}

/** Whether a text has no visible character. */
export const isBlank = (text: string): boolean => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim() === '';

/** Returns a channel's name as it is stored. Throws for empty and too long names, and for control characters. */
export function cleanName(input: string): string {
  const name = input.trim().normalize('NFC');
  if (isBlank(name)) throw badRequest("Channel name can't be empty.");
  if ([...name].length > MAX_CHANNEL_NAME_LENGTH)
    throw badRequest(`Channel name too long (limit: ${MAX_CHANNEL_NAME_LENGTH} characters).`);
  const at = findInvalidCharacter(name);
  if (at !== undefined) throw badRequest(`Invalid character in channel name, at position ${at}.`);
  return name;
}

/**
 * Joins the lines of a text by one blank each. Takes time linear in the text, unlike a pattern with blanks on both
 * sides.
 */
const inOneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');

/** Returns a description as it is stored, in one line. Throws if it is too long. */
export function cleanDescription(input: string): string {
  const description = inOneLine(input);
  if ([...description].length > MAX_DESCRIPTION_LENGTH)
    throw badRequest(`description is too long (limit: ${MAX_DESCRIPTION_LENGTH} characters)`);
  return description;
}

/** The users and groups that an author may mention. */
export const mentionableNames = (
  app: App,
  author: User | undefined,
): Pick<Directory, 'usersNamed' | 'userById' | 'groupNamed'> => ({
  usersNamed: (name) => app.users.named(name).filter((user) => canAccessUser(app, author, user)),
  userById(id) {
    const user = app.users.byId(id);
    return user && canAccessUser(app, author, user) ? user : undefined;
  },
  groupNamed(name) {
    const group = app.groups.named(name);
    return group && { id: group.id, name, deactivated: group.deactivated };
  },
});

/**
 * Renders a description or profile text as HTML. It mentions only users whom its author can see, without notifying
 * them, and links only to public channels, since its readers may not see more.
 */
export function renderDescription(app: App, author: User | undefined, description: string): string {
  if (description === '') return '';
  const linkifiers = app.linkifiers.compiled();
  const isKnown = (channel: Channel | undefined) =>
    channel && !channel.invite_only && !channel.is_archived ? channel : undefined;
  const directory: Directory = {
    ...mentionableNames(app, author),
    realmEmoji: (name) => app.realmEmoji.named(name),
    channelNamed: (name) => isKnown(app.channels.named(name)),
    channelById: (id) => isKnown(app.channels.byId(id)),
    origin: app.config.url,
    default_code_language: app.realm.get('default_code_block_language'),
    ...(linkifiers.length > 0 && { linksIn: (text: string) => linksIn(text, linkifiers) }),
  };
  return renderMessage(description, directory).html;
}

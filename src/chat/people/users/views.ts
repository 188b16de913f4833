import { createHash } from 'node:crypto';
import type { Static } from 'typebox';
import type { App } from '../../../app.ts';
import { ROLES } from '../../../shared/roles.ts';
import { avatarAddress } from '../../files/images/types.ts';
import { canSeeEmail, type Viewer } from './rules.ts';
import { isAdministrator, isGuest, isOwner, type Person, type ProfileData, type User, type UserView } from './types.ts';

/** The placeholder that is shown where the real address is hidden. */
export const placeholderEmail = (app: App, user: { id: number }): string => `user${user.id}@${app.config.realmHost}`;

/** Whether everyone with an account can see the real address. */
export const isOpen = (user: User): boolean => user.is_bot || user.settings.email_address_visibility === 1;

/** The API's `email` of an account. All users see the same value; visitors see the placeholder. */
export const apiEmail = (app: App, user: User): string => (isOpen(user) ? user.email : placeholderEmail(app, user));

/** The URL of the avatar, or null if the client computes it from the address it sees (`client_gravatar`). */
export function avatarUrl(app: App, user: User, clientGravatar: boolean, emailSeen = isOpen(user)): string | null {
  if (user.avatar_source !== 'G')
    return uploadedAvatarUrl(app, user, '') ?? `/avatar/${user.id}?v=${user.avatar_version}`;
  return clientGravatar && emailSeen ? null : `${gravatar(user)}?d=identicon&version=${user.avatar_version}`;
}

/** The same avatar in a larger size. */
export function mediumAvatarUrl(app: App, user: User): string {
  if (user.avatar_source !== 'G')
    return uploadedAvatarUrl(app, user, '-medium') ?? `/avatar/${user.id}/medium?v=${user.avatar_version}`;
  return `${gravatar(user)}?d=identicon&s=500&version=${user.avatar_version}`;
}

/** The URL of an uploaded avatar. Others are drawn when they are requested. */
function uploadedAvatarUrl(app: App, user: User, size: '' | '-medium'): string | undefined {
  const picture = user.avatar_source === 'U' ? app.pictures.at(`avatar/${user.id}`) : undefined;
  return picture && avatarAddress(picture, user.avatar_version, size);
}

const gravatar = (user: User): string =>
  `https://secure.gravatar.com/avatar/${createHash('md5').update(user.email.toLowerCase()).digest('hex')}`;

/** In the form `2026-11-21T12:00+00:00`. */
export const dateJoined = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 16)}+00:00`;

/** Reads the profile data of all users at once. */
type Profiles = (userId: number) => Static<typeof ProfileData>;

export interface ViewOptions {
  clientGravatar: boolean;
  /**
   * Adds `profile_data` to people, but not to bots. If true, it is read for this user; a function returns it from data
   * read before.
   */
  profileData?: boolean | Profiles;
}

/** A user as a viewer sees them in lists. Bots have two more fields. */
export function person(app: App, viewer: Viewer, user: User, { clientGravatar, profileData }: ViewOptions): Person {
  const seen = canSeeEmail(viewer, user);
  return {
    user_id: user.id,
    delivery_email: seen ? user.email : null,
    email: viewer ? apiEmail(app, user) : placeholderEmail(app, user),
    full_name: user.full_name,
    date_joined: viewer ? dateJoined(user.date_joined) : dateJoined(user.date_joined).slice(0, 10),
    is_active: user.is_active,
    is_owner: isOwner(user),
    is_admin: isAdministrator(user),
    is_guest: isGuest(user),
    is_bot: user.is_bot,
    ...(user.is_bot ? { bot_type: user.bot_type!, bot_owner_id: user.bot_owner_id } : undefined),
    role: user.role,
    timezone: user.timezone,
    avatar_url: avatarUrl(app, user, clientGravatar, seen),
    avatar_version: user.avatar_version,
    ...(profileData && !user.is_bot ? { profile_data: getProfile(app, user, profileData) } : undefined),
    ...(user.is_system ? { is_system_bot: true as const } : undefined),
  };
}

const getProfile = (app: App, { id }: User, data: true | Profiles): Static<typeof ProfileData> =>
  data === true ? app.profileFields.getProfile(id) : data(id);

/** The same as a reply of its own: `bot_type` is null for people. */
export const userView = (app: App, viewer: Viewer, user: User, options: ViewOptions): UserView => ({
  ...person(app, viewer, user, options),
  bot_type: user.bot_type,
});

/** A user that a guest cannot access, for clients that expect all users in the list. */
export const unknownUser = (app: App, { id }: { id: number }): Person => ({
  user_id: id,
  delivery_email: null,
  email: placeholderEmail(app, { id }),
  full_name: 'Unknown user',
  date_joined: dateJoined(app.realm.get('date_created')),
  is_active: true,
  is_owner: false,
  is_admin: false,
  is_guest: false,
  is_bot: false,
  role: ROLES.member,
  timezone: '',
  avatar_url: `/avatar/${id}?v=1`,
  avatar_version: 1,
});

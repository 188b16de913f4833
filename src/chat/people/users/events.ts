import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { event, NO_CHANNELS, shapedEvent } from '../../../kernel/events/event.ts';
import { Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { type StateRequest, state } from '../../declare.ts';
import { hasRealmPermission, isOpenToVisitors } from '../groups/rules.ts';
import { accessibleUsers, canSeeEmail, isLimited } from './rules.ts';
import { isAdministrator, isGuest, isModerator, isOwner, Person, RoleNumber, type User } from './types.ts';
import { apiEmail, avatarUrl, mediumAvatarUrl, person, unknownUser } from './views.ts';

const { is_active: _, ...listed } = Person.properties;
/** Lists in /register leave out `is_active`. */
const ListedPerson = Type.Object(listed);

/** A user became visible. `gravatar` is the avatar for clients that compute it from the address. */
export const userAdded = shapedEvent<{ person: Person; gravatar: string | null }>()(
  'realm_user',
  'add',
  { person: Person },
  {
    ...NO_CHANNELS,
    shape: ({ person, gravatar }, { client_gravatar }) => ({
      person: client_gravatar ? { ...person, avatar_url: gravatar } : person,
    }),
  },
);

/** The same for guests who cannot see this user, if their client wants all users listed. */
export const inaccessibleUserAdded = event(
  'realm_user',
  'add',
  { person: Person },
  { ...NO_CHANNELS, shape: ({ person }, { user_list_incomplete }) => (user_list_incomplete ? undefined : { person }) },
);

/** A guest can no longer see a user. */
export const userRemoved = event(
  'realm_user',
  'remove',
  { person: Type.Object({ user_id: Type.Integer(), full_name: Type.String() }) },
  NO_CHANNELS,
);

const user_id = Type.Integer();
/** One property of a user changed. */
export const userUpdated = event(
  'realm_user',
  'update',
  {
    person: Type.Union([
      Type.Object({ user_id, full_name: Type.String() }),
      Type.Object({ user_id, role: RoleNumber }),
      Type.Object({ user_id, is_active: Type.Boolean() }),
      Type.Object({ user_id, delivery_email: Nullable(Type.String()) }),
      Type.Object({ user_id, new_email: Type.String() }),
      Type.Object({ user_id, email: Type.String(), timezone: Type.String() }),
      Type.Object({ user_id, bot_owner_id: Type.Integer() }),
      Type.Object({
        user_id,
        avatar_url: Nullable(Type.String()),
        avatar_url_medium: Nullable(Type.String()),
        avatar_source: Type.String(),
        avatar_version: Type.Integer(),
      }),
      Type.Object({
        user_id,
        custom_profile_field: Type.Object({
          id: Type.Integer(),
          value: Nullable(Type.String()),
          rendered_value: Maybe(Type.String()),
        }),
      }),
    ]),
  },
  NO_CHANNELS,
);

/** All users the caller can see. */
export const realmUsers = state(
  'realm_user',
  {
    realm_users: Type.Array(ListedPerson),
    realm_non_active_users: Type.Array(ListedPerson),
    cross_realm_bots: Type.Array(Person),
  },
  people,
  (request) => {
    const { app, user, kind } = request;
    if (user && isLimited(app, user)) return undefined;
    const key = `${user?.role} ${kind.client_gravatar}`;
    if (!user) return { key, as: request };
    // Another user of this role sees the same, but not the hidden address of this one.
    const other = { ...user, id: 0 };
    const own = canSeeEmail(other, user) ? undefined : ownEntry(request, user, other);
    return { key, as: { ...request, user: other }, own };
  },
);

/** A user's own entry in the list, as another one of the same role sees it, and as the user does. */
function ownEntry({ app, kind }: StateRequest, user: User, other: User): readonly [object, object] {
  const options = { clientGravatar: kind.client_gravatar, profileData: true };
  return [listedPerson(person(app, other, user, options)), listedPerson(person(app, user, user, options))];
}

const listedPerson = ({ is_active: _, ...rest }: Person) => rest;

/** The caller's own data. */
export const oneself = state(
  'realm_user',
  {
    avatar_source: Type.String(),
    avatar_url: Type.String(),
    avatar_url_medium: Type.String(),
    can_create_streams: Type.Boolean(),
    can_create_public_streams: Type.Boolean(),
    can_create_private_streams: Type.Boolean(),
    can_create_web_public_streams: Type.Boolean(),
    can_invite_others_to_realm: Type.Boolean(),
    is_admin: Type.Boolean(),
    is_owner: Type.Boolean(),
    is_moderator: Type.Boolean(),
    is_guest: Type.Boolean(),
    user_id: Type.Integer(),
    email: Type.String(),
    delivery_email: Type.String(),
    full_name: Type.String(),
  },
  ({ app, user }) => (user ? getPersonData(app, user) : VISITOR),
);

function people({ app, user, kind }: StateRequest) {
  const all = app.users.all();
  const known = accessibleUsers(app, user, all);
  const options = {
    clientGravatar: kind.client_gravatar,
    profileData: user !== undefined && app.profileFields.profiles(),
  };
  const realm_users: Omit<Person, 'is_active'>[] = [];
  const realm_non_active_users: Omit<Person, 'is_active'>[] = [];
  for (const one of known)
    (one.is_active ? realm_users : realm_non_active_users).push(listedPerson(person(app, user, one, options)));
  if (user && !kind.user_list_incomplete && isLimited(app, user)) {
    const ids = new Set(known.map(({ id }) => id));
    for (const one of all) if (!ids.has(one.id)) realm_users.push(listedPerson(unknownUser(app, one)));
    realm_users.sort((a, b) => a.user_id - b.user_id);
  }
  return {
    realm_users,
    realm_non_active_users,
    cross_realm_bots: app.users.systemBots().map((bot) => person(app, user, bot, options)),
  };
}

function getPersonData(app: App, user: User) {
  const mayCreate = (kind: 'public' | 'private' | 'web_public') =>
    hasRealmPermission(app, user, `can_create_${kind}_channel_group`);
  const can_create_public_streams = mayCreate('public');
  const can_create_private_streams = mayCreate('private');
  const can_create_web_public_streams = isOpenToVisitors(app) && mayCreate('web_public');
  return {
    avatar_source: user.avatar_source,
    avatar_url: avatarUrl(app, user, false)!,
    avatar_url_medium: mediumAvatarUrl(app, user),
    can_create_streams: can_create_public_streams || can_create_private_streams || can_create_web_public_streams,
    can_create_public_streams,
    can_create_private_streams,
    can_create_web_public_streams,
    can_invite_others_to_realm: hasRealmPermission(app, user, 'can_invite_users_group'),
    is_admin: isAdministrator(user),
    is_owner: isOwner(user),
    is_moderator: isModerator(user),
    is_guest: isGuest(user),
    user_id: user.id,
    email: apiEmail(app, user),
    delivery_email: user.email,
    full_name: user.full_name,
  };
}

/** The data of a visitor without an account. */
const VISITOR = {
  avatar_source: 'J',
  avatar_url: '',
  avatar_url_medium: '',
  can_create_streams: false,
  can_create_public_streams: false,
  can_create_private_streams: false,
  can_create_web_public_streams: false,
  can_invite_others_to_realm: false,
  is_admin: false,
  is_owner: false,
  is_moderator: false,
  is_guest: false,
  user_id: -1,
  email: '',
  delivery_email: '',
  full_name: '',
};

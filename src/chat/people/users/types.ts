import { type Static, Type } from 'typebox';
import { MapOf, Nullable, OneOf } from '../../../kernel/http/schema.ts';
import { ROLES, type Role } from '../../../shared/roles.ts';
import type { UserSettings } from '../../personal/settings/settings.ts';

export const RoleNumber = OneOf(ROLES.owner, ROLES.administrator, ROLES.moderator, ROLES.member, ROLES.guest);

/** An account as it is stored. */
export interface User {
  id: number;
  /** The real address; views.ts decides who sees it. */
  email: string;
  full_name: string;
  role: Role;
  is_active: boolean;
  /** One of the server's own bots. */
  is_system: boolean;
  is_bot: boolean;
  /** null: a person; 1: generic bot, 2: incoming webhook, 3: outgoing webhook, 4: embedded bot. */
  bot_type: number | null;
  bot_owner_id: number | null;
  api_key: string;
  /** An argon2id hash; null: no sign-in by password. */
  password_hash: string | null;
  date_joined: number;
  /** Whether this owner may change the addresses of others. */
  can_change_user_emails: boolean;
  timezone: string;
  avatar_source: string;
  avatar_version: number;
  settings: UserSettings;
  /** Messages with this id or a lower one are read. */
  unread_floor: number;
  /** null: the key may be used for everything that the account may do. */
  key_limit: KeyLimit | null;
}

/** What the API key of a bot may be used for. It never adds a right. */
export interface KeyLimit {
  /** The ids of the only channels that it reads and writes, without direct messages. null: everything. */
  channels: readonly number[] | null;
  read_only: boolean;
}

export const ProfileData = MapOf(Type.Object({ value: Type.String(), rendered_value: Type.Optional(Type.String()) }));

/** A person or bot as other users see them. */
export const UserView = Type.Object({
  user_id: Type.Integer(),
  delivery_email: Nullable(Type.String()),
  email: Type.String(),
  full_name: Type.String(),
  date_joined: Type.String(),
  is_active: Type.Boolean(),
  is_owner: Type.Boolean(),
  is_admin: Type.Boolean(),
  is_guest: Type.Boolean(),
  is_bot: Type.Boolean(),
  bot_type: Nullable(Type.Integer()),
  bot_owner_id: Type.Optional(Nullable(Type.Integer())),
  role: RoleNumber,
  timezone: Type.String(),
  avatar_url: Nullable(Type.String()),
  avatar_version: Type.Integer(),
  profile_data: Type.Optional(ProfileData),
  is_system_bot: Type.Optional(Type.Literal(true)),
});
export type UserView = Static<typeof UserView>;

/** The same in lists and events, where only bots have `bot_type`. */
export const Person = Type.Object({ ...UserView.properties, bot_type: Type.Optional(Type.Integer()) });
export type Person = Static<typeof Person>;

export const NOTIFICATION_BOT = 'notification-bot@klatch.invalid';

export const WELCOME_BOT = 'welcome-bot@klatch.invalid';

interface WithRole {
  readonly role: number;
}

// Each role includes the roles below it, and has a smaller number.

export const isOwner = ({ role }: WithRole): boolean => role <= ROLES.owner;
export const isAdministrator = ({ role }: WithRole): boolean => role <= ROLES.administrator;
export const isModerator = ({ role }: WithRole): boolean => role <= ROLES.moderator;
export const isMember = ({ role }: WithRole): boolean => role <= ROLES.member;
export const isGuest = ({ role }: WithRole): boolean => role >= ROLES.guest;

/** The domain of accounts that were imported without an address. Mail never reaches it. */
export const STUB_DOMAIN = 'import.invalid';

/** Whether this account was imported without an address, and belongs to nobody yet. */
export const isStub = ({ email }: Pick<User, 'email'>): boolean => email.endsWith(`@${STUB_DOMAIN}`);

/** Whether this account can be given to a person. Bots cannot. */
export const canBeClaimed = (user: User): boolean => isStub(user) && !user.is_bot;

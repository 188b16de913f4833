import type { App } from '../../../app.ts';
import { badRequest, badValue } from '../../../kernel/errors.ts';
import { isLanguage } from '../../../markdown/languages.ts';
import { requireChannelAccess } from '../../channels/channels/rules.ts';
import { blankName, invalidChannel, invalidLanguage, mustBeOwner } from '../../errors.ts';
import { realmMethods } from '../../people/identities/rules.ts';
import { isOwner, type User } from '../../people/users/types.ts';
import { languageName } from '../../personal/settings/settings.ts';
import type { RealmPermission } from './permission-types.ts';
import { REALM_SETTINGS, type RealmSettings, videoCallProviders } from './settings.ts';

/** Properties that are derived, or cannot be changed this way. */
const GIVEN = [
  'date_created',
  'uuid',
  'icon_source',
  'logo_source',
  'night_logo_source',
  'plan_type',
  'push_notifications_enabled',
  'deactivated',
] as const;
export type RealmProperty = Exclude<keyof typeof REALM_SETTINGS, (typeof GIVEN)[number]>;

/** The properties that PATCH /realm changes. */
export const REALM_PROPERTIES = (Object.keys(REALM_SETTINGS) as (keyof typeof REALM_SETTINGS)[]).filter(
  (name): name is RealmProperty => !(GIVEN as readonly string[]).includes(name),
);

/** Only owners decide who can join and who can create groups. */
const OWNERS_PERMISSIONS: readonly RealmPermission[] = [
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'create_multiuse_invite_group',
];

export const isOwnersSetting = (name: RealmProperty): boolean =>
  (REALM_SETTINGS[name] as { ownerOnly?: true }).ownerOnly === true;
export const isOwnersPermission = (name: RealmPermission): boolean => OWNERS_PERMISSIONS.includes(name);

export function requireOwner(user: User): void {
  if (!isOwner(user)) throw mustBeOwner();
}

/** Throws for a value that has the right shape but is invalid. */
export function requireSensible<N extends RealmProperty>(
  app: App,
  actor: User,
  name: N,
  value: RealmSettings[N],
): void {
  const check = CHECKS[name] as ((app: App, actor: User, value: RealmSettings[N]) => void) | undefined;
  check?.(app, actor, value);
}

const CHECKS: { [N in RealmProperty]?: (app: App, actor: User, value: RealmSettings[N]) => void } = {
  name: (_app, _actor, value) => {
    if (value.trim() === '') throw blankName();
  },
  default_language: (_app, _actor, value) => {
    if (!languageName(value)) throw invalidLanguage(value);
  },
  default_code_block_language: (_app, _actor, value) => {
    if (value !== '' && !isLanguage(value)) throw invalidLanguage(value);
  },
  message_retention_days: (_app, _actor, value) => {
    if (value === 0) throw badValue('message_retention_days', value);
  },
  jitsi_server_url: (_app, _actor, value) => {
    if (value !== null && !/^https?:\/\/[^\s/?#]\S*$/i.test(value))
      throw badRequest('jitsi_server_url is not an allowed_type');
  },
  video_chat_provider: (app, _actor, value) => {
    if (!Object.values(videoCallProviders(app.config)).some(({ id }) => id === value))
      throw badRequest(`Invalid video_chat_provider ${value}`);
  },
  moderation_request_channel_id: (app, actor, value) => {
    if (value !== -1 && !requireOpenChannel(app, actor, value).invite_only)
      throw badRequest('Moderation request channel must be private.');
  },
  new_stream_announcements_stream_id: requireChannelOrNone,
  signup_announcements_stream_id: requireChannelOrNone,
  zulip_update_announcements_stream_id: requireChannelOrNone,
};

function requireChannelOrNone(app: App, actor: User, id: number): void {
  if (id !== -1) requireOpenChannel(app, actor, id);
}

function requireOpenChannel(app: App, actor: User, id: number) {
  const channel = requireChannelAccess(app, actor, id);
  if (channel.is_archived) throw invalidChannel();
  return channel;
}

/** The operator decides about the methods, so clients can only send them back as they are. */
export function requireSignInMethod(app: App, methods: Record<string, boolean>): void {
  const known = realmMethods(app.config);
  for (const name of Object.keys(methods))
    if (!Object.hasOwn(known, name)) throw badRequest(`Invalid authentication method: ${name}`);
  if (!Object.values(methods).some(Boolean)) throw badRequest('At least one authentication method must be enabled.');
  if (Object.entries(methods).some(([name, isOn]) => known[name]!.enabled !== isOn))
    throw badRequest('The operator of the server decides which authentication methods are enabled.');
}

import { type TOptional, type TSchema, Type } from 'typebox';
import { emojiData } from '../../../emoji/table.ts';
import { FEATURE_LEVEL, ZULIP_VERSION } from '../../../kernel/config.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { MapOf, Maybe, Nullable, OneOf } from '../../../kernel/http/schema.ts';
import { renderDescription } from '../../channels/channels/rules.ts';
import { endpoint } from '../../declare.ts';
import { emptyMessage } from '../../errors.ts';
import { sendCustomWelcome } from '../../messages/notices/welcome-actions.ts';
import { hasPushService } from '../../notifications/push/registration-rules.ts';
import { isOpenToVisitors } from '../../people/groups/rules.ts';
import { GroupSettingUpdate, GroupSettingValue } from '../../people/groups/types.ts';
import { getMethod, listProviders } from '../../people/identities/rules.ts';
import { externalMethods } from '../../people/identities/views.ts';
import * as actions from './actions.ts';
import { deactivateRealm } from './actions.ts';
import { REALM_PERMISSIONS, type RealmPermission } from './permission-types.ts';
import { REALM_PROPERTIES, type RealmProperty, requireOwner, requireSignInMethod } from './rules.ts';
import { REALM_SETTINGS } from './settings.ts';
import { EMOJI_DATA_PATH, pictures } from './views.ts';

const shapes = <N extends string, S extends TSchema>(names: readonly N[], schema: (name: N) => S) =>
  Object.fromEntries(names.map((name) => [name, Maybe(schema(name))])) as Record<N, TOptional<S>>;
const PERMISSIONS = Object.keys(REALM_PERMISSIONS) as RealmPermission[];
type PropertyShapes = { [N in RealmProperty]: TOptional<(typeof REALM_SETTINGS)[N]['schema']> };

const Limit = Type.Union([Type.Integer({ minimum: 1 }), OneOf('unlimited')]);
const LIMITS = [
  'message_content_delete_limit_seconds',
  'message_content_edit_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'move_messages_between_streams_limit_seconds',
] as const;

export const updateRealm = endpoint({
  method: 'PATCH',
  path: '/realm',
  summary: 'Change the organization. The reply has what changed, and renamed values under `updated`.',
  auth: 'administrator',
  params: {
    ...(shapes(REALM_PROPERTIES, (name) => REALM_SETTINGS[name].schema) as PropertyShapes),
    ...shapes(LIMITS, () => Limit),
    message_retention_days: Maybe(Type.Union([Type.Integer({ minimum: -1 }), OneOf('unlimited')])),
    /** The name that older clients use for a `topics_policy`. */
    mandatory_topics: Maybe(Type.Boolean({ deprecated: true })),
    /** `default`: the server's own avatar. */
    jitsi_server_url: Maybe(Type.String({ maxLength: 200 })),
    string_id: Maybe(Type.String({ maxLength: 40 })),
    authentication_methods: Maybe(MapOf(Type.Boolean())),
    ...shapes(PERMISSIONS, () => GroupSettingUpdate),
  },
  returns: {
    ...shapes(REALM_PROPERTIES, (name) => Type.Union([REALM_SETTINGS[name].schema, Type.Literal('updated')])),
    ...shapes(PERMISSIONS, () => GroupSettingValue),
  },
  audit: ({ params }) => ({ kind: 'settings_change', details: Object.keys(params).join(', ') }),
  handle({ app, user, params: { string_id, authentication_methods, ...changes } }) {
    if (string_id !== undefined) {
      requireOwner(user);
      throw badRequest('Must be a demo organization.');
    }
    if (authentication_methods !== undefined) {
      requireOwner(user);
      requireSignInMethod(app, authentication_methods);
    }
    const changed = actions.changeRealm(app, user, plain(changes), changes as actions.PermissionChanges);
    return Object.fromEntries(
      Object.entries(changed).map(([name, value]) => [name, typeof value === 'string' ? 'updated' : value]),
    );
  },
});

export const deactivateOrganization = endpoint({
  method: 'POST',
  path: '/realm/deactivate',
  summary: 'Deactivate the organization and sign everyone out. Only the command line can reactivate it.',
  auth: 'owner',
  params: { deletion_delay_days: Maybe(Nullable(Type.Integer())) },
  audit: () => ({ kind: 'settings_change', details: 'deactivated' }),
  handle({ app, params }) {
    // An error is better than a deletion that never happens.
    if (typeof params.deletion_delay_days === 'number')
      throw badRequest('This server does not delete the data of deactivated organizations by itself.');
    deactivateRealm(app);
  },
});

/** Replaces words that stand for a value by the value. */
function plain(changes: Record<string, unknown>): actions.PropertyChanges {
  const { message_retention_days, mandatory_topics } = changes;
  // Some clients send it in quotes, as JSON.
  const jitsi_server_url = (changes.jitsi_server_url as string | undefined)?.replace(/^"(.*)"$/, '$1');
  return {
    ...(mandatory_topics !== undefined && {
      topics_policy: mandatory_topics ? 'disable_empty_topic' : 'allow_empty_topic',
    }),
    ...changes,
    ...Object.fromEntries(LIMITS.filter((name) => changes[name] === 'unlimited').map((name) => [name, null])),
    ...(message_retention_days === 'unlimited' && { message_retention_days: -1 }),
    ...(jitsi_server_url !== undefined && {
      jitsi_server_url: jitsi_server_url === 'default' ? null : jitsi_server_url,
    }),
  } as actions.PropertyChanges;
}

/** The authentication methods that clients expect by name. */
const METHODS = [
  'dev',
  'ldap',
  'remoteuser',
  'github',
  'azuread',
  'gitlab',
  'apple',
  'google',
  'saml',
  'openid connect',
] as const;
const flags = <T>(value: (method: (typeof METHODS)[number]) => T) =>
  Object.fromEntries(METHODS.map((method) => [method, value(method)])) as Record<(typeof METHODS)[number], T>;

export const getServerSettings = endpoint({
  method: 'GET',
  path: '/server_settings',
  summary: "Get the server's settings that clients need before sign-in",
  isCostly: false,
  auth: 'public',
  returns: {
    authentication_methods: Type.Object({
      password: Type.Boolean(),
      email: Type.Boolean(),
      ...flags(() => Type.Boolean()),
    }),
    external_authentication_methods: Type.Array(
      Type.Object({
        name: Type.String(),
        display_name: Type.String(),
        display_icon: Nullable(Type.String()),
        login_url: Type.String(),
        signup_url: Type.String(),
      }),
    ),
    zulip_feature_level: Type.Integer(),
    zulip_version: Type.String(),
    zulip_merge_base: Type.String(),
    push_notifications_enabled: Type.Boolean(),
    is_incompatible: Type.Boolean(),
    email_auth_enabled: Type.Boolean(),
    require_email_format_usernames: Type.Boolean(),
    realm_uri: Type.String(),
    realm_url: Type.String(),
    realm_name: Type.String(),
    realm_icon: Type.String(),
    realm_description: Type.String(),
    realm_web_public_access_enabled: Type.Boolean(),
  },
  handle({ app, caller }) {
    const description = app.realm.get('description');
    const { passwordLogin, ldap } = app.config.choices;
    const hasLdap = passwordLogin && ldap !== undefined;
    const methods = listProviders(app.config).map(getMethod);
    return {
      authentication_methods: {
        password: passwordLogin,
        email: passwordLogin,
        ...flags((method) =>
          method === 'dev' ? app.config.development : method === 'ldap' ? hasLdap : methods.includes(method),
        ),
      },
      external_authentication_methods: externalMethods(app, caller.origin),
      zulip_feature_level: FEATURE_LEVEL,
      zulip_version: ZULIP_VERSION,
      zulip_merge_base: ZULIP_VERSION,
      push_notifications_enabled: hasPushService(app),
      is_incompatible: false,
      email_auth_enabled: passwordLogin,
      require_email_format_usernames: !hasLdap,
      realm_uri: caller.origin,
      realm_url: caller.origin,
      realm_name: app.realm.get('name'),
      realm_icon: pictures(app).realm_icon_url,
      realm_description: renderDescription(app, undefined, description),
      realm_web_public_access_enabled: isOpenToVisitors(app),
    };
  },
});

export const checkSubdomain = endpoint({
  method: 'GET',
  path: '/realm/subdomain/{subdomain}',
  summary: 'Check whether a subdomain is available',
  auth: 'public',
  params: { subdomain: Type.String() },
  handle() {
    // A server has one organization: nobody can create another one here.
    throw badRequest('Subdomain not available. Please choose a different one.');
  },
});

export const getEmojiData = endpoint({
  method: 'GET',
  path: EMOJI_DATA_PATH,
  constant: true,
  root: true,
  summary: 'Get the names and categories of all Unicode emoji',
  auth: 'public',
  limit: 'none',
  returns: { code_to_names: MapOf(Type.Array(Type.String())), emoji_catalog: MapOf(Type.Array(Type.String())) },
  handle: () => emojiData(),
});

export const testWelcomeBotCustomMessage = endpoint({
  method: 'POST',
  path: '/realm/test_welcome_bot_custom_message',
  summary: "Send yourself a test of the organization's welcome message",
  auth: 'administrator',
  params: { welcome_message_custom_text: Type.String({ maxLength: 8000 }) },
  returns: { message_id: Type.Integer() },
  handle({ app, user, params }) {
    const message_id = sendCustomWelcome(app, user, params.welcome_message_custom_text);
    if (message_id === undefined) throw emptyMessage();
    return { message_id };
  },
});

import { Type } from 'typebox';
import { emojiData } from '../../../emoji/table.ts';
import { FEATURE_LEVEL, ZULIP_VERSION } from '../../../kernel/config.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { MapOf, Nullable } from '../../../kernel/http/schema.ts';
import { renderDescription } from '../../channels/channels/rules.ts';
import { endpoint } from '../../declare.ts';
import { hasPushService } from '../../notifications/push/bouncer-client.ts';
import { isOpenToVisitors } from '../../people/groups/rules.ts';
import { methodOf, providersOf } from '../../people/identities/rules.ts';
import { externalMethods } from '../../people/identities/views.ts';
import { EMOJI_DATA_PATH, pictures } from './server-views.ts';

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
    const methods = providersOf(app.config).map(methodOf);
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
      push_notifications_enabled: hasPushService(app.config),
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

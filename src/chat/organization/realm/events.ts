import { type Static, type TObject, Type } from 'typebox';
import type { App } from '../../../app.ts';
import { event } from '../../../kernel/events/event.ts';
import { MapOf, Maybe, Nullable } from '../../../kernel/http/schema.ts';
import { type StateRequest, state } from '../../declare.ts';
import { hasPushService } from '../../notifications/push/registration-rules.ts';
import { realmGroup, settingValue } from '../../people/groups/rules.ts';
import { GroupSettingValue } from '../../people/groups/types.ts';
import { realmMethods } from '../../people/identities/rules.ts';
import { REALM_PERMISSIONS, type RealmPermission } from './permission-types.ts';
import { REALM_SETTINGS, type RealmSettings, videoCallProviders } from './settings.ts';
import { EMOJI_DATA_PATH, gifProvider, legacyFields, pictures, SERVER_FACTS, ServerFacts } from './views.ts';

/** Properties that are published in another form, or not at all. */
const {
  uuid: _uuid,
  deactivated: _deactivated,
  icon_source: _icon,
  logo_source: _logo,
  night_logo_source: _night,
  ...FACTS
} = REALM_SETTINGS;
const names = Object.keys(FACTS) as (keyof typeof FACTS)[];
const permissions = Object.keys(REALM_PERMISSIONS) as RealmPermission[];

/** A table with a value for each name. */
const table = <N extends string, V>(names: readonly N[], read: (name: N) => V): Record<N, V> =>
  Object.fromEntries(names.map((name) => [name, read(name)])) as Record<N, V>;

/** Each name as `realm_<name>`. */
const prefixNames = <T extends object>(values: T): { [N in keyof T & string as `realm_${N}`]: T[N] } =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`realm_${name}`, value])) as never;

type PropertyShapes = { [N in keyof typeof FACTS]: (typeof FACTS)[N]['schema'] };
/** The organization's properties and permissions. */
const Properties = {
  ...(table(names, (name) => FACTS[name].schema) as PropertyShapes),
  ...table(permissions, () => GroupSettingValue),
};

const properties = (app: App): Static<TObject<typeof Properties>> => ({
  ...(table(names, (name) => app.realm.get(name)) as Pick<RealmSettings, keyof typeof FACTS>),
  ...table(permissions, (name) => settingValue(app, realmGroup(app, name))),
});

const AuthenticationMethods = MapOf(
  Type.Object({ enabled: Type.Boolean(), available: Type.Boolean(), unavailable_reason: Maybe(Type.String()) }),
);

/** Values that are derived from the properties, for older clients and for convenience. */
const Derived = {
  realm_allow_edit_history: Type.Boolean(),
  realm_mandatory_topics: Type.Boolean(),
  realm_create_public_stream_policy: Type.Integer(),
  realm_create_private_stream_policy: Type.Integer(),
  realm_create_web_public_stream_policy: Type.Integer(),
  realm_wildcard_mention_policy: Type.Integer(),
  realm_authentication_methods: AuthenticationMethods,
  realm_email_auth_enabled: Type.Boolean(),
  realm_password_auth_enabled: Type.Boolean(),
  realm_presence_disabled: Type.Boolean(),
  realm_bot_domain: Type.String(),
  realm_uri: Type.String(),
  realm_url: Type.String(),
  realm_icon_url: Type.String(),
  realm_icon_source: Type.String(),
  realm_logo_url: Type.String(),
  realm_logo_source: Type.String(),
  realm_night_logo_url: Type.String(),
  realm_night_logo_source: Type.String(),
  jitsi_server_url: Type.String(),
  development_environment: Type.Boolean(),
  server_generation: Type.Integer(),
  /** Only for demo organizations, which do not exist here. */
  demo_organization_scheduled_deletion_date: Maybe(Type.Integer()),
  server_emoji_data_url: Type.String(),
};

function readDerived({ app, user, caller }: StateRequest) {
  return {
    ...prefixNames(legacyFields(app)),
    realm_authentication_methods: realmMethods(app.config),
    realm_email_auth_enabled: app.config.choices.passwordLogin,
    realm_password_auth_enabled: app.config.choices.passwordLogin,
    realm_presence_disabled: user === undefined,
    realm_bot_domain: app.config.realmHost,
    realm_uri: caller.origin,
    realm_url: caller.origin,
    ...pictures(app),
    jitsi_server_url: app.realm.get('jitsi_server_url') ?? SERVER_FACTS.server_jitsi_server_url,
    development_environment: app.config.development,
    server_generation: app.config.generation,
    server_emoji_data_url: caller.origin + EMOJI_DATA_PATH,
  };
}

/** The organization and its server. Visitors receive nothing they could edit. */
export const realm = state('realm', { ...prefixNames(Properties), ...Derived, ...ServerFacts }, (request) => ({
  ...prefixNames(properties(request.app)),
  ...(request.user ? undefined : { realm_allow_message_editing: false }),
  ...readDerived(request),
  ...SERVER_FACTS,
  realm_available_video_chat_providers: videoCallProviders(request.app.config),
  server_gif_provider: gifProvider(request.app.config),
  max_file_upload_size_mib: request.app.config.choices.maxUploadMib,
  realm_push_notifications_enabled: hasPushService(request.app),
  server_web_public_streams_enabled: request.app.config.choices.webPublicChannels !== false,
  realm_upload_quota_mib: request.app.config.choices.uploadQuotaMib ?? null,
  server_terms_url: request.app.config.choices.termsUrl ?? null,
  server_privacy_url: request.app.config.choices.privacyUrl ?? null,
  server_imprint_url: request.app.config.choices.imprintUrl ?? null,
}));

/** One property of the organization changed. */
export const realmUpdated = event('realm', 'update', {
  property: Type.String(),
  value: Type.Union([Type.Boolean(), Type.Integer(), Type.String(), Type.Null()]),
});

const CHANGING = {
  ...Properties,
  authentication_methods: AuthenticationMethods,
  icon_source: Type.String(),
  icon_url: Type.String(),
  logo_source: Type.String(),
  logo_url: Type.String(),
  night_logo_source: Type.String(),
  night_logo_url: Type.String(),
  mandatory_topics: Type.Boolean(),
  presence_disabled: Type.Boolean(),
  max_file_upload_size_mib: Type.Integer(),
  upload_quota_mib: Nullable(Type.Integer()),
  push_notifications_enabled_end_timestamp: Nullable(Type.Integer()),
};

const Changes = Type.Partial(Type.Object(CHANGING));
export type RealmChanges = Static<typeof Changes>;

/** Several properties that belong together changed; `property`: default, or which of the images. */
export const realmDictUpdated = event('realm', 'update_dict', {
  property: Type.String(),
  data: Changes,
});

/** The organization was deactivated: nobody can sign in any more. */
export const realmDeactivated = event('realm', 'deactivated', { realm_id: Type.Integer() });

import { type TOptional, type TSchema, Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';
import { MapOf, Maybe, Nullable, OneOf } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { GroupSettingUpdate, GroupSettingValue } from '../../people/groups/types.ts';
import * as actions from './actions.ts';
import { deactivateRealm } from './actions.ts';
import { REALM_PERMISSIONS, type RealmPermission } from './permission-types.ts';
import { REALM_PROPERTIES, type RealmProperty, requireOwner, requireSignInMethod } from './rules.ts';
import { REALM_SETTINGS } from './settings.ts';

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

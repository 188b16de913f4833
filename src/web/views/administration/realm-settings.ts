import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Params } from '../../server/types.ts';
import type { Realm } from '../../store/account.ts';
import { store } from '../../store/store.ts';

// Helpers shared by the sections for organization settings.

type Changes = Params<'PATCH /realm'>;
/** The properties of the organization that can be changed, by their names in `PATCH /realm`. */
export type RealmName = NameWithoutPrefix<keyof Realm> & keyof Changes;
type NameWithoutPrefix<Field> = Field extends `realm_${infer Name}` ? Name : never;
export type RealmValue<Name extends RealmName> = Realm[`realm_${Name}`];
/** The properties whose value has this type. */
export type RealmNameOf<Value> = {
  [Name in RealmName]: RealmValue<Name> extends Value ? (Value extends RealmValue<Name> ? Name : never) : never;
}[RealmName];

/** The value of a property. Reads a signal. */
export const realmValue = <Name extends RealmName>(name: Name): RealmValue<Name> => store.realm.value[`realm_${name}`];

/** Saves the property. Most are sent as they are received; a time limit is sent as `unlimited` instead of null. */
export const saveRealm =
  <Name extends RealmName>(name: Name) =>
  (value: RealmValue<Name> | Changes[Name]): Promise<unknown> =>
    request('PATCH /realm', { [name]: value });

/** Properties that only owners can change. */
const OWNERS = [
  ...[
    'delete_archived_channels',
    'disallow_disposable_email_addresses',
    'emails_restricted_to_domains',
    'invite_required',
    'message_retention_days',
    'second_factor_required_role',
  ],
  ...[
    'waiting_period_threshold',
    'can_create_groups',
    'can_invite_users_group',
    'can_manage_all_groups',
    'create_multiuse_invite_group',
  ],
];

/** The reason why the user cannot change a property, or undefined if the user can. */
export function readOnlyReason(name: string): string | undefined {
  const { is_admin, is_owner } = store.me.value;
  if (!is_admin) return t('Only administrators can change this.');
  return OWNERS.includes(name) && !is_owner ? t('Only owners can change this.') : undefined;
}

/** The properties of a settings row: its value, how it is saved, and why it is read-only. */
export const rowProps = <Name extends RealmName>(name: Name) => ({
  value: realmValue(name),
  save: saveRealm(name),
  fixed: readOnlyReason(name),
});

import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';

// Helpers shared by the sections for organization settings.

/** A property of the organization by its name in `PATCH /realm`. Reads a signal. */
export const realmValue = <T>(name: string): T => store.realm.value[`realm_${name}`] as T;

/** Saves the property. */
export const saveRealm =
  (name: string) =>
  (value: unknown): Promise<unknown> =>
    request('PATCH /realm', { [name]: value } as never);

/** Properties that only owners can change. */
const OWNERS = [
  ...[
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
export const rowProps = <T>(name: string) => ({
  value: realmValue<T>(name),
  save: saveRealm(name),
  fixed: readOnlyReason(name),
});

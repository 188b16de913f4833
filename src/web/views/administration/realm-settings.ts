import { t } from '../../i18n/text.ts';
import { ask } from '../../server/request.ts';
import { store } from '../../store/store.ts';

// What the sections of the organisation's own settings share.

/** One property of the organisation, by its name in PATCH /realm. Reads a signal. */
export const realmValue = <T>(name: string): T => store.realm.value[`realm_${name}`] as T;

/** Changes it. */
export const saveRealm =
  (name: string) =>
  (value: unknown): Promise<unknown> =>
    ask('PATCH /realm', { [name]: value } as never);

/** What only owners may change. */
const OWNERS = [
  ...[
    'disallow_disposable_email_addresses',
    'emails_restricted_to_domains',
    'invite_required',
    'message_retention_days',
  ],
  ...[
    'waiting_period_threshold',
    'can_create_groups',
    'can_invite_users_group',
    'can_manage_all_groups',
    'create_multiuse_invite_group',
  ],
];

/** Why one cannot change a property; undefined: one can. */
export function fixedFor(name: string): string | undefined {
  const { is_admin, is_owner } = store.me.value;
  if (!is_admin) return t('Only administrators can change this.');
  return OWNERS.includes(name) && !is_owner ? t('Only owners can change this.') : undefined;
}

/** What a row of settings says of one: its value, how to save it, and why it is fixed if it is. */
export const row = <T>(name: string) => ({ value: realmValue<T>(name), save: saveRealm(name), fixed: fixedFor(name) });

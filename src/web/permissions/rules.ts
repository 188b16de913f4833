import type { GroupValue, PermissionRule, RealmPermission } from '../server/types.ts';
import { type MembershipContext, userHasPermission } from '../store/permissions.ts';
import { store } from '../store/store.ts';

// The user's own permissions, by the server's rules. All functions read signals.

const membership = (): MembershipContext => ({
  people: store.users.value,
  groups: store.groups.value,
  waiting: store.realm.value.realm_waiting_period_threshold,
  now: Date.now(),
});

type Kind = 'realm' | 'stream' | 'group';

/** The rule that says which groups a permission can be assigned to. */
export const findRule = (kind: Kind, name: string): PermissionRule | undefined =>
  store.realm.value.server_supported_permission_settings[kind][name];

/**
 * Whether the user has a permission with this value: `hasPermission('stream', 'can_send_message_group',
 * channel.can_send_message_group)`.
 */
export const hasPermission = (kind: Kind, name: string, value: GroupValue | undefined): boolean =>
  value !== undefined &&
  store.me.value.id !== 0 &&
  userHasPermission(membership(), store.me.value.id, value, findRule(kind, name));

/** Whether the user has a permission of the organization. */
export const hasRealmPermission = (name: RealmPermission): boolean =>
  hasPermission('realm', name, store.realm.value[`realm_${name}`]);

/** Whether the user can manage a group completely. */
export function canManageGroup(id: number): boolean {
  const group = store.groups.value.get(id);
  if (!group || group.is_system_group) return false;
  return (
    hasPermission('group', 'can_manage_group', group.can_manage_group) || hasRealmPermission('can_manage_all_groups')
  );
}

import type { App } from '../../../app.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { canAccessMetadata } from '../../channels/channels/rules.ts';
import { CHANNEL_PERMISSION_NAMES } from '../../channels/channels/types.ts';
import { REALM_PERMISSIONS, type RealmPermission } from '../../organization/realm/permission-types.ts';
import type { User } from '../users/types.ts';
import { GROUP_PERMISSIONS } from './types.ts';

/** Reasons against deactivating a group: where it is used. */
type Objection =
  | { type: 'subgroup'; supergroup_ids: number[] }
  /** `channel_id` is null for a channel that the caller cannot see. */
  | { type: 'channel'; channel_id: number | null; settings: string[] }
  | { type: 'user_group'; group_id: number; settings: string[] }
  | { type: 'realm'; settings: string[] };

/** Throws CANNOT_DEACTIVATE_GROUP_IN_USE for a group that is in another group or has a permission. */
export function requireUnused(app: App, actor: User, groupId: number): void {
  const objections = objectionsTo(app, actor, groupId);
  if (objections.length > 0)
    throw new ApiError(400, 'CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', { objections });
}

function objectionsTo(app: App, actor: User, groupId: number): Objection[] {
  const above = app.groups.above(groupId).map((id) => app.groups.byId(id)!);
  const supergroup_ids = above.filter(({ name, deactivated }) => name !== null && !deactivated).map(({ id }) => id);
  // The value of a permission can be the group itself, or an anonymous group that contains it.
  const values = new Set([groupId, ...above.filter(({ name }) => name === null).map(({ id }) => id)]);
  const listUsed = <N extends string>(names: readonly N[], value: (name: N) => number | null) =>
    names.filter((name) => values.has(value(name) ?? -1));

  const realm = listUsed(Object.keys(REALM_PERMISSIONS) as RealmPermission[], (name) => app.realm.get(name));
  return [
    ...(supergroup_ids.length > 0 ? [{ type: 'subgroup' as const, supergroup_ids }] : []),
    ...app.channels
      .all()
      .map((channel) => ({
        type: 'channel' as const,
        channel_id: canAccessMetadata(app, actor, channel) ? channel.id : null,
        settings: listUsed(CHANNEL_PERMISSION_NAMES, (name) => channel[name]),
      }))
      .filter(({ settings }) => settings.length > 0),
    ...app.groups
      .givingTo(JSON.stringify([...values]))
      .filter(({ id, deactivated }) => id !== groupId && !deactivated)
      .map((group) => ({
        type: 'user_group' as const,
        group_id: group.id,
        settings: listUsed(GROUP_PERMISSIONS, (name) => group[name]),
      })),
    ...(realm.length > 0 ? [{ type: 'realm' as const, settings: realm }] : []),
  ];
}

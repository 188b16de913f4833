import type { App } from '../../../app.ts';
import { changePermission, requirePermissionUpdate } from '../../people/groups/permission-settings.ts';
import { realmGroup } from '../../people/groups/rules.ts';
import type { GroupSettingUpdate, GroupSettingValue } from '../../people/groups/types.ts';
import type { User } from '../../people/users/types.ts';
import { type RealmChanges, realmDictUpdated, realmUpdated } from './events.ts';
import { legacyFields } from './legacy.ts';
import { REALM_PERMISSIONS, type RealmPermission } from './permissions.ts';
import {
  isOwnersPermission,
  isOwnersSetting,
  REALM_PROPERTIES,
  type RealmProperty,
  requireOwner,
  requireSensible,
} from './rules.ts';
import type { RealmSettings } from './settings.ts';
import { withFullMemberDiff, withGuestVisibilityDiff } from './visibility.ts';

export type PropertyChanges = { [N in RealmProperty]?: RealmSettings[N] | undefined };
export type PermissionChanges = { [N in RealmPermission]?: GroupSettingUpdate | undefined };

/**
 * Changes the organization: everything requested, or nothing. Returns the changed properties by name. Throws
 * UNAUTHORIZED_PRINCIPAL for administrators who change owners' properties, and for invalid values and a stale `old`.
 */
export function changeRealm(
  app: App,
  actor: User,
  properties: PropertyChanges,
  permissions: PermissionChanges,
): Record<string, unknown> {
  const names = REALM_PROPERTIES.filter((name) => properties[name] !== undefined);
  const groups = (Object.keys(REALM_PERMISSIONS) as RealmPermission[]).filter(
    (name) => permissions[name] !== undefined,
  );
  for (const name of names) {
    if (isOwnersSetting(name)) requireOwner(actor);
    requireSensible(app, actor, name, properties[name] as never);
  }
  for (const name of groups) {
    if (isOwnersPermission(name)) requireOwner(actor);
    const setting = { name, rule: REALM_PERMISSIONS[name], group: realmGroup(app, name) };
    requirePermissionUpdate(app, setting, permissions[name]!);
  }
  return writeRealm(app, properties, permissions);
}

/** Writes and publishes changes of the organization without checking them. Returns the changed properties by name. */
export function writeRealm(
  app: App,
  properties: PropertyChanges,
  permissions: PermissionChanges,
): Record<string, unknown> {
  const changed = REALM_PROPERTIES.filter(
    (name) => properties[name] !== undefined && app.realm.get(name) !== properties[name],
  );
  return app.db.write(() => {
    const before = legacyFields(app);
    const answer: Record<string, unknown> = {};
    for (const name of changed) {
      setProperty(app, name, properties[name] as never);
      answer[name] = properties[name];
    }
    publishProperties(app, changed);
    for (const name of Object.keys(REALM_PERMISSIONS) as RealmPermission[]) {
      const update = permissions[name];
      const value = update && setPermission(app, name, update);
      if (value !== undefined) answer[name] = value;
    }
    publishLegacyFields(app, before);
    return answer;
  });
}

function setProperty<N extends RealmProperty>(app: App, name: N, value: RealmSettings[N]): void {
  const set = () => app.realm.set(name, value);
  if (name === 'waiting_period_threshold') withFullMemberDiff(app, set);
  else set();
  // Turned on again, the time to restore channels begins again.
  if (name === 'delete_archived_channels') app.archivedChannels.forgetAll();
}

/** Properties that belong together are published together. */
const TOGETHER: readonly (readonly RealmProperty[])[] = [
  ['allow_message_editing', 'message_content_edit_limit_seconds'],
  ['topics_policy'],
];

function publishProperties(app: App, changed: readonly RealmProperty[]): void {
  for (const some of TOGETHER) {
    if (!some.some((name) => changed.includes(name))) continue;
    const mandatory = some.includes('topics_policy') ? { mandatory_topics: legacyFields(app).mandatory_topics } : {};
    publishDict(app, { ...Object.fromEntries(some.map((name) => [name, app.realm.get(name)])), ...mandatory });
  }
  for (const name of changed)
    if (!TOGETHER.some((some) => some.includes(name)))
      publishProperty(app, name, app.realm.get(name) as boolean | number | string | null);
}

/** Gives a permission to another group. Returns its new value; undefined if the group has it already. */
const setPermission = (app: App, name: RealmPermission, update: GroupSettingUpdate): GroupSettingValue | undefined =>
  changePermission(app, realmGroup(app, name), update, (group, value) => {
    const set = () => app.realm.set(name, group as RealmSettings[typeof name]);
    if (name === 'can_access_all_users_group') withGuestVisibilityDiff(app, set);
    else set();
    publishDict(app, { [name]: value });
  });

/** Older clients know numbers and flags that are derived from the other properties. */
function publishLegacyFields(app: App, before: ReturnType<typeof legacyFields>): void {
  const { mandatory_topics: _, ...after } = legacyFields(app);
  for (const name of Object.keys(after) as (keyof typeof after)[])
    if (after[name] !== before[name]) publishProperty(app, name, after[name]);
}

const publishProperty = (app: App, property: string, value: boolean | number | string | null): void =>
  app.events.publish(realmUpdated({ property, value }), app.users.activeIds());

const publishDict = (app: App, data: RealmChanges): void =>
  app.events.publish(realmDictUpdated({ property: 'default', data }), app.users.activeIds());

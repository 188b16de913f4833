import type { App } from '../../../app.ts';
import { minus, withVisibilityDiff } from '../../../kernel/events/visibility-diff.ts';
import { ROLES } from '../../../shared/roles.ts';
import { restartDeletionTimes } from '../../channels/archived-channels/actions.ts';
import { publishNewFullMembers, withChannelVisibilityDiff } from '../../channels/channels/visibility-actions.ts';
import { putImage, removeImage } from '../../files/images/actions.ts';
import type { PictureFiles, RealmSlot } from '../../files/images/types.ts';
import { membersAdded, membersRemoved } from '../../people/groups/events.ts';
import { changePermission, requirePermissionUpdate } from '../../people/groups/permission-actions.ts';
import { isFullMember, realmGroup } from '../../people/groups/rules.ts';
import type { GroupSettingUpdate, GroupSettingValue } from '../../people/groups/types.ts';
import { endAllSessions } from '../../people/sign-in/sign-out-batches.ts';
import { accessibleUsers } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { userVisibility } from '../../people/users/visibility-actions.ts';
import { defaultChanged } from '../../personal/settings/events.ts';
import { USER_SETTINGS, type UserSettingName, type UserSettings } from '../../personal/settings/settings.ts';
import { type RealmChanges, realmDeactivated, realmDictUpdated, realmUpdated } from './events.ts';
import { REALM_PERMISSIONS, type RealmPermission } from './permission-types.ts';
import {
  isOwnersPermission,
  isOwnersSetting,
  REALM_PROPERTIES,
  type RealmProperty,
  requireOwner,
  requireSensible,
} from './rules.ts';
import type { RealmSettings } from './settings.ts';
import { legacyFields, pictures, REALM_ID } from './views.ts';

/**
 * Runs `work`, which changes which users guests can see, and publishes the users that became visible or invisible. Call
 * it inside `db.write`.
 */
function withGuestVisibilityDiff(app: App, work: () => void): void {
  const guests = app.users.active().filter(({ id, role }) => role === ROLES.guest && app.queues.isListening(id));
  const everyone = app.users.all();
  const read = (guest: User) => new Set(accessibleUsers(app, guest, everyone).map(({ id }) => id));
  withVisibilityDiff(userVisibility(app, guests, everyone, read), work);
}

/**
 * Runs `work`, which changes who is a full member. Publishes the changes, and the channels that become visible or
 * invisible by them.
 */
function withFullMemberDiff(app: App, work: () => void): void {
  publishNewFullMembers(app);
  const full = () =>
    new Set(
      app.users
        .active()
        .filter((user) => user.role === ROLES.member && isFullMember(app, user))
        .map(({ id }) => id),
    );
  withChannelVisibilityDiff(app, app.channels.all(), () => {
    const before = full();
    work();
    const after = full();
    const group_id = app.groups.system('role:fullmembers');
    const left = [...minus(before, after)];
    const joined = [...minus(after, before)];
    if (left.length > 0) app.events.publish(membersRemoved({ group_id, user_ids: left }), app.users.activeIds());
    if (joined.length > 0) app.events.publish(membersAdded({ group_id, user_ids: joined }), app.users.activeIds());
  });
}

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
  permissions: PermissionChanges = {},
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
  if (name === 'delete_archived_channels') restartDeletionTimes(app);
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

/** Deactivates the organization: everyone is signed out, and open event queues receive the reason. The data stays. */
export function deactivateRealm(app: App): void {
  app.db.write(() => {
    app.realm.set('deactivated', true);
    endAllSessions(app);
    const everyone = app.users.activeIds();
    app.events.publish(realmDeactivated({ realm_id: REALM_ID }), everyone);
    app.events.changeQueues({ kind: 'remove uninformed', type: 'realm', because: 'realm deactivated' });
  });
}

/** Reactivates the organization. Only the operator can do this, since nobody can sign in. */
export function reactivateRealm(app: App): void {
  app.db.write(() => app.realm.set('deactivated', false));
}

/** Sets the organization's own icon or logo. */
export function setRealmImage(app: App, slot: RealmSlot, files: PictureFiles): void {
  app.db.write(() => {
    putImage(app, slot, files);
    app.realm.set(`${slot}_source`, 'U');
    publishImage(app, slot);
  });
}

/** Restores the generated one. */
export function removeRealmImage(app: App, slot: RealmSlot): void {
  if (!app.pictures.at(slot)) return;
  app.db.write(() => {
    removeImage(app, slot);
    app.realm.set(`${slot}_source`, slot === 'icon' ? 'G' : 'D');
    publishImage(app, slot);
  });
}

function publishImage(app: App, slot: RealmSlot): void {
  const now = pictures(app);
  const data = { [`${slot}_url`]: now[`realm_${slot}_url`], [`${slot}_source`]: now[`realm_${slot}_source`] };
  app.events.publish(realmDictUpdated({ property: slot, data }), app.users.activeIds());
}

/** Stores when the organization was created, in UNIX seconds. For imports. Call it inside `db.write`. */
export function setRealmAge(app: App, date_created: number): void {
  app.realm.set('date_created', date_created);
}

/** Changes the defaults for new users. Existing users keep their settings. */
export function changeDefaults(app: App, changes: { [N in UserSettingName]?: UserSettings[N] | undefined }): void {
  const current = app.realm.userDefaults();
  const names = (Object.keys(USER_SETTINGS) as UserSettingName[]).filter((name) => changes[name] !== undefined);
  if (names.length === 0) return;
  const chosen = Object.fromEntries(names.map((name) => [name, changes[name]]));
  app.db.write(() => {
    app.realm.setUserDefaults({ ...app.realm.chosenUserDefaults(), ...chosen });
    for (const name of names.filter((one) => changes[one] !== current[one]))
      app.events.publish(defaultChanged({ property: name, value: changes[name]! }), app.users.activeIds());
  });
}

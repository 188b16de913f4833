import { ROLES } from '../../shared/roles.ts';
import type { ChannelFolder, Group, RealmEmoji, Snapshot, UserSettings } from '../server/types.ts';
import { resource, withChanged, withEntry } from './resource.ts';

/** The current user. */
export interface Me {
  /** 0 for a visitor without an account. */
  id: number;
  is_admin: boolean;
  is_owner: boolean;
  is_moderator: boolean;
  is_guest: boolean;
}

export const me = resource<Me>(
  ({ user_id, is_admin, is_owner, is_moderator, is_guest }) => ({
    id: Math.max(0, user_id),
    is_admin,
    is_owner,
    is_moderator,
    is_guest,
  }),
  {
    'realm_user/update': (state, { person }) => {
      if (person.user_id !== state.id || !('role' in person)) return state;
      const { role } = person;
      return {
        ...state,
        is_admin: role <= ROLES.administrator,
        is_owner: role === ROLES.owner,
        is_moderator: role <= ROLES.moderator,
        is_guest: role === ROLES.guest,
      };
    },
  },
);

export const settings = resource<UserSettings>(({ user_settings }) => user_settings, {
  'user_settings/update': (state, { property, value }) => (property in state ? { ...state, [property]: value } : state),
});

/** Fields with these prefixes are settings of the organization or limits of the server… */
type RealmPrefix = 'realm' | 'server' | 'max' | 'password';
/** …except these, which are separate resources… */
const ELSEWHERE = [
  'realm_users',
  'realm_non_active_users',
  'realm_user_groups',
  'realm_emoji',
  'realm_bots',
  'realm_linkifiers',
  'realm_filters',
  'realm_playgrounds',
  'realm_domains',
  'realm_default_streams',
  'realm_default_stream_groups',
  'realm_user_settings_defaults',
  'max_message_id',
] as const satisfies readonly (keyof Snapshot)[];
/** …and these have other names. */
const SEPARATE_FIELDS = [
  'zulip_version',
  'zulip_feature_level',
  'jitsi_server_url',
  'custom_profile_field_types',
  'settings_send_digest_emails',
] as const satisfies readonly (keyof Snapshot)[];
const ELSEWHERE_NAMES: ReadonlySet<string> = new Set(ELSEWHERE);
const SEPARATE_NAMES: ReadonlySet<string> = new Set(SEPARATE_FIELDS);

type RealmField =
  | Exclude<Extract<keyof Snapshot, `${RealmPrefix}_${string}`>, (typeof ELSEWHERE)[number]>
  | (typeof SEPARATE_FIELDS)[number];
export type Realm = Readonly<Pick<Snapshot, RealmField>>;

const isOfRealm = (name: string): boolean =>
  (/^(realm|server|max|password)_/.test(name) && !ELSEWHERE_NAMES.has(name)) || SEPARATE_NAMES.has(name);

/** The organization's settings from `/register`, under their API names. */
export const realm = resource<Realm>(
  (snapshot) => Object.fromEntries(Object.entries(snapshot).filter(([name]) => isOfRealm(name))) as Realm,
  {
    'realm/update': (state, { property, value }) => ({ ...state, [`realm_${property}`]: value }),
    'realm/update_dict': (state, { data }) => ({
      ...state,
      ...Object.fromEntries(Object.entries(data).map(([name, value]) => [`realm_${name}`, value])),
    }),
  },
);

function removeIds(ids: ReadonlySet<number>, removed: readonly number[]): ReadonlySet<number> {
  const left = new Set(ids);
  for (const id of removed) left.delete(id);
  return left;
}

export const starred = resource<ReadonlySet<number>>(({ starred_messages }) => new Set(starred_messages), {
  'update_message_flags/add': (ids, { flag, messages }) => (flag === 'starred' ? new Set([...ids, ...messages]) : ids),
  'update_message_flags/remove': (ids, { flag, messages }) => (flag === 'starred' ? removeIds(ids, messages) : ids),
  delete_message: (ids, { message_ids = [] }) => {
    const removed = message_ids.filter((id) => ids.has(id));
    return removed.length === 0 ? ids : removeIds(ids, removed);
  },
});

export const mutedUsers = resource<ReadonlySet<number>>(({ muted_users }) => new Set(muted_users.map(({ id }) => id)), {
  muted_users: (_, { muted_users }) => new Set(muted_users.map(({ id }) => id)),
});

/** The organization's custom emoji by ID. */
export const emoji = resource<Readonly<Record<string, RealmEmoji>>>(({ realm_emoji }) => realm_emoji, {
  'realm_emoji/update': (_, { realm_emoji }) => realm_emoji,
});

export const folders = resource<ReadonlyMap<number, ChannelFolder>>(
  ({ channel_folders }) => new Map(channel_folders.map((folder) => [folder.id, folder])),
  {
    'channel_folder/add': (all, { channel_folder }) => withEntry(all, channel_folder.id, channel_folder),
    'channel_folder/update': (all, { channel_folder_id, data }) =>
      withChanged(all, channel_folder_id, (folder) => ({ ...folder, ...data })),
    'channel_folder/reorder': (all, { order }) =>
      new Map([...all].map(([id, folder]) => [id, { ...folder, order: order.indexOf(id) }])),
  },
);

/** The folders that are not archived, in the organization's order. */
export const activeFolders = (all: ReadonlyMap<number, ChannelFolder>): ChannelFolder[] =>
  [...all.values()].filter(({ is_archived }) => !is_archived).sort((a, b) => a.order - b.order);

export const groups = resource<ReadonlyMap<number, Group>>(
  ({ realm_user_groups }) => new Map(realm_user_groups.map((group) => [group.id, group])),
  {
    'user_group/add': (all, { group }) => withEntry(all, group.id, group),
    'user_group/remove': (all, { group_id }) => withEntry(all, group_id, undefined),
    'user_group/update': (all, { group_id, data }) => withChanged(all, group_id, (group) => ({ ...group, ...data })),
    'user_group/add_members': (all, { group_id, user_ids }) =>
      withChanged(all, group_id, (group) => ({ ...group, members: [...new Set([...group.members, ...user_ids])] })),
    'user_group/remove_members': (all, { group_id, user_ids }) =>
      withChanged(all, group_id, (group) => ({
        ...group,
        members: group.members.filter((id) => !user_ids.includes(id)),
      })),
    'user_group/add_subgroups': (all, { group_id, direct_subgroup_ids }) =>
      withChanged(all, group_id, (group) => ({
        ...group,
        direct_subgroup_ids: [...group.direct_subgroup_ids, ...direct_subgroup_ids],
      })),
    'user_group/remove_subgroups': (all, { group_id, direct_subgroup_ids }) =>
      withChanged(all, group_id, (group) => ({
        ...group,
        direct_subgroup_ids: group.direct_subgroup_ids.filter((id) => !direct_subgroup_ids.includes(id)),
      })),
    // A deactivated user implicitly leaves all groups; no event reports it.
    'realm_user/update': (all, { person }) =>
      'is_active' in person && !person.is_active ? withoutMember(all, person.user_id) : all,
  },
);

const withoutMember = (groups: ReadonlyMap<number, Group>, user: number): ReadonlyMap<number, Group> =>
  new Map([...groups].map(([id, group]) => [id, { ...group, members: group.members.filter((one) => one !== user) }]));

import type { App } from '../../../app.ts';
import { ROLES } from '../../../shared/roles.ts';
import { CHANNEL_PERMISSION_NAMES } from '../../channels/channels/types.ts';
import { isFullMember, realmGroup } from '../../people/groups/rules.ts';
import { GROUP_PERMISSIONS, type Group, type SystemGroup } from '../../people/groups/types.ts';
import type { User } from '../../people/users/types.ts';
import { REALM_PERMISSIONS, type RealmPermission } from '../realm/permission-types.ts';
import { consents, isChannelExported } from './rules.ts';
import type { ExportType } from './types.ts';

/** A row of a table of Zulip, as its importer reads it. References to other rows are ids. */
export type Row = Readonly<Record<string, unknown>>;

/** The id of the only organization. */
export const REALM = 1;
/** Zulip's types of recipients. */
export const PERSON = 1;
export const CHANNEL = 2;
export const GROUP = 3;

/**
 * Here, conversations and channels have recipients; in Zulip, every user has one, too. Theirs get ids above all of
 * ours.
 */
const PERSONAL_RECIPIENTS = 1_000_000_000;
export const personalRecipient = (user: number): number => PERSONAL_RECIPIENTS + user;

/** Whether an export contains what belongs to this user alone: a full one, or if the user consents. */
export const isPersonalDataExported = (type: ExportType, user: User): boolean =>
  type === 'full_without_consent' || (type === 'full_with_consent' && consents(user));

/** Rows that belong to one user alone. */
export const personalRows = (app: App, type: ExportType, rowsOf: (user: User, app: App) => Row[]): Row[] =>
  app.users
    .all()
    .filter((user) => isPersonalDataExported(type, user))
    .flatMap((user) => rowsOf(user, app));

/** A conversation of three and more users. Its id is that of its recipient. */
export interface Conversation {
  id: number;
  /** Ascending. */
  people: readonly number[];
}
/** Conversations that do not exist yet, by their users. */
export type NewConversations = ReadonlyMap<string, Conversation>;

/** The ids of conversations that do not exist yet are above all others. */
const NEW_CONVERSATIONS = 2_000_000_000;

/** Drafts and scheduled messages may go to a conversation that does not exist yet. Zulip has each of them once. */
export function newConversations(app: App, type: ExportType): NewConversations {
  const conversations = new Map<string, Conversation>();
  personalRows(app, type, (user) => {
    const drafts = app.drafts.ofUser(user.id, -1).filter(({ type: kind }) => kind === 'private');
    for (const to of [...drafts.map((draft) => draft.to), ...scheduledTo(app, user.id)]) {
      const people = sortPeople([user.id, ...to]);
      if (people.length > 2 && app.messages.conversation(people) === undefined)
        conversations.set(people.join(), { id: NEW_CONVERSATIONS, people });
    }
    return [];
  });
  return new Map(
    [...conversations].map(([key, { people }], at) => [key, { id: NEW_CONVERSATIONS + at, people }] as const),
  );
}

const scheduledTo = (app: App, user: number): (readonly number[])[] =>
  app.scheduledMessages.ofUser(user).flatMap(({ user_ids }) => (user_ids ? [user_ids] : []));

const sortPeople = (ids: readonly number[]): number[] => [...new Set(ids)].sort((one, other) => one - other);

/** The recipient of a direct message among these users, the sender first. */
export function conversationRecipient(app: App, conversations: NewConversations, ids: readonly number[]): number {
  const [sender] = ids;
  const people = sortPeople(ids);
  if (people.length <= 2) return personalRecipient(people.find((id) => id !== sender) ?? sender!);
  return app.messages.conversation(people) ?? conversations.get(people.join())!.id;
}

/** Zulip has no permission to post by mail. */
const REALM_PERMISSION_NAMES = (Object.keys(REALM_PERMISSIONS) as RealmPermission[]).filter(
  (name) => name !== 'can_send_mail_group',
);

/** The permissions of the organization, with the ids of their groups. */
export const realmPermissions = (app: App): Row =>
  Object.fromEntries(REALM_PERMISSION_NAMES.map((name) => [name, realmGroup(app, name)]));

/** Named groups, and the anonymous ones that have an exported permission. */
function exportedGroups(app: App, type: ExportType): Group[] {
  const named = app.groups.allNamed();
  const channels = app.exports.channelIds().filter((id) => isChannelExported(app, type, id));
  const values = [
    ...REALM_PERMISSION_NAMES.map((name) => realmGroup(app, name)),
    ...named.flatMap((group) => GROUP_PERMISSIONS.flatMap((name) => group[name] ?? [])),
    ...channels.flatMap((id) => CHANNEL_PERMISSION_NAMES.map((name) => app.channels.byId(id)![name])),
  ];
  const anonymous = [...new Set(values)]
    .map((id) => app.groups.byId(id)!)
    .filter(({ name }) => name === null)
    .sort((one, other) => one.id - other.id);
  return [...named, ...anonymous];
}

export const groupRows = (app: App, type: ExportType): Row[] =>
  exportedGroups(app, type).map(({ id }) => ({ id, realm: REALM }));

export const namedGroupRows = (app: App): Row[] =>
  app.groups.allNamed().map(({ is_system, creator_id, ...group }) => ({
    ...group,
    usergroup_ptr: group.id,
    is_system_group: is_system,
    creator: creator_id,
    realm: REALM,
  }));

/** Here, the members of system groups follow from roles; Zulip has rows for them. */
export const membershipRows = (app: App, type: ExportType): Row[] => [
  ...app.users
    .all()
    .flatMap((user) =>
      listSystemGroups(app, user).map((name) => ({ user_group: app.groups.system(name), user_profile: user.id })),
    ),
  ...exportedGroups(app, type).flatMap(({ id: user_group }) =>
    app.groups.members(user_group).map((user_profile) => ({ user_group, user_profile })),
  ),
];

const GROUPS_OF_ROLES: Readonly<Record<number, SystemGroup>> = {
  [ROLES.owner]: 'role:owners',
  [ROLES.administrator]: 'role:administrators',
  [ROLES.moderator]: 'role:moderators',
  [ROLES.member]: 'role:members',
  [ROLES.guest]: 'role:everyone',
};

/** The system groups of which a user is a direct member. The others are supergroups of these. */
const listSystemGroups = (app: App, user: User): SystemGroup[] => [
  GROUPS_OF_ROLES[user.role]!,
  ...(isFullMember(app, user) && user.role === ROLES.member ? (['role:fullmembers'] as const) : []),
];

export const subgroupRows = (app: App, type: ExportType): Row[] =>
  exportedGroups(app, type).flatMap(({ id: supergroup }) =>
    app.groups.subgroups(supergroup).map((subgroup) => ({ supergroup, subgroup })),
  );

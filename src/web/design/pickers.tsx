import { t } from '../i18n/text.ts';
import type { Group, GroupValue, PermissionRule, Person } from '../server/types.ts';
import { expandedValue, rolesFor, simplestValue } from '../store/permission-values.ts';
import { store } from '../store/store.ts';
import { compareNames } from '../text/compare-names.ts';
import { groupName, roleName } from '../text/group-names.ts';
import { channelName, displayName } from '../text/names.ts';
import { matchRecipients } from '../text/pasted-recipients.ts';
import { Hash, Users } from './icons.ts';
import { type Choice, PillPicker } from './pill-picker.tsx';
import { Avatar, Icon } from './primitives.tsx';

// Pickers for the organization's users, groups and channels.

interface FieldProps {
  id?: string;
  label: string;
  describedBy?: string;
  disabled?: boolean;
  placeholder?: string;
}

const MAX_RESULTS = 40;

function rankMatches<T>(all: Iterable<T>, query: string, words: (one: T) => string): T[] {
  const needle = query.toLocaleLowerCase();
  const begins: T[] = [];
  const within: T[] = [];
  for (const one of all) {
    const text = words(one).toLocaleLowerCase();
    const index = text.indexOf(needle);
    if (index < 0) continue;
    if (index === 0 || text[index - 1] === ' ') begins.push(one);
    else within.push(one);
    if (begins.length >= MAX_RESULTS) break;
  }
  return [...begins, ...within].slice(0, MAX_RESULTS);
}

const personChoice = ({ user_id, full_name, avatar_url, email, delivery_email, role, is_active }: Person): Choice => ({
  key: `person ${user_id}`,
  name: displayName(user_id),
  note: !is_active ? t('deactivated') : (delivery_email ?? (/^user\d+@/.test(email) ? roleName(role) : email)),
  picture: <Avatar name={full_name} url={avatar_url} size={22} />,
});
const personIn = (id: number): Choice => {
  const person = store.users.value.get(id);
  return person ? personChoice(person) : { key: `person ${id}`, name: displayName(id) };
};

const groupChoice = (id: number): Choice => {
  const group = store.groups.value.get(id);
  return {
    key: `group ${id}`,
    name: groupName(id),
    ...(group?.deactivated && { note: t('deactivated') }),
    picture: (
      <span class="group-size">
        <Icon of={Users} size={13} />
      </span>
    ),
  };
};

const findPeople = (query: string, fits: (person: Person) => boolean): Choice[] =>
  rankMatches(
    [...store.users.value.values()].filter(fits),
    query,
    ({ full_name, delivery_email, email }) => `${full_name} ${delivery_email ?? email}`,
  ).map(personChoice);

const readId = (key: string): number => Number(key.split(' ')[1]);
const isPerson = (key: string): boolean => key.startsWith('person');

/** Picks users by ID. Bots and deactivated users are offered only if `fits` accepts them. `one` allows at most one. */
export function PersonPicker({
  value,
  onChange,
  fits = ({ is_active, is_bot }) => is_active && !is_bot,
  one = false,
  ...field
}: FieldProps & {
  value: readonly number[];
  onChange: (ids: number[]) => void;
  fits?: (person: Person) => boolean;
  one?: boolean;
}) {
  const addList = (list: string): string => {
    const { ids, unknown } = matchRecipients(list, [...store.users.value.values()].filter(fits));
    onChange([...new Set([...value, ...ids])]);
    return unknown.join(', ');
  };
  return (
    <PillPicker
      placeholder={t('Name or e-mail')}
      {...field}
      chosen={value.map(personIn)}
      find={(query) => findPeople(query, (person) => !value.includes(person.user_id) && fits(person))}
      add={(key) => onChange(one ? [readId(key)] : [...value, readId(key)])}
      remove={(key) => onChange(value.filter((id) => id !== readId(key)))}
      addList={one ? undefined : addList}
    />
  );
}

/** Picks channels by ID. It offers the active channels the user can see, unless `fits` decides otherwise. */
export function ChannelPicker({
  value,
  onChange,
  fits = () => true,
  ...field
}: FieldProps & { value: readonly number[]; onChange: (ids: number[]) => void; fits?: (id: number) => boolean }) {
  const choice = (id: number): Choice => ({
    key: `channel ${id}`,
    name: channelName(id),
    picture: <Icon of={Hash} size={15} />,
  });
  return (
    <PillPicker
      placeholder={t('Channel name')}
      {...field}
      chosen={value.map(choice)}
      find={(query) =>
        rankMatches(
          [...store.channels.value.values()]
            .filter(({ stream_id, is_archived }) => !is_archived && !value.includes(stream_id) && fits(stream_id))
            .sort((a, b) => compareNames(a.name, b.name)),
          query,
          ({ name }) => name,
        ).map(({ stream_id }) => choice(stream_id))
      }
      add={(key) => onChange([...value, readId(key)])}
      remove={(key) => onChange(value.filter((id) => id !== readId(key)))}
    />
  );
}

/** Picks custom groups by ID. */
export function GroupsPicker({
  value,
  onChange,
  fits = () => true,
  system = false,
  ...field
}: FieldProps & {
  value: readonly number[];
  onChange: (ids: number[]) => void;
  fits?: (group: Group) => boolean;
  system?: boolean;
}) {
  return (
    <PillPicker
      placeholder={t('Group name')}
      {...field}
      chosen={value.map(groupChoice)}
      find={(query) =>
        rankMatches(
          [...store.groups.value.values()].filter(
            (group) =>
              !group.deactivated && (system || !group.is_system_group) && !value.includes(group.id) && fits(group),
          ),
          query,
          ({ id }) => groupName(id),
        ).map(({ id }) => groupChoice(id))
      }
      add={(key) => onChange([...value, readId(key)])}
      remove={(key) => onChange(value.filter((id) => id !== readId(key)))}
    />
  );
}

interface GroupPickerProps extends FieldProps {
  value: GroupValue;
  onChange: (value: GroupValue) => void;
  rule: PermissionRule | undefined;
}

/**
 * Picks who has a permission: a role, a group, or an anonymous group of users and groups. `rule` says which groups are
 * allowed (`findRule` in `permissions/rules.ts`). If only roles are allowed, it is a select.
 */
export function GroupPicker({ value, onChange, rule, ...field }: GroupPickerProps) {
  const groups = store.groups.value;
  const roles = rolesFor(rule, groups.values());
  const nobody = [...groups.values()].find(({ name }) => name === 'role:nobody')?.id ?? 0;
  if (rule?.require_system_group) return <RolePicker {...field} value={value} onChange={onChange} roles={roles} />;
  const { direct_members, direct_subgroups } = expandedValue(value);
  const isAlone = direct_members.length + direct_subgroups.length === 1;
  const cannotBeEmpty = rule?.allow_nobody_group === false;
  const chosen = [...direct_subgroups.map(groupChoice), ...direct_members.map(personIn)].map((choice) => ({
    ...choice,
    ...((choice.key === `group ${nobody}` || (isAlone && cannotBeEmpty)) && { fixed: true }),
  }));
  const ownGroups = [...groups.values()]
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .sort((a, b) => compareNames(a.name, b.name));
  const find = (query: string) => [
    ...rankMatches(
      [...roles, ...ownGroups].filter(({ id }) => !direct_subgroups.includes(id)),
      query,
      ({ id }) => groupName(id),
    ).map(({ id }) => groupChoice(id)),
    ...(query === ''
      ? []
      : findPeople(query, ({ user_id, is_active }) => is_active && !direct_members.includes(user_id))),
  ];
  return (
    <PillPicker
      placeholder={t('Roles, groups, people')}
      {...field}
      chosen={chosen}
      find={find}
      add={(key) => onChange(withAdded(value, key, nobody))}
      remove={(key) => onChange(withRemoved(value, key, nobody))}
    />
  );
}

/** A permission's value with another user or group. `nobody`: the group of nobody, which excludes all others. */
function withAdded(value: GroupValue, key: string, nobody: number): GroupValue {
  const { direct_members, direct_subgroups } = expandedValue(value);
  const id = readId(key);
  if (isPerson(key))
    return simplestValue({ direct_members: [...direct_members, id], direct_subgroups: [...direct_subgroups] }, nobody);
  if (id === nobody) return nobody;
  // A role's group includes the roles above it, so only one role makes sense.
  const isRole = (one: number) => store.groups.peek().get(one)?.is_system_group ?? false;
  const others = isRole(id) ? direct_subgroups.filter((one) => !isRole(one)) : direct_subgroups;
  return simplestValue({ direct_members: [...direct_members], direct_subgroups: [...others, id] }, nobody);
}

function withRemoved(value: GroupValue, key: string, nobody: number): GroupValue {
  const { direct_members, direct_subgroups } = expandedValue(value);
  return simplestValue(
    {
      direct_members: direct_members.filter((id) => !isPerson(key) || id !== readId(key)),
      direct_subgroups: direct_subgroups.filter((id) => isPerson(key) || id !== readId(key)),
    },
    nobody,
  );
}

function RolePicker({
  id,
  label,
  describedBy,
  disabled = false,
  value,
  onChange,
  roles,
}: FieldProps & { value: GroupValue; onChange: (value: GroupValue) => void; roles: readonly Group[] }) {
  const current = typeof value === 'number' ? value : -1;
  const known = roles.some((role) => role.id === current)
    ? roles.map((role) => role.id)
    : [current, ...roles.map((role) => role.id)];
  return (
    <select
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      disabled={disabled}
      value={String(current)}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    >
      {known.map((one) => (
        <option key={one} value={String(one)} selected={one === current}>
          {groupName(one)}
        </option>
      ))}
    </select>
  );
}

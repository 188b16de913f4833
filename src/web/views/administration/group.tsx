import { confirm } from '../../design/form-dialog.tsx';
import { GroupRow } from '../../design/group-row.tsx';
import { ArrowLeft, LogIn, RefreshCw, Users, X } from '../../design/icons.ts';
import { LineText } from '../../design/line-text.tsx';
import { LongList } from '../../design/long-list.tsx';
import { LogOut, Trash2 } from '../../design/more-icons.ts';
import { GroupsPicker, PersonPicker } from '../../design/pickers.tsx';
import { Avatar, Button, EmptyState, Icon } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingsRows, SettingsSection, TextRow } from '../../design/settings.tsx';
import { plural, t } from '../../i18n/text.ts';
import { canManageGroup, hasPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import type { Group, Params } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { groupName } from '../../text/group-names.ts';
import { displayName } from '../../text/names.ts';
import { sortedByName } from '../../text/sort-by-name.ts';
import { getCount } from './group-counts.ts';

export type Permission = Extract<keyof Group, `can_${string}_group`>;

export const PERMISSIONS: [name: Permission, label: () => string][] = [
  ['can_mention_group', () => t('Who can mention this group')],
  ['can_join_group', () => t('Who can join')],
  ['can_leave_group', () => t('Who can leave')],
  ['can_add_members_group', () => t('Who can add members')],
  ['can_remove_members_group', () => t('Who can remove members')],
  ['can_manage_group', () => t('Who can manage this group')],
];

const ROW = 48;

/** One group: its name and description, members, and permissions. */
export function GroupPage({ id }: { id: number }) {
  const group = store.groups.value.get(id);
  if (!group) return <EmptyState icon={Users} title={t('Group not found')} />;
  const mayManage = canManageGroup(id);
  const fixed = mayManage
    ? undefined
    : group.is_system_group
      ? t('Members are determined by their roles.')
      : t('You don’t have permission to change this group.');
  const save = (part: Params<'PATCH /user_groups/{user_group_id}'>) =>
    request('PATCH /user_groups/{user_group_id}', { user_group_id: id, ...part });
  return (
    <>
      <a class="back" href="#groups">
        <Icon of={ArrowLeft} size={16} />
        {t('All groups')}
      </a>
      <SettingsSection title={groupName(id)} action={<GroupButtons group={group} mayManage={mayManage} />}>
        {group.deactivated && (
          <p class="notice">{t('This group is deactivated. It can’t be mentioned or used for permissions.')}</p>
        )}
        <div class="settings-rows">
          <TextRow label={t('Name')} maxLength={100} fixed={fixed} value={group.name} save={(name) => save({ name })} />
          <TextRow
            label={t('Description')}
            maxLength={1024}
            fixed={group.deactivated ? t('Reactivate the group first.') : fixed}
            value={group.description}
            save={(description) => save({ description })}
          />
        </div>
      </SettingsSection>
      <Members group={group} mayManage={mayManage} />
      {!group.is_system_group && (
        <SettingsRows title={t('Permissions')}>
          {PERMISSIONS.map(([name, label]) => (
            <GroupRow
              key={name}
              kind="group"
              name={name}
              label={label()}
              fixed={group.deactivated ? t('Reactivate the group first.') : fixed}
              value={group[name]}
              save={(next, old) => save({ [name]: { new: next, old } })}
            />
          ))}
        </SettingsRows>
      )}
    </>
  );
}

type Change = Partial<Record<'add' | 'delete' | 'add_subgroups' | 'delete_subgroups', number[]>>;
const change = (id: number, members: Change): Promise<unknown> =>
  request('POST /user_groups/{user_group_id}/members', { user_group_id: id, ...members });
const changeAndReport = (id: number, members: Change) => void reportResult(change(id, members));

/** Buttons to join, leave and deactivate the group. */
function GroupButtons({ group, mayManage }: { group: Group; mayManage: boolean }) {
  const { id, members, deactivated, is_system_group } = group;
  if (is_system_group) return null;
  const me = store.me.value.id;
  const isMember = members.includes(me);
  const may = (name: Permission) => mayManage || hasPermission('group', name, group[name]);
  const mayJoin = may('can_join_group') || may('can_add_members_group');
  const mayLeave = may('can_leave_group') || may('can_remove_members_group');
  return (
    <span class="admin-buttons">
      {!deactivated && !isMember && mayJoin && (
        <Button icon={LogIn} onClick={() => changeAndReport(id, { add: [me] })}>
          {t('Join')}
        </Button>
      )}
      {!deactivated && isMember && mayLeave && (
        <Button icon={LogOut} onClick={() => changeAndReport(id, { delete: [me] })}>
          {t('Leave')}
        </Button>
      )}
      {mayManage && !deactivated && (
        <Button kind="quiet" icon={Trash2} onClick={() => askToDeactivate(group)}>
          {t('Deactivate')}
        </Button>
      )}
      {mayManage && deactivated && (
        <Button
          icon={RefreshCw}
          onClick={() =>
            void reportResult(request('PATCH /user_groups/{user_group_id}', { user_group_id: id, deactivated: false }))
          }
        >
          {t('Reactivate')}
        </Button>
      )}
    </span>
  );
}

const askToDeactivate = ({ id, name }: Group): void =>
  confirm(
    {
      title: t('Deactivate {name}?', { name }),
      action: t('Deactivate'),
      danger: true,
      act: () => request('POST /user_groups/{user_group_id}/deactivate', { user_group_id: id }),
    },
    <p>{t('It can no longer be mentioned or used for permissions. First remove it from all settings that use it.')}</p>,
  );

/** What the user may do with the members of a group. */
function membership({ group, mayManage }: GroupProps) {
  const { id, name: groupLabel, is_system_group, deactivated } = group;
  const may = (name: Permission) =>
    !is_system_group && !deactivated && (mayManage || hasPermission('group', name, group[name]));
  const mayAdd = may('can_add_members_group');
  const remove = (name: string, what: 'people' | 'subgroups', one: number) => {
    const [out, back] =
      what === 'people' ? (['delete', 'add'] as const) : (['delete_subgroups', 'add_subgroups'] as const);
    const done = t('{name} is no longer in {group}.', { name, group: groupLabel });
    void reportResult(change(id, { [out]: [one] }), done, mayAdd ? () => change(id, { [back]: [one] }) : undefined);
  };
  return { mayAdd, mayRemove: may('can_remove_members_group'), remove };
}

interface GroupProps {
  group: Group;
  mayManage: boolean;
}

function Members(props: GroupProps) {
  const { id, members, direct_subgroup_ids: subgroups } = props.group;
  const { mayAdd, mayRemove, remove } = membership(props);
  const people = sortedByName(new Set(members)).map(({ user_id }) => user_id);
  const removeButton = (name: string, what: 'people' | 'subgroups', one: number) =>
    mayRemove && (
      <Button kind="quiet" icon={X} label={t('Remove {name}', { name })} onClick={() => remove(name, what, one)} />
    );
  return (
    <SettingsSection
      title={t('Members')}
      note={plural(getCount(id), '{n} person, including subgroups', '{n} people, including subgroups')}
    >
      {mayAdd && <AddMembers group={props.group} />}
      {subgroups.length > 0 && (
        <ul class="lines" aria-label={t('Subgroups')}>
          {subgroups.map((one) => (
            <li class="line" key={one}>
              <Icon of={Users} size={16} />
              <LineText name={groupName(one)} href={`#groups/${one}`} />
              <span class="tag">{plural(getCount(one), '{n} person', '{n} people')}</span>
              {removeButton(groupName(one), 'subgroups', one)}
            </li>
          ))}
        </ul>
      )}
      {people.length > 0 && (
        <div class="lines">
          <LongList
            label={t('Members')}
            items={people}
            getKey={(one) => one}
            height={ROW}
            render={(one) => (
              <div class="line">
                <Avatar name={displayName(one)} url={store.users.value.get(one)?.avatar_url} size={26} />
                <LineText name={displayName(one)} />
                {removeButton(displayName(one), 'people', one)}
              </div>
            )}
          />
        </div>
      )}
    </SettingsSection>
  );
}

const AddMembers = ({ group: { id, members, direct_subgroup_ids: subgroups } }: { group: Group }) => (
  <div class="form-row">
    <PersonPicker
      label={t('Add people')}
      placeholder={t('Add people')}
      value={[]}
      onChange={(ids) => changeAndReport(id, { add: ids })}
      fits={({ user_id, is_active }) => is_active && !members.includes(user_id)}
    />
    <GroupsPicker
      label={t('Add groups')}
      placeholder={t('Add groups')}
      value={[]}
      onChange={(ids) => changeAndReport(id, { add_subgroups: ids })}
      fits={(other) => other.id !== id && !subgroups.includes(other.id)}
      system
    />
  </div>
);

import { useSignal } from '@preact/signals';
import { TextField } from '../../design/fields.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Users } from '../../design/icons.ts';
import { LineText } from '../../design/line-text.tsx';
import { LongList } from '../../design/long-list.tsx';
import { PermissionFields } from '../../design/permission-fields.tsx';
import { GroupsField, PeopleField } from '../../design/pick-fields.tsx';
import { EmptyState, Icon } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import type { Group, GroupValue } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { compareNames } from '../../text/compare-names.ts';
import { groupName } from '../../text/group-names.ts';
import { GroupPage, PERMISSIONS, type Permission } from './group.tsx';
import { getCount } from './group-counts.ts';
import { ListSection, SearchField } from './list-section.tsx';

const ROW = 60;
type Show = 'all' | 'yours' | 'deactivated';

/** All groups, or one group: `#groups/12/name`. */
export function Groups({ path }: { path: readonly string[] }) {
  const [which] = path;
  const id = Number(which);
  if (id > 0) return <GroupPage key={id} id={id} />;
  return (
    <GroupList
      show={which === 'your' || which === 'yours' ? 'yours' : which === 'deactivated' ? 'deactivated' : 'all'}
    />
  );
}

const makeHref = ({ id, name }: Group): string => `#groups/${id}/${encodeURIComponent(name)}`;

function GroupList({ show }: { show: Show }) {
  const filter = useSignal('');
  const own = listGroups(show, filter.value);
  return (
    <ListSection
      label={t('Groups')}
      about={<ChooseShown show={show} />}
      add={hasRealmPermission('can_create_groups') && { name: t('Create group'), form: () => <NewGroup /> }}
    >
      <div class="admin-filters">
        <SearchField label={t('Find a group')} placeholder={t('Group name')} value={filter} />
      </div>
      {own.length === 0 ? (
        <EmptyState icon={Users} title={filter.value.trim() ? t('No matches') : t('No groups')}>
          <p>{t('Use groups to mention several people at once and to manage permissions.')}</p>
        </EmptyState>
      ) : (
        <div class="lines">
          <LongList
            label={t('Groups')}
            items={own}
            getKey={({ id }) => id}
            height={ROW}
            render={(group) => <GroupLine group={group} />}
          />
        </div>
      )}
      {show === 'all' && filter.value === '' && <SystemGroups />}
    </ListSection>
  );
}

function listGroups(show: Show, query: string): Group[] {
  const words = query.trim().toLocaleLowerCase();
  return [...store.groups.value.values()]
    .filter(
      ({ is_system_group, deactivated, members, name, description }) =>
        !is_system_group &&
        deactivated === (show === 'deactivated') &&
        (show !== 'yours' || members.includes(store.me.value.id)) &&
        `${name}\n${description}`.toLocaleLowerCase().includes(words),
    )
    .sort((a, b) => compareNames(a.name, b.name));
}

function ChooseShown({ show }: { show: Show }) {
  const shows: [Show, string, string][] = [
    ['all', '#groups/all', t('All')],
    ['yours', '#groups/your', t('My groups')],
    ['deactivated', '#groups/deactivated', t('Deactivated')],
  ];
  return (
    <div class="choice" role="group" aria-label={t('Show')}>
      {shows.map(([name, href, label]) => (
        <a key={name} href={href} aria-current={show === name ? 'true' : undefined}>
          {label}
        </a>
      ))}
    </div>
  );
}

const UNLISTED = ['role:nobody', 'role:internet'];

const SystemGroups = () => (
  <>
    <h3 class="admin-subhead">{t('System groups')}</h3>
    <ul class="lines" aria-label={t('System groups')}>
      {[...store.groups.value.values()]
        .filter(({ is_system_group, name }) => is_system_group && !UNLISTED.includes(name))
        .map(({ id }) => (
          <li class="line" key={id}>
            <Icon of={Users} size={16} />
            <LineText name={groupName(id)} />
            <span class="tag">{plural(getCount(id), '{n} person', '{n} people')}</span>
          </li>
        ))}
    </ul>
  </>
);

function GroupLine({ group }: { group: Group }) {
  return (
    <div class="line group-line">
      <Icon of={Users} size={16} />
      <span class="line-body">
        <a class="line-name" href={makeHref(group)} dir="auto">
          {group.name}
        </a>
        {group.description && (
          <span class="line-note" dir="auto">
            {group.description}
          </span>
        )}
      </span>
      {group.members.includes(store.me.value.id) && <span class="tag">{t('you’re a member')}</span>}
      <span class="tag">{plural(getCount(group.id), '{n} person', '{n} people')}</span>
    </div>
  );
}

function NewGroup() {
  const name = useSignal('');
  const description = useSignal('');
  const members = useSignal<number[]>([store.me.peek().id]);
  const subgroups = useSignal<number[]>([]);
  const permissions = useSignal<Partial<Record<Permission, GroupValue>>>({});
  return (
    <FormDialog
      title={t('Create group')}
      action={t('Create group')}
      ready={name.value.trim() !== ''}
      act={async () => {
        const { group_id } = await request('POST /user_groups/create', {
          name: name.peek().trim(),
          description: description.peek().trim(),
          members: members.peek(),
          subgroups: subgroups.peek(),
          ...permissions.peek(),
        });
        location.hash = `#groups/${group_id}`;
      }}
    >
      <TextField name="name" label={t('Name')} value={name} maxLength={100} />
      <TextField label={t('Description')} value={description} maxLength={1024} />
      <PeopleField label={t('People')} value={members} fits={({ is_active }) => is_active} />
      <GroupsField label={t('Subgroups')} value={subgroups} system />
      <details>
        <summary>{t('Permissions')}</summary>
        <div class="form">
          <PermissionFields
            kind="group"
            questions={PERMISSIONS.map(([key, label]) => ({ name: key, label: label() }))}
            value={permissions}
          />
        </div>
      </details>
    </FormDialog>
  );
}

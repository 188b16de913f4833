import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { ALL_ROLES } from '../../../shared/roles.ts';
import { Ellipsis, Mail, Users } from '../../design/icons.ts';
import { openPopover } from '../../design/layers.tsx';
import { LongList } from '../../design/long-list.tsx';
import { UserPlus } from '../../design/more-icons.ts';
import { Avatar, Button, EmptyState, Icon } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import type { Person } from '../../server/types.ts';
import { dialog } from '../../store/local/layers.ts';
import { store } from '../../store/store.ts';
import { formatTimeOrDay } from '../../text/format.ts';
import { roleName } from '../../text/group-names.ts';
import { normalizeName } from '../../text/normalize.ts';
import { usersByName } from '../../text/sort-by-name.ts';
import { presenceName } from '../people/card.tsx';
import { OrderColumns, OrderSelect, type PeopleOrder, sortPeople } from '../people/order.tsx';
import { BulkActions, isSelectable, SelectAll, type Selection, SelectPerson } from './bulk.tsx';
import { SearchField } from './list-section.tsx';
import { AddPerson } from './person-dialogs.tsx';
import { canEditUser, isStub, PersonMenu } from './person-menu.tsx';

const ROW = 60;

// Sorts ten thousand users in the frame that loads this chunk, not in the frame that renders it.
usersByName.peek();

/** All users: search by name or address, filters by role and status. */
export function People({ path: [which, argument] }: { path: readonly string[] }) {
  const filter = useSignal('');
  const role = which === 'role' ? Number(argument) : 0;
  const isDeactivated = which === 'deactivated';
  const order = useSignal<PeopleOrder>('name');
  const selection = useSignal<ReadonlySet<number>>(new Set());
  const people = usersByName.value;
  const presences = store.presences.value;
  const shown = useMemo(
    () => sortPeople(filteredUsers(people, isDeactivated, role, filter.value), order.value),
    [people, presences, isDeactivated, role, filter.value, order.value],
  );
  const isSelecting = useSignal(false);
  const toggleSelecting = () => {
    isSelecting.value = !isSelecting.value;
    selection.value = new Set();
  };
  const selectable = isSelecting.value ? shown.filter(isSelectable) : [];
  return (
    <section class="settings-section" aria-label={t('People')}>
      <Tools isDeactivated={isDeactivated}>
        {store.me.value.is_admin && !isDeactivated && (
          <Button aria-pressed={isSelecting.value} onClick={toggleSelecting}>
            {t('Select people')}
          </Button>
        )}
      </Tools>
      <div class="admin-filters">
        <SearchField label={t('Find people')} placeholder={t('Name or e-mail')} value={filter} />
        <RoleFilter role={role} />
        <OrderSelect order={order} />
        {isSelecting.value && <SelectAll people={selectable} selection={selection} />}
        <span class="admin-count" role="status">
          {plural(shown.length, '{n} person', '{n} people')}
        </span>
      </div>
      <BulkActions selection={selection} />
      {shown.length === 0 ? (
        <EmptyState icon={Users} title={isDeactivated ? t('No deactivated accounts') : t('No matches')} />
      ) : (
        <div class="lines">
          <OrderColumns order={order} />
          <LongList
            label={t('People')}
            items={shown}
            getKey={({ user_id }) => user_id}
            height={ROW}
            render={(person) => <PersonLine person={person} selection={isSelecting.value ? selection : undefined} />}
          />
        </div>
      )}
    </section>
  );
}

function Tools({ isDeactivated, children }: { isDeactivated: boolean; children: ComponentChildren }) {
  const mayInvite = hasRealmPermission('can_invite_users_group') || hasRealmPermission('create_multiuse_invite_group');
  return (
    <header class="admin-tools">
      <div class="choice" role="group" aria-label={t('Show')}>
        <a href="#organization/users/active" aria-current={isDeactivated ? undefined : 'true'}>
          {t('Active')}
        </a>
        <a href="#organization/users/deactivated" aria-current={isDeactivated ? 'true' : undefined}>
          {t('Deactivated')}
        </a>
      </div>
      <span class="admin-buttons">
        {mayInvite && (
          <a class="button button-primary" href="#organization/invitations/new">
            <Icon of={Mail} />
            {t('Invite people')}
          </a>
        )}
        {store.me.value.is_admin && (
          <Button icon={UserPlus} onClick={() => (dialog.value = <AddPerson />)}>
            {t('Create account')}
          </Button>
        )}
        {children}
      </span>
    </header>
  );
}

const RoleFilter = ({ role }: { role: number }) => (
  <select
    aria-label={t('Role')}
    value={String(role)}
    onChange={(event) => {
      const chosen = event.currentTarget.value;
      location.hash = chosen === '0' ? '#organization/users/active' : `#organization/users/role/${chosen}`;
    }}
  >
    <option value="0" selected={role === 0}>
      {t('All roles')}
    </option>
    {ALL_ROLES.map((one) => (
      <option key={one} value={String(one)} selected={one === role}>
        {roleName(one)}
      </option>
    ))}
  </select>
);

function filteredUsers(
  people: readonly Person[],
  isDeactivated: boolean,
  role: number,
  query: string,
): readonly Person[] {
  const filter = normalizeName(query.trim());
  return people.filter((person) => {
    const { is_active, is_bot, is_system_bot, role: has, delivery_email, email } = person;
    if (is_bot || is_system_bot || is_active === isDeactivated || (role !== 0 && has !== role)) return false;
    return (
      filter === '' ||
      normalizeName(person.full_name).includes(filter) ||
      (delivery_email ?? email).toLowerCase().includes(filter)
    );
  });
}

function PersonLine({ person, selection }: { person: Person; selection: Selection | undefined }) {
  const { user_id, full_name, avatar_url, delivery_email, role, date_joined, is_active } = person;
  const isOneself = user_id === store.me.value.id;
  return (
    <div class="line person-line">
      {selection &&
        (isSelectable(person) ? <SelectPerson person={person} selection={selection} /> : <span class="no-box" />)}
      <Avatar name={full_name} url={avatar_url} size={36} />
      <span class="line-body">
        <span class="line-name">
          <a href={`#user/${user_id}`} dir="auto">
            {full_name}
          </a>
          {isOneself && <span class="tag">{t('you')}</span>}
        </span>
        <span class="line-note">
          {isStub(person) ? t('Imported without an e-mail address') : (delivery_email ?? t('E-mail hidden'))}
        </span>
      </span>
      <span class="person-role">{roleName(role)}</span>
      <span class="person-joined" title={t('Joined {when}', { when: formatTimeOrDay(Date.parse(date_joined) / 1000) })}>
        {!isOneself && is_active && presenceName(user_id)}
      </span>
      {canEditUser(person) ? (
        <Button
          kind="quiet"
          icon={Ellipsis}
          label={is_active ? t('Change {name}', { name: full_name }) : t('Actions for {name}', { name: full_name })}
          aria-haspopup="menu"
          onClick={(event) => openPopover(event.currentTarget, <PersonMenu person={person} />)}
        />
      ) : (
        <span class="no-button" />
      )}
    </div>
  );
}

import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { ALL_ROLES } from '../../../shared/roles.ts';
import { MessageSquare, Users } from '../../design/icons.ts';
import { addStyle } from '../../design/load-style.ts';
import { LongList } from '../../design/long-list.tsx';
import { Avatar, EmptyState, Icon } from '../../design/primitives.tsx';
import { plural, t } from '../../i18n/text.ts';
import type { Person } from '../../server/types.ts';
import { store } from '../../store/store.ts';
import { roleName } from '../../text/group-names.ts';
import { displayName, makeHref, presence } from '../../text/names.ts';
import { normalizeName } from '../../text/normalize.ts';
import { FIELD, getAnswer, readOptions } from '../../text/profile-values.ts';
import { getText } from '../../text/safe-html.ts';
import { usersByName } from '../../text/sort-by-name.ts';
import administration from '../administration/administration.css';
import { SearchField } from '../administration/list-section.tsx';
import { localTime, presenceName } from './card.tsx';
import css from './directory.css';
import { OrderSelect, type PeopleOrder, sortPeople } from './order.tsx';
import { StatusSign } from './status-sign.tsx';

addStyle(administration);
addStyle(css);

const ROW = 60;

/** Everybody in the organization: `#user`. */
export function Directory() {
  const query = useSignal('');
  const role = useSignal(0);
  const order = useSignal<PeopleOrder>('name');
  const people = usersByName.value;
  const presences = store.presences.value;
  const shown = useMemo(
    () => sortPeople(matchingPeople(people, query.value, role.value), order.value),
    [people, presences, query.value, role.value, order.value],
  );
  return (
    <section class="directory" aria-label={t('People')}>
      <div class="admin-filters">
        <SearchField label={t('Find people')} placeholder={t('Name, status, profile')} value={query} />
        <RoleSelect role={role} />
        <OrderSelect order={order} />
        <span class="admin-count" role="status">
          {plural(shown.length, '{n} person', '{n} people')}
        </span>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={Users} title={t('No matches')} />
      ) : (
        <div class="lines">
          <LongList
            label={t('People')}
            items={shown}
            getKey={({ user_id }) => user_id}
            height={ROW}
            render={(person) => <PersonRow person={person} />}
          />
        </div>
      )}
    </section>
  );
}

const RoleSelect = ({ role }: { role: Signal<number> }) => (
  <select aria-label={t('Role')} onChange={({ currentTarget }) => (role.value = Number(currentTarget.value))}>
    <option value="0">{t('All roles')}</option>
    {ALL_ROLES.map((one) => (
      <option key={one} value={String(one)} selected={one === role.value}>
        {roleName(one)}
      </option>
    ))}
  </select>
);

/** The active people whose name, status or profile contains the words. */
function matchingPeople(people: readonly Person[], query: string, role: number): readonly Person[] {
  const words = normalizeName(query.trim());
  const statuses = store.statuses.peek();
  return people.filter((person) => {
    if (!person.is_active || person.is_bot || (role !== 0 && person.role !== role)) return false;
    const texts = () => [
      person.full_name,
      person.delivery_email ?? '',
      statuses.get(person.user_id)?.text ?? '',
      ...listFacts(person),
    ];
    return words === '' || texts().some((text) => normalizeName(text).includes(words));
  });
}

/** The types of fields that are not a short text. */
const LEFT_OUT: readonly number[] = [FIELD.long, FIELD.people, FIELD.date];

/** What a person's profile says in short texts, such as the team or the pronouns. */
const listFacts = (person: Person): string[] =>
  store.profileFields.peek().flatMap((field) => {
    const value = getAnswer(person, field.id);
    if (value === '' || LEFT_OUT.includes(field.type)) return [];
    if (field.type === FIELD.choice) return readOptions(field).find(({ key }) => key === value)?.text ?? [];
    const html = person.profile_data?.[field.id]?.rendered_value;
    return html ? getText(html) : value;
  });

function PersonRow({ person }: { person: Person }) {
  const { user_id: id, full_name, avatar_url, role } = person;
  const me = store.me.value.id;
  const status = store.statuses.value.get(id);
  const note = [status?.text, ...listFacts(person)].filter(Boolean).join(' · ');
  return (
    <div class="line line-tall directory-line">
      <Avatar name={full_name} url={avatar_url} size={36} presence={presence(id)} />
      <span class="line-body">
        <span class="line-name">
          <a href={`#user/${id}`} dir="auto">
            {displayName(id)}
          </a>
          <StatusSign id={id} />
          {id === me && <span class="tag">{t('you')}</span>}
        </span>
        <span class="line-note" dir="auto">
          {note || person.delivery_email}
        </span>
      </span>
      <span class="directory-fact">{roleName(role)}</span>
      <span class="directory-fact" title={person.timezone}>
        {localTime(person)}
      </span>
      <span class="directory-fact">{id !== me && presenceName(id)}</span>
      <a
        class="button button-quiet button-icon"
        href={makeHref({ kind: 'direct', people: [id] })}
        aria-label={t('Send {name} a direct message', { name: displayName(id) })}
        data-tip={t('Send direct message')}
      >
        <Icon of={MessageSquare} />
      </a>
    </div>
  );
}

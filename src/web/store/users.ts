import { ROLES } from '../../shared/roles.ts';
import type { EventNamed, Merged, Person } from '../server/types.ts';
import { resource, withChanged, withEntry } from './resource.ts';

export type Users = ReadonlyMap<number, Person>;

/** All users that the user can see, including bots and deactivated users. */
export const users = resource<Users>(
  ({ realm_users, realm_non_active_users, cross_realm_bots }) =>
    new Map(
      [
        ...realm_users.map((person) => ({ ...person, is_active: true })),
        ...realm_non_active_users.map((person) => ({ ...person, is_active: false })),
        ...cross_realm_bots,
      ].map((person) => [person.user_id, person]),
    ),
  {
    'realm_user/add': (all, { person }) => withEntry(all, person.user_id, person),
    'realm_user/remove': (all, { person }) => withEntry(all, person.user_id, undefined),
    'realm_user/update': (all, { person }) =>
      withChanged(all, person.user_id, (before) => updatePerson(before, person)),
  },
);

function updatePerson(
  before: Person,
  { new_email, role, custom_profile_field: field, ...change }: Merged<EventNamed<'realm_user/update'>['person']>,
): Person {
  delete change.avatar_source;
  delete change.avatar_url_medium;
  const after: Person = { ...before, ...change };
  if (new_email !== undefined) after.email = new_email;
  if (role !== undefined)
    Object.assign(after, {
      role,
      is_admin: role <= ROLES.administrator,
      is_owner: role === ROLES.owner,
      is_guest: role === ROLES.guest,
    });
  if (field) after.profile_data = profileWith(before.profile_data, field);
  return after;
}

function profileWith(
  before: Person['profile_data'],
  { id, value, rendered_value }: { id: number; value: string | null; rendered_value?: string | undefined },
): NonNullable<Person['profile_data']> {
  const { [id]: _, ...rest } = before ?? {};
  return value === null ? rest : { ...rest, [id]: { value, ...(rendered_value !== undefined && { rendered_value }) } };
}

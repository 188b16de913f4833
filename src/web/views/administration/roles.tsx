import { ALL_ROLES, ROLES, type Role } from '../../../shared/roles.ts';
import { plural, t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';
import { roleName } from '../../text/group-names.ts';

/** Describes what a role can do. */
export function roleHint(role: Role): string {
  const hints: Record<Role, string> = {
    [ROLES.owner]: t('Can manage everything, including who can join, and can deactivate the organization.'),
    [ROLES.administrator]: t('Can manage everything except what only owners can.'),
    [ROLES.moderator]: t('Like members, and can do what the organization allows moderators to do.'),
    [ROLES.member]: t('Can read and send messages, and whatever else the organization permits.'),
    [ROLES.guest]: t('Can only see channels they were added to.'),
  };
  return hints[role];
}

/** The roles with the number of their users. */
export function RoleLines() {
  const people = [...store.users.value.values()].filter(({ is_active, is_bot }) => is_active && !is_bot);
  return (
    <ul class="lines">
      {ALL_ROLES.map((role) => {
        const count = people.filter((person) => person.role === role).length;
        return (
          <li class="line" key={role}>
            <span class="line-body">
              <span class="line-name">{roleName(role)}</span>
              <span class="line-note line-note-whole">{roleHint(role)}</span>
            </span>
            <a class="tag" href={`#organization/users/role/${role}`}>
              {plural(count, '{n} person', '{n} people')}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

import { plural, t } from '../../i18n/text.ts';
import { ROLE, ROLES, type Role } from '../../store/roles.ts';
import { store } from '../../store/store.ts';
import { roleName } from '../../text/group-names.ts';

/** Describes what a role can do. */
export function roleHint(role: Role): string {
  const hints: Record<Role, string> = {
    [ROLE.owner]: t('Can manage everything, including who can join, and can deactivate the organization.'),
    [ROLE.administrator]: t('Can manage everything except what only owners can.'),
    [ROLE.moderator]: t('Like members, and can do what the organization allows moderators to do.'),
    [ROLE.member]: t('Can read and send messages, and whatever else the organization permits.'),
    [ROLE.guest]: t('Can only see channels they were added to.'),
  };
  return hints[role];
}

/** The roles with the number of their users. */
export function RoleLines() {
  const people = [...store.users.value.values()].filter(({ is_active, is_bot }) => is_active && !is_bot);
  return (
    <ul class="lines">
      {ROLES.map((role) => {
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

import { plural, t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';
import { roleName } from '../../text/group-names.ts';

export const ROLES = [100, 200, 300, 400, 600] as const;
export type Role = (typeof ROLES)[number];

/** Describes what a role can do. */
export function roleHint(role: Role): string {
  const hints: Record<Role, string> = {
    100: t('Can manage everything, including who can join and deactivating the organization.'),
    200: t('Can manage everything except what only owners can.'),
    300: t('Like members, and can do what the organization allows moderators to do.'),
    400: t('Can read and send messages, and whatever else the organization permits.'),
    600: t('Can only see channels they were added to.'),
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

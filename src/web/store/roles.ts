import type { Role as AnyRole, ROLES as SERVER_ROLES } from '../../chat/people/users/types.ts';

/** The API's numbers of the roles. Lower numbers have more rights. */
export const ROLE = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const satisfies typeof SERVER_ROLES;

export type Role = AnyRole;

/** All roles, the one with the most rights first. */
export const ROLES: readonly Role[] = Object.values(ROLE);

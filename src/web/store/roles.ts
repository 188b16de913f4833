import type { ROLES } from '../../chat/people/users/types.ts';

/** The API's numbers of the roles. Lower numbers have more rights. */
export const ROLE = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
} as const satisfies typeof ROLES;

/** The API's numbers of the roles. Lower numbers have more rights. */
export const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export type RoleName = keyof typeof ROLES;
export type Role = (typeof ROLES)[RoleName];

/** All roles, the one with the most rights first. */
export const ALL_ROLES: readonly Role[] = Object.values(ROLES);

/** The name of a role; empty if there is none. */
export const getRoleName = (role: number): RoleName | '' =>
  (Object.keys(ROLES) as RoleName[]).find((name) => ROLES[name] === role) ?? '';

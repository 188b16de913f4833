import { isStub } from './stubs.ts';
import { ROLES, type User } from './types.ts';

/** The user who looks; undefined for a visitor without an account. */
export type Viewer = User | undefined;

/** The lowest role that can see an address, by `email_address_visibility`; 4 means nobody. */
const LOWEST_ROLE: Record<number, number> = {
  1: ROLES.guest,
  2: ROLES.member,
  3: ROLES.administrator,
  4: 0,
  5: ROLES.moderator,
};

/**
 * Whether the viewer can see the real address. Visitors see none, bots do not hide theirs, and users see their own.
 * Administrators see that an imported account has none.
 */
export function canSeeEmail(viewer: Viewer, user: User): boolean {
  if (!viewer) return false;
  if (isStub(user) && viewer.role <= ROLES.administrator) return true;
  return user.is_bot || viewer.id === user.id || viewer.role <= LOWEST_ROLE[user.settings.email_address_visibility]!;
}

import { ROLES } from './types.ts';

interface WithRole {
  readonly role: number;
}

// Each role includes the roles below it, and has a smaller number.

export const isOwner = ({ role }: WithRole): boolean => role <= ROLES.owner;
export const isAdministrator = ({ role }: WithRole): boolean => role <= ROLES.administrator;
export const isModerator = ({ role }: WithRole): boolean => role <= ROLES.moderator;
export const isMember = ({ role }: WithRole): boolean => role <= ROLES.member;
export const isGuest = ({ role }: WithRole): boolean => role >= ROLES.guest;

import { ROLES } from '../../shared/roles.ts';
import { t } from '../i18n/text.ts';
import { store } from '../store/store.ts';

const ROLE_GROUPS: Record<string, () => string> = {
  'role:nobody': () => t('Nobody'),
  'role:owners': () => t('Owners'),
  'role:administrators': () => t('Administrators and above'),
  'role:moderators': () => t('Moderators and above'),
  'role:fullmembers': () => t('Full members and above'),
  'role:members': () => t('Everyone except guests'),
  'role:everyone': () => t('Everyone'),
  'role:internet': () => t('Everyone on the internet'),
};

/** A group's display name. Groups of roles are named after their members. */
export function groupName(id: number): string {
  const name = store.groups.value.get(id)?.name;
  return name === undefined ? t('Unknown group') : (ROLE_GROUPS[name]?.() ?? name);
}

const ROLE_NAMES: Record<number, () => string> = {
  [ROLES.owner]: () => t('Owner'),
  [ROLES.administrator]: () => t('Administrator'),
  [ROLES.moderator]: () => t('Moderator'),
  [ROLES.member]: () => t('Member'),
  [ROLES.guest]: () => t('Guest'),
};

export const roleName = (role: number): string => ROLE_NAMES[role]?.() ?? t('Unknown role');

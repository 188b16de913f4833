import { Users } from '../design/icons.ts';
import { openPopover } from '../design/layers.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { House, Server, Settings, SlidersHorizontal, UserPlus } from '../design/more-icons.ts';
import { t } from '../i18n/text.ts';
import { hasRealmPermission } from '../permissions/rules.ts';
import { store } from '../store/store.ts';

/** Opens the menu of the organization: its people, settings and administration. */
export const openOrganizationMenu = (anchor: Element): void =>
  openPopover(anchor, <Menu label={t('Organization')} items={items()} />, 'bottom-start');

function items(): MenuItem[] {
  const { is_admin, is_guest } = store.me.value;
  const go = (href: string) => () => (location.hash = href);
  const mayInvite = hasRealmPermission('can_invite_users_group') || hasRealmPermission('create_multiuse_invite_group');
  const all: (MenuItem | false)[] = [
    mayInvite && { name: t('Invite people'), icon: UserPlus, act: go('#organization/invitations/new') },
    { name: t('People'), icon: Users, act: go('#user') },
    { name: t('Home view'), icon: House, act: go('#') },
    { name: t('Settings'), icon: Settings, apart: true, act: go('#settings/profile') },
    !is_guest && {
      name: is_admin ? t('Administration') : t('Organization'),
      icon: SlidersHorizontal,
      act: go('#organization'),
    },
    is_admin && { name: t('Server status'), icon: Server, act: go('#organization/server') },
  ];
  return all.filter((item) => item !== false);
}

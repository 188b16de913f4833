import { loadOrganizations } from '../actions/other-organizations.ts';
import { ExternalLink, Globe, Users } from '../design/icons.ts';
import { openPopover } from '../design/layers.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { House, Server, Settings, SlidersHorizontal, UserPlus } from '../design/more-icons.ts';
import { t } from '../i18n/text.ts';
import { hasRealmPermission } from '../permissions/rules.ts';
import { otherOrganizations } from '../store/local/other-organizations.ts';
import { store } from '../store/store.ts';
import { nameOrganization, openOtherOrganizations } from './other-organizations.tsx';

/** Opens the menu of the organization: its people, settings and administration, and other organizations. */
export function openOrganizationMenu(anchor: Element): void {
  loadOrganizations();
  const all = [...items(), ...otherItems()];
  openPopover(anchor, <Menu label={t('Organization')} items={all} />, 'bottom-start');
}

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

/** The organizations that the user has entered. They open in another tab, so that nothing unsent is lost. */
const otherItems = (): MenuItem[] => [
  ...otherOrganizations.peek().map((address, at) => ({
    name: nameOrganization(address),
    icon: ExternalLink,
    apart: at === 0,
    act: () => void open(address, '_blank', 'noreferrer'),
  })),
  {
    name: t('Other organizations…'),
    icon: Globe,
    apart: otherOrganizations.peek().length === 0,
    act: openOtherOrganizations,
  },
];

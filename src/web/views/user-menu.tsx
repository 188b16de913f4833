import { signOut } from '../actions/sign-out.ts';
import { Bell, Clock, Moon, Users } from '../design/icons.ts';
import { openPopover } from '../design/layers.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import {
  CircleQuestionMark,
  Eye,
  EyeOff,
  Keyboard,
  LogOut,
  Settings,
  Smile,
  Sun,
  SunMoon,
  UserPlus,
} from '../design/more-icons.ts';
import { reportResult } from '../design/report-result.ts';
import { t } from '../i18n/text.ts';
import { setDoNotDisturb, tomorrow } from '../notifications/do-not-disturb.ts';
import { hasRealmPermission } from '../permissions/rules.ts';
import { request } from '../server/request.ts';
import { doNotDisturbUntil } from '../store/local/do-not-disturb.ts';
import { store } from '../store/store.ts';
import { formatTimeOrDay } from '../text/format.ts';
import { statusDialog } from './menus.tsx';
import { StatusSign } from './people/status-sign.tsx';

const THEMES = { system: 1, dark: 2, light: 3 } as const;

/** Opens the user's menu: status, settings, theme, sign out. */
export const openUserMenu = (anchor: Element): void => openPopover(anchor, <UserMenu anchor={anchor} />);

function UserMenu({ anchor }: { anchor: Element }) {
  const me = store.users.value.get(store.me.value.id);
  const { presence_enabled } = store.settings.value;
  const said = store.statuses.value.get(store.me.value.id);
  return (
    <Menu
      label={t('You')}
      items={[
        {
          name: said ? t('Change your status') : t('Set a status'),
          icon: Smile,
          key: 'status',
          act: () => void statusDialog(),
        },
        {
          name: presence_enabled ? t('Appear offline') : t('Appear online'),
          icon: presence_enabled ? EyeOff : Eye,
          act: () => void request('PATCH /settings', { presence_enabled: !presence_enabled }),
        },
        {
          name: doNotDisturbUntil.value
            ? t('Do not disturb until {time}', { time: formatTimeOrDay(doNotDisturbUntil.value) })
            : t('Do not disturb'),
          icon: doNotDisturbUntil.value ? Moon : Bell,
          act: () => openDoNotDisturbMenu(anchor),
        },
        { name: t('Settings'), icon: Settings, apart: true, act: () => (location.hash = '#settings/profile') },
        { name: t('Organization'), icon: Users, act: () => (location.hash = '#organization') },
        ...(hasRealmPermission('can_invite_users_group') || hasRealmPermission('create_multiuse_invite_group')
          ? [{ name: t('Invite people'), icon: UserPlus, act: () => (location.hash = '#organization/invitations/new') }]
          : []),
        {
          name: t('Keyboard shortcuts'),
          icon: Keyboard,
          key: 'help',
          act: () => void import('./help.tsx').then(({ showHelp }) => showHelp()),
        },
        { name: t('Help'), icon: CircleQuestionMark, act: () => void open('/help', '_blank', 'noopener') },
        ...themeItems(),
        { name: t('Sign out'), icon: LogOut, apart: true, act: () => void signOut() },
      ]}
    >
      <p class="menu-title">
        <bdi>{me?.full_name}</bdi> <StatusSign id={store.me.value.id} />
        {said?.text && <bdi class="menu-note">{said.text}</bdi>}
      </p>
    </Menu>
  );
}

function themeItems(): MenuItem[] {
  const themes = [
    [t('Light'), Sun, THEMES.light],
    [t('Dark'), Moon, THEMES.dark],
    [t('System'), SunMoon, THEMES.system],
  ] as const;
  const { color_scheme: current } = store.settings.value;
  return themes.map(([name, icon, color_scheme]) => ({
    name,
    icon,
    chosen: current === color_scheme,
    apart: color_scheme === THEMES.light,
    act: () => void request('PATCH /settings', { color_scheme }),
  }));
}

const HOUR = 3600;
const inSeconds = (wait: number): number => Math.round(Date.now() / 1000) + wait;

/** Selects how long do not disturb lasts. */
export function openDoNotDisturbMenu(anchor: Element): void {
  const change = (until: number) => void reportResult(setDoNotDisturb(until));
  const lasting = (name: string, until: () => number) => ({ name, icon: Moon, act: () => change(until()) });
  openPopover(
    anchor,
    <Menu
      label={t('Do not disturb')}
      items={[
        ...(doNotDisturbUntil.value ? [{ name: t('Resume notifications'), icon: Bell, act: () => change(0) }] : []),
        lasting(t('For 30 minutes'), () => inSeconds(HOUR / 2)),
        lasting(t('For 1 hour'), () => inSeconds(HOUR)),
        lasting(t('For 4 hours'), () => inSeconds(4 * HOUR)),
        lasting(t('Until tomorrow morning'), tomorrow),
        {
          name: t('Set a schedule'),
          icon: Clock,
          apart: true,
          act: () => (location.hash = '#settings/notifications/do-not-disturb'),
        },
      ]}
    >
      <p class="menu-title">{t('Do not disturb')}</p>
    </Menu>,
  );
}

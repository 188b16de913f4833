import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { signOut } from '../../actions/sign-out.ts';
import { AtSign, Bell, ChevronRight, Clock, Moon, Pencil, Star, Users } from '../../design/icons.ts';
import { addStyle } from '../../design/load-style.ts';
import {
  AlarmClock,
  CircleQuestionMark,
  EyeOff,
  LogOut,
  Settings,
  Smartphone,
  Smile,
  Sun,
  SunMoon,
  UserPlus,
} from '../../design/more-icons.ts';
import lines from '../../design/paged.css';
import { Avatar, Icon } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { t } from '../../i18n/text.ts';
import { installMethod } from '../../notifications/install.ts';
import { hasRealmPermission } from '../../permissions/rules.ts';
import { request } from '../../server/request.ts';
import { doNotDisturbUntil } from '../../store/local/do-not-disturb.ts';
import { store } from '../../store/store.ts';
import { formatTimeOrDay } from '../../text/format.ts';
import { roleName } from '../../text/group-names.ts';
import { hrefOfNarrow, presence } from '../../text/names.ts';
import { install } from '../install/install.ts';
import { statusDialog } from '../menus.tsx';
import { StatusSign } from '../people/status-sign.tsx';
import { openDoNotDisturbMenu } from '../user-menu.tsx';
import css from './you.css';

addStyle(lines);
addStyle(css);

/** The user's own page, which phones open from the bottom bar: availability, theme, own messages, settings. */
export function Page() {
  return (
    <>
      <header class="main-head">
        <div class="main-title">
          <h1>{t('You')}</h1>
        </div>
      </header>
      <div class="view">
        <div class="you">
          <Head />
          <Availability />
          <Theme />
          <OwnMessages />
          <MorePages />
          <ul class="lines">
            <Line icon={LogOut} name={t('Sign out')} danger act={() => void reportResult(signOut())} />
          </ul>
        </div>
      </div>
    </>
  );
}

function Head() {
  const { id } = store.me.value;
  const me = store.users.value.get(id);
  if (!me) return null;
  return (
    <a class="you-head" href={`#user/${id}`}>
      <Avatar
        name={me.full_name}
        url={me.avatar_url}
        size={64}
        presence={store.settings.value.presence_enabled ? presence(id) : 'offline'}
      />
      <span class="line-body">
        <strong class="line-name" dir="auto">
          {me.full_name}
        </strong>
        <span class="line-note">{roleName(me.role)}</span>
      </span>
      <Icon of={ChevronRight} />
    </a>
  );
}

function Availability() {
  const { id } = store.me.value;
  const status = store.statuses.value.get(id);
  const { presence_enabled } = store.settings.value;
  const until = doNotDisturbUntil.value;
  return (
    <ul class="lines">
      <Line
        icon={status?.emoji ? <StatusSign id={id} /> : Smile}
        name={status ? t('Change your status') : t('Set a status')}
        note={status?.text}
        act={() => void statusDialog()}
      />
      <Line
        icon={until ? Moon : Bell}
        name={t('Do not disturb')}
        note={until ? t('Until {time}', { time: formatTimeOrDay(until) }) : t('Off')}
        opens="menu"
        act={openDoNotDisturbMenu}
      />
      <li>
        <label class="line you-line switch">
          <Icon of={EyeOff} />
          <span class="line-body">{t('Appear offline')}</span>
          <input
            type="checkbox"
            role="switch"
            checked={!presence_enabled}
            aria-checked={!presence_enabled}
            onChange={({ currentTarget }) =>
              void reportResult(request('PATCH /settings', { presence_enabled: !currentTarget.checked }))
            }
          />
        </label>
      </li>
    </ul>
  );
}

function Theme() {
  const { color_scheme: current } = store.settings.value;
  const themes = [
    [3, t('Light'), Sun],
    [2, t('Dark'), Moon],
    [1, t('System'), SunMoon],
  ] as const;
  return (
    <fieldset class="you-theme">
      <legend>{t('Theme')}</legend>
      {themes.map(([color_scheme, name, icon]) => (
        <label key={color_scheme}>
          <input
            type="radio"
            name="theme"
            checked={current === color_scheme}
            onChange={() => void reportResult(request('PATCH /settings', { color_scheme }))}
          />
          <Icon of={icon} />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

const OwnMessages = () => (
  <ul class="lines">
    <Line icon={AtSign} name={t('Mentions')} href={hrefOfNarrow([{ operator: 'is', operand: 'mentioned' }])} />
    <Line icon={Star} name={t('Starred messages')} href={hrefOfNarrow([{ operator: 'is', operand: 'starred' }])} />
    <Line icon={Pencil} name={t('Drafts')} href="#drafts" />
    <Line icon={Clock} name={t('Scheduled messages')} href="#scheduled" />
    <Line icon={AlarmClock} name={t('Reminders')} href="#reminders" />
  </ul>
);

const MorePages = () => (
  <ul class="lines">
    <Line icon={Settings} name={t('Settings')} href="#settings" />
    <Line icon={Bell} name={t('Notifications')} href="#settings/notifications" />
    <Line icon={Users} name={t('Organization')} href="#organization" />
    {(hasRealmPermission('can_invite_users_group') || hasRealmPermission('create_multiuse_invite_group')) && (
      <Line icon={UserPlus} name={t('Invite people')} href="#organization/invitations/new" />
    )}
    {installMethod() && <Line icon={Smartphone} name={t('Install the app')} act={() => void install()} />}
    <Line icon={CircleQuestionMark} name={t('Help')} href="/help" />
  </ul>
);

interface LineProps {
  icon: IconNode | ComponentChildren;
  name: string;
  note?: string | undefined;
  danger?: boolean;
  href?: string;
  /** What the action opens at the line. */
  opens?: 'menu';
  act?: (line: Element) => void;
}

/** One line that opens a page or does something. */
function Line({ icon, name, note, danger = false, href, opens, act }: LineProps) {
  const content = (
    <>
      {Array.isArray(icon) ? <Icon of={icon as IconNode} /> : (icon as ComponentChildren)}
      <span class="line-body">
        <span class="line-name">{name}</span>
        {note && (
          <span class="line-note" dir="auto">
            {note}
          </span>
        )}
      </span>
    </>
  );
  const style = danger ? 'line you-line you-danger' : 'line you-line';
  return (
    <li>
      {href ? (
        <a class={style} href={href} {...(href.startsWith('/') && { target: '_blank', rel: 'noopener' })}>
          {content}
          <Icon of={ChevronRight} />
        </a>
      ) : (
        <button type="button" class={style} aria-haspopup={opens} onClick={(event) => act?.(event.currentTarget)}>
          {content}
        </button>
      )}
    </li>
  );
}

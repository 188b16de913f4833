import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { copyAndReport } from '../../design/clipboard.ts';
import { EmojiIcon } from '../../design/emoji.tsx';
import { AtSign, Bell, Clock, Ellipsis, Mail, MessageSquare, Moon, Search, Users } from '../../design/icons.ts';
import { closePopover, openPopover } from '../../design/layers.tsx';
import { addStyle } from '../../design/load-style.ts';
import { Menu, type MenuItem } from '../../design/menu.tsx';
import { BellOff, IdCard, Link, Video } from '../../design/more-icons.ts';
import { Avatar, Button, Icon } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { plural, t } from '../../i18n/text.ts';
import { doNotDisturbEnd } from '../../notifications/do-not-disturb.ts';
import { request } from '../../server/request.ts';
import type { Person } from '../../server/types.ts';
import { formatSettings } from '../../store/local/format-settings.ts';
import { store } from '../../store/store.ts';
import { formatShortTime } from '../../text/format.ts';
import { groupName, roleName } from '../../text/group-names.ts';
import { displayName, hrefOfNarrow, makeHref, presence } from '../../text/names.ts';
import { getAnswer } from '../../text/profile-values.ts';
import { callable, hasCalls, startCall } from '../calls/start-call.ts';
import { FieldValue } from './field-value.tsx';
import css from './people.css';

addStyle(css);

/** Opens a user's card next to the element. */
export const openPerson = (anchor: Element, id: number): void =>
  openPopover(anchor, <PersonCard id={id} anchor={anchor} />, 'bottom-start');
/** Opens a group's card. */
export const openGroup = (anchor: Element, id: number): void =>
  openPopover(anchor, <GroupCard id={id} />, 'bottom-start');

export const presenceName = (id: number): string =>
  ({ active: t('Active now'), idle: t('Away'), offline: lastSeen(id) })[presence(id)];

/** When a user was last active, in UNIX seconds; 0 if that is unknown or long ago. */
export function lastActive(id: number): number {
  const seen = store.presences.value.get(id);
  return seen ? Math.max(seen.active_timestamp, seen.idle_timestamp) : 0;
}

function lastSeen(id: number): string {
  const at = lastActive(id);
  if (at === 0) return t('Not active recently');
  const days = Math.floor((Date.now() / 1000 - at) / 86_400);
  return days === 0 ? t('Active today') : plural(days, 'Active {n} day ago', 'Active {n} days ago');
}

/** A user's current local time; undefined if the time zone is unknown. */
export function localTime({ timezone }: Person): string | undefined {
  if (!timezone) return undefined;
  const { language, twentyFour } = formatSettings.value;
  try {
    return new Intl.DateTimeFormat(language, {
      timeZone: timezone,
      hour: twentyFour ? '2-digit' : 'numeric',
      minute: '2-digit',
      weekday: 'short',
      hourCycle: twentyFour ? 'h23' : 'h12',
    }).format();
  } catch {
    return undefined;
  }
}

function PersonCard({ id, anchor }: { id: number; anchor: Element }) {
  const person = store.users.value.get(id);
  useEffect(() => {
    // The card closes when one of its links is followed.
    addEventListener('hashchange', closePopover, { once: true });
    return () => removeEventListener('hashchange', closePopover);
  }, []);
  if (!person) return <p class="card-empty">{t('Person not found')}</p>;
  return (
    <section class="person-card" role="dialog" aria-label={displayName(id)} tabIndex={-1}>
      <header>
        <Avatar name={person.full_name} url={person.avatar_url} size={56} />
        <div>
          <h2>
            <bdi>{displayName(id)}</bdi>
          </h2>
          <p class="person-role">
            {person.is_bot ? t('Bot') : roleName(person.role)}
            {id === store.me.value.id && <> · {t('you')}</>}
          </p>
        </div>
      </header>
      <StatusLine id={id} />
      <Facts person={person} />
      <Actions person={person} anchor={anchor} />
    </section>
  );
}

function StatusLine({ id }: { id: number }) {
  const status = store.statuses.value.get(id);
  return status?.text || status?.emoji ? (
    <p class="person-status" dir="auto">
      {status.emoji && <EmojiIcon emoji={status.emoji} />} {status.text}
      {status.end && <span class="person-status-end">{t('Until {time}', { time: formatShortTime(status.end) })}</span>}
    </p>
  ) : null;
}

function Facts({ person }: { person: Person }) {
  const { user_id: id, is_active, is_bot, delivery_email, bot_owner_id: owner } = person;
  const isMe = id === store.me.value.id;
  const summary = store.profileFields.value.filter(
    (field) => field.display_in_profile_summary && getAnswer(person, field.id) !== '',
  );
  const quietUntil = doNotDisturbEnd(id);
  const time = !isMe && localTime(person);
  return (
    <ul class="person-facts">
      {!is_active && <li class="person-deactivated">{t('This account is deactivated')}</li>}
      {is_active && !is_bot && !isMe && !store.realm.value.realm_presence_disabled && (
        <li>
          <span class={`presence-dot presence-dot-${presence(id)}`} aria-hidden="true" />
          {presenceName(id)}
        </li>
      )}
      {quietUntil > 0 && (
        <Fact icon={Moon}>{t('Do not disturb until {time}', { time: formatShortTime(quietUntil) })}</Fact>
      )}
      {time && <Fact icon={Clock}>{t('{time} local time', { time })}</Fact>}
      {delivery_email && (
        <Fact icon={Mail}>
          <a href={`mailto:${delivery_email}`}>{delivery_email}</a>
        </Fact>
      )}
      {typeof owner === 'number' && <li>{t('Owner: {name}', { name: displayName(owner) })}</li>}
      {summary.map((field) => (
        <li key={field.id}>
          <span class="person-field">{field.name}</span>
          <FieldValue field={field} person={person} />
        </li>
      ))}
    </ul>
  );
}

const Fact = ({ icon, children }: { icon: IconNode; children: ComponentChildren }) => (
  <li>
    <Icon of={icon} size={15} />
    {children}
  </li>
);

function Actions({ person, anchor }: { person: Person; anchor: Element }) {
  const { user_id: id, is_active } = person;
  const me = store.me.value.id;
  const call = () => {
    closePopover();
    void startCall([id]);
  };
  const openMenu = () => {
    // The menu opens in the card's place.
    closePopover();
    openPopover(anchor, <PersonMenu person={person} />, 'bottom-start');
  };
  return (
    <footer>
      {me !== 0 && (is_active || id === me) && (
        <a class="button button-primary" href={makeHref({ kind: 'direct', people: [id] })} onClick={closePopover}>
          <Icon of={MessageSquare} size={16} />
          {id === me ? t('Notes to yourself') : t('Send direct message')}
        </a>
      )}
      <a
        class="button button-plain button-icon"
        href={`#user/${id}`}
        aria-label={t('Profile')}
        data-tip={t('Profile')}
        onClick={closePopover}
      >
        <Icon of={IdCard} />
      </a>
      {me !== 0 && hasCalls() && callable([id]).length > 0 && (
        <Button icon={Video} label={t('Call {name}', { name: displayName(id) })} onClick={call} />
      )}
      <Button
        kind="quiet"
        icon={Ellipsis}
        label={t('More about {name}', { name: person.full_name })}
        aria-haspopup="menu"
        onClick={openMenu}
      />
    </footer>
  );
}

function PersonMenu({ person: { user_id: id, full_name: name, is_bot } }: { person: Person }) {
  const me = store.me.value.id;
  const go = (href: string) => () => {
    location.hash = href;
  };
  const items: (MenuItem | false)[] = [
    { name: t('View messages sent'), icon: Search, act: go(hrefOfNarrow([{ operator: 'sender', operand: id }])) },
    id !== me &&
      me !== 0 && {
        name: t('View direct messages with them'),
        icon: Mail,
        act: go(hrefOfNarrow([{ operator: 'dm-including', operand: [id] }])),
      },
    { name: t('Copy mention'), icon: AtSign, act: () => void copyAndReport(`@**${name}**`) },
    {
      name: t('Copy link to profile'),
      icon: Link,
      act: () => void copyAndReport(`${location.origin}/#user/${id}`),
    },
    id !== me && me !== 0 && !is_bot && muteItem(id, name),
  ];
  return <Menu label={t('More about {name}', { name })} items={items.filter((item) => item !== false)} />;
}

function muteItem(id: number, name: string): MenuItem {
  const path = { muted_user_id: id };
  return store.mutedUsers.value.has(id)
    ? {
        name: t('Unmute this person'),
        icon: Bell,
        act: () =>
          void reportResult(
            request('DELETE /users/me/muted_users/{muted_user_id}', path),
            t('{name} is no longer muted.', { name }),
          ),
      }
    : {
        name: t('Mute this person'),
        icon: BellOff,
        act: () =>
          void reportResult(
            request('POST /users/me/muted_users/{muted_user_id}', path),
            t('{name} is muted.', { name }),
          ),
      };
}

const SHOWN = 12;

function GroupCard({ id }: { id: number }) {
  const group = store.groups.value.get(id);
  if (!group) return <p class="card-empty">{t('Group not found')}</p>;
  const people = group.members.filter((one) => store.users.value.get(one)?.is_active);
  return (
    <section class="person-card" role="dialog" aria-label={groupName(id)} tabIndex={-1}>
      <header>
        <span class="group-size group-large" aria-hidden="true">
          <Icon of={Users} size={24} />
        </span>
        <div>
          <h2>
            <bdi>{groupName(id)}</bdi>
          </h2>
          <p class="person-role">
            {group.deactivated ? t('Deactivated') : plural(people.length, '{n} person', '{n} people')}
          </p>
        </div>
      </header>
      {group.description && (
        <p class="person-about" dir="auto">
          {group.description}
        </p>
      )}
      <ul class="person-list">
        {group.direct_subgroup_ids.map((one) => (
          <li key={`group ${one}`}>
            <Icon of={Users} size={16} />
            <span class="row-name" dir="auto">
              {groupName(one)}
            </span>
          </li>
        ))}
        {people.slice(0, SHOWN).map((one) => (
          <li key={one}>
            <Avatar name={displayName(one)} url={store.users.value.get(one)?.avatar_url} size={22} />
            <a class="row-name" dir="auto" href={`#user/${one}`} onClick={closePopover}>
              {displayName(one)}
            </a>
          </li>
        ))}
        {people.length > SHOWN && <li>{plural(people.length - SHOWN, 'and {n} more', 'and {n} more')}</li>}
      </ul>
      <footer>
        <a class="button button-plain" href={`#groups/${id}`} onClick={closePopover}>
          {t('View group')}
        </a>
      </footer>
    </section>
  );
}

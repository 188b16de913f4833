import { Ellipsis, MessageSquare, Pencil, Search, User, Users } from '../../design/icons.ts';
import { openPopover } from '../../design/layers.tsx';
import { LineText } from '../../design/line-text.tsx';
import { addStyle } from '../../design/load-style.ts';
import pages from '../../design/paged.css';
import { Avatar, Button, EmptyState, Icon, isGeneratedAvatar } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import type { Route } from '../../routing/router.ts';
import type { Person } from '../../server/types.ts';
import { formatSettings } from '../../store/local/format-settings.ts';
import { isMember } from '../../store/permissions.ts';
import { store } from '../../store/store.ts';
import { compareNames } from '../../text/compare-names.ts';
import { groupName, roleName } from '../../text/group-names.ts';
import { displayName, hrefOfNarrow, makeHref, presence } from '../../text/names.ts';
import { getAnswer } from '../../text/profile-values.ts';
import { canEditUser, PersonMenu } from '../administration/person-menu.tsx';
import { localTime } from './card.tsx';
import { CommonChannels } from './common-channels.tsx';
import { Directory } from './directory.tsx';
import { FieldValue } from './field-value.tsx';
import css from './people.css';

addStyle(pages);
addStyle(css);

/** A user's full profile, `#user/9`, or the directory of people, `#user`. */
export function Page({ place }: { place: Route }) {
  const id = Number('path' in place ? place.path[0] : Number.NaN);
  const person = store.users.value.get(id);
  const isDirectory = 'path' in place && place.path.length === 0;
  return (
    <>
      <header class="main-head">
        <div class="main-title">
          <h1>{isDirectory ? t('People') : t('Profile')}</h1>
        </div>
      </header>
      <div class="view">
        {isDirectory ? (
          <Directory />
        ) : person ? (
          <Profile key={id} person={person} />
        ) : (
          <EmptyState icon={User} title={t('Person not found')}>
            <p>{t('This account doesn’t exist, or you don’t have access to it.')}</p>
          </EmptyState>
        )}
      </div>
    </>
  );
}

function Profile({ person }: { person: Person }) {
  const { user_id: id } = person;
  return (
    <div class="profile">
      <header class="profile-head">
        <Avatar name={person.full_name} url={larger(person)} size={104} />
        <div>
          <h2 class="profile-name">
            <bdi>{displayName(id)}</bdi>
          </h2>
          <p class="person-role">
            {person.is_bot ? t('Bot') : roleName(person.role)}
            {!person.is_active && <> · {t('deactivated')}</>}
            {presence(id) === 'active' && id !== store.me.value.id && <> · {t('active now')}</>}
          </p>
        </div>
        <ProfileActions person={person} />
      </header>
      <Facts person={person} />
      {!person.is_bot && <Groups id={id} />}
      {store.me.value.id !== 0 && <CommonChannels person={person} />}
    </div>
  );
}

function ProfileActions({ person }: { person: Person }) {
  const { user_id: id } = person;
  const isMe = id === store.me.value.id;
  return (
    <div class="profile-actions">
      {store.me.value.id !== 0 && person.is_active && (
        <a class="button button-primary" href={makeHref({ kind: 'direct', people: [id] })}>
          <Icon of={MessageSquare} size={16} />
          {isMe ? t('Notes to yourself') : t('Send direct message')}
        </a>
      )}
      <a class="button button-plain" href={hrefOfNarrow([{ operator: 'sender', operand: id }])}>
        <Icon of={Search} size={16} />
        {t('Messages')}
      </a>
      {isMe && (
        <a class="button button-plain" href="#settings/profile">
          <Icon of={Pencil} size={16} />
          {t('Edit')}
        </a>
      )}
      {!isMe && !person.is_bot && canEditUser(person) && (
        <Button
          kind="plain"
          icon={Ellipsis}
          label={t('Actions for {name}', { name: person.full_name })}
          aria-haspopup="menu"
          onClick={(event) => openPopover(event.currentTarget, <PersonMenu person={person} />)}
        />
      )}
    </div>
  );
}

function Facts({ person }: { person: Person }) {
  const time = localTime(person);
  const owner = person.bot_owner_id ?? undefined;
  const joined = new Intl.DateTimeFormat(formatSettings.value.language, { dateStyle: 'long' }).format(
    new Date(person.date_joined),
  );
  return (
    <dl class="profile-facts">
      {person.delivery_email && (
        <Answer name={t('E-mail')}>
          <a href={`mailto:${person.delivery_email}`}>{person.delivery_email}</a>
        </Answer>
      )}
      {time && <Answer name={t('Local time')}>{time}</Answer>}
      {owner !== undefined && (
        <Answer name={t('Owner')}>
          <a href={`#user/${owner}`}>{displayName(owner)}</a>
        </Answer>
      )}
      <Answer name={t('Joined')}>{joined}</Answer>
      {store.profileFields.value
        .filter((field) => getAnswer(person, field.id) !== '')
        .map((field) => (
          <Answer key={field.id} name={field.name}>
            <FieldValue field={field} person={person} />
          </Answer>
        ))}
    </dl>
  );
}

const Answer = ({ name, children }: { name: string; children: preact.ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

/** The large version of the avatar. */
const larger = ({ avatar_url, user_id }: Person): string | null =>
  avatar_url && isGeneratedAvatar(avatar_url)
    ? avatar_url
    : avatar_url?.startsWith('/') || avatar_url?.startsWith(location.origin)
      ? `/avatar/${user_id}/medium`
      : avatar_url;

function Groups({ id }: { id: number }) {
  const known = { people: store.users.value, groups: store.groups.value, waiting: 0, now: Date.now() };
  const theirs = [...store.groups.value.values()]
    .filter(
      ({ is_system_group, deactivated, id: group }) => !is_system_group && !deactivated && isMember(known, id, group),
    )
    .sort((a, b) => compareNames(a.name, b.name));
  if (theirs.length === 0) return null;
  return (
    <SettingsSection title={t('Groups')}>
      <ul class="lines">
        {theirs.map(({ id: group, description }) => (
          <li class="line" key={group}>
            <Icon of={Users} size={16} />
            <LineText name={groupName(group)} href={`#groups/${group}`} note={description} />
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}

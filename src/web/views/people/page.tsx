import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addPeople, leave } from '../../actions/channels.ts';
import { ask } from '../../api.ts';
import { mayAdd, mayRemove } from '../../channel-rights.ts';
import { adopt } from '../../design/adopt.ts';
import { confirm } from '../../design/ask.tsx';
import { Ellipsis, MessageSquare, Pencil, Search, User, UserMinus, Users } from '../../design/icons.ts';
import { pop } from '../../design/layers.tsx';
import { LongList } from '../../design/long-list.tsx';
import pages from '../../design/paged.css';
import { ChannelPicker } from '../../design/pickers.tsx';
import { Avatar, Button, EmptyState, FilterField, Icon, Skeleton } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { clock } from '../../format.ts';
import { groupName, roleName } from '../../group-names.ts';
import { t } from '../../i18n/text.ts';
import { hashed, hrefOf, hrefOfChannel, hrefOfNarrow, personName, presence } from '../../names.ts';
import { answerOf } from '../../profile.ts';
import { reasonOf } from '../../refusals.ts';
import type { Place } from '../../router.ts';
import type { Channel } from '../../store/channels.ts';
import { isIn } from '../../store/permissions.ts';
import { store } from '../../store/store.ts';
import type { Person } from '../../wire.ts';
import { mayChange, PersonMenu } from '../administration/person-menu.tsx';
import { ChannelSign } from '../recipient-bar.tsx';
import { told } from '../told.ts';
import { localTime } from './card.tsx';
import { FieldValue } from './field-value.tsx';
import css from './people.css';

adopt(pages);
adopt(css);

/** Somebody's whole profile: `#user/9`. */
export function Page({ place }: { place: Place }) {
  const id = Number('path' in place ? place.path[0] : Number.NaN);
  const person = store.people.value.get(id);
  return (
    <>
      <header class="main-head">
        <div class="main-title">
          <h1>{t('Profile')}</h1>
        </div>
      </header>
      <div class="view">
        {person ? (
          <Profile key={id} person={person} />
        ) : (
          <EmptyState icon={User} title={t('Nobody you know of')}>
            <p>{t('There is no such person, or you may not know of them.')}</p>
          </EmptyState>
        )}
      </div>
    </>
  );
}

function Profile({ person }: { person: Person }) {
  const { user_id: id } = person;
  const isMe = id === store.me.value.id;
  const answered = store.profileFields.value.filter((field) => answerOf(person, field.id) !== '');
  const time = localTime(person);
  const owner = person.bot_owner_id ?? undefined;
  const joined = new Intl.DateTimeFormat(clock.value.language, { dateStyle: 'long' }).format(new Date(person.date_joined));
  return (
    <div class="profile">
      <header class="profile-head">
        <Avatar name={person.full_name} url={larger(person)} size={104} />
        <div>
          <h2 class="profile-name">
            <bdi>{person.full_name}</bdi>
          </h2>
          <p class="person-role">
            {person.is_bot ? t('Bot') : roleName(person.role)}
            {!person.is_active && <> · {t('deactivated')}</>}
            {presence(id) === 'active' && !isMe && <> · {t('active now')}</>}
          </p>
        </div>
        <div class="profile-actions">
          {store.me.value.id !== 0 && person.is_active && (
            <a class="button button-primary" href={hrefOf({ kind: 'direct', people: [id] })}>
              <Icon of={MessageSquare} size={16} />
              {isMe ? t('Notes to yourself') : t('Write to them')}
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
          {!isMe && !person.is_bot && mayChange(person) && (
            <Button
              kind="plain"
              icon={Ellipsis}
              label={t('What to do with {name}', { name: person.full_name })}
              aria-haspopup="menu"
              onClick={(event) => pop(event.currentTarget, <PersonMenu person={person} />)}
            />
          )}
        </div>
      </header>
      <dl class="profile-facts">
        {person.delivery_email && (
          <>
            <dt>{t('E-mail')}</dt>
            <dd>
              <a href={`mailto:${person.delivery_email}`}>{person.delivery_email}</a>
            </dd>
          </>
        )}
        {time && (
          <>
            <dt>{t('Local time')}</dt>
            <dd>{time}</dd>
          </>
        )}
        {owner !== undefined && (
          <>
            <dt>{t('Belongs to')}</dt>
            <dd>
              <a href={`#user/${owner}`}>{personName(owner)}</a>
            </dd>
          </>
        )}
        <dt>{t('Joined')}</dt>
        <dd>{joined}</dd>
        {answered.map((field) => (
          <Answer key={field.id} name={field.name}>
            <FieldValue field={field} person={person} />
          </Answer>
        ))}
      </dl>
      {!person.is_bot && <Groups id={id} />}
      {store.me.value.id !== 0 && <Channels person={person} />}
    </div>
  );
}

const Answer = ({ name, children }: { name: string; children: preact.ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

/** The picture in the size of profiles. */
const larger = ({ avatar_url, user_id }: Person): string | null =>
  avatar_url?.startsWith('/') || avatar_url?.startsWith(location.origin) ? `/avatar/${user_id}/medium` : avatar_url;

function Groups({ id }: { id: number }) {
  const known = { people: store.people.value, groups: store.groups.value, waiting: 0, now: Date.now() };
  const theirs = [...store.groups.value.values()]
    .filter(({ is_system_group, deactivated, id: group }) => !is_system_group && !deactivated && isIn(known, id, group))
    .sort((a, b) => a.name.localeCompare(b.name));
  if (theirs.length === 0) return null;
  return (
    <SettingsSection title={t('Groups')}>
      <ul class="lines">
        {theirs.map(({ id: group, description }) => (
          <li class="line" key={group}>
            <Icon of={Users} size={16} />
            <span class="line-body">
              <a class="line-name" dir="auto" href={`#groups/${group}`}>
                {groupName(group)}
              </a>
              {description && (
                <span class="line-note" dir="auto">
                  {description}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}

/** The channels somebody is in, of one's own. */
function Channels({ person: { user_id: id, full_name: name, is_active } }: { person: Person }) {
  const theirs = useSignal<ReadonlySet<number> | undefined>(undefined);
  const wrong = useSignal('');
  const wanted = useSignal('');
  const fetchThem = () => {
    channelsWith(id).then(
      (ids) => (theirs.value = ids),
      (error) => (wrong.value = reasonOf(error)),
    );
  };
  useEffect(fetchThem, [id]);
  if (wrong.value) return <p role="alert">{wrong.value}</p>;
  if (!theirs.value) return <Skeleton rows={3} label={t('Loading channels')} />;
  const inside = theirs.value;
  const isMe = id === store.me.value.id;
  const all = [...inside].flatMap((one) => store.channels.value.get(one) ?? []).filter(({ is_archived }) => !is_archived);
  const needle = wanted.value.trim().toLocaleLowerCase();
  const shown = all.filter(({ name: one }) => one.toLocaleLowerCase().includes(needle)).sort((a, b) => a.name.localeCompare(b.name));
  const addable = (channel: number) => {
    const one = store.channels.value.get(channel);
    return one !== undefined && !inside.has(channel) && (isMe ? false : mayAdd(one));
  };
  const add = async (channels: readonly number[]) => {
    for (const channel of channels) {
      const one = store.channels.peek().get(channel);
      if (one && (await told(addPeople(one, [id])))) theirs.value = new Set([...(theirs.peek() ?? []), channel]);
    }
  };
  const remove = (channel: Channel) =>
    confirm(
      {
        title: isMe
          ? t('Leave {channel}?', { channel: hashed(channel.name) })
          : t('Take {name} out of {channel}?', { name, channel: hashed(channel.name) }),
        action: isMe ? t('Leave') : t('Take out'),
        danger: true,
        act: async () => {
          await leave(channel, isMe ? undefined : [id]);
          theirs.value = new Set([...(theirs.peek() ?? [])].filter((one) => one !== channel.stream_id));
        },
      },
      channel.invite_only ? <p>{t('The channel is private: coming back takes somebody who adds you.')}</p> : undefined,
    );
  return (
    <SettingsSection title={isMe ? t('Your channels') : t('Channels in common')}>
      {all.length > 8 && <FilterField label={t('Find a channel')} value={wanted} />}
      {shown.length === 0 ? (
        <p class="settings-note">{t('None.')}</p>
      ) : (
        <div class="lines">
          <LongList
            label={t('Channels')}
            items={shown}
            keyOf={({ stream_id }) => stream_id}
            height={44}
            render={(channel) => (
              <div class="line">
                <ChannelSign id={channel.stream_id} />
                <span class="line-body">
                  <a class="line-name" dir="auto" href={hrefOfChannel(channel.stream_id)}>
                    {channel.name}
                  </a>
                </span>
                {mayRemove(channel, id) && (
                  <Button
                    kind="quiet"
                    icon={UserMinus}
                    label={
                      isMe
                        ? t('Leave {channel}', { channel: hashed(channel.name) })
                        : t('Take out of {channel}', { channel: hashed(channel.name) })
                    }
                    onClick={() => remove(channel)}
                  />
                )}
              </div>
            )}
          />
        </div>
      )}
      {!isMe && is_active && [...store.channels.value.keys()].some(addable) && (
        <ChannelPicker
          label={t('Add {name} to a channel', { name })}
          placeholder={t('Add {name} to a channel', { name })}
          value={[]}
          fits={addable}
          onChange={(ids) => void add(ids)}
        />
      )}
    </SettingsSection>
  );
}

/** Which of one's own channels somebody is in too. */
async function channelsWith(id: number): Promise<Set<number>> {
  const { subscriptions } = await ask('GET /users/me/subscriptions', { include_subscribers: 'true' });
  return new Set(subscriptions.filter(({ subscribers }) => subscribers?.includes(id)).map(({ stream_id }) => stream_id));
}

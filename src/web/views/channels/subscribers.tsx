import { useSignal } from '@preact/signals';
import { ROLES } from '../../../shared/roles.ts';
import { activeUsersIn, subscribeUsers, unsubscribe } from '../../actions/channels.ts';
import { confirm } from '../../design/form-dialog.tsx';
import { Users } from '../../design/icons.ts';
import { LongList } from '../../design/long-list.tsx';
import { UserMinus, UserPlus } from '../../design/more-icons.ts';
import { GroupsPicker, PersonPicker } from '../../design/pickers.tsx';
import { Avatar, Button, EmptyState, FilterField, Skeleton } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingsSection } from '../../design/settings.tsx';
import { plural, t } from '../../i18n/text.ts';
import { canAddSubscribers, canRemoveSubscriber } from '../../permissions/group-members.ts';
import type { Person } from '../../server/types.ts';
import type { Channel } from '../../store/channels.ts';
import { store } from '../../store/store.ts';
import { roleName } from '../../text/group-names.ts';
import { channelLabel, displayName, presence } from '../../text/names.ts';
import { sortedByName } from '../../text/sort-by-name.ts';
import { leaveAfterAsking } from './browser.tsx';
import { useMembers } from './members.ts';

/** The subscribers of a channel. */
export function Subscribers({ channel }: { channel: Channel }) {
  const members = useMembers(channel.stream_id);
  const filter = useSignal('');
  const inside = members.value;
  if (!inside) return <Skeleton label={t('Loading people')} />;
  const words = filter.value.trim().toLocaleLowerCase();
  const people = sortedByName(inside)
    .filter(({ full_name, delivery_email }) =>
      `${full_name} ${delivery_email ?? ''}`.toLocaleLowerCase().includes(words),
    )
    .sort((a, b) => Number(a.is_bot) - Number(b.is_bot));
  return (
    <>
      {canAddSubscribers(channel) && <AddSubscribers channel={channel} inside={inside} />}
      <SettingsSection title={plural(inside.size, '{n} person', '{n} people')}>
        {inside.size > 8 && <FilterField label={t('Find a person')} value={filter} />}
        {people.length === 0 ? (
          <EmptyState icon={Users} title={words ? t('No people found') : t('No people in this channel')} />
        ) : (
          <div class="lines">
            <LongList
              label={t('People')}
              items={people}
              getKey={({ user_id }) => user_id}
              height={48}
              render={(person) => <Row channel={channel} person={person} />}
            />
          </div>
        )}
      </SettingsSection>
    </>
  );
}

function Row({ channel, person }: { channel: Channel; person: Person }) {
  const { user_id: id, full_name: name, avatar_url, is_bot, role } = person;
  const isMe = id === store.me.value.id;
  const remove = () =>
    isMe
      ? leaveAfterAsking(channel)
      : confirm(
          {
            title: t('Remove {name} from {channel}?', { name, channel: channelLabel(channel.name) }),
            action: t('Remove'),
            danger: true,
            act: () => unsubscribe(channel, [id]),
          },
          <p>
            {channel.invite_only || role === ROLES.guest
              ? t('They’ll lose access until someone adds them again.')
              : t('They can rejoin the channel on their own.')}
          </p>,
        );
  return (
    <div class="line member-line">
      <Avatar name={name} url={avatar_url} size={30} {...(!is_bot && { presence: presence(id) })} />
      <span class="line-body">
        <a class="line-name" dir="auto" href={`#user/${id}`}>
          {displayName(id)}
        </a>
      </span>
      {is_bot ? (
        <span class="tag">{t('bot')}</span>
      ) : (
        role !== ROLES.member && <span class="tag">{roleName(role)}</span>
      )}
      {isMe && <span class="tag">{t('you')}</span>}
      {canRemoveSubscriber(channel, id) && !channel.is_archived && (
        <Button
          kind="quiet"
          icon={UserMinus}
          label={isMe ? t('Leave {channel}', { channel: channelLabel(channel.name) }) : t('Remove {name}', { name })}
          onClick={remove}
        />
      )}
    </div>
  );
}

/** Subscribes users, and all current members of groups. */
function AddSubscribers({ channel, inside }: { channel: Channel; inside: ReadonlySet<number> }) {
  const people = useSignal<number[]>([]);
  const groups = useSignal<number[]>([]);
  const tell = useSignal(true);
  const newUsers = activeUsersIn(people.value, groups.value).filter((id) => !inside.has(id));
  const add = async () => {
    const done = plural(newUsers.length, '{n} person was added.', '{n} people were added.');
    if (!(await reportResult(subscribeUsers(channel, newUsers, tell.peek()), done))) return;
    people.value = [];
    groups.value = [];
  };
  const isChosen = people.value.length + groups.value.length > 0;
  return (
    <SettingsSection title={t('Add people')}>
      <form
        class="subscriber-add"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <PersonPicker
          label={t('People to add')}
          placeholder={t('People to add')}
          value={people.value}
          fits={({ user_id, is_active }) => is_active && !inside.has(user_id)}
          onChange={(ids) => (people.value = ids)}
        />
        <GroupsPicker
          label={t('Groups to add')}
          placeholder={t('Groups to add')}
          value={groups.value}
          system
          fits={({ name }) => name !== 'role:nobody' && name !== 'role:internet'}
          onChange={(ids) => (groups.value = ids)}
        />
        {isChosen && (
          <>
            <Button kind="primary" type="submit" icon={UserPlus} disabled={newUsers.length === 0}>
              {newUsers.length === 0
                ? t('Everyone you selected is already in the channel')
                : plural(newUsers.length, 'Add {n} person', 'Add {n} people')}
            </Button>
            <label class="line-check">
              <input
                type="checkbox"
                checked={tell.value}
                onChange={(event) => (tell.value = event.currentTarget.checked)}
              />
              {t('Notify people that they were added')}
            </label>
          </>
        )}
      </form>
    </SettingsSection>
  );
}

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { subscribeUsers, unsubscribe } from '../../actions/channels.ts';
import { confirm } from '../../design/form-dialog.tsx';
import { LongList } from '../../design/long-list.tsx';
import { UserMinus } from '../../design/more-icons.ts';
import { ChannelPicker } from '../../design/pickers.tsx';
import { Button, FilterField, Skeleton } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { canAddSubscribers, canRemoveSubscriber } from '../../permissions/group-members.ts';
import { request } from '../../server/request.ts';
import type { Person } from '../../server/types.ts';
import type { Channel } from '../../store/channels.ts';
import { store } from '../../store/store.ts';
import { compareNames } from '../../text/compare-names.ts';
import { channelLabel, hrefOfChannel } from '../../text/names.ts';
import { ChannelSign } from '../feed/recipient-bar.tsx';

/** The channels that the user and the current user have in common. */
export function CommonChannels({ person }: { person: Person }) {
  const { user_id: id } = person;
  const common = useCommonChannels(id);
  const filter = useSignal('');
  if (common.error) return <p role="alert">{common.error}</p>;
  if (!common.ids) return <Skeleton rows={3} label={t('Loading channels')} />;
  const all = [...common.ids]
    .flatMap((channelId) => store.channels.value.get(channelId) ?? [])
    .filter(({ is_archived }) => !is_archived);
  const needle = filter.value.trim().toLocaleLowerCase();
  const shown = all
    .filter(({ name }) => name.toLocaleLowerCase().includes(needle))
    .sort((a, b) => compareNames(a.name, b.name));
  return (
    <SettingsSection title={id === store.me.value.id ? t('Your channels') : t('Channels in common')}>
      {all.length > 8 && <FilterField label={t('Find a channel')} value={filter} />}
      {shown.length === 0 ? (
        <p class="settings-note">{t('No channels')}</p>
      ) : (
        <div class="lines">
          <LongList
            label={t('Channels')}
            items={shown}
            getKey={({ stream_id }) => stream_id}
            height={44}
            render={(channel) => <ChannelLine channel={channel} person={person} onRemove={common.remove} />}
          />
        </div>
      )}
      <AddToChannel person={person} common={common.ids} onAdd={common.add} />
    </SettingsSection>
  );
}

/** The IDs of the common channels, fetched once. `add` and `remove` record changes that are made here. */
function useCommonChannels(id: number) {
  const ids = useSignal<ReadonlySet<number> | undefined>(undefined);
  const error = useSignal('');
  const fetchIds = () => {
    channelsWith(id).then(
      (fetched) => (ids.value = fetched),
      (reason) => (error.value = errorText(reason)),
    );
  };
  useEffect(fetchIds, [id]);
  return {
    ids: ids.value,
    error: error.value,
    add: (channel: number) => (ids.value = new Set(ids.peek()).add(channel)),
    remove: (channel: number) => (ids.value = new Set([...(ids.peek() ?? [])].filter((one) => one !== channel))),
  };
}

interface ChannelLineProps {
  channel: Channel;
  person: Person;
  onRemove: (channel: number) => void;
}

/** A common channel, and a button that removes the user from it. */
function ChannelLine({ channel, person, onRemove }: ChannelLineProps) {
  const label = channelLabel(channel.name);
  const isMe = person.user_id === store.me.value.id;
  return (
    <div class="line">
      <ChannelSign id={channel.stream_id} />
      <span class="line-body">
        <a class="line-name" dir="auto" href={hrefOfChannel(channel.stream_id)}>
          {channel.name}
        </a>
      </span>
      {canRemoveSubscriber(channel, person.user_id) && (
        <Button
          kind="quiet"
          icon={UserMinus}
          label={isMe ? t('Leave {channel}', { channel: label }) : t('Remove from {channel}', { channel: label })}
          onClick={() => confirmRemoval({ channel, person, onRemove })}
        />
      )}
    </div>
  );
}

function confirmRemoval({ channel, person: { user_id: id, full_name: name }, onRemove }: ChannelLineProps): void {
  const label = channelLabel(channel.name);
  const isMe = id === store.me.peek().id;
  confirm(
    {
      title: isMe
        ? t('Leave {channel}?', { channel: label })
        : t('Remove {name} from {channel}?', { name, channel: label }),
      action: isMe ? t('Leave') : t('Remove'),
      danger: true,
      act: async () => {
        await unsubscribe(channel, isMe ? undefined : [id]);
        onRemove(channel.stream_id);
      },
    },
    channel.invite_only ? <p>{t('This channel is private. To come back, you’ll have to be added.')}</p> : undefined,
  );
}

/** Adds another user to a channel that the current user can add people to. */
function AddToChannel({
  person: { user_id: id, full_name: name, is_active },
  common,
  onAdd,
}: {
  person: Person;
  common: ReadonlySet<number>;
  onAdd: (channel: number) => void;
}) {
  const canAddTo = (channelId: number): boolean => {
    const channel = store.channels.value.get(channelId);
    return channel !== undefined && !common.has(channelId) && canAddSubscribers(channel);
  };
  const add = async (channelIds: readonly number[]) => {
    for (const channelId of channelIds) {
      const channel = store.channels.peek().get(channelId);
      if (channel && (await reportResult(subscribeUsers(channel, [id])))) onAdd(channelId);
    }
  };
  if (id === store.me.value.id || !is_active || ![...store.channels.value.keys()].some(canAddTo)) return null;
  return (
    <ChannelPicker
      label={t('Add {name} to a channel', { name })}
      placeholder={t('Add {name} to a channel', { name })}
      value={[]}
      fits={canAddTo}
      onChange={(ids) => void add(ids)}
    />
  );
}

/** The current user's channels that this user is subscribed to. */
async function channelsWith(id: number): Promise<Set<number>> {
  const { subscriptions } = await request('GET /users/me/subscriptions', { include_subscribers: 'true' });
  return new Set(
    subscriptions.filter(({ subscribers }) => subscribers?.includes(id)).map(({ stream_id }) => stream_id),
  );
}

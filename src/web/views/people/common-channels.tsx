import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { subscribeUsers, unsubscribe } from '../../actions/channels.ts';
import { confirm } from '../../design/form-dialog.tsx';
import { LongList } from '../../design/long-list.tsx';
import { UserMinus } from '../../design/more-icons.ts';
import { ChannelPicker } from '../../design/pickers.tsx';
import { Button, FilterField, Skeleton } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { reportResult } from '../../errors/report-result.ts';
import { t } from '../../i18n/text.ts';
import { canAddSubscribers, canRemoveSubscriber } from '../../permissions/group-members.ts';
import { request } from '../../server/request.ts';
import type { Person } from '../../server/types.ts';
import type { Channel } from '../../store/channels.ts';
import { store } from '../../store/store.ts';
import { channelLabel, hrefOfChannel } from '../../text/names.ts';
import { ChannelSign } from '../feed/recipient-bar.tsx';

/** The channels that the user and the current user have in common. */
export function CommonChannels({ person: { user_id: id, full_name: name, is_active } }: { person: Person }) {
  const theirs = useSignal<ReadonlySet<number> | undefined>(undefined);
  const wrong = useSignal('');
  const filter = useSignal('');
  const fetchThem = () => {
    channelsWith(id).then(
      (ids) => (theirs.value = ids),
      (error) => (wrong.value = errorText(error)),
    );
  };
  useEffect(fetchThem, [id]);
  if (wrong.value) return <p role="alert">{wrong.value}</p>;
  if (!theirs.value) return <Skeleton rows={3} label={t('Loading channels')} />;
  const inside = theirs.value;
  const isMe = id === store.me.value.id;
  const all = [...inside]
    .flatMap((one) => store.channels.value.get(one) ?? [])
    .filter(({ is_archived }) => !is_archived);
  const needle = filter.value.trim().toLocaleLowerCase();
  const shown = all
    .filter(({ name: one }) => one.toLocaleLowerCase().includes(needle))
    .sort((a, b) => a.name.localeCompare(b.name));
  const addable = (channel: number) => {
    const one = store.channels.value.get(channel);
    return one !== undefined && !inside.has(channel) && (isMe ? false : canAddSubscribers(one));
  };
  const add = async (channels: readonly number[]) => {
    for (const channel of channels) {
      const one = store.channels.peek().get(channel);
      if (one && (await reportResult(subscribeUsers(one, [id]))))
        theirs.value = new Set([...(theirs.peek() ?? []), channel]);
    }
  };
  const remove = (channel: Channel) =>
    confirm(
      {
        title: isMe
          ? t('Leave {channel}?', { channel: channelLabel(channel.name) })
          : t('Remove {name} from {channel}?', { name, channel: channelLabel(channel.name) }),
        action: isMe ? t('Leave') : t('Remove'),
        danger: true,
        act: async () => {
          await unsubscribe(channel, isMe ? undefined : [id]);
          theirs.value = new Set([...(theirs.peek() ?? [])].filter((one) => one !== channel.stream_id));
        },
      },
      channel.invite_only ? <p>{t('This channel is private. To come back, you’ll have to be added.')}</p> : undefined,
    );
  return (
    <SettingsSection title={isMe ? t('Your channels') : t('Channels in common')}>
      {all.length > 8 && <FilterField label={t('Find a channel')} value={filter} />}
      {shown.length === 0 ? (
        <p class="settings-note">{t('No channels')}</p>
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
                {canRemoveSubscriber(channel, id) && (
                  <Button
                    kind="quiet"
                    icon={UserMinus}
                    label={
                      isMe
                        ? t('Leave {channel}', { channel: channelLabel(channel.name) })
                        : t('Remove from {channel}', { channel: channelLabel(channel.name) })
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

/** The current user's channels that this user is subscribed to. */
async function channelsWith(id: number): Promise<Set<number>> {
  const { subscriptions } = await request('GET /users/me/subscriptions', { include_subscribers: 'true' });
  return new Set(
    subscriptions.filter(({ subscribers }) => subscribers?.includes(id)).map(({ stream_id }) => stream_id),
  );
}

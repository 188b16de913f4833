import { useSignal } from '@preact/signals';
import { POLICY } from '../../../shared/topic-policies.ts';
import { setPolicy } from '../../actions/channels.ts';
import { MessageSquare } from '../../design/icons.ts';
import { LongList } from '../../design/long-list.tsx';
import { EmptyState, FilterField } from '../../design/primitives.tsx';
import { SavingMark, SettingsSection } from '../../design/settings.tsx';
import { useSaving } from '../../design/use-saving.ts';
import { t } from '../../i18n/text.ts';
import type { UserTopic } from '../../server/types.ts';
import { topicKey } from '../../store/conversation.ts';
import { store } from '../../store/store.ts';
import { formatTimeOrDay } from '../../text/format.ts';
import { channelName, makeHref, topicName } from '../../text/names.ts';
import { ChannelSign } from '../feed/recipient-bar.tsx';
import { TopicName } from '../topic-name.tsx';

/** Topics that the user muted, unmuted or follows. */
export function TopicPolicies() {
  const filter = useSignal('');
  const needle = filter.value.trim().toLocaleLowerCase();
  const all = [...store.userTopics.value.values()].filter(({ stream_id }) => store.channels.value.has(stream_id));
  const shown = all
    .filter(({ stream_id, topic_name }) =>
      `${channelName(stream_id)} ${topicName(topic_name)}`.toLocaleLowerCase().includes(needle),
    )
    .sort((a, b) => b.last_updated - a.last_updated);
  if (all.length === 0)
    return (
      <EmptyState icon={MessageSquare} title={t('No topics yet')}>
        <p>{t('Topics that you mute, unmute or follow will appear here.')}</p>
      </EmptyState>
    );
  return (
    <SettingsSection title={t('Topics you mute, unmute or follow')}>
      <FilterField label={t('Find a topic')} value={filter} />
      <div class="lines">
        <LongList
          label={t('Topics')}
          items={shown}
          getKey={({ stream_id, topic_name }) => topicKey(stream_id, topic_name)}
          height={60}
          render={(topic) => <Row topic={topic} />}
        />
      </div>
    </SettingsSection>
  );
}

function Row({ topic: { stream_id, topic_name, visibility_policy, last_updated } }: { topic: UserTopic }) {
  const saving = useSaving(visibility_policy, (policy) => setPolicy(stream_id, topic_name, policy as 0));
  const name = topicName(topic_name);
  return (
    <div class="line line-tall">
      <div class="line-body">
        <a class="line-name" dir="auto" href={makeHref({ kind: 'topic', channel: stream_id, topic: topic_name })}>
          <TopicName topic={topic_name} />
        </a>
        <span class="line-note" dir="auto">
          <ChannelSign id={stream_id} size={13} /> {channelName(stream_id)} · {formatTimeOrDay(last_updated)}
        </span>
      </div>
      {saving.state === 'refused' && <SavingMark {...saving} />}
      <select
        aria-label={t('Notification setting for {name}', { name })}
        value={String(saving.shown)}
        onChange={(event) => saving.change(Number(event.currentTarget.value))}
      >
        <option value={POLICY.followed}>{t('Followed')}</option>
        <option value={POLICY.unmuted}>{t('Unmuted')}</option>
        <option value={POLICY.muted}>{t('Muted')}</option>
        <option value={POLICY.none}>{t('Channel default')}</option>
      </select>
    </div>
  );
}

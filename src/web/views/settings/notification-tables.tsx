import { useSignal } from '@preact/signals';
import type { ChannelNotification } from '../../../shared/subscription-settings.ts';
import { changePersonalSettings } from '../../actions/channels.ts';
import { RotateCcw } from '../../design/more-icons.ts';
import { ChannelPicker } from '../../design/pickers.tsx';
import { Button } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SavingMark, SettingsSection } from '../../design/settings.tsx';
import { useSaving } from '../../design/use-saving.ts';
import { t } from '../../i18n/text.ts';
import { channelDefaults, getDefault, isCustomized } from '../../notifications/channel-settings.ts';
import type { Channel } from '../../store/channels.ts';
import { store } from '../../store/store.ts';
import { compareNames } from '../../text/compare-names.ts';
import { hrefOfChannel } from '../../text/names.ts';
import { ChannelSign } from '../feed/recipient-bar.tsx';
import type { SettingName } from './definitions.ts';
import { saveSetting } from './setting-rows.tsx';

const columns = (): [key: Column, name: string][] => [
  ['desktop', t('Desktop')],
  ['sound', t('Sound')],
  ['push', t('Phone')],
  ['email', t('E-mail')],
  ['all', t('@all')],
];
type Column = 'desktop' | 'sound' | 'push' | 'email' | 'all';

interface Trigger {
  name: string;
  note: string;
  settings: Partial<Record<Column, SettingName>>;
}

const triggers = (): Trigger[] => [
  {
    name: t('Direct messages and mentions'),
    note: t('Including alert words'),
    settings: {
      desktop: 'enable_desktop_notifications',
      sound: 'enable_sounds',
      push: 'enable_offline_push_notifications',
      email: 'enable_offline_email_notifications',
    },
  },
  {
    name: t('Followed topics'),
    note: t('All messages'),
    settings: {
      desktop: 'enable_followed_topic_desktop_notifications',
      sound: 'enable_followed_topic_audible_notifications',
      push: 'enable_followed_topic_push_notifications',
      email: 'enable_followed_topic_email_notifications',
      all: 'enable_followed_topic_wildcard_mentions_notify',
    },
  },
  {
    name: t('Channels'),
    note: t('All messages that aren’t muted'),
    settings: {
      desktop: 'enable_stream_desktop_notifications',
      sound: 'enable_stream_audible_notifications',
      push: 'enable_stream_push_notifications',
      email: 'enable_stream_email_notifications',
      all: 'wildcard_mentions_notify',
    },
  },
];

function Head({ of }: { of: string }) {
  return (
    <thead>
      <tr>
        <th scope="col">{of}</th>
        {columns().map(([key, name]) => (
          <th key={key} scope="col" class="cell">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A table of notification types and channels of delivery. */
export function NotificationTable() {
  return (
    <SettingsSection title={t('Notify me about')} note={t('@all column: treat @all as a mention of me')}>
      <div class="table-frame">
        <table>
          <Head of={t('Messages')} />
          <tbody>
            {triggers().map(({ name, note, settings }) => (
              <tr key={name}>
                <th scope="row" class="row-head">
                  {name}
                  <small>{note}</small>
                </th>
                {columns().map(([key, column]) => (
                  <td key={key} class="cell">
                    {settings[key] ? (
                      <Check
                        label={`${name}: ${column}`}
                        value={Boolean(store.settings.value[settings[key]])}
                        save={(on) => saveSetting(settings[key]!, on)}
                      />
                    ) : (
                      <span class="visually-hidden">{t('Always')}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SettingsSection>
  );
}

function Check({ label, value, save }: { label: string; value: boolean; save: (on: boolean) => Promise<unknown> }) {
  const saving = useSaving(value, save);
  return (
    <span class="check">
      <input
        type="checkbox"
        aria-label={label}
        checked={saving.shown}
        onChange={(event) => saving.change(event.currentTarget.checked)}
      />
      {saving.state === 'refused' && <SavingMark {...saving} />}
    </span>
  );
}

const COLUMN_OF: Record<Column, ChannelNotification> = {
  desktop: 'desktop_notifications',
  sound: 'audible_notifications',
  push: 'push_notifications',
  email: 'email_notifications',
  all: 'wildcard_mentions_notify',
};

/** Channels with their own notification settings. */
export function ChannelTable() {
  const added = useSignal<readonly number[]>([]);
  const channels = [...store.channels.value.values()]
    .filter(
      (channel) =>
        channel.subscribed &&
        (isCustomized(channel.own, store.settings.value) || added.value.includes(channel.stream_id)),
    )
    .sort((a, b) => compareNames(a.name, b.name));
  const ids = channels.map(({ stream_id }) => stream_id);
  const reset = (channel: Channel) => {
    added.value = added.value.filter((id) => id !== channel.stream_id);
    return changePersonalSettings(channel.stream_id, channelDefaults(store.settings.peek()));
  };
  return (
    <SettingsSection title={t('Channels with custom notifications')}>
      {channels.length > 0 && (
        <div class="table-frame">
          <table>
            <Head of={t('Channel')} />
            <tbody>
              {channels.map((channel) => (
                <ChannelRow key={channel.stream_id} channel={channel} reset={() => void reportResult(reset(channel))} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div class="add">
        <ChannelPicker
          label={t('Add channel')}
          placeholder={t('Add channel')}
          value={[]}
          fits={(id) => !ids.includes(id) && (store.channels.value.get(id)?.subscribed ?? false)}
          onChange={(chosen) => (added.value = [...added.value, ...chosen])}
        />
      </div>
    </SettingsSection>
  );
}

const ChannelRow = ({ channel, reset }: { channel: Channel; reset: () => void }) => (
  <tr>
    <th scope="row" class="row-head">
      <span class="row-head-line">
        <a class="channel-link" href={hrefOfChannel(channel.stream_id)}>
          <ChannelSign id={channel.stream_id} />
          <span class="row-name">{channel.name}</span>
        </a>
        <Button kind="quiet" icon={RotateCcw} label={t('Reset to default')} onClick={reset} />
      </span>
    </th>
    {columns().map(([key, column]) => {
      const name = COLUMN_OF[key];
      return (
        <td key={key} class="cell">
          <Check
            label={`${channel.name}: ${column}`}
            value={channel.own[name] ?? getDefault(name, store.settings.value)}
            save={(on) => changePersonalSettings(channel.stream_id, { [name]: on })}
          />
        </td>
      );
    })}
  </tr>
);

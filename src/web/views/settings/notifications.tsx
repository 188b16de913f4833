import { useSignal } from '@preact/signals';
import { changeOwn } from '../../actions/channels.ts';
import { RotateCcw, Volume2 } from '../../design/icons.ts';
import { ChannelPicker } from '../../design/pickers.tsx';
import { Button } from '../../design/primitives.tsx';
import { useSaving } from '../../design/saving.ts';
import { SavingMark, SettingRow, SettingsSection } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { allowNotices, permission } from '../../living/notices.ts';
import { play } from '../../living/sounds.ts';
import { hrefOfChannel } from '../../names.ts';
import { type ChannelNotice, isOther, usual, usualOf } from '../../notices.ts';
import type { Channel } from '../../store/channels.ts';
import { store } from '../../store/store.ts';
import { ChannelSign } from '../recipient-bar.tsx';
import { told } from '../told.ts';
import { OwnChoice, OwnSwitch, type SettingName, saveSetting } from './own.tsx';

/** What one is told of, and how. */
export function Notifications() {
  return (
    <>
      <Triggers />
      <OfChannels />
      <OnThisDevice />
      <ByMail />
      <Following />
    </>
  );
}

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
    note: t('And alert words'),
    settings: {
      desktop: 'enable_desktop_notifications',
      sound: 'enable_sounds',
      push: 'enable_offline_push_notifications',
      email: 'enable_offline_email_notifications',
    },
  },
  {
    name: t('Followed topics'),
    note: t('Every message'),
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
    note: t('Every message that is not muted'),
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

function Triggers() {
  return (
    <SettingsSection title={t('What you are told of')} note={t('@all: whether a mention of everybody counts like one of you.')}>
      <div class="table-frame">
        <table>
          <Head of={t('When there is news in')} />
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
                      <span class="unseen">{t('Always')}</span>
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
      <input type="checkbox" aria-label={label} checked={saving.shown} onChange={(event) => saving.change(event.currentTarget.checked)} />
      {saving.state === 'refused' && <SavingMark {...saving} />}
    </span>
  );
}

const COLUMN_OF: Record<Column, ChannelNotice> = {
  desktop: 'desktop_notifications',
  sound: 'audible_notifications',
  push: 'push_notifications',
  email: 'email_notifications',
  all: 'wildcard_mentions_notify',
};

/** Channels that are not like the others. */
function OfChannels() {
  const added = useSignal<readonly number[]>([]);
  const channels = [...store.channels.value.values()]
    .filter((channel) => channel.subscribed && (isOther(channel.own, store.settings.value) || added.value.includes(channel.stream_id)))
    .sort((a, b) => a.name.localeCompare(b.name));
  const ids = channels.map(({ stream_id }) => stream_id);
  const reset = (channel: Channel) => {
    added.value = added.value.filter((id) => id !== channel.stream_id);
    return changeOwn(channel.stream_id, usual(store.settings.peek()));
  };
  return (
    <SettingsSection title={t('Channels with notifications of their own')}>
      {channels.length > 0 && (
        <div class="table-frame">
          <table>
            <Head of={t('Channel')} />
            <tbody>
              {channels.map((channel) => (
                <tr key={channel.stream_id}>
                  <th scope="row" class="row-head">
                    <span class="row-head-line">
                      <a class="channel-link" href={hrefOfChannel(channel.stream_id)}>
                        <ChannelSign id={channel.stream_id} />
                        <span class="row-name">{channel.name}</span>
                      </a>
                      <Button kind="quiet" icon={RotateCcw} label={t('As other channels')} onClick={() => void told(reset(channel))} />
                    </span>
                  </th>
                  {columns().map(([key, column]) => {
                    const name = COLUMN_OF[key];
                    return (
                      <td key={key} class="cell">
                        <Check
                          label={`${channel.name}: ${column}`}
                          value={channel.own[name] ?? usualOf(name, store.settings.value)}
                          save={(on) => changeOwn(channel.stream_id, { [name]: on })}
                        />
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div class="add">
        <ChannelPicker
          label={t('Add a channel')}
          placeholder={t('Add a channel')}
          value={[]}
          fits={(id) => !ids.includes(id) && (store.channels.value.get(id)?.subscribed ?? false)}
          onChange={(chosen) => (added.value = [...added.value, ...chosen])}
        />
      </div>
    </SettingsSection>
  );
}

const SOUNDS = ['zulip', 'ding', 'knock', 'pop', 'none'] as const;
const soundName = (sound: (typeof SOUNDS)[number]): string =>
  ({ zulip: t('Two notes'), ding: t('Ding'), knock: t('Knock'), pop: t('Pop'), none: t('None') })[sound];

function OnThisDevice() {
  return (
    <SettingsSection title={t('On the desktop and the phone')}>
      <div class="settings-rows">
        <InThisBrowser />
        <SoundRow />
        <OwnSwitch name="pm_content_in_desktop_notifications" label={t('Show what direct messages say in notifications')} />
        <OwnChoice
          name="desktop_icon_count_display"
          label={t('The count in the title and on the icon')}
          options={[
            { value: 1, name: t('All unread messages') },
            { value: 2, name: t('Direct messages, mentions and followed topics') },
            { value: 3, name: t('Direct messages and mentions') },
            { value: 4, name: t('None') },
          ]}
        />
        <OwnSwitch
          name="enable_online_push_notifications"
          label={t('Notify the phone even while you are at the computer')}
          fixed={store.realm.value.realm_push_notifications_enabled === false ? t('This server sends nothing to phones.') : undefined}
        />
      </div>
    </SettingsSection>
  );
}

/** Whether the browser shows any at all: only it can be asked, and only upon a click. */
function InThisBrowser() {
  const state = permission.value;
  const hints: Record<typeof state, string> = {
    granted: t('They are shown.'),
    default: t('Your browser asks you first.'),
    denied: t('Your browser refuses them: allow them in its settings for this site.'),
    none: t('This browser has none.'),
  };
  return (
    <SettingRow label={t('Notifications in this browser')} hint={hints[state]}>
      {(id) =>
        state === 'default' ? (
          <Button aria-describedby={`${id}-name`} onClick={() => void allowNotices()}>
            {t('Allow…')}
          </Button>
        ) : (
          <output id={id}>{state === 'granted' ? t('On') : t('Off')}</output>
        )
      }
    </SettingRow>
  );
}

function SoundRow() {
  const saving = useSaving(store.settings.value.notification_sound, (sound) => saveSetting('notification_sound', sound));
  return (
    <SettingRow label={t('Sound')} about={saving}>
      {(id, describedBy) => (
        <>
          <Button
            kind="quiet"
            icon={Volume2}
            label={t('Hear it')}
            disabled={saving.shown === 'none'}
            onClick={() => void play(saving.shown)}
          />
          <select
            id={id}
            aria-describedby={describedBy}
            value={saving.shown}
            onChange={(event) => saving.change(event.currentTarget.value as (typeof SOUNDS)[number])}
          >
            {SOUNDS.map((sound) => (
              <option key={sound} value={sound} selected={sound === saving.shown}>
                {soundName(sound)}
              </option>
            ))}
          </select>
        </>
      )}
    </SettingRow>
  );
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

function ByMail() {
  const { email_notifications_batching_period_seconds: period } = store.settings.value;
  const periods = [
    ...new Set([30, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR, 7 * 24 * HOUR, period]),
  ].sort((a, b) => a - b);
  const allowed = store.realm.value.realm_message_content_allowed_in_email_notifications;
  return (
    <SettingsSection title={t('By e-mail')}>
      <div class="settings-rows">
        <OwnChoice
          name="email_notifications_batching_period_seconds"
          label={t('Wait before a mail')}
          hint={t('What comes meanwhile is in the same mail; what you read meanwhile is in none.')}
          options={periods.map((value) => ({ value, name: lasting(value) }))}
        />
        <OwnSwitch
          name="message_content_in_email_notifications"
          label={t('Put messages into mails')}
          fixed={allowed === false ? t('This organization puts no messages into mails.') : undefined}
        />
        <OwnChoice
          name="realm_name_in_email_notifications_policy"
          label={t('Name the organization in the subject')}
          options={[
            { value: 1, name: t('If you are in several') },
            { value: 2, name: t('Always') },
            { value: 3, name: t('Never') },
          ]}
        />
        <OwnSwitch
          name="enable_digest_emails"
          label={t('Send a digest when you were away')}
          fixed={store.realm.value.realm_digest_emails_enabled === false ? t('This organization sends no digests.') : undefined}
        />
        <OwnSwitch name="enable_login_emails" label={t('Tell you of new sign-ins to your account')} />
        <OwnSwitch name="enable_marketing_emails" label={t('Send you news of the software')} />
      </div>
    </SettingsSection>
  );
}

/** `2 minutes`, in the reader's language. */
function lasting(seconds: number): string {
  const [amount, unit] =
    seconds % (24 * HOUR) === 0
      ? ([seconds / (24 * HOUR), 'day'] as const)
      : seconds % HOUR === 0
        ? ([seconds / HOUR, 'hour'] as const)
        : seconds % MINUTE === 0
          ? ([seconds / MINUTE, 'minute'] as const)
          : ([seconds, 'second'] as const);
  return new Intl.NumberFormat(store.settings.value.default_language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}

function Following() {
  const policies = () => [
    { value: 1 as const, name: t('Topics you take part in') },
    { value: 2 as const, name: t('Topics you write in') },
    { value: 3 as const, name: t('Topics you begin') },
    { value: 4 as const, name: t('None') },
  ];
  return (
    <SettingsSection title={t('Following by itself')}>
      <div class="settings-rows">
        <OwnChoice name="automatically_follow_topics_policy" label={t('Follow')} options={policies()} />
        <OwnChoice name="automatically_unmute_topics_in_muted_streams_policy" label={t('Unmute, in muted channels')} options={policies()} />
        <OwnSwitch name="automatically_follow_topics_where_mentioned" label={t('Follow topics you are mentioned in')} />
      </div>
    </SettingsSection>
  );
}

import { Volume2 } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { SettingRow, SettingsRows } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { requestPermission } from '../../notifications/desktop.ts';
import { installMethod } from '../../notifications/install.ts';
import { playSound } from '../../notifications/sounds.ts';
import { permission } from '../../store/local/notifications.ts';
import { store } from '../../store/store.ts';
import { install } from '../install/install.ts';
import { ChannelTable, NotificationTable } from './notification-tables.tsx';
import { NtfySection } from './ntfy.tsx';
import { DoNotDisturbSection } from './quiet-hours.tsx';
import { OwnSetting, OwnSettings } from './setting-rows.tsx';
import { TestNotification } from './test-notification.tsx';

/** The notification settings. */
export function Notifications() {
  return (
    <>
      <NotificationTable />
      <ChannelTable />
      <DeviceSection />
      <NtfySection />
      <DoNotDisturbSection />
      <ByMail />
      <Following />
    </>
  );
}

function DeviceSection() {
  return (
    <SettingsRows title={t('Desktop and mobile notifications')}>
      <BrowserPermission />
      <TestNotification />
      <SoundRow />
      <OwnSetting name="pm_content_in_desktop_notifications" />
      <OwnSetting name="desktop_icon_count_display" />
      <OwnSetting name="enable_online_push_notifications" />
    </SettingsRows>
  );
}

/** Whether this browser shows notifications. Only a click can request the permission. */
function BrowserPermission() {
  const state = permission.value;
  const hints: Record<typeof state, string> = {
    granted: t('Notifications are turned on in this browser.'),
    default: t('Your browser will ask for permission.'),
    denied: t('Your browser blocks notifications. Allow them in its settings for this site.'),
    none:
      installMethod() === 'home-screen'
        ? t('On iPhones and iPads, notifications arrive only in the installed app.')
        : t('This browser doesn’t support notifications.'),
  };
  const isInstallable = state === 'none' && installMethod() !== undefined;
  return (
    <SettingRow label={t('Notifications in this browser')} hint={hints[state]}>
      {(id) =>
        state === 'default' ? (
          <Button aria-describedby={`${id}-name`} onClick={() => void requestPermission()}>
            {t('Allow…')}
          </Button>
        ) : isInstallable ? (
          <Button aria-describedby={`${id}-name`} onClick={() => void install()}>
            {t('Install…')}
          </Button>
        ) : (
          <output id={id}>{state === 'granted' ? t('On') : t('Off')}</output>
        )
      }
    </SettingRow>
  );
}

function SoundRow() {
  const { notification_sound: sound } = store.settings.value;
  return (
    <OwnSetting
      name="notification_sound"
      before={
        <Button
          kind="quiet"
          icon={Volume2}
          label={t('Play sound')}
          disabled={sound === 'none'}
          onClick={() => void playSound(sound)}
        />
      }
    />
  );
}

function ByMail() {
  const { realm_message_content_allowed_in_email_notifications: hasText, realm_digest_emails_enabled: hasDigests } =
    store.realm.value;
  return (
    <SettingsRows title={t('E-mail notifications')}>
      <OwnSettings
        rows={[
          'email_notifications_batching_period_seconds',
          {
            name: 'message_content_in_email_notifications',
            fixed: hasText === false ? t('This organization doesn’t allow message text in e-mails.') : undefined,
          },
          'realm_name_in_email_notifications_policy',
          {
            name: 'enable_digest_emails',
            fixed: hasDigests === false ? t('This organization doesn’t send digests.') : undefined,
          },
          'enable_login_emails',
          'enable_marketing_emails',
        ]}
      />
    </SettingsRows>
  );
}

const Following = () => (
  <SettingsRows title={t('Automatic following')}>
    <OwnSettings
      rows={[
        'automatically_follow_topics_policy',
        'automatically_unmute_topics_in_muted_streams_policy',
        'automatically_follow_topics_where_mentioned',
      ]}
    />
  </SettingsRows>
);

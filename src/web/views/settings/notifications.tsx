import { Volume2 } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { SettingsRows } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { playSound } from '../../notifications/sounds.ts';
import { store } from '../../store/store.ts';
import { ChannelTable, NotificationTable } from './notification-tables.tsx';
import { DoNotDisturbSection } from './quiet-hours.tsx';
import { OwnSetting, OwnSettings } from './setting-rows.tsx';
import { TargetsSection } from './targets.tsx';

/** The notification settings. */
export function Notifications() {
  return (
    <>
      <NotificationTable />
      <ChannelTable />
      <TargetsSection />
      <DeviceSection />
      <DoNotDisturbSection />
      <ByMail />
      <Following />
    </>
  );
}

function DeviceSection() {
  return (
    <SettingsRows title={t('Desktop and mobile notifications')}>
      <SoundRow />
      <OwnSetting name="pm_content_in_desktop_notifications" />
      <OwnSetting name="desktop_icon_count_display" />
      <OwnSetting name="enable_online_push_notifications" />
    </SettingsRows>
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

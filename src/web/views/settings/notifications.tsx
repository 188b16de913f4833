import { Volume2 } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { SettingRow, SettingsSection } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { allowNotices, permission } from '../../notifications/desktop.ts';
import { play } from '../../notifications/sounds.ts';
import { store } from '../../store/store.ts';
import { OfChannels, Triggers } from './notification-tables.tsx';
import { Own } from './setting-rows.tsx';

/** The notification settings. */
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

function OnThisDevice() {
  return (
    <SettingsSection title={t('On the desktop and the phone')}>
      <div class="settings-rows">
        <InThisBrowser />
        <SoundRow />
        <Own name="pm_content_in_desktop_notifications" />
        <Own name="desktop_icon_count_display" />
        <Own
          name="enable_online_push_notifications"
          fixed={
            store.realm.value.realm_push_notifications_enabled === false
              ? t('This server sends nothing to phones.')
              : undefined
          }
        />
      </div>
    </SettingsSection>
  );
}

/** Whether this browser shows notifications. Only a click can request the permission. */
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
  const { notification_sound: sound } = store.settings.value;
  return (
    <Own
      name="notification_sound"
      before={
        <Button
          kind="quiet"
          icon={Volume2}
          label={t('Hear it')}
          disabled={sound === 'none'}
          onClick={() => void play(sound)}
        />
      }
    />
  );
}

function ByMail() {
  const allowed = store.realm.value.realm_message_content_allowed_in_email_notifications;
  return (
    <SettingsSection title={t('By e-mail')}>
      <div class="settings-rows">
        <Own name="email_notifications_batching_period_seconds" />
        <Own
          name="message_content_in_email_notifications"
          fixed={allowed === false ? t('This organization puts no messages into mails.') : undefined}
        />
        <Own name="realm_name_in_email_notifications_policy" />
        <Own
          name="enable_digest_emails"
          fixed={
            store.realm.value.realm_digest_emails_enabled === false
              ? t('This organization sends no digests.')
              : undefined
          }
        />
        <Own name="enable_login_emails" />
        <Own name="enable_marketing_emails" />
      </div>
    </SettingsSection>
  );
}

const Following = () => (
  <SettingsSection title={t('Following by itself')}>
    <div class="settings-rows">
      <Own name="automatically_follow_topics_policy" />
      <Own name="automatically_unmute_topics_in_muted_streams_policy" />
      <Own name="automatically_follow_topics_where_mentioned" />
    </div>
  </SettingsSection>
);

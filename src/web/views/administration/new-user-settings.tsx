import { SettingsSection } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { type DescribedName, namesOf } from '../settings/definitions.ts';
import { SettingByName } from '../settings/setting-rows.tsx';
import { readOnlyReason } from './realm-settings.ts';

const Row = ({ name, label }: { name: DescribedName; label?: string }) => (
  <SettingByName
    name={name}
    {...(label && { label })}
    fixed={readOnlyReason('')}
    value={store.newUserDefaults.value[name]!}
    save={(value) => request('PATCH /realm/user_settings_defaults', { [name]: value })}
  />
);

const Section = ({ title, names }: { title: string; names: readonly DescribedName[] }) => (
  <SettingsSection title={title}>
    <div class="settings-rows">
      {names.map((name) => (
        <Row
          key={name}
          name={name}
          {...(name === 'email_address_visibility' && { label: t('Who can see their e-mail address') })}
        />
      ))}
    </div>
  </SettingsSection>
);

/** The default settings of new users. */
export function NewUserSettings() {
  return (
    <>
      <p class="settings-note">
        {t('New people start with these settings and can change them. Existing accounts keep theirs.')}
      </p>
      <Section title={t('Appearance')} names={namesOf('look')} />
      <Section title={t('Reading')} names={namesOf('reading')} />
      <Section title={t('Writing')} names={namesOf('writing')} />
      <Section
        title={t('Direct messages and mentions')}
        names={[
          ...(['enable_desktop_notifications', 'enable_sounds'] as const),
          ...(['enable_offline_push_notifications', 'enable_offline_email_notifications'] as const),
        ]}
      />
      <Section
        title={t('Followed topics')}
        names={[
          ...(['enable_followed_topic_desktop_notifications', 'enable_followed_topic_audible_notifications'] as const),
          ...(['enable_followed_topic_push_notifications', 'enable_followed_topic_email_notifications'] as const),
          ...(['enable_followed_topic_wildcard_mentions_notify', 'automatically_follow_topics_policy'] as const),
          ...([
            'automatically_unmute_topics_in_muted_streams_policy',
            'automatically_follow_topics_where_mentioned',
          ] as const),
        ]}
      />
      <Section
        title={t('Channel messages')}
        names={[
          ...(['enable_stream_desktop_notifications', 'enable_stream_audible_notifications'] as const),
          ...([
            'enable_stream_push_notifications',
            'enable_stream_email_notifications',
            'wildcard_mentions_notify',
          ] as const),
        ]}
      />
      <Section
        title={t('Notification options')}
        names={[
          ...(['notification_sound', 'pm_content_in_desktop_notifications', 'desktop_icon_count_display'] as const),
          ...(['enable_online_push_notifications', 'email_notifications_batching_period_seconds'] as const),
          ...([
            'message_content_in_email_notifications',
            'realm_name_in_email_notifications_policy',
            'enable_digest_emails',
          ] as const),
        ]}
      />
      {/* Only the users themselves can decide whether their data is exported. */}
      <Section title={t('Privacy')} names={namesOf('privacy').filter((name) => name !== 'allow_private_data_export')} />
    </>
  );
}

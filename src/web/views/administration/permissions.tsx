import { useSaving } from '../../design/saving.ts';
import { SettingsSection } from '../../design/settings.tsx';
import { plural, t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';
import { DaysRow } from '../settings/days.tsx';
import { row } from './realm-settings.ts';
import { LinesOfRoles } from './roles.tsx';
import { RealmGroup } from './setting-rows.tsx';

/** Permissions of the organization, except those shown next to the feature they control. */
export function Permissions() {
  const isOpen = store.realm.value.realm_enable_spectator_access && store.realm.value.server_web_public_streams_enabled;
  return (
    <>
      <SettingsSection title={t('Roles')} note={t('Everybody has one. Each holds what those below it hold.')}>
        <LinesOfRoles />
      </SettingsSection>
      <SettingsSection title={t('Becoming a full member')}>
        <div class="settings-rows">
          <WaitingPeriod />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Inviting')}>
        <div class="settings-rows">
          <RealmGroup name="can_invite_users_group" label={t('Who may invite people by e-mail')} />
          <RealmGroup name="create_multiuse_invite_group" label={t('Who may make links to join by')} />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Channels')}>
        <div class="settings-rows">
          <RealmGroup name="can_create_public_channel_group" label={t('Who may make public channels')} />
          <RealmGroup name="can_create_private_channel_group" label={t('Who may make private channels')} />
          <RealmGroup
            name="can_create_web_public_channel_group"
            label={t('Who may make web-public channels')}
            hint={
              isOpen
                ? t('Anybody on the internet reads them, without an account.')
                : t('There are none while looking around without an account is off.')
            }
          />
          <RealmGroup name="can_add_subscribers_group" label={t('Who may add others to channels')} />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Direct messages')}>
        <div class="settings-rows">
          <RealmGroup
            name="direct_message_permission_group"
            label={t('Who may be in direct conversations')}
            hint={t('One of the people in a conversation has to be one of these.')}
          />
          <RealmGroup name="direct_message_initiator_group" label={t('Who may begin a direct conversation')} />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Groups, bots and emoji')}>
        <div class="settings-rows">
          <RealmGroup name="can_create_groups" label={t('Who may make groups')} />
          <RealmGroup name="can_manage_all_groups" label={t('Who may change every group')} />
          <RealmGroup name="can_create_bots_group" label={t('Who may make any kind of bot')} />
          <RealmGroup
            name="can_create_write_only_bots_group"
            label={t('Who may make bots that only bring messages')}
            hint={t('Incoming webhooks: they read nothing.')}
          />
          <RealmGroup name="can_add_custom_emoji_group" label={t('Who may add emoji')} />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Guests and other permissions')}>
        <div class="settings-rows">
          <RealmGroup
            name="can_access_all_users_group"
            label={t('Who knows everybody')}
            hint={t('Others know only the people they share a channel or a conversation with.')}
          />
          <RealmGroup
            name="can_set_delete_message_policy_group"
            label={t('Who may decide for a channel who deletes messages there')}
          />
          <RealmGroup
            name="can_summarize_topics_group"
            label={t('Who may have topics summarized')}
            hint={
              store.realm.value.server_can_summarize_topics ? '' : t('This server has no summaries; clients hide them.')
            }
          />
          <RealmGroup
            name="can_manage_billing_group"
            label={t('Who manages plans and billing')}
            hint={t('There is nothing to pay here; apps may ask.')}
          />
        </div>
      </SettingsSection>
    </>
  );
}

function WaitingPeriod() {
  const { value, save, fixed } = row<number>('waiting_period_threshold');
  const saving = useSaving(value, save);
  return (
    <DaysRow
      label={t('A member is a full member')}
      hint={t('Permissions can be given to full members alone.')}
      fixed={fixed}
      usual={[0, 1, 3, 7, 14, 30, 90]}
      nameOf={(days) => (days === 0 ? t('At once') : plural(days, 'After {n} day', 'After {n} days'))}
      saving={saving}
      choose={saving.change}
    />
  );
}

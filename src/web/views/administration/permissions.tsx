import { SettingsSection } from '../../design/settings.tsx';
import { useSaving } from '../../design/use-saving.ts';
import { plural, t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';
import { DaysRow } from '../settings/days.tsx';
import { rowProps } from './realm-settings.ts';
import { RoleLines } from './roles.tsx';
import { RealmGroup } from './setting-rows.tsx';

/** Permissions of the organization, except those shown next to the feature they control. */
export function Permissions() {
  const isOpen = store.realm.value.realm_enable_spectator_access && store.realm.value.server_web_public_streams_enabled;
  return (
    <>
      <SettingsSection title={t('Roles')} note={t('Everyone has one role. Each role includes the roles below it.')}>
        <RoleLines />
      </SettingsSection>
      <SettingsSection title={t('Full members')}>
        <div class="settings-rows">
          <WaitingPeriod />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Invitations')}>
        <div class="settings-rows">
          <RealmGroup name="can_invite_users_group" label={t('Who can send e-mail invitations')} />
          <RealmGroup name="create_multiuse_invite_group" label={t('Who can create invitation links')} />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Channels')}>
        <div class="settings-rows">
          <RealmGroup name="can_create_public_channel_group" label={t('Who can create public channels')} />
          <RealmGroup name="can_create_private_channel_group" label={t('Who can create private channels')} />
          <RealmGroup
            name="can_create_web_public_channel_group"
            label={t('Who can create web-public channels')}
            hint={
              isOpen
                ? t('Anyone on the internet can read them without an account.')
                : t('Only available when viewing without an account is allowed')
            }
          />
          <RealmGroup name="can_add_subscribers_group" label={t('Who can add people to channels')} />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Direct messages')}>
        <div class="settings-rows">
          <RealmGroup
            name="direct_message_permission_group"
            label={t('Who can authorize direct message conversations')}
            hint={t('At least one participant must have this permission.')}
          />
          <RealmGroup name="direct_message_initiator_group" label={t('Who can start direct message conversations')} />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Groups, bots and emoji')}>
        <div class="settings-rows">
          <RealmGroup name="can_create_groups" label={t('Who can create groups')} />
          <RealmGroup name="can_manage_all_groups" label={t('Who can manage all groups')} />
          <RealmGroup name="can_create_bots_group" label={t('Who can create any kind of bot')} />
          <RealmGroup
            name="can_create_write_only_bots_group"
            label={t('Who can create bots that can only send messages')}
            hint={t('Incoming webhook bots can send messages, but can’t read any.')}
          />
          <RealmGroup name="can_add_custom_emoji_group" label={t('Who can add emoji')} />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Guests and other permissions')}>
        <div class="settings-rows">
          <RealmGroup
            name="can_access_all_users_group"
            label={t('Who can see all people')}
            hint={t('Others can only see people they share a channel or conversation with.')}
          />
          <RealmGroup
            name="can_set_delete_message_policy_group"
            label={t('Who can set a channel’s permissions for deleting messages')}
          />
          <RealmGroup
            name="can_summarize_topics_group"
            label={t('Who can summarize topics')}
            hint={store.realm.value.server_can_summarize_topics ? '' : t('Not available on this server. Apps hide it.')}
          />
          <RealmGroup
            name="can_manage_billing_group"
            label={t('Who can manage plans and billing')}
            hint={t('Not used on this server, which is free of charge. Some apps show it.')}
          />
        </div>
      </SettingsSection>
    </>
  );
}

function WaitingPeriod() {
  const { value, save, fixed } = rowProps('waiting_period_threshold');
  const saving = useSaving(value, save);
  return (
    <DaysRow
      label={t('Waiting period before a member becomes a full member')}
      hint={t('Some permissions can be limited to full members.')}
      fixed={fixed}
      usual={[0, 1, 3, 7, 14, 30, 90]}
      nameOf={(days) => (days === 0 ? t('None') : plural(days, '{n} day', '{n} days'))}
      saving={saving}
      choose={saving.change}
    />
  );
}

import { Button } from '../../design/primitives.tsx';
import { SettingRow, SettingsSection, TextRow } from '../../design/settings.tsx';
import { told } from '../../errors/report-result.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { realmValue, row, saveRealm } from './realm-settings.ts';
import { RealmChoice, RealmGroup, RealmLimit, RealmSwitch } from './setting-rows.tsx';

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
/** 2024-01-01, the first of these dates, is a Monday. */
const weekday = (day: number): string =>
  new Intl.DateTimeFormat(store.settings.value.default_language, { weekday: 'long' }).format(
    new Date(2024, 0, 1 + day),
  );

/** Limits on messages and their editing, notifications, and other general settings. */
export function General() {
  const {
    server_inline_image_preview,
    server_inline_url_embed_preview,
    server_web_public_streams_enabled,
    server_jitsi_server_url,
  } = store.realm.value;
  const { is_admin } = store.me.value;
  const words = realmValue<string>('welcome_message_custom_text');
  const ofOperator = t('Switched off for this server by its operator.');
  const unless = (allowed: boolean) => (allowed ? undefined : ofOperator);
  return (
    <>
      <SettingsSection title={t('Changing messages')}>
        <div class="settings-rows">
          <RealmSwitch name="allow_message_editing" label={t('People may edit their messages')} />
          {realmValue<boolean>('allow_message_editing') && (
            <RealmLimit name="message_content_edit_limit_seconds" label={t('How long a message may be edited')} />
          )}
          <RealmChoice
            name="message_edit_history_visibility_policy"
            label={t('What is seen of earlier versions')}
            options={[
              { value: 'all', name: t('Edits and moves') },
              { value: 'moves', name: t('Moves alone') },
              { value: 'none', name: t('Nothing') },
            ]}
          />
          <RealmGroup name="can_delete_own_message_group" label={t('Who may delete their own messages')} />
          <RealmLimit
            name="message_content_delete_limit_seconds"
            label={t('How long one’s own message may be deleted')}
          />
          <RealmGroup name="can_delete_any_message_group" label={t('Who may delete anybody’s messages')} />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Moving messages')}>
        <div class="settings-rows">
          <RealmGroup
            name="can_move_messages_between_topics_group"
            label={t('Who may move messages to another topic')}
          />
          <RealmLimit
            name="move_messages_within_stream_limit_seconds"
            label={t('How long messages may be moved to another topic')}
            hint={t('Moderators may always.')}
          />
          <RealmGroup
            name="can_move_messages_between_channels_group"
            label={t('Who may move messages to another channel')}
          />
          <RealmLimit
            name="move_messages_between_streams_limit_seconds"
            label={t('How long messages may be moved to another channel')}
            hint={t('Moderators may always.')}
          />
          <RealmGroup name="can_resolve_topics_group" label={t('Who may resolve topics')} />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Topics and what is in messages')}>
        <div class="settings-rows">
          <RealmChoice
            name="topics_policy"
            label={t('Messages without a topic')}
            options={[
              {
                value: 'allow_empty_topic',
                name: t('Go to “{name}”', { name: realmValue<string>('empty_topic_display_name') }),
              },
              { value: 'disable_empty_topic', name: t('Are not allowed') },
            ]}
          />
          <RealmGroup name="can_set_topics_policy_group" label={t('Who may decide this for a channel')} />
          <RealmSwitch
            name="inline_image_preview"
            label={t('Show pictures and films that are linked to')}
            fixed={unless(server_inline_image_preview)}
          />
          <RealmSwitch
            name="inline_url_embed_preview"
            label={t('Show what linked pages are about')}
            hint={t('The server asks those pages for it.')}
            fixed={unless(server_inline_url_embed_preview)}
          />
          <TextRow
            label={t('Language of code blocks that name none')}
            hint={t('For instance python; nothing for none.')}
            maxLength={40}
            {...row<string>('default_code_block_language')}
          />
          <RealmGroup
            name="can_mention_many_users_group"
            label={t('Who may notify everybody of a large channel')}
            hint={t('By @all and the like, where there are more than 15 people.')}
          />
        </div>
      </SettingsSection>
      <SettingsSection title={t('People and presence')}>
        <div class="settings-rows">
          <RealmSwitch
            name="enable_read_receipts"
            label={t('Show who has read a message')}
            hint={t('Whoever does not want to be shown can say so in their settings.')}
          />
          <RealmSwitch name="enable_guest_user_indicator" label={t('Mark guests as such beside their name')} />
          <RealmSwitch name="enable_guest_user_dm_warning" label={t('Warn who writes to guests directly')} />
          <RealmSwitch
            name="enable_spectator_access"
            label={t('Let people look around without an account')}
            hint={t('They see web-public channels, and nothing else.')}
            fixed={unless(server_web_public_streams_enabled)}
          />
          <RealmSwitch
            name="want_advertise_in_communities_directory"
            label={t('Be listed among open communities')}
            hint={t('It takes effect where there is such a list.')}
          />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Mails and phones')}>
        <div class="settings-rows">
          <RealmSwitch
            name="message_content_allowed_in_email_notifications"
            label={t('Notifications by e-mail may hold what was written')}
            hint={t('Otherwise they say only that something was.')}
          />
          <RealmSwitch name="digest_emails_enabled" label={t('Mail a digest each week to those who were away')} />
          {realmValue<boolean>('digest_emails_enabled') && (
            <RealmChoice
              name="digest_weekday"
              label={t('Day of the digest')}
              options={WEEKDAYS.map((day) => ({ value: day, name: weekday(day) }))}
            />
          )}
          <RealmSwitch name="send_welcome_emails" label={t('Mail new people how to begin')} />
          <RealmSwitch
            name="require_e2ee_push_notifications"
            label={t('Leave the text of messages out of notifications to phones')}
            hint={t('Phones show only that a message came.')}
          />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Welcome')}>
        <div class="settings-rows">
          <TextRow
            label={t('Words of your own for new people')}
            hint={t('They are sent with the first message a new person gets. Markdown may be used.')}
            lines={4}
            maxLength={8000}
            {...row<string>('welcome_message_custom_text')}
          />
          {is_admin && words !== '' && (
            <SettingRow label={t('Try them')}>
              {(id) => (
                <Button
                  id={id}
                  onClick={() =>
                    void told(
                      request('POST /realm/test_welcome_bot_custom_message', { welcome_message_custom_text: words }),
                      t('Welcome Bot has written to you.'),
                    )
                  }
                >
                  {t('Send them to me')}
                </Button>
              )}
            </SettingRow>
          )}
        </div>
      </SettingsSection>
      <SettingsSection title={t('Calls')}>
        <div class="settings-rows">
          <RealmChoice
            name="video_chat_provider"
            label={t('Video calls')}
            options={Object.values(
              store.realm.value.realm_available_video_chat_providers as Record<string, { name: string; id: number }>,
            ).map(({ name, id }) => ({ value: id, name: id === 0 ? t('None') : name }))}
          />
          {realmValue<number>('video_chat_provider') === 1 && (
            <TextRow
              label={t('Address of Jitsi Meet')}
              hint={t('Empty: the server’s own, {address}', { address: String(server_jitsi_server_url ?? t('none')) })}
              type="url"
              maxLength={200}
              {...row<string | null>('jitsi_server_url')}
              value={realmValue<string | null>('jitsi_server_url') ?? ''}
              save={(address) => saveRealm('jitsi_server_url')(address.trim() || 'default')}
            />
          )}
        </div>
      </SettingsSection>
    </>
  );
}

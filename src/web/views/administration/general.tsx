import { Button } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingRow, SettingsSection, TextRow } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { topicName } from '../../text/names.ts';
import { realmValue, rowProps, saveRealm } from './realm-settings.ts';
import { RealmChoice, RealmGroup, RealmLimit, RealmSwitch } from './setting-rows.tsx';

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const;
/** 2024-01-01, the first of these dates, is a Monday. */
const weekday = (day: number): string =>
  new Intl.DateTimeFormat(store.settings.value.default_language, { weekday: 'long' }).format(
    new Date(2024, 0, 1 + day),
  );

/** Why a setting is read-only although the user can change the organization's settings. */
const unlessAllowed = (isAllowed: boolean): string | undefined =>
  isAllowed ? undefined : t('Turned off by the server administrator.');

/** Limits on messages and their editing, notifications, and other general settings. */
export const General = () => (
  <>
    <EditingAndDeleting />
    <MovingMessages />
    <TopicsAndContent />
    <PeopleAndAvailability />
    <EmailAndMobileNotifications />
    <WelcomeMessage />
    <Calls />
    <Gifs />
  </>
);

const EditingAndDeleting = () => (
  <SettingsSection title={t('Editing and deleting messages')}>
    <div class="settings-rows">
      <RealmSwitch name="allow_message_editing" label={t('Allow people to edit their messages')} />
      {realmValue('allow_message_editing') && (
        <RealmLimit name="message_content_edit_limit_seconds" label={t('Time limit for editing messages')} />
      )}
      <RealmChoice
        name="message_edit_history_visibility_policy"
        label={t('Show in message history')}
        options={[
          { value: 'all', name: t('Edits and moves') },
          { value: 'moves', name: t('Moves only') },
          { value: 'none', name: t('None') },
        ]}
      />
      <RealmGroup name="can_delete_own_message_group" label={t('Who can delete their own messages')} />
      <RealmLimit name="message_content_delete_limit_seconds" label={t('Time limit for deleting messages')} />
      <RealmGroup name="can_delete_any_message_group" label={t('Who can delete any message')} />
    </div>
  </SettingsSection>
);

const MovingMessages = () => (
  <SettingsSection title={t('Moving messages')}>
    <div class="settings-rows">
      <RealmGroup name="can_move_messages_between_topics_group" label={t('Who can move messages to another topic')} />
      <RealmLimit
        name="move_messages_within_stream_limit_seconds"
        label={t('Time limit for moving messages between topics')}
        hint={t('Moderators have no time limit.')}
      />
      <RealmGroup
        name="can_move_messages_between_channels_group"
        label={t('Who can move messages to another channel')}
      />
      <RealmLimit
        name="move_messages_between_streams_limit_seconds"
        label={t('Time limit for moving messages between channels')}
        hint={t('Moderators have no time limit.')}
      />
      <RealmGroup name="can_resolve_topics_group" label={t('Who can resolve topics')} />
    </div>
  </SettingsSection>
);

function TopicsAndContent() {
  const { server_inline_image_preview, server_inline_url_embed_preview } = store.realm.value;
  return (
    <SettingsSection title={t('Topics and message content')}>
      <div class="settings-rows">
        <RealmChoice
          name="topics_policy"
          label={t('Messages without a topic')}
          options={[
            { value: 'allow_empty_topic', name: t('Allowed, shown in “{name}”', { name: topicName('') }) },
            { value: 'disable_empty_topic', name: t('Not allowed') },
          ]}
        />
        <RealmGroup name="can_set_topics_policy_group" label={t('Who can change this for a channel')} />
        <RealmSwitch
          name="inline_image_preview"
          label={t('Show previews of linked images and videos')}
          fixed={unlessAllowed(server_inline_image_preview)}
        />
        <RealmSwitch
          name="inline_url_embed_preview"
          label={t('Show previews of linked websites')}
          hint={t('The server fetches these websites.')}
          fixed={unlessAllowed(server_inline_url_embed_preview)}
        />
        <TextRow
          label={t('Default language for code blocks')}
          hint={t('For example python. Leave empty for plain text.')}
          maxLength={40}
          {...rowProps('default_code_block_language')}
        />
        <RealmGroup
          name="can_mention_many_users_group"
          label={t('Who can notify everyone in a large channel')}
          hint={t('With @all and similar mentions, in channels with more than 15 people')}
        />
      </div>
    </SettingsSection>
  );
}

const PeopleAndAvailability = () => (
  <SettingsSection title={t('People and availability')}>
    <div class="settings-rows">
      <RealmSwitch
        name="enable_read_receipts"
        label={t('Enable read receipts')}
        hint={t('People can opt out in their settings.')}
      />
      <RealmSwitch name="enable_guest_user_indicator" label={t('Show “(guest)” after the names of guests')} />
      <RealmSwitch name="enable_guest_user_dm_warning" label={t('Warn people who send direct messages to guests')} />
      <RealmSwitch
        name="enable_spectator_access"
        label={t('Allow viewing without an account')}
        hint={t('Visitors can only see web-public channels.')}
        fixed={unlessAllowed(store.realm.value.server_web_public_streams_enabled)}
      />
      <RealmSwitch
        name="want_advertise_in_communities_directory"
        label={t('List in the directory of open communities')}
        hint={t('Takes effect only if there is such a directory')}
      />
    </div>
  </SettingsSection>
);

const EmailAndMobileNotifications = () => (
  <SettingsSection title={t('E-mail and mobile notifications')}>
    <div class="settings-rows">
      <RealmSwitch
        name="message_content_allowed_in_email_notifications"
        label={t('Allow message text in e-mail notifications')}
        hint={t('If off, e-mails only say that there are new messages.')}
      />
      <RealmSwitch name="digest_emails_enabled" label={t('Send weekly digest e-mails to people who were away')} />
      {realmValue('digest_emails_enabled') && (
        <RealmChoice
          name="digest_weekday"
          label={t('Day to send the digest')}
          options={WEEKDAYS.map((day) => ({ value: day, name: weekday(day) }))}
        />
      )}
      <RealmSwitch name="send_welcome_emails" label={t('Send new people an e-mail about getting started')} />
      <RealmSwitch
        name="require_e2ee_push_notifications"
        label={t('Hide message text in mobile notifications')}
        hint={t('Notifications only say that there is a new message.')}
      />
    </div>
  </SettingsSection>
);

function WelcomeMessage() {
  const text = realmValue('welcome_message_custom_text');
  return (
    <SettingsSection title={t('Welcome')}>
      <div class="settings-rows">
        <TextRow
          label={t('Custom welcome message')}
          hint={t('Sent with the first message a new person receives. Markdown is supported.')}
          lines={4}
          maxLength={8000}
          {...rowProps('welcome_message_custom_text')}
        />
        {store.me.value.is_admin && text !== '' && (
          <SettingRow label={t('Preview the welcome message')}>
            {(id) => (
              <Button
                id={id}
                onClick={() =>
                  void reportResult(
                    request('POST /realm/test_welcome_bot_custom_message', { welcome_message_custom_text: text }),
                    t('Welcome Bot sent you the message.'),
                  )
                }
              >
                {t('Send to me')}
              </Button>
            )}
          </SettingRow>
        )}
      </div>
    </SettingsSection>
  );
}

/** What the ratings of the providers mean, from the strictest. */
const RATINGS = [
  [0, () => t('None')],
  [1, () => t('Y: for very young children')],
  [2, () => t('G: for everyone')],
  [3, () => t('PG: with parental guidance')],
  [4, () => t('PG-13: for people over 13')],
  [5, () => t('R: for adults')],
] as const;

function Gifs() {
  if (!store.realm.value.server_gif_provider) return null;
  return (
    <SettingsSection title={t('GIFs')}>
      <div class="settings-rows">
        <RealmChoice
          name="giphy_rating"
          label={t('GIFs that people can search')}
          options={RATINGS.map(([value, name]) => ({ value, name: name() }))}
        />
      </div>
    </SettingsSection>
  );
}

function Calls() {
  const { server_jitsi_server_url, realm_available_video_chat_providers } = store.realm.value;
  return (
    <SettingsSection title={t('Calls')}>
      <div class="settings-rows">
        <RealmChoice
          name="video_chat_provider"
          label={t('Video calls')}
          options={Object.values(realm_available_video_chat_providers).map(({ name, id }) => ({
            value: id,
            name: id === 0 ? t('None') : name,
          }))}
        />
        {realmValue('video_chat_provider') === 1 && (
          <TextRow
            label={t('Jitsi server URL')}
            hint={t('Leave empty to use the server’s default, {address}', {
              address: String(server_jitsi_server_url ?? t('none')),
            })}
            type="url"
            maxLength={200}
            {...rowProps('jitsi_server_url')}
            value={realmValue('jitsi_server_url') ?? ''}
            save={(address) => saveRealm('jitsi_server_url')(address.trim() || 'default')}
          />
        )}
      </div>
    </SettingsSection>
  );
}

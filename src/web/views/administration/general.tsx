import { Button } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingRow, TextRow } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { topicName } from '../../text/names.ts';
import { realmValue, rowProps, saveRealm } from './realm-settings.ts';
import { type RealmRow, RealmRows } from './setting-rows.tsx';

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
    <RealmRows title={t('Editing and deleting messages')} rows={editingAndDeleting()} />
    <RealmRows title={t('Moving messages')} rows={movingMessages()} />
    <RealmRows title={t('Topics and message content')} rows={topicsAndContent()} />
    <RealmRows title={t('People and availability')} rows={peopleAndAvailability()} />
    <RealmRows title={t('E-mail and mobile notifications')} rows={emailAndMobileNotifications()} />
    <WelcomeMessage />
    <Calls />
    {!!store.realm.value.server_gif_provider && <RealmRows title={t('GIFs')} rows={gifs()} />}
  </>
);

type Rows = readonly (RealmRow | false)[];

/** The settings of this page that are rows of a table. */
export const generalRows = (): Rows => [
  ...editingAndDeleting(),
  ...movingMessages(),
  ...topicsAndContent(),
  ...peopleAndAvailability(),
  ...emailAndMobileNotifications(),
];

const editingAndDeleting = (): Rows => [
  { name: 'allow_message_editing', label: t('Allow people to edit their messages') },
  realmValue('allow_message_editing') && {
    name: 'message_content_edit_limit_seconds',
    label: t('Time limit for editing messages'),
    isTimeLimit: true,
  },
  {
    name: 'message_edit_history_visibility_policy',
    label: t('Show in message history'),
    options: [
      ['all', t('Edits and moves')],
      ['moves', t('Moves only')],
      ['none', t('None')],
    ],
  },
  { name: 'can_delete_own_message_group', label: t('Who can delete their own messages') },
  { name: 'message_content_delete_limit_seconds', label: t('Time limit for deleting messages'), isTimeLimit: true },
  { name: 'can_delete_any_message_group', label: t('Who can delete any message') },
];

const movingMessages = (): Rows => [
  { name: 'can_move_messages_between_topics_group', label: t('Who can move messages to another topic') },
  {
    name: 'move_messages_within_stream_limit_seconds',
    label: t('Time limit for moving messages between topics'),
    hint: t('Moderators have no time limit.'),
    isTimeLimit: true,
  },
  { name: 'can_move_messages_between_channels_group', label: t('Who can move messages to another channel') },
  {
    name: 'move_messages_between_streams_limit_seconds',
    label: t('Time limit for moving messages between channels'),
    hint: t('Moderators have no time limit.'),
    isTimeLimit: true,
  },
  { name: 'can_resolve_topics_group', label: t('Who can resolve topics') },
];

const topicsAndContent = (): Rows => [
  {
    name: 'topics_policy',
    label: t('Messages without a topic'),
    options: [
      ['allow_empty_topic', t('Allowed, shown in “{name}”', { name: topicName('') })],
      ['disable_empty_topic', t('Not allowed')],
    ],
  },
  { name: 'can_set_topics_policy_group', label: t('Who can change this for a channel') },
  {
    name: 'inline_image_preview',
    label: t('Show previews of linked images and videos'),
    fixed: unlessAllowed(store.realm.value.server_inline_image_preview),
  },
  {
    name: 'inline_url_embed_preview',
    label: t('Show previews of linked websites'),
    hint: t('The server fetches these websites.'),
    fixed: unlessAllowed(store.realm.value.server_inline_url_embed_preview),
  },
  {
    name: 'default_code_block_language',
    label: t('Default language for code blocks'),
    hint: t('For example python. Leave empty for plain text.'),
    maxLength: 40,
  },
  {
    name: 'can_mention_many_users_group',
    label: t('Who can notify everyone in a large channel'),
    hint: t('With @all and similar mentions, in channels with more than 15 people'),
  },
  {
    name: 'can_send_mail_group',
    label: t('Who can post by e-mail'),
    hint: t('To the addresses of channels, if this server receives mail'),
  },
];

const peopleAndAvailability = (): Rows => [
  {
    name: 'enable_read_receipts',
    label: t('Enable read receipts'),
    hint: t('People can opt out in their settings.'),
  },
  { name: 'enable_guest_user_indicator', label: t('Show “(guest)” after the names of guests') },
  { name: 'enable_guest_user_dm_warning', label: t('Warn people who send direct messages to guests') },
  {
    name: 'enable_spectator_access',
    label: t('Allow viewing without an account'),
    hint: t('Visitors can only see web-public channels.'),
    fixed: unlessAllowed(store.realm.value.server_web_public_streams_enabled),
  },
  {
    name: 'want_advertise_in_communities_directory',
    label: t('List in the directory of open communities'),
    hint: t('Takes effect only if there is such a directory'),
  },
];

const emailAndMobileNotifications = (): Rows => [
  {
    name: 'message_content_allowed_in_email_notifications',
    label: t('Allow message text in e-mail notifications'),
    hint: t('If off, e-mails only say that there are new messages.'),
  },
  { name: 'digest_emails_enabled', label: t('Send weekly digest e-mails to people who were away') },
  realmValue('digest_emails_enabled') && {
    name: 'digest_weekday',
    label: t('Day to send the digest'),
    options: WEEKDAYS.map((day) => [day, weekday(day)] as const),
  },
  { name: 'send_welcome_emails', label: t('Send new people an e-mail about getting started') },
  {
    name: 'require_e2ee_push_notifications',
    label: t('Hide message text in mobile notifications'),
    hint: t('They say “New message” instead. Sender, channel and topic stay visible.'),
  },
];

/** The ratings of the providers, from the strictest. */
const gifs = (): Rows => [
  {
    name: 'giphy_rating',
    label: t('GIFs that people can search'),
    options: [
      [0, t('None')],
      [1, t('Y: for very young children')],
      [2, t('G: for everyone')],
      [3, t('PG: with parental guidance')],
      [4, t('PG-13: for people over 13')],
      [5, t('R: for adults')],
    ],
  },
];

function WelcomeMessage() {
  const text = realmValue('welcome_message_custom_text');
  const sendPreview = () =>
    void reportResult(
      request('POST /realm/test_welcome_bot_custom_message', { welcome_message_custom_text: text }),
      t('Welcome Bot sent you the message.'),
    );
  return (
    <RealmRows
      title={t('Welcome')}
      rows={[
        {
          name: 'welcome_message_custom_text',
          label: t('Custom welcome message'),
          hint: t('Sent with the first message a new person receives. Markdown is supported.'),
          lines: 4,
          maxLength: 8000,
        },
      ]}
    >
      {store.me.value.is_admin && text !== '' && (
        <SettingRow label={t('Preview the welcome message')}>
          {(id) => (
            <Button id={id} onClick={sendPreview}>
              {t('Send to me')}
            </Button>
          )}
        </SettingRow>
      )}
    </RealmRows>
  );
}

function Calls() {
  const { server_jitsi_server_url, realm_available_video_chat_providers: providers } = store.realm.value;
  const options = Object.values(providers).map(({ name, id }) => [id, id === 0 ? t('None') : name] as const);
  return (
    <RealmRows title={t('Calls')} rows={[{ name: 'video_chat_provider', label: t('Video calls'), options }]}>
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
    </RealmRows>
  );
}

import { CLIENT_LANGUAGES } from '../../../shared/languages.ts';
import { SettingsRows } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';
import { languageName } from '../../text/language-name.ts';
import { PictureRow } from './picture-row.tsx';
import { type RealmValue, realmValue } from './realm-settings.ts';
import { type RealmRow, RealmRows } from './setting-rows.tsx';

/** The organization's name, images and description. */
export const Profile = () => (
  <>
    <RealmRows title={t('About the organization')} rows={about()} />
    <Images />
    {!store.me.value.is_guest && <RealmRows title={t('Automated messages')} rows={automatedMessages()} />}
  </>
);

const KINDS: readonly (readonly [value: RealmValue<'org_type'>, name: () => string])[] = [
  [0, () => t('Unspecified')],
  [10, () => t('Business')],
  [20, () => t('Open-source project')],
  [30, () => t('Education (non-profit)')],
  [35, () => t('Education (for-profit)')],
  [40, () => t('Research')],
  [50, () => t('Event or conference')],
  [60, () => t('Non-profit (registered)')],
  [70, () => t('Government')],
  [80, () => t('Political group')],
  [90, () => t('Community')],
  [100, () => t('Personal')],
  [1000, () => t('Other')],
];

/** The settings of this page that are rows of a table. */
export const profileRows = (): readonly RealmRow[] => [...about(), ...automatedMessages()];

const about = (): readonly RealmRow[] => [
  {
    name: 'name',
    label: t('Name'),
    hint: t('Shown in the corner of the page, in titles and in e-mails'),
    maxLength: 40,
  },
  {
    name: 'description',
    label: t('Description'),
    hint: t('Shown when people sign in or join. Markdown is supported.'),
    lines: 4,
    maxLength: 1000,
  },
  {
    name: 'org_type',
    label: t('Organization type'),
    options: KINDS.map(([value, name]) => [value, name()] as const),
  },
  {
    name: 'default_language',
    label: t('Language'),
    hint: t('For automated messages and e-mails, and for people who haven’t chosen a language.'),
    options: [...new Set([...CLIENT_LANGUAGES, realmValue('default_language')])].map(
      (code) => [code, languageName(code)] as const,
    ),
  },
];

const anyChannel = (): boolean => true;

const automatedMessages = (): readonly RealmRow[] => [
  {
    name: 'new_stream_announcements_stream_id',
    label: t('New channel announcements'),
    hint: t('New public channels are announced in this channel.'),
    fits: anyChannel,
  },
  {
    name: 'signup_announcements_stream_id',
    label: t('New member announcements'),
    hint: t('New members are announced in this channel.'),
    fits: anyChannel,
  },
  {
    name: 'zulip_update_announcements_stream_id',
    label: t('Server update announcements'),
    hint: t('What’s new after a server update is announced in this channel.'),
    fits: anyChannel,
  },
  {
    name: 'moderation_request_channel_id',
    label: t('Moderation requests'),
    hint: t('Reported messages are sent to this channel. It must be private.'),
    fits: (id) => store.channels.value.get(id)?.invite_only ?? false,
  },
];

const Images = () => (
  <SettingsRows title={t('Icon and logo')}>
    <PictureRow
      slot="icon"
      label={t('Icon')}
      hint={t('A square image, shown next to the name and in the browser tab.')}
    />
    <PictureRow slot="logo" label={t('Logo')} hint={t('A wide image for the light theme.')} />
    <PictureRow slot="night" label={t('Logo for the dark theme')} hint={t('A wide image for the dark theme.')} />
  </SettingsRows>
);

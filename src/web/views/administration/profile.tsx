import { CLIENT_LANGUAGES } from '../../../shared/languages.ts';
import { SettingsSection, TextRow } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';
import { languageName } from '../../text/language-name.ts';
import { PictureRow } from './picture-row.tsx';
import { type RealmValue, readOnlyReason, rowProps } from './realm-settings.ts';
import { RealmChannel, RealmChoice } from './setting-rows.tsx';

const KINDS: [value: RealmValue<'org_type'>, name: () => string][] = [
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

/** The organization's name, images and description. */
export const Profile = () => (
  <>
    <About />
    <Images />
    {!store.me.value.is_guest && <AutomatedMessages />}
  </>
);

function About() {
  const language = store.realm.value.realm_default_language;
  return (
    <SettingsSection title={t('About the organization')}>
      <div class="settings-rows">
        <TextRow
          label={t('Name')}
          hint={t('Shown in the corner of the page, in titles and in e-mails')}
          maxLength={40}
          {...rowProps('name')}
        />
        <TextRow
          label={t('Description')}
          hint={t('Shown when people sign in or join. Markdown is supported.')}
          lines={4}
          maxLength={1000}
          {...rowProps('description')}
        />
        <RealmChoice
          name="org_type"
          label={t('Organization type')}
          options={KINDS.map(([value, name]) => ({ value, name: name() }))}
        />
        <RealmChoice
          name="default_language"
          label={t('Language')}
          hint={t('For automated messages and e-mails, and for people who haven’t chosen a language.')}
          options={[...new Set([...CLIENT_LANGUAGES, language])].map((code) => ({
            value: code,
            name: languageName(code),
          }))}
        />
      </div>
    </SettingsSection>
  );
}

function Images() {
  const realm = store.realm.value;
  const fixed = readOnlyReason('name');
  return (
    <SettingsSection title={t('Icon and logo')}>
      <div class="settings-rows">
        <PictureRow
          label={t('Icon')}
          hint={t('A square image, shown next to the name and in the browser tab.')}
          url={realm.realm_icon_url}
          isOwn={realm.realm_icon_source === 'U'}
          fixed={fixed}
          slot="icon"
        />
        <PictureRow
          label={t('Logo')}
          hint={t('A wide image for the light theme.')}
          url={realm.realm_logo_url}
          isOwn={realm.realm_logo_source === 'U'}
          fixed={fixed}
          slot="logo"
        />
        <PictureRow
          label={t('Logo for the dark theme')}
          hint={t('A wide image for the dark theme.')}
          url={realm.realm_night_logo_url}
          isOwn={realm.realm_night_logo_source === 'U'}
          fixed={fixed}
          slot="night"
        />
      </div>
    </SettingsSection>
  );
}

const AutomatedMessages = () => (
  <SettingsSection title={t('Automated messages')}>
    <div class="settings-rows">
      <RealmChannel
        name="new_stream_announcements_stream_id"
        label={t('New channel announcements')}
        hint={t('New public channels are announced in this channel.')}
      />
      <RealmChannel
        name="signup_announcements_stream_id"
        label={t('New member announcements')}
        hint={t('New members are announced in this channel.')}
      />
      <RealmChannel
        name="zulip_update_announcements_stream_id"
        label={t('Server update announcements')}
        hint={t('What’s new after a server update is announced in this channel.')}
      />
      <RealmChannel
        name="moderation_request_channel_id"
        label={t('Moderation requests')}
        hint={t('Reported messages are sent to this channel. It must be private.')}
        fits={(id) => store.channels.value.get(id)?.invite_only ?? false}
      />
    </div>
  </SettingsSection>
);

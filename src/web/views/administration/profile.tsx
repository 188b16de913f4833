import { SettingsSection, TextRow } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { store } from '../../store/store.ts';
import { PictureRow } from './picture-row.tsx';
import { fixedFor, realmValue, row } from './realm-settings.ts';
import { RealmChannel, RealmChoice } from './setting-rows.tsx';

const KINDS: [value: number, name: () => string][] = [
  [0, () => t('Not said')],
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

/** The languages in which the server's own texts exist. */
const LANGUAGES = ['en', 'de', 'fr'];
const languageName = (code: string): string => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;

/** The organization's name, images and description. */
export function Profile() {
  const fixed = fixedFor('name');
  const language = realmValue<string>('default_language');
  return (
    <>
      <SettingsSection title={t('About the organization')}>
        <div class="settings-rows">
          <TextRow
            label={t('Name')}
            hint={t('In the corner of the page, in titles and in mails.')}
            maxLength={40}
            {...row<string>('name')}
          />
          <TextRow
            label={t('Description')}
            hint={t('Shown to whoever signs in or joins. Markdown may be used.')}
            lines={4}
            maxLength={1000}
            {...row<string>('description')}
          />
          <RealmChoice
            name="org_type"
            label={t('Kind of organization')}
            options={KINDS.map(([value, name]) => ({ value, name: name() }))}
          />
          <RealmChoice
            name="default_language"
            label={t('Language')}
            hint={t('Of mails and messages the server writes, and of people who have not chosen one.')}
            options={[...new Set([...LANGUAGES, language])].map((code) => ({ value: code, name: languageName(code) }))}
          />
        </div>
      </SettingsSection>
      <SettingsSection title={t('Pictures')}>
        <div class="settings-rows">
          <PictureRow
            label={t('Icon')}
            hint={t('A square, beside the name and in the tab of the browser.')}
            url={realmValue('icon_url')}
            isOwn={realmValue('icon_source') === 'U'}
            fixed={fixed}
            slot="icon"
          />
          <PictureRow
            label={t('Logo')}
            hint={t('A wide picture for light pages.')}
            url={realmValue('logo_url')}
            isOwn={realmValue('logo_source') === 'U'}
            fixed={fixed}
            slot="logo"
          />
          <PictureRow
            label={t('Logo for the dark')}
            hint={t('The same for dark pages.')}
            url={realmValue('night_logo_url')}
            isOwn={realmValue('night_logo_source') === 'U'}
            fixed={fixed}
            slot="night"
          />
        </div>
      </SettingsSection>
      {!store.me.value.is_guest && (
        <SettingsSection title={t('Where the server says something')}>
          <div class="settings-rows">
            <RealmChannel
              name="new_stream_announcements_stream_id"
              label={t('New channels')}
              hint={t('Each public channel is announced there.')}
            />
            <RealmChannel
              name="signup_announcements_stream_id"
              label={t('New people')}
              hint={t('Who joins is greeted there.')}
            />
            <RealmChannel
              name="zulip_update_announcements_stream_id"
              label={t('News of the server')}
              hint={t('What is new after an update.')}
            />
            <RealmChannel
              name="moderation_request_channel_id"
              label={t('Requests to moderators')}
              hint={t('Messages that people report come there. It has to be private.')}
              fits={(id) => store.channels.value.get(id)?.invite_only ?? false}
            />
          </div>
        </SettingsSection>
      )}
    </>
  );
}

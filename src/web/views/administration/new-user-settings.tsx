import { SettingsRows } from '../../design/settings.tsx';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { type DescribedName, listNames, type SettingsPart } from '../settings/definitions.ts';
import { SettingByName } from '../settings/setting-rows.tsx';
import { readOnlyReason } from './realm-settings.ts';

const Row = ({ name }: { name: DescribedName }) => (
  <SettingByName
    name={name}
    {...(name === 'email_address_visibility' && { label: t('Who can see their e-mail address') })}
    fixed={readOnlyReason('')}
    value={store.newUserDefaults.value[name]!}
    save={(value) => request('PATCH /realm/user_settings_defaults', { [name]: value })}
  />
);

const sections = (): [title: string, part: SettingsPart][] => [
  [t('Appearance'), 'look'],
  [t('Reading'), 'reading'],
  [t('Writing'), 'writing'],
  [t('Direct messages and mentions'), 'directMessages'],
  [t('Followed topics'), 'followedTopics'],
  [t('Channel messages'), 'channelMessages'],
  [t('Notification options'), 'notificationOptions'],
  [t('Privacy'), 'privacy'],
];

/** The default settings of new users. */
export const NewUserSettings = () => (
  <>
    <p class="settings-note">
      {t('New people start with these settings and can change them. Existing accounts keep theirs.')}
    </p>
    {sections().map(([title, part]) => (
      <SettingsRows key={part} title={title}>
        {listNames(part)
          // Only the users themselves can decide whether their data is exported.
          .filter((name) => name !== 'allow_private_data_export')
          .map((name) => (
            <Row key={name} name={name} />
          ))}
      </SettingsRows>
    ))}
  </>
);

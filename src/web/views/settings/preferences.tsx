import { useSignal } from '@preact/signals';
import { countsTo24 } from '../../../shared/hours.ts';
import { CLIENT_LANGUAGES } from '../../../shared/languages.ts';
import { changeBrowserSettings } from '../../actions/browser-settings.ts';
import { Keyboard } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { ChoiceRow, SettingRow, SettingsRows, SwitchRow } from '../../design/settings.tsx';
import { useSaving } from '../../design/use-saving.ts';
import { t } from '../../i18n/text.ts';
import { allowSingleKeys } from '../../keyboard/shortcuts.ts';
import { request } from '../../server/request.ts';
import { type BrowserSettings, browserSettings } from '../../store/local/browser-settings.ts';
import { singleKeys } from '../../store/local/shortcuts.ts';
import { store } from '../../store/store.ts';
import { languageName } from '../../text/language-name.ts';
import { showHelp } from '../help.tsx';
import { listNames } from './definitions.ts';
import { NavigationViews } from './navigation-views.tsx';
import { OwnSetting, OwnSettings } from './setting-rows.tsx';

const here = (change: Partial<BrowserSettings>): Promise<void> => Promise.resolve(changeBrowserSettings(change));

/** Settings for appearance and behavior. */
export function Preferences() {
  return (
    <>
      <Look />
      <LanguageAndTime />
      <SettingsRows title={t('Reading')}>
        <OwnSettings rows={listNames('reading')} />
      </SettingsRows>
      <NavigationViews />
      <Writing />
      <Keys />
    </>
  );
}

function Look() {
  return (
    <SettingsRows title={t('Appearance')}>
      <OwnSetting name="color_scheme" />
      <ChoiceRow
        label={t('Density')}
        hint={t('Compact shows more on the screen, simple shows less. Applies only to this browser.')}
        value={browserSettings.value.density}
        save={(density) => here({ density })}
        options={[
          { value: 'usual', name: t('Default') },
          { value: 'compact', name: t('Compact') },
          { value: 'simple', name: t('Simple') },
        ]}
      />
      <OwnSettings
        rows={[
          'web_font_size_px',
          'web_line_height_percent',
          'high_contrast_mode',
          'fluid_layout_width',
          'emojiset',
          'web_animate_image_previews',
          'user_list_style',
        ]}
      />
      <SwitchRow
        label={t('Reduce motion')}
        hint={t('Turns off animations in this browser. Otherwise, the system setting is used.')}
        value={browserSettings.value.motion === 'none'}
        save={(on) => here({ motion: on ? 'none' : 'system' })}
      />
    </SettingsRows>
  );
}

function LanguageAndTime() {
  const { default_language } = store.settings.value;
  return (
    <SettingsRows title={t('Language and time')}>
      <ChoiceRow
        label={t('Language')}
        value={default_language}
        save={saveLanguage}
        options={[...new Set([...CLIENT_LANGUAGES, default_language])].map((value) => ({
          value,
          name: languageName(value),
        }))}
      />
      <OwnSetting name="twenty_four_hour_time" />
      <ZoneRow />
      <OwnSetting name="web_suggest_update_timezone" />
    </SettingsRows>
  );
}

/** With the language, the format of times changes, unless the user has chosen another one than the language's. */
function saveLanguage(code: string): Promise<unknown> {
  const { default_language, twenty_four_hour_time } = store.settings.value;
  const isChosen = twenty_four_hour_time !== countsTo24(default_language);
  return request('PATCH /settings', {
    default_language: code,
    ...(!isChosen && { twenty_four_hour_time: countsTo24(code) }),
  });
}

function ZoneRow() {
  const me = store.users.value.get(store.me.value.id);
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const saving = useSaving(me?.timezone ?? '', (timezone) => request('PATCH /settings', { timezone }));
  const all = useSignal([...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]);
  const known = all.value.includes(saving.shown) ? all.value : [saving.shown, ...all.value];
  return (
    <SettingRow
      label={t('Time zone')}
      hint={t('Used to show times to you and your local time to others.')}
      about={saving}
    >
      {(id, describedBy) => (
        <>
          <select
            id={id}
            aria-describedby={describedBy}
            value={saving.shown}
            onChange={(event) => saving.change(event.currentTarget.value)}
          >
            {known.map((zone) => (
              <option key={zone} value={zone} selected={zone === saving.shown}>
                {zone === '' ? t('Not set') : zone.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
          {device !== saving.shown && (
            <Button onClick={() => saving.change(device)}>
              {t('Use {zone}', { zone: device.replaceAll('_', ' ') })}
            </Button>
          )}
        </>
      )}
    </SettingRow>
  );
}

const Writing = () => (
  <SettingsRows title={t('Writing')}>
    <OwnSettings
      rows={listNames('writing').map((name) => ({
        name,
        ...(name === 'enter_sends' && {
          hint: store.settings.value.enter_sends ? t('Shift+Enter for a new line') : t('Ctrl+Enter to send'),
        }),
      }))}
    />
  </SettingsRows>
);

function Keys() {
  return (
    <SettingsRows
      title={t('Keyboard')}
      action={
        <Button icon={Keyboard} onClick={showHelp}>
          {t('All shortcuts')}
        </Button>
      }
    >
      <SwitchRow
        label={t('Single-letter shortcuts')}
        hint={t('Arrow keys, Enter, Escape and shortcuts with Ctrl always work. Applies only to this browser.')}
        value={singleKeys.value}
        save={(on) => Promise.resolve(allowSingleKeys(on))}
      />
    </SettingsRows>
  );
}

import { useSignal } from '@preact/signals';
import { changeLocal, type Local, local } from '../../actions/local.ts';
import { ask } from '../../api.ts';
import { Keyboard } from '../../design/icons.ts';
import { Button } from '../../design/primitives.tsx';
import { useSaving } from '../../design/saving.ts';
import { ChoiceRow, SettingRow, SettingsSection, SwitchRow } from '../../design/settings.tsx';
import { languages, t } from '../../i18n/text.ts';
import { allowSingleKeys, singleKeys } from '../../keys.ts';
import { store } from '../../store/store.ts';
import { showHelp } from '../help.tsx';
import { OwnChoice, OwnSwitch } from './own.tsx';

const here = (change: Partial<Local>): Promise<void> => Promise.resolve(changeLocal(change));

/** How the client looks and behaves for one. */
export function Preferences() {
  return (
    <>
      <Look />
      <LanguageAndTime />
      <Reading />
      <Writing />
      <Keys />
    </>
  );
}

const sizes = [12, 13, 14, 15, 16, 17, 18, 20, 22, 24];
const heights = [100, 120, 130, 140, 150, 160, 180, 200];
/** A list that has what stands, even if nobody would have offered it. */
const offered = (all: readonly number[], standing: number): number[] => [...new Set([...all, standing])].sort((a, b) => a - b);

function Look() {
  const { web_font_size_px, web_line_height_percent } = store.settings.value;
  return (
    <SettingsSection title={t('Look')}>
      <div class="settings-rows">
        <OwnChoice
          name="color_scheme"
          label={t('Theme')}
          options={[
            { value: 1, name: t('As the system') },
            { value: 3, name: t('Light') },
            { value: 2, name: t('Dark') },
          ]}
        />
        <ChoiceRow
          label={t('Density')}
          hint={t('Compact shows more at once, simple shows less. In this browser only.')}
          value={local.value.density}
          save={(density) => here({ density })}
          options={[
            { value: 'usual', name: t('Usual') },
            { value: 'compact', name: t('Compact') },
            { value: 'simple', name: t('Simple') },
          ]}
        />
        <OwnChoice
          name="web_font_size_px"
          label={t('Text size')}
          options={offered(sizes, web_font_size_px).map((value) => ({ value, name: t('{n} pixels', { n: value }) }))}
        />
        <OwnChoice
          name="web_line_height_percent"
          label={t('Line spacing')}
          options={offered(heights, web_line_height_percent).map((value) => ({ value, name: t('{n} %', { n: value }) }))}
        />
        <OwnSwitch name="high_contrast_mode" label={t('High contrast')} />
        <OwnSwitch name="fluid_layout_width" label={t('Use the whole width of the window')} />
        <OwnChoice
          name="emojiset"
          label={t('Emoji')}
          options={[
            { value: 'google', name: t('Pictures') },
            { value: 'text', name: t('Names, like :tada:') },
            ...(store.settings.value.emojiset === 'twitter' ? [{ value: 'twitter' as const, name: t('Pictures (Twitter)') }] : []),
          ]}
        />
        <OwnChoice
          name="web_animate_image_previews"
          label={t('Moving pictures')}
          options={[
            { value: 'always', name: t('Always move') },
            { value: 'on_hover', name: t('Move under the pointer') },
            { value: 'never', name: t('Move when opened') },
          ]}
        />
        <SwitchRow
          label={t('Less motion')}
          hint={t('Nothing slides or fades. In this browser only; without it, as the system says.')}
          value={local.value.motion === 'none'}
          save={(on) => here({ motion: on ? 'none' : 'system' })}
        />
      </div>
    </SettingsSection>
  );
}

function LanguageAndTime() {
  const { default_language } = store.settings.value;
  const known = languages();
  return (
    <SettingsSection title={t('Language and time')}>
      <div class="settings-rows">
        <OwnChoice
          name="default_language"
          label={t('Language')}
          options={[...known, ...(known.includes(default_language) ? [] : [default_language])].map((value) => ({
            value,
            name: endonym(value),
          }))}
        />
        <OwnSwitch name="twenty_four_hour_time" label={t('24-hour time')} hint={t('13:30 instead of 1:30 PM.')} />
        <ZoneRow />
        <OwnSwitch name="web_suggest_update_timezone" label={t('Ask when this device is in another time zone')} />
      </div>
    </SettingsSection>
  );
}

/** What a language calls itself. */
function endonym(code: string): string {
  try {
    const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
  } catch {
    return code;
  }
}

function ZoneRow() {
  const me = store.people.value.get(store.me.value.id);
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const saving = useSaving(me?.timezone ?? '', (timezone) => ask('PATCH /settings', { timezone }));
  const all = useSignal([...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]);
  const known = all.value.includes(saving.shown) ? all.value : [saving.shown, ...all.value];
  return (
    <SettingRow label={t('Time zone')} hint={t('Times are shown in it, and others see what time it is for you.')} about={saving}>
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
            <Button onClick={() => saving.change(device)}>{t('Use {zone}', { zone: device.replaceAll('_', ' ') })}</Button>
          )}
        </>
      )}
    </SettingRow>
  );
}

function Reading() {
  return (
    <SettingsSection title={t('Reading')}>
      <div class="settings-rows">
        <OwnChoice
          name="web_home_view"
          label={t('Home view')}
          hint={t('What opens first.')}
          options={[
            { value: 'inbox', name: t('Inbox') },
            { value: 'recent_topics', name: t('Recent conversations') },
            { value: 'all_messages', name: t('Combined feed') },
          ]}
        />
        <OwnSwitch name="web_escape_navigates_to_home_view" label={t('Escape goes to the home view')} />
        <OwnChoice
          name="web_mark_read_on_scroll_policy"
          label={t('Mark messages as read when they are on the screen')}
          options={[
            { value: 1, name: t('Always') },
            { value: 2, name: t('In single conversations') },
            { value: 3, name: t('Never') },
          ]}
        />
        <OwnChoice
          name="web_channel_default_view"
          label={t('A channel opens with')}
          options={[
            { value: 1, name: t('Its newest topic') },
            { value: 4, name: t('Its newest unread topic') },
            { value: 2, name: t('Its feed') },
            { value: 3, name: t('Its list of topics') },
          ]}
        />
        <OwnChoice
          name="resolved_topic_notice_auto_read_policy"
          label={t('Notices that a topic was resolved are read by themselves')}
          options={[
            { value: 'always', name: t('Always') },
            { value: 'except_followed', name: t('Except in topics you follow') },
            { value: 'never', name: t('Never') },
          ]}
        />
        <OwnSwitch name="display_emoji_reaction_users" label={t('Show who reacted, where they are few')} />
        <OwnChoice
          name="web_stream_unreads_count_display_policy"
          label={t('Unread counts of channels')}
          options={[
            { value: 1, name: t('Of all channels') },
            { value: 2, name: t('Of channels and topics that are not muted') },
            { value: 3, name: t('Of none') },
          ]}
        />
        <OwnSwitch name="web_left_sidebar_unreads_count_summary" label={t('Sums of unread messages in the list of conversations')} />
        <OwnSwitch name="starred_message_counts" label={t('Count of starred messages')} />
        <OwnSwitch name="web_left_sidebar_show_channel_folders" label={t('Group channels by folder')} />
        <OwnChoice
          name="demote_inactive_streams"
          label={t('Put channels without news at the end')}
          options={[
            { value: 1, name: t('If there are many') },
            { value: 2, name: t('Always') },
            { value: 3, name: t('Never') },
          ]}
        />
        <OwnChoice
          name="user_list_style"
          label={t('List of people')}
          options={[
            { value: 1, name: t('Names') },
            { value: 2, name: t('Names and status') },
            { value: 3, name: t('Pictures, names and status') },
          ]}
        />
        <OwnSwitch name="hide_ai_features" label={t('Hide what artificial intelligence offers')} hint={t('In apps that offer it.')} />
      </div>
    </SettingsSection>
  );
}

function Writing() {
  return (
    <SettingsSection title={t('Writing')}>
      <div class="settings-rows">
        <OwnSwitch
          name="enter_sends"
          label={t('Enter sends')}
          hint={store.settings.value.enter_sends ? t('Shift+Enter begins a new line.') : t('Ctrl+Enter sends, Enter begins a new line.')}
        />
        <OwnSwitch name="translate_emoticons" label={t('Turn emoticons into emoji')} hint={t(':) becomes 🙂 when a message is sent.')} />
        <OwnSwitch
          name="web_navigate_to_sent_message"
          label={t('Go to the conversation you wrote in')}
          hint={t('After a message sent from elsewhere.')}
        />
        <OwnSwitch
          name="enable_drafts_synchronization"
          label={t('Keep drafts on the server')}
          hint={t('They are then in all your browsers. Switched off, those on the server are deleted.')}
        />
      </div>
    </SettingsSection>
  );
}

function Keys() {
  return (
    <SettingsSection
      title={t('Keyboard')}
      action={
        <Button icon={Keyboard} onClick={showHelp}>
          {t('All shortcuts')}
        </Button>
      }
    >
      <div class="settings-rows">
        <SwitchRow
          label={t('Shortcuts of a single letter')}
          hint={t('Arrows, Enter, Escape and those with Ctrl always work. In this browser only.')}
          value={singleKeys.value}
          save={(on) => Promise.resolve(allowSingleKeys(on))}
        />
      </div>
    </SettingsSection>
  );
}

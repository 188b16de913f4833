import { CHANNEL_NOTIFICATIONS, type ChannelNotification } from '../../../shared/subscription-settings.ts';
import { changePersonalSettings } from '../../actions/channels.ts';
import { RotateCcw } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SettingRow, SettingsRows, SwitchRow } from '../../design/settings.tsx';
import { useSaving } from '../../design/use-saving.ts';
import { t } from '../../i18n/text.ts';
import { readingDirection } from '../../keyboard/shortcuts.ts';
import { channelDefaults, getDefault, isCustomized } from '../../notifications/channel-settings.ts';
import type { Channel } from '../../store/channels.ts';
import { store } from '../../store/store.ts';

const noticeName = (name: ChannelNotification): string =>
  ({
    desktop_notifications: t('Desktop notifications'),
    audible_notifications: t('Notification sounds'),
    push_notifications: t('Mobile notifications'),
    email_notifications: t('E-mail notifications'),
    wildcard_mentions_notify: t('Treat @all as a mention of me'),
  })[name];

/** The user's personal settings for a channel. */
export function Personal({ channel }: { channel: Channel }) {
  const { stream_id: id, own, is_muted, pin_to_top } = channel;
  const settings = store.settings.value;
  const other = isCustomized(own, settings);
  return (
    <>
      <SettingsRows title={t('Sidebar')}>
        <ColorRow channel={channel} />
        <SwitchRow
          label={t('Pin to top')}
          value={pin_to_top}
          save={(on) => changePersonalSettings(id, { pin_to_top: on })}
        />
        <SwitchRow
          label={t('Mute')}
          hint={t('No notifications, except for mentions and followed topics.')}
          value={is_muted}
          save={(on) => changePersonalSettings(id, { is_muted: on })}
        />
      </SettingsRows>
      <SettingsRows
        title={t('Notifications')}
        note={
          is_muted
            ? t('This channel is muted. You’re only notified about followed and unmuted topics.')
            : t('Notify me about all messages in this channel.')
        }
        action={
          other && (
            <Button
              icon={RotateCcw}
              onClick={() => void reportResult(changePersonalSettings(id, channelDefaults(settings)))}
            >
              {t('Reset to default')}
            </Button>
          )
        }
      >
        {CHANNEL_NOTIFICATIONS.map((name) => {
          const defaultValue = getDefault(name, settings);
          const value = own[name] ?? defaultValue;
          return (
            <SwitchRow
              key={name}
              label={noticeName(name)}
              hint={value === defaultValue ? t('Default') : t('Differs from the default')}
              value={value}
              save={(on) => changePersonalSettings(id, { [name]: on })}
            />
          );
        })}
      </SettingsRows>
    </>
  );
}

/** Twelve distinguishable colors. Any other color is possible too. */
const COLORS: [hex: string, name: () => string][] = [
  ['#e4523d', () => t('Red')],
  ['#f5a04c', () => t('Orange')],
  ['#e8b400', () => t('Yellow')],
  ['#94c849', () => t('Lime')],
  ['#3f9b50', () => t('Green')],
  ['#12a594', () => t('Teal')],
  ['#53a0cd', () => t('Light blue')],
  ['#4a6fe3', () => t('Blue')],
  ['#7a4fd0', () => t('Violet')],
  ['#c04fc0', () => t('Magenta')],
  ['#d6588f', () => t('Pink')],
  ['#8d867a', () => t('Gray')],
];

function ColorRow({ channel }: { channel: Channel }) {
  const saving = useSaving(channel.color, (color) => changePersonalSettings(channel.stream_id, { color }));
  const at = COLORS.findIndex(([hex]) => hex === saving.shown);
  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? readingDirection(event.key);
    if (by === 0) return;
    event.preventDefault();
    const next = (Math.max(at, 0) + by + COLORS.length) % COLORS.length;
    saving.change(COLORS[next]![0]);
    (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=radio]')[next]?.focus();
  };
  return (
    <SettingRow label={t('Color')} about={saving} wide>
      {(id) => (
        <div class="swatches" role="radiogroup" aria-label={t('Color')} onKeyDown={step}>
          {COLORS.map(([hex, name], index) => (
            <button
              key={hex}
              type="button"
              role="radio"
              class="swatch channel-color"
              aria-checked={index === at}
              aria-label={name()}
              data-tip={name()}
              tabIndex={index === Math.max(at, 0) ? 0 : -1}
              style={{ '--channel': hex }}
              onClick={() => saving.change(hex)}
            />
          ))}
          <input
            id={id}
            type="color"
            aria-label={t('Custom color')}
            value={/^#[0-9a-f]{6}$/i.test(saving.shown) ? saving.shown : '#8d867a'}
            onChange={(event) => saving.change(event.currentTarget.value)}
          />
        </div>
      )}
    </SettingRow>
  );
}

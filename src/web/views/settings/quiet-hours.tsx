import { Bell, Moon, Plus, X } from '../../design/icons.ts';
import { Button } from '../../design/primitives.tsx';
import { reportResult } from '../../design/report-result.ts';
import { SavingMark, SettingRow, SettingsRows } from '../../design/settings.tsx';
import { useSaving } from '../../design/use-saving.ts';
import { t } from '../../i18n/text.ts';
import { setDoNotDisturb } from '../../notifications/do-not-disturb.ts';
import { request } from '../../server/request.ts';
import type { QuietHours } from '../../server/types.ts';
import { doNotDisturbUntil } from '../../store/local/do-not-disturb.ts';
import { formatSettings } from '../../store/local/format-settings.ts';
import { store } from '../../store/store.ts';
import { formatShortTime } from '../../text/format.ts';
import { openDoNotDisturbMenu } from '../user-menu.tsx';

const DAYS = [1, 2, 3, 4, 5, 6, 7];
/** What a new row has: every night. */
const NIGHTS: QuietHours = { days: DAYS, start: 22 * 60, end: 7 * 60 };
const MOST = 14;
/** A Monday, in milliseconds. */
const MONDAY = Date.UTC(2026, 10, 23);
const DAY = 86_400_000;

/** Do not disturb: now, and on a schedule. */
export function DoNotDisturbSection() {
  const saving = useSaving([...store.doNotDisturb.value.schedule], saveSchedule);
  const { shown } = saving;
  const put = (at: number, hours: QuietHours) =>
    saving.change(shown.map((other, index) => (index === at ? hours : other)));
  const remove = (at: number) => saving.change(shown.filter((_, index) => index !== at));
  return (
    <SettingsRows
      part="do-not-disturb"
      title={t('Do not disturb')}
      note={t('No notifications and sounds on any device. Missed messages are sent by e-mail afterwards.')}
    >
      <PauseRow />
      <div class="setting setting-wide">
        <div class="setting-text">
          <span>{t('Quiet hours')}</span>
          <div class="setting-hint">{t('Times are in your time zone, {zone}.', { zone: ownZone() })}</div>
        </div>
        <ul class="quiet-hours">
          {shown.map((hours, at) => (
            <li key={at}>
              <QuietHoursRow hours={hours} n={at + 1} change={(next) => put(at, next)} remove={() => remove(at)} />
            </li>
          ))}
        </ul>
        <div class="setting-control">
          {shown.length < MOST && (
            <Button icon={Plus} onClick={() => saving.change([...shown, NIGHTS])}>
              {t('Add quiet hours')}
            </Button>
          )}
          <SavingMark {...saving} />
        </div>
      </div>
    </SettingsRows>
  );
}

const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
const profileZone = (): string | undefined => store.users.value.get(store.me.value.id)?.timezone || undefined;
const ownZone = (): string => (profileZone() ?? deviceZone()).replaceAll('_', ' ');

/** Saves the schedule. Its times need a time zone, so a profile without one gets this device's. */
async function saveSchedule(schedule: QuietHours[]): Promise<void> {
  if (!profileZone()) await request('PATCH /settings', { timezone: deviceZone() });
  await request('PATCH /do_not_disturb', { schedule });
}

function PauseRow() {
  const until = doNotDisturbUntil.value;
  return (
    <SettingRow
      label={t('Notifications')}
      hint={until ? t('Do not disturb until {time}', { time: formatShortTime(until) }) : t('Notifications arrive now.')}
    >
      {(id) =>
        until ? (
          <Button icon={Bell} aria-describedby={`${id}-about`} onClick={() => void reportResult(setDoNotDisturb(0))}>
            {t('Resume notifications')}
          </Button>
        ) : (
          <Button
            icon={Moon}
            aria-haspopup="menu"
            aria-describedby={`${id}-about`}
            onClick={(event) => openDoNotDisturbMenu(event.currentTarget)}
          >
            {t('Pause notifications')}
          </Button>
        )
      }
    </SettingRow>
  );
}

interface RowProps {
  hours: QuietHours;
  /** Its number in the list, for its name. */
  n: number;
  change: (hours: QuietHours) => void;
  remove: () => void;
}

function QuietHoursRow({ hours, n, change, remove }: RowProps) {
  const { days, start, end } = hours;
  const name = t('Quiet hours {n}', { n });
  const toggle = (day: number) =>
    change({ ...hours, days: DAYS.filter((one) => days.includes(one) !== (one === day)) });
  return (
    <div class="quiet-row" role="group" aria-label={name}>
      <span class="quiet-days">
        {DAYS.map((day) => (
          <button
            key={day}
            type="button"
            class="quiet-day"
            aria-label={weekday(day, 'long')}
            aria-pressed={days.includes(day)}
            // One day is left: without any, the row would have no effect.
            disabled={days.length === 1 && days[0] === day}
            onClick={() => toggle(day)}
          >
            {weekday(day, 'short')}
          </button>
        ))}
      </span>
      <span class="quiet-times">
        <TimeOfDay label={t('Starts at')} value={start} change={(to) => change({ ...hours, start: to })} />
        <span aria-hidden="true">–</span>
        <TimeOfDay label={t('Ends at')} value={end} change={(to) => change({ ...hours, end: to })} />
        <Button kind="quiet" icon={X} label={t('Remove {name}', { name })} onClick={remove} />
      </span>
    </div>
  );
}

const weekday = (day: number, length: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(formatSettings.value.language, { weekday: length, timeZone: 'UTC' }).format(
    MONDAY + (day - 1) * DAY,
  );

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** A time of the day, in minutes after midnight. */
const TimeOfDay = ({ label, value, change }: { label: string; value: number; change: (minutes: number) => void }) => (
  <input
    type="time"
    aria-label={label}
    value={`${twoDigits(Math.floor(value / 60))}:${twoDigits(value % 60)}`}
    onChange={({ currentTarget }) => {
      const [hour, minute] = currentTarget.value.split(':').map(Number);
      if (hour !== undefined && minute !== undefined) change(hour * 60 + minute);
    }}
  />
);

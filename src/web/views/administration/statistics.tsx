import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { useEffect } from 'preact/hooks';
import { Lock } from '../../design/icons.ts';
import { addStyle } from '../../design/load-style.ts';
import { Bot } from '../../design/more-icons.ts';
import { Button, Icon, Skeleton } from '../../design/primitives.tsx';
import { SettingsSection } from '../../design/settings.tsx';
import { errorText } from '../../errors/error-text.ts';
import { plural, t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import type { Reply } from '../../server/types.ts';
import { registrations, store } from '../../store/store.ts';
import { channelName, displayName, hrefOfChannel } from '../../text/names.ts';
import { formatBytes, formatNumber } from '../../text/numbers.ts';
import { ChannelSign } from '../feed/recipient-bar.tsx';
import { Plot } from './plot.tsx';
import { firstPeriod } from './plot-scale.ts';
import css from './statistics.css';

addStyle(css);

type Figures = Reply<'GET /statistics'>;

const RANGES = {
  month: { period: 'day', num: 30 },
  quarter: { period: 'week', num: 13 },
  year: { period: 'week', num: 52 },
} as const;
type Range = keyof typeof RANGES;

/** More uncounted messages than the last minute may bring: the job is still counting an import or an older history. */
const BACKLOG = 1000;

/** Statistics of the organization, as plots and lists. */
export function Statistics() {
  const range = useSignal<Range>('month');
  const figures = useSignal<(Figures & { isWeekly: boolean }) | undefined>(undefined);
  const failed = useSignal('');
  useEffect(() => {
    const { period, num } = RANGES[range.value];
    let isCurrent = true;
    request('GET /statistics', { period, num }).then(
      (reply) =>
        isCurrent && (figures.value = { ...withoutEmptyPast(reply, LEAST[period]), isWeekly: period === 'week' }),
      (error) => isCurrent && (failed.value = errorText(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [range.value, registrations.value]);
  return (
    <>
      <section class="settings-section" aria-label={t('Period')}>
        <header class="admin-tools">
          <p class="settings-note">{t('Counted every minute, by days in UTC.')}</p>
          <RangeChoice range={range} />
        </header>
        {failed.value && <p class="form-wrong">{failed.value}</p>}
        {figures.value && figures.value.uncounted_messages > BACKLOG && (
          <p class="notice" role="status">
            {t('Earlier messages are still being counted. Come back in a few minutes.')}
          </p>
        )}
      </section>
      {figures.value && <Sections {...figures.value} />}
      {!figures.value && !failed.value && <Skeleton rows={6} label={t('Loading statistics')} />}
    </>
  );
}

/** The days and weeks that are always shown. */
const LEAST = { day: 30, week: 5 } as const;

/** Leaves out the time before the organization had anything. `least`: the periods that remain in any case. */
function withoutEmptyPast(figures: Figures, least: number): Figures {
  const from = firstPeriod(Object.values(figures.series), least);
  const series = Object.fromEntries(Object.entries(figures.series).map(([name, row]) => [name, row.slice(from)]));
  return { ...figures, starts: figures.starts.slice(from), series: series as Figures['series'] };
}

function RangeChoice({ range }: { range: { value: Range } }) {
  const names: Record<Range, string> = { month: t('30 days'), quarter: t('3 months'), year: t('12 months') };
  return (
    <div class="choice" role="group" aria-label={t('Period')}>
      {(Object.keys(RANGES) as Range[]).map((one) => (
        <button key={one} type="button" aria-pressed={range.value === one} onClick={() => (range.value = one)}>
          {names[one]}
        </button>
      ))}
    </div>
  );
}

function Sections({ starts, series, channels, bots, isWeekly }: Figures & { isWeekly: boolean }) {
  const time = { starts, isWeekly };
  const messages = addUp(series.channel_messages) + addUp(series.direct_messages);
  const botMessages = addUp(series.bot_messages);
  const active = {
    n: formatNumber(series.active_users.at(-1)!),
    most: formatNumber(Math.max(...series.active_users)),
  };
  return (
    <>
      <SettingsSection title={t('Activity')}>
        <div class="plots">
          <Plot
            {...time}
            title={t('Messages')}
            summary={plural(messages, '{n} message', '{n} messages')}
            series={[
              { name: t('In channels'), values: series.channel_messages },
              { name: t('Direct messages'), values: series.direct_messages },
            ]}
          />
          <Plot
            {...time}
            title={t('Active people')}
            summary={isWeekly ? t('{n} this week · {most} at most', active) : t('{n} today · {most} at most', active)}
            series={[{ name: t('Active people'), values: series.active_users }]}
          />
        </div>
      </SettingsSection>
      <Channels channels={channels} />
      <SettingsSection
        title={t('Bots')}
        note={plural(botMessages, '{n} message came from a bot.', '{n} messages came from bots.')}
      >
        <Ranking
          label={t('Messages by bot')}
          rows={bots.map(({ user_id, messages: value }) => ({
            key: user_id,
            name: displayName(user_id),
            sign: <Icon of={Bot} size={16} />,
            value,
          }))}
        />
      </SettingsSection>
      <StorageAndDeliveries {...time} series={series} />
    </>
  );
}

function Channels({ channels }: Pick<Figures, 'channels'>) {
  return (
    <SettingsSection title={t('Messages by channel')}>
      {channels.length === 0 && <p class="settings-note">{t('No messages in this time.')}</p>}
      <Ranking
        label={t('Messages by channel')}
        rows={channels.map(({ stream_id: id, messages: value }) => {
          if (id === null)
            return { key: 0, name: t('Private channels'), sign: <Icon of={Lock} size={16} />, value, isHidden: true };
          return {
            key: id,
            name: channelName(id),
            sign: <ChannelSign id={id} />,
            value,
            ...(store.channels.value.has(id) && { href: hrefOfChannel(id) }),
          };
        })}
      />
    </SettingsSection>
  );
}

interface RankingRow {
  key: number;
  name: string;
  href?: string;
  sign: ComponentChild;
  value: number;
  /** All channels together that the viewer cannot read. */
  isHidden?: boolean;
}

/** How many rows a list shows at first. */
const FIRST = 8;

/** A list of names with their numbers as bars. */
function Ranking({ label, rows }: { label: string; rows: readonly RankingRow[] }) {
  const isWhole = useSignal(false);
  if (rows.length === 0) return null;
  const most = Math.max(...rows.map(({ value }) => value));
  const shown = isWhole.value ? rows : [...rows.slice(0, FIRST), ...rows.slice(FIRST).filter((row) => row.isHidden)];
  return (
    <>
      <ol class="lines ranking" aria-label={label}>
        {shown.map(({ key, name, href, sign, value, isHidden }) => (
          <li class="line" key={key}>
            {sign}
            <span class="line-body">
              {href ? (
                <a class="line-name" href={href}>
                  {name}
                </a>
              ) : (
                <span class="line-name">{name}</span>
              )}
              {isHidden && <span class="line-note">{t('All private channels that you can’t read')}</span>}
              <span class="ranking-bar" style={{ width: `${Math.max(1, (value / most) * 100)}%` }} />
            </span>
            <span class="ranking-value">{plural(value, '{n} message', '{n} messages')}</span>
          </li>
        ))}
      </ol>
      {shown.length < rows.length && (
        <div>
          <Button onClick={() => (isWhole.value = true)}>{t('Show all')}</Button>
        </div>
      )}
    </>
  );
}

function StorageAndDeliveries({ series, ...time }: Pick<Figures, 'series' | 'starts'> & { isWeekly: boolean }) {
  const { database_bytes, upload_bytes, mails_sent, mails_failed, pushes_sent, pushes_failed } = series;
  const stored = getLast(database_bytes) + getLast(upload_bytes);
  const delivered = (sent: readonly number[], failed: readonly number[]) =>
    [
      plural(addUp(sent), '{n} delivered', '{n} delivered'),
      ...(addUp(failed) > 0 ? [plural(addUp(failed), '{n} failed', '{n} failed')] : []),
    ].join(' · ');
  const deliveries = (sent: readonly number[], failed: readonly number[]) => [
    { name: t('Delivered'), values: sent },
    { name: t('Failed'), values: failed, isFailure: true },
  ];
  return (
    <SettingsSection title={t('Storage and deliveries')}>
      <div class="plots">
        <Plot
          {...time}
          title={t('Storage')}
          summary={t('{size} today', { size: formatBytes(stored) })}
          format={formatBytes}
          series={[
            { name: t('Database'), values: database_bytes },
            { name: t('Files'), values: upload_bytes },
          ]}
        />
        <Plot
          {...time}
          title={t('E-mails')}
          summary={delivered(mails_sent, mails_failed)}
          series={deliveries(mails_sent, mails_failed)}
        />
        <Plot
          {...time}
          title={t('Notifications on phones and in browsers')}
          summary={delivered(pushes_sent, pushes_failed)}
          series={deliveries(pushes_sent, pushes_failed)}
        />
      </div>
    </SettingsSection>
  );
}

const addUp = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** The latest value that was measured. */
const getLast = (values: readonly (number | null)[]): number => values.findLast((value) => value !== null) ?? 0;

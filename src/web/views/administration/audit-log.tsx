import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Field } from '../../design/field.tsx';
import { Search } from '../../design/icons.ts';
import { addStyle } from '../../design/load-style.ts';
import { History, Server, Shield, SlidersHorizontal } from '../../design/more-icons.ts';
import { PersonPicker } from '../../design/pickers.tsx';
import { Avatar, Button, EmptyState, Icon, Skeleton } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';
import { request } from '../../server/request.ts';
import { registrations, store } from '../../store/store.ts';
import { formatDateTime, formatDay, formatTimeOfDay, getDay } from '../../text/format.ts';
import { groupName } from '../../text/group-names.ts';
import { channelLabel, channelName, displayName } from '../../text/names.ts';
import { detailsText, loadSettingLabels } from './audit-details.ts';
import { type AuditEntry, type AuditKind, KIND_GROUPS, kindName } from './audit-kinds.ts';
import css from './audit-log.css';
import { ListSection } from './list-section.tsx';

addStyle(css);

/** What the log is searched for. Days are in the form `2026-11-21`; empty: any. */
interface Filter {
  kind: AuditKind | '';
  by: readonly number[];
  to: readonly number[];
  from: string;
  until: string;
  address: string;
}
const EVERYTHING: Filter = { kind: '', by: [], to: [], from: '', until: '', address: '' };

/** Who did what to whom, when, from which address and with which program. */
export function AuditLog() {
  const filter = useSignal<Filter>(EVERYTHING);
  const { entries, before, failed, load } = useEntries(filter.value);
  const labels = useSettingLabels();
  const isFiltered = JSON.stringify(filter.value) !== JSON.stringify(EVERYTHING);
  return (
    <ListSection
      label={t('Audit log')}
      about={t('Sign-ins, and who changed what. Entries have no messages, passwords or keys.')}
    >
      <Filters filter={filter} isFiltered={isFiltered} />
      {failed && <p class="form-wrong">{failed}</p>}
      {!entries && !failed && <Skeleton rows={5} label={t('Loading the audit log')} />}
      {entries?.length === 0 && (
        <EmptyState icon={isFiltered ? Search : History} title={isFiltered ? t('No matches') : t('No entries yet')} />
      )}
      {entries && entries.length > 0 && (
        <div class="audit-days">
          {[...groupByDay(entries)].map(([day, ofDay]) => (
            <section class="audit-day" key={day} aria-label={formatDay(ofDay[0]!.timestamp)}>
              <h2>{formatDay(ofDay[0]!.timestamp)}</h2>
              <ul class="lines">
                {ofDay.map((entry) => (
                  <Entry key={entry.id} entry={entry} labels={labels} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {before != null && (
        <div>
          <Button onClick={() => load(before)}>{t('Show more')}</Button>
        </div>
      )}
    </ListSection>
  );
}

type SettingLabels = ReadonlyMap<string, string>;

/** The labels of the organization's settings. Until they are loaded, the names of the API are shown. */
function useSettingLabels(): SettingLabels {
  const labels = useSignal<SettingLabels>(new Map());
  useEffect(() => {
    void loadSettingLabels().then(
      (loaded) => (labels.value = loaded),
      () => {},
    );
  }, []);
  return labels.value;
}

/** The entries that fit a filter, latest first. A reply that arrives after another filter was chosen is ignored. */
function useEntries(filter: Filter) {
  const list = useSignal<{ entries: AuditEntry[]; before: number | null } | undefined>(undefined);
  const failed = useSignal('');
  const latest = useRef(0);
  const load = async (before?: number) => {
    const number = ++latest.current;
    failed.value = '';
    try {
      const page = await request('GET /audit_log', {
        ...makeParameters(filter),
        ...(before !== undefined && { before }),
      });
      if (number !== latest.current) return;
      const shown = before === undefined ? [] : (list.peek()?.entries ?? []);
      list.value = { before: page.before, entries: [...shown, ...page.entries] };
    } catch (error) {
      if (number === latest.current) failed.value = errorText(error);
    }
  };
  useEffect(() => void load(), [registrations.value, JSON.stringify(filter)]);
  return { entries: list.value?.entries, before: list.value?.before, failed: failed.value, load };
}

function makeParameters({ kind, by, to, from, until, address }: Filter) {
  return {
    ...(kind && { kind }),
    ...(by[0] !== undefined && { actor_id: by[0] }),
    ...(to[0] !== undefined && { affected_user_id: to[0] }),
    ...(from && { since: secondsAt(from) }),
    // The whole last day.
    ...(until && { until: secondsAt(until, 1) }),
    ...(address.trim() && { ip_address: address.trim() }),
  };
}

/** The beginning of a day in the browser's time zone, or of a later day. */
function secondsAt(day: string, later = 0): number {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + later);
  return Math.floor(date.getTime() / 1000);
}

function Filters({ filter, isFiltered }: { filter: Signal<Filter>; isFiltered: boolean }) {
  const isOpen = useSignal(false);
  const set = (change: Partial<Filter>) => (filter.value = { ...filter.value, ...change });
  const { by, kind } = filter.value;
  return (
    <>
      <div class="audit-filters">
        <Field label={t('Action')}>
          {(id) => (
            <select
              id={id}
              value={kind}
              onChange={({ currentTarget }) => set({ kind: currentTarget.value as AuditKind | '' })}
            >
              <option value="">{t('All actions')}</option>
              {KIND_GROUPS.map(([title, kinds]) => (
                <optgroup key={kinds[0]} label={title()}>
                  {kinds.map((one) => (
                    <option key={one} value={one} selected={one === kind}>
                      {kindName(one)}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('Who')}>
          {(id) => (
            <PersonPicker id={id} label={t('Who')} one fits={isPerson} value={by} onChange={(by) => set({ by })} />
          )}
        </Field>
        {isOpen.value && <MoreFilters filter={filter.value} set={set} />}
      </div>
      <div class="audit-tools">
        <Button icon={SlidersHorizontal} aria-expanded={isOpen.value} onClick={() => (isOpen.value = !isOpen.value)}>
          {isOpen.value ? t('Fewer filters') : t('More filters')}
        </Button>
        {isFiltered && (
          <Button kind="quiet" onClick={() => (filter.value = EVERYTHING)}>
            {t('Clear filters')}
          </Button>
        )}
      </div>
    </>
  );
}

/** Bots and deactivated people are in the log, too. */
const isPerson = ({ is_system_bot }: { is_system_bot?: boolean | undefined }): boolean => !is_system_bot;

function MoreFilters({ filter, set }: { filter: Filter; set: (change: Partial<Filter>) => void }) {
  const { to, from, until, address } = filter;
  return (
    <>
      <Field label={t('To whom')}>
        {(id) => (
          <PersonPicker id={id} label={t('To whom')} one fits={isPerson} value={to} onChange={(to) => set({ to })} />
        )}
      </Field>
      <Field label={t('From')}>
        {(id) => (
          <input
            id={id}
            type="date"
            value={from}
            max={until}
            onChange={({ currentTarget }) => set({ from: currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('Until')}>
        {(id) => (
          <input
            id={id}
            type="date"
            value={until}
            min={from}
            onChange={({ currentTarget }) => set({ until: currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('IP address')}>
        {(id) => (
          <input
            id={id}
            type="text"
            dir="ltr"
            maxLength={45}
            value={address}
            onChange={({ currentTarget }) => set({ address: currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}

function groupByDay(entries: readonly AuditEntry[]): Map<string, AuditEntry[]> {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = getDay(entry.timestamp);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return days;
}

interface EntryProps {
  entry: AuditEntry;
  labels: SettingLabels;
}

function Entry({ entry, labels }: EntryProps) {
  const { kind, actor_id, timestamp, client, ip_address } = entry;
  const actor = actor_id === null ? undefined : store.users.value.get(actor_id);
  const who = actor_id === null ? undefined : displayName(actor_id);
  // The server names its own command line so.
  const means = client === 'command line' ? t('command on the server') : client;
  return (
    <li class="line audit-entry">
      {actor ? (
        <Avatar name={actor.full_name} url={actor.avatar_url} size={28} />
      ) : (
        <span class="audit-sign">
          <Icon of={client === 'command line' ? Server : Shield} size={16} />
        </span>
      )}
      <span class="line-body">
        <span class="audit-what">
          <span>{kindName(kind)}</span>
          <Target entry={entry} labels={labels} />
        </span>
        <span class="line-note line-note-whole">{[who, means, ip_address].filter(Boolean).join(' · ')}</span>
      </span>
      <time class="audit-time" dateTime={new Date(timestamp * 1000).toISOString()} title={formatDateTime(timestamp)}>
        {formatTimeOfDay(timestamp)}
      </time>
    </li>
  );
}

/** To whom or what it was done, and the details. */
function Target({ entry: { kind, actor_id, user_id, stream_id, group_id, details }, labels }: EntryProps) {
  const parts = [
    user_id !== null && user_id !== actor_id && displayName(user_id),
    stream_id !== null && channelLabel(channelName(stream_id)),
    group_id !== null && groupName(group_id),
    details && detailsText(kind, details, labels),
  ].filter((part) => part !== false && part !== '');
  return parts.length === 0 ? null : <span dir="auto">{parts.join(' · ')}</span>;
}

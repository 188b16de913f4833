import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ChannelSelect } from '../../design/channel-select.tsx';
import { GroupRow } from '../../design/group-row.tsx';
import { Button } from '../../design/primitives.tsx';
import {
  ChoiceRow,
  type SectionProps,
  SettingRow,
  SettingsSection,
  SwitchRow,
  TextRow,
} from '../../design/settings.tsx';
import { useSaving } from '../../design/use-saving.ts';
import { t } from '../../i18n/text.ts';
import type { RealmPermission } from '../../server/types.ts';
import { duration, durationName, UNITS, type Unit } from '../settings/duration.ts';
import { type RealmName, type RealmNameOf, type RealmValue, rowProps } from './realm-settings.ts';

type ChoiceName = { [Name in RealmName]: RealmValue<Name> extends string | number ? Name : never }[RealmName];

interface Named<Name extends RealmName = RealmName> {
  name: Name;
  label: string;
  hint?: string;
  /** The reason why the setting is read-only: the server's operator decides it. */
  fixed?: string | undefined;
}
type ChoiceOf<Name extends ChoiceName> = Named<Name> & { options: readonly (readonly [RealmValue<Name>, string])[] };

/** A property of the organization as a row. Its type decides the control, with what is given beside its label. */
export type RealmRow =
  | (Named<RealmNameOf<boolean>> & { isInverted?: boolean })
  | Named<RealmPermission>
  | { [Name in ChoiceName]: ChoiceOf<Name> }[ChoiceName]
  | (Named<RealmNameOf<number | null>> & { isTimeLimit: true })
  | (Named<RealmNameOf<string>> & { maxLength: number; lines?: number })
  | (Named<RealmNameOf<number>> & { fits: (id: number) => boolean });

interface RealmRowsProps extends Omit<SectionProps, 'children'> {
  rows: readonly (RealmRow | false)[];
  /** What stands before the rows. */
  before?: ComponentChildren;
  /** Other rows, which follow. */
  children?: ComponentChildren;
}

/** A section of properties of the organization, from a table of its rows. */
export const RealmRows = ({ rows, before, children, ...about }: RealmRowsProps) => (
  <SettingsSection {...about}>
    {before}
    <div class="settings-rows">
      {rows.map((row) => row && <Row key={row.name} row={row} />)}
      {children}
    </div>
  </SettingsSection>
);

function Row({ row }: { row: RealmRow }) {
  if ('options' in row) return <ChoiceProperty {...row} />;
  if ('isTimeLimit' in row) return <TimeLimit {...row} />;
  if ('fits' in row) return <ChannelProperty {...row} />;
  if ('maxLength' in row) return <TextRow {...row} {...withReason(row)} />;
  const { value } = rowProps(row.name);
  return typeof value === 'boolean' ? (
    <RealmSwitch {...(row as SwitchAbout)} />
  ) : (
    <Group {...(row as Named<RealmPermission>)} />
  );
}

const withReason = <Name extends RealmName>({ name, fixed }: Pick<Named<Name>, 'name' | 'fixed'>) => {
  const { fixed: own, ...rest } = rowProps(name);
  return { ...rest, fixed: fixed ?? own };
};

type SwitchAbout = Named<RealmNameOf<boolean>> & { isInverted?: boolean };

export function RealmSwitch({ isInverted = false, ...row }: SwitchAbout) {
  const { value, save, fixed } = withReason(row);
  return <SwitchRow {...row} fixed={fixed} value={value !== isInverted} save={(on) => save(on !== isInverted)} />;
}

const ChoiceProperty = <Name extends ChoiceName>({ options, ...row }: ChoiceOf<Name>) => (
  <ChoiceRow {...row} options={options.map(([value, name]) => ({ value, name }))} {...withReason(row)} />
);

function Group(row: Named<RealmPermission>) {
  const { value, save, fixed } = withReason(row);
  return <GroupRow kind="realm" {...row} fixed={fixed} value={value} save={(next, old) => save({ new: next, old })} />;
}

/** Selects a channel or none. */
function ChannelProperty({ fits, ...named }: Named<RealmNameOf<number>> & { fits: (id: number) => boolean }) {
  const { value, save, fixed } = withReason(named);
  const saving = useSaving<number>(value, save);
  return (
    <SettingRow label={named.label} hint={named.hint} fixed={fixed} about={saving}>
      {(id, describedBy) => (
        <ChannelSelect
          id={id}
          describedBy={describedBy}
          value={saving.shown}
          none={t('None')}
          disabled={fixed !== undefined}
          fits={fits}
          onChange={saving.change}
        />
      )}
    </SettingRow>
  );
}

const USUAL = [120, 600, 3600, 86_400, 604_800];
const CUSTOM = -2;
const UNLIMITED = -1;

/** Selects a time limit: a preset, a custom value, or no limit. */
function TimeLimit(named: Named<RealmNameOf<number | null>>) {
  const { value, save, fixed } = withReason(named);
  const saving = useSaving<number | null>(value, (next) => save(next === null ? 'unlimited' : next));
  const isCustom = useSignal(false);
  const { shown } = saving;
  const times = shown !== null && !USUAL.includes(shown) ? [...USUAL, shown].sort((a, b) => a - b) : USUAL;
  return (
    <SettingRow label={named.label} hint={named.hint} fixed={fixed} about={saving}>
      {(id, describedBy) => (
        <>
          <select
            id={id}
            aria-describedby={describedBy}
            disabled={fixed !== undefined}
            value={String(isCustom.value ? CUSTOM : (shown ?? UNLIMITED))}
            onChange={(event) => {
              const chosen = Number(event.currentTarget.value);
              isCustom.value = chosen === CUSTOM;
              if (chosen !== CUSTOM) saving.change(chosen === UNLIMITED ? null : chosen);
            }}
          >
            <option value={String(UNLIMITED)} selected={shown === null}>
              {t('No limit')}
            </option>
            {times.map((time) => (
              <option key={time} value={String(time)} selected={time === shown}>
                {t('Up to {time}', { time: durationName(time) })}
              </option>
            ))}
            <option value={String(CUSTOM)}>{t('Custom…')}</option>
          </select>
          {isCustom.value && (
            <DurationForm
              label={named.label}
              seconds={shown ?? 600}
              save={(seconds) => {
                isCustom.value = false;
                saving.change(seconds);
              }}
            />
          )}
        </>
      )}
    </SettingRow>
  );
}

function DurationForm({ label, seconds, save }: { label: string; seconds: number; save: (seconds: number) => void }) {
  const start = duration(seconds);
  const amount = useSignal(String(start.amount));
  const unit = useSignal<Unit>(start.unit === 'second' ? 'minute' : start.unit);
  const total = Number(amount.value) * UNITS[unit.value];
  return (
    <form
      class="setting-form duration"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (total > 0) save(total);
      }}
    >
      <input
        type="number"
        min={1}
        aria-label={t('Amount')}
        value={amount.value}
        onInput={(event) => (amount.value = event.currentTarget.value)}
      />
      <select
        aria-label={t('Unit')}
        value={unit.value}
        onChange={(event) => (unit.value = event.currentTarget.value as Unit)}
      >
        <option value="minute">{t('minutes')}</option>
        <option value="hour">{t('hours')}</option>
        <option value="day">{t('days')}</option>
      </select>
      <Button kind="primary" type="submit" disabled={!(total > 0)}>
        {t('Save')}
      </Button>
    </form>
  );
}

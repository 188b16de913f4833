import type { ComponentChildren } from 'preact';
import { ChoiceRow, SwitchRow } from '../../design/settings.tsx';
import { request } from '../../server/request.ts';
import { store } from '../../store/store.ts';
import { type DescribedName, describe, type SettingName } from './definitions.ts';

export const saveSetting = (name: SettingName, value: unknown): Promise<unknown> =>
  request('PATCH /settings', { [name]: value });

interface About {
  name: DescribedName;
  /** Replaces the default label. */
  label?: string;
  hint?: ComponentChildren;
  fixed?: string | undefined;
  /** Shown in front of the select. */
  before?: ComponentChildren;
}

/** A user setting as a row: the user's own, or the default of new users. */
export function SettingByName({
  name,
  value,
  save,
  ...about
}: About & { value: string | number | boolean; save: (value: unknown) => Promise<unknown> }) {
  const { options, other = String, ...described } = describe(name);
  if (!options) return <SwitchRow {...described} {...about} value={Boolean(value)} save={save} />;
  const all = options.map(([one, label]) => ({ value: one as string | number, name: label }));
  // The current value is listed even if it is not an offered choice.
  if (!all.some((one) => one.value === value)) {
    all.push({ value: value as number, name: other(value) });
    if (typeof value === 'number') all.sort((a, b) => Number(a.value) - Number(b.value));
  }
  return <ChoiceRow {...described} {...about} value={value as string | number} options={all} save={save} />;
}

/** The user's own setting. */
export const OwnSetting = (about: About) => (
  <SettingByName {...about} value={store.settings.value[about.name]} save={(value) => saveSetting(about.name, value)} />
);

/** The user's own settings, from a table of their rows. */
export const OwnSettings = ({ rows }: { rows: readonly (DescribedName | About)[] }) => (
  <>
    {rows.map((row) => {
      const about = typeof row === 'string' ? { name: row } : row;
      return <OwnSetting key={about.name} {...about} />;
    })}
  </>
);

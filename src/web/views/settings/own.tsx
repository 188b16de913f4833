import type { ComponentChildren } from 'preact';
import { ask } from '../../api.ts';
import { ChoiceRow, type Option, SwitchRow, TextRow } from '../../design/settings.tsx';
import { store } from '../../store/store.ts';
import type { UserSettings } from '../../wire.ts';

// One's own settings as rows, by their names in the API.

export type SettingName = keyof UserSettings;
type Of<T> = { [N in SettingName]: UserSettings[N] extends T ? N : never }[SettingName];

export const saveSetting = (name: SettingName, value: unknown): Promise<unknown> => ask('PATCH /settings', { [name]: value });

interface About<N extends SettingName> {
  name: N;
  label: string;
  hint?: ComponentChildren;
  fixed?: string | undefined;
}

export const OwnSwitch = ({ name, ...about }: About<Of<boolean>>) => (
  <SwitchRow {...about} value={store.settings.value[name]} save={(on) => saveSetting(name, on)} />
);

export const OwnChoice = <N extends Of<string | number>>({
  name,
  ...about
}: About<N> & { options: readonly Option<UserSettings[N]>[] }) => (
  <ChoiceRow {...about} value={store.settings.value[name]} save={(value) => saveSetting(name, value)} />
);

export const OwnNumber = ({ name, ...about }: About<Of<number>>) => (
  <TextRow {...about} type="number" value={String(store.settings.value[name])} save={(text) => saveSetting(name, Number(text))} />
);

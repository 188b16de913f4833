import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Type } from 'typebox';
import { findHolder } from '../../kernel/db/lock.ts';
import { Nullable, OneOf } from '../../kernel/http/schema.ts';
import { giveToOwner, makeFolder } from '../../kernel/owner.ts';
import { Unfit } from '../../kernel/settings/kinds.ts';
import { getKey } from '../../kernel/settings/setting.ts';
import { changeToml, WrongFile } from '../../kernel/settings/toml.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printTable, say } from '../../kernel/terminal/output.ts';
import { countWords } from '../../kernel/terminal/progress.ts';
import { type CommandOptions, configurationFile, dataFolder, readSettings } from '../../server/configuration.ts';
import { nearest, read, type Shown, showSetting } from '../../settings/find.ts';
import { SETTING_NAMES, type SettingName, settingWithKey } from '../../settings/table.ts';
import { runAnywhere } from '../connection/run-operation.ts';
import { work } from '../declaration/command.ts';

/** A setting with its source. `value`: null if it has none; a secret is shown only as present. */
const Setting = Type.Object({
  setting: Type.String(),
  value: Nullable(Type.String()),
  origin: Type.String(),
  from: OneOf('default', 'file', 'environment', 'flag'),
});

interface OneSetting extends CommandOptions {
  setting: string;
}

/** Prints all settings with their values and sources. */
export const show = work({
  result: Type.Array(Setting),
  async run({ running, ...options }: CommandOptions & { running?: boolean | undefined }) {
    if (running) return runAnywhere(options, 'config-show', {});
    sayWhere(options);
    return (await readSettings(options)).found.map(showSetting);
  },
  async print(settings, { running, ...options }) {
    printTable(
      ['setting', 'value', 'origin'],
      settings.map(({ setting, value, origin }) => [setting, value ?? '-', origin]),
    );
    if (!running && findHolder(dataFolder(options.data))?.url)
      say('The running server may use other settings: config show --running');
  },
  fails: async (_, { running, ...options }) =>
    running ? undefined : wrongSettings((await readSettings(options)).wrong),
});

export const get = work({
  result: Setting,
  async run({ setting, ...options }: OneSetting) {
    const name = requireSetting(setting);
    const { found, wrong } = await readSettings(options);
    const failure = wrongSettings(wrong);
    if (failure) throw failure;
    return showSetting(found.find((one) => one.name === name)!);
  },
  print({ value }) {
    if (value !== null) console.log(value);
  },
});

/** Writes a value into the file, and creates the file if necessary. */
export const set = work({
  result: Setting,
  run({ setting, value: text, ...options }: OneSetting & { value: string }) {
    const name = requireSetting(setting);
    try {
      read(name, text);
    } catch (error) {
      throw error instanceof Unfit ? new Failure(EXIT.usage, error.message) : error;
    }
    change(options, name, /^\d{1,15}$/.test(text) ? Number(text) : text);
    return describeChanged(name, options);
  },
});

export const unset = work({
  result: Setting,
  run({ setting, ...options }: OneSetting) {
    const name = requireSetting(setting);
    if (existsSync(configurationFile(options))) change(options, name, undefined);
    return describeChanged(name, options);
  },
});

/** Prints all errors at once. */
export const validate = work({
  result: Type.Object({ wrong: Type.Array(Type.String()) }),
  async run(options: CommandOptions) {
    const { found, wrong } = await readSettings(options);
    if (wrong.length > 0) return { wrong };
    sayWhere(options);
    const chosen = found.filter(({ origin }) => origin !== 'default').length;
    say(`Valid; ${countWords(chosen, 'setting differs', 'settings differ')} from the defaults.`);
    return { wrong };
  },
  fails: ({ wrong }) => wrongSettings(wrong),
});

function change(options: CommandOptions, name: SettingName, value: string | number | undefined): void {
  const path = configurationFile(options);
  try {
    makeFolder(dirname(path));
    changeToml(path, getKey(name), value);
    giveToOwner(dirname(path), path);
  } catch (error) {
    throw new Failure(error instanceof WrongFile ? EXIT.usage : EXIT.failure, (error as Error).message);
  }
  say(`Wrote ${path}. Restart the server to apply the change; some settings are also applied on SIGHUP.`);
}

/** The setting as it is now. Says if something overrides the file. */
async function describeChanged(name: SettingName, options: CommandOptions): Promise<Shown> {
  const { found } = await readSettings(options);
  const one = found.find((one) => one.name === name)!;
  const { origin, place } = one;
  if (origin === 'flag' || origin === 'environment') say(`But ${place} is set and overrides the file.`);
  return showSetting(one);
}

function requireSetting(key: string): SettingName {
  const name = settingWithKey(key);
  if (!name) throw new Failure(EXIT.usage, `No such setting: ${key}${nearest(key, SETTING_NAMES.map(getKey))}`);
  return name;
}

const wrongSettings = (wrong: readonly string[]): Failure | undefined =>
  wrong.length === 0 ? undefined : new Failure(EXIT.usage, wrong.join('\nklatch: '));

const sayWhere = (options: CommandOptions): void => {
  const file = configurationFile(options);
  say(`Data folder ${dataFolder(options.data)}, configuration ${file}${existsSync(file) ? '' : ' (does not exist)'}`);
};

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { holderOf } from '../../kernel/db/lock.ts';
import { giveToOwner, makeFolder } from '../../kernel/owner.ts';
import { Unfit } from '../../kernel/settings/kinds.ts';
import { keyOf } from '../../kernel/settings/setting.ts';
import { changeToml, WrongFile } from '../../kernel/settings/toml.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printJson, printTable, say } from '../../kernel/terminal/output.ts';
import { counted } from '../../kernel/terminal/progress.ts';
import { type CommandOptions, dataFolder, fileOf, settingsOf } from '../../server/configuration.ts';
import { nearest, read, type Shown, shown } from '../../settings/find.ts';
import { SETTING_NAMES, type SettingName, settingWithKey } from '../../settings/table.ts';
import { runCommandAnywhere } from '../connection/run-command.ts';

/** Prints all settings with their values and sources. */
export async function show(options: CommandOptions & { running?: boolean }): Promise<void> {
  if (options.running) return print((await runCommandAnywhere(options, 'config-show', {})).settings, options);
  const { found, wrong } = await settingsOf(options);
  sayWhere(options);
  print(found.map(shown), options);
  if (holderOf(dataFolder(options.data))?.url) say('The running server may use other settings: config show --running');
  rejectUnknown(wrong);
}

function print(settings: readonly Shown[], { json }: CommandOptions): void {
  if (json) printJson(settings);
  else
    printTable(
      ['setting', 'value', 'origin'],
      settings.map(({ setting, value, origin }) => [setting, value ?? '-', origin]),
    );
}

export async function get(key: string, options: CommandOptions): Promise<void> {
  const name = requireSetting(key);
  const { found, wrong } = await settingsOf(options);
  rejectUnknown(wrong);
  const one = shown(found.find((one) => one.name === name)!);
  if (options.json) printJson(one);
  else if (one.value !== null) console.log(one.value);
}

/** Writes a value into the file, and creates the file if necessary. */
export async function set(key: string, text: string, options: CommandOptions): Promise<void> {
  const name = requireSetting(key);
  try {
    read(name, text);
  } catch (error) {
    throw error instanceof Unfit ? new Failure(EXIT.usage, error.message) : error;
  }
  change(options, name, /^\d{1,15}$/.test(text) ? Number(text) : text);
  await sayHowItIs(name, options);
}

export async function unset(key: string, options: CommandOptions): Promise<void> {
  const name = requireSetting(key);
  if (existsSync(fileOf(options))) change(options, name, undefined);
  await sayHowItIs(name, options);
}

/** Prints all errors at once. */
export async function validate(options: CommandOptions): Promise<void> {
  const { found, wrong } = await settingsOf(options);
  if (options.json) printJson({ wrong });
  rejectUnknown(wrong);
  sayWhere(options);
  const chosen = found.filter(({ origin }) => origin !== 'default').length;
  say(`Valid; ${counted(chosen, 'setting differs', 'settings differ')} from the defaults.`);
}

function change(options: CommandOptions, name: SettingName, value: string | number | undefined): void {
  const path = fileOf(options);
  try {
    makeFolder(dirname(path));
    changeToml(path, keyOf(name), value);
    giveToOwner(dirname(path), path);
  } catch (error) {
    throw new Failure(error instanceof WrongFile ? EXIT.usage : EXIT.failure, (error as Error).message);
  }
  say(`Wrote ${path}. Restart the server to apply the change; some settings are also applied on SIGHUP.`);
}

async function sayHowItIs(name: SettingName, options: CommandOptions): Promise<void> {
  const { found } = await settingsOf(options);
  const one = found.find((one) => one.name === name)!;
  const { origin, place } = one;
  if (options.json) printJson(shown(one));
  if (origin === 'flag' || origin === 'environment') say(`But ${place} is set and overrides the file.`);
}

function requireSetting(key: string): SettingName {
  const name = settingWithKey(key);
  if (!name) throw new Failure(EXIT.usage, `No such setting: ${key}${nearest(key, SETTING_NAMES.map(keyOf))}`);
  return name;
}

function rejectUnknown(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Failure(EXIT.usage, wrong.join('\nklatch: '));
}

const sayWhere = (options: CommandOptions): void => {
  const file = fileOf(options);
  say(`Data folder ${dataFolder(options.data)}, configuration ${file}${existsSync(file) ? '' : ' (does not exist)'}`);
};

import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Found, nearest, read } from '../kernel/settings/find.ts';
import { Unfit } from '../kernel/settings/kinds.ts';
import { keyOf, SETTING_NAMES, type SettingName, settingOf, settingWithKey } from '../kernel/settings/table.ts';
import { changeToml, WrongFile } from '../kernel/settings/toml.ts';
import { dataFolder, fileOf, type Given, settingsOf } from './configuration.ts';
import { EXIT, Failure } from './failure.ts';
import { printJson, printTable, say } from './say.ts';

/** Prints all settings with their values and where those come from. */
export async function show(given: Given): Promise<void> {
  const { found, wrong } = await settingsOf(given);
  sayWhere(given);
  if (given.json) printJson(found.map(shown));
  else
    printTable(
      ['setting', 'value', 'origin'],
      found.map(shown).map(({ setting, value, origin }) => [setting, value ?? '-', origin]),
    );
  refuse(wrong);
}

export async function get(key: string, given: Given): Promise<void> {
  const name = requireSetting(key);
  const { found, wrong } = await settingsOf(given);
  refuse(wrong);
  const one = shown(found.find((one) => one.name === name)!);
  if (given.json) printJson(one);
  else if (one.value !== null) console.log(one.value);
}

/** Writes a value into the file, which is made if need be. */
export async function set(key: string, text: string, given: Given): Promise<void> {
  const name = requireSetting(key);
  try {
    read(name, text);
  } catch (error) {
    throw error instanceof Unfit ? new Failure(EXIT.usage, error.message) : error;
  }
  change(given, name, /^\d{1,15}$/.test(text) ? Number(text) : text);
  await sayIfOverridden(name, given);
}

export async function unset(key: string, given: Given): Promise<void> {
  const name = requireSetting(key);
  if (existsSync(fileOf(given))) change(given, name, undefined);
  await sayIfOverridden(name, given);
}

/** Says everything that is wrong at once. */
export async function validate(given: Given): Promise<void> {
  const { found, wrong } = await settingsOf(given);
  if (given.json) printJson({ wrong });
  refuse(wrong);
  sayWhere(given);
  say(`All is well: ${found.filter(({ origin }) => origin !== 'default').length} settings differ from their defaults.`);
}

function change(given: Given, name: SettingName, value: string | number | undefined): void {
  const path = fileOf(given);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    changeToml(path, keyOf(name), value);
  } catch (error) {
    throw new Failure(error instanceof WrongFile ? EXIT.usage : EXIT.failure, (error as Error).message);
  }
  say(`${path} is written; a running server takes it up with its next start, or at once with SIGHUP where that can be.`);
}

async function sayIfOverridden(name: SettingName, given: Given): Promise<void> {
  const { found } = await settingsOf(given);
  const { origin, place } = found.find((one) => one.name === name)!;
  if (origin === 'flag' || origin === 'environment') say(`But ${place} is set, and wins over the file.`);
}

function requireSetting(key: string): SettingName {
  const name = settingWithKey(key);
  if (!name) throw new Failure(EXIT.usage, `There is no setting '${key}'${nearest(key, SETTING_NAMES.map(keyOf))}`);
  return name;
}

function refuse(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Failure(EXIT.usage, wrong.join('\nklatch: '));
}

const sayWhere = (given: Given): void => {
  const file = fileOf(given);
  say(`Data folder ${dataFolder(given.data)}, configuration ${file}${existsSync(file) ? '' : ' (not there)'}`);
};

/** As it is printed: a secret only as being there. */
function shown({ name, text, origin, place }: Found) {
  const value = text === undefined ? null : settingOf(name).secret ? '********' : text;
  return { setting: keyOf(name), value, origin: place === undefined ? origin : `${origin} (${place})`, from: origin };
}

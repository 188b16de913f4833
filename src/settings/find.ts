import { readFileSync } from 'node:fs';
import { Unfit } from '../kernel/settings/kinds.ts';
import { getKey, getVariable, isContainer } from '../kernel/settings/setting.ts';
import { getSetting, SETTING_NAMES, type SettingName, type Settings, settingWithKey } from './table.ts';

/** The sources of values, by precedence; the defaults come last. */
export interface Sources {
  /** By name; a missing flag is undefined, one without a value true. */
  flags: Readonly<Record<string, unknown>>;
  env: Readonly<Record<string, string | undefined>>;
  /** The parsed klatch.toml. */
  file?: { path: string; values: Readonly<Record<string, unknown>> } | undefined;
  /** Replaces the table's defaults, as text. */
  defaults?: Readonly<Partial<Record<SettingName, string>>>;
}

type Origin = 'flag' | 'environment' | 'file' | 'default';

/** One setting with its source. */
export interface Found {
  name: SettingName;
  /** As it was written; undefined: it has no value. */
  text: string | undefined;
  origin: Origin;
  /** The flag, the variable or the file. */
  place: string | undefined;
}

/** The value of every setting with its source; `wrong` lists all errors, one line each. */
export function findSettings(sources: Sources): { found: Found[]; settings: Settings; wrong: string[] } {
  const wrong = [...unknownKeys(sources), ...unknownVariables(sources)];
  const settings: Record<string, unknown> = {};
  const found = SETTING_NAMES.map((name): Found => {
    let one: Found = { name, text: undefined, origin: 'default', place: undefined };
    try {
      one = find(name, sources);
      settings[name] = one.text === undefined ? undefined : read(name, one.text, getPlace(one));
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      wrong.push(error.message);
    }
    return one;
  });
  return { found, settings: settings as Settings, wrong };
}

/** Where to look for it: a file contains several. */
const getPlace = ({ name, origin, place }: Found) => (origin === 'file' ? `${getKey(name)} in ${place}` : place);

/** Parses a text into the setting's value; errors name `place`. */
export function read(name: SettingName, text: string, location = getKey(name)): unknown {
  const { kind, secret } = getSetting(name);
  try {
    return kind.read(text);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    // A URL may contain a password, where it is not allowed.
    const shown = text.replace(/\/\/[^/@]*@/g, '//…@');
    throw new Unfit(`${location} ${error.message}${secret ? '' : `, not '${shown}'`}`);
  }
}

function find(name: SettingName, { flags, env, file, defaults }: Sources): Found {
  const flag = flags[name];
  if (flag !== undefined)
    return {
      name,
      text: flag === true ? getSetting(name).bare : String(flag),
      origin: 'flag',
      place: `--${getKey(name)}`,
    };
  const variable = getVariable(name);
  const fromFile = env[`${variable}_FILE`];
  if (env[variable] !== undefined && fromFile !== undefined)
    throw new Unfit(`${variable} and ${variable}_FILE are both set. Use one of them`);
  if (env[variable] !== undefined) return { name, text: env[variable], origin: 'environment', place: variable };
  if (fromFile !== undefined)
    return {
      name,
      text: readContent(fromFile, `${variable}_FILE`),
      origin: 'environment',
      place: `${variable}_FILE (${fromFile})`,
    };
  const value = file?.values[getKey(name)];
  if (value !== undefined)
    return {
      name,
      text: readText(value, `${getKey(name)} in ${file!.path}`, getSetting(name).kind.structured),
      origin: 'file',
      place: file!.path,
    };
  return { name, text: defaults?.[name] ?? findDefault(name, env), origin: 'default', place: undefined };
}

const findDefault = (name: SettingName, env: Sources['env']): string | undefined => {
  const { inContainer, default: usual } = getSetting(name);
  return inContainer !== undefined && isContainer(env) ? inContainer : usual;
};

function readContent(path: string, location: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new Unfit(`${location} names a file that cannot be read: ${(error as Error).message}`);
  }
}

/** A TOML value as the text of a flag. */
function readText(value: unknown, location: string, structured = false): string {
  if (structured && typeof value === 'object') return JSON.stringify(value);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map((part) => readText(part, location)).join(',');
  throw new Unfit(`${location} must be a string, a number, true, false or a list of these`);
}

const unknownKeys = ({ file }: Sources): string[] =>
  Object.keys(file?.values ?? {})
    .filter((key) => settingWithKey(key) === undefined)
    .map((key) => `${file!.path}: no such setting: ${key}${nearest(key, SETTING_NAMES.map(getKey))}`);

/** Variables that belong to Klatch but are not settings. */
const OTHERS = [
  'KLATCH_ORGANIZATIONS',
  'KLATCH_ORGANIZATION',
  'KLATCH_DATA',
  'KLATCH_CONFIG',
  'KLATCH_CONTAINER',
  'KLATCH_QUIET',
  'KLATCH_VERBOSE',
];
/** Variables that Kubernetes sets for a service called klatch. */
const KUBERNETES = /^KLATCH_(PORT|SERVICE)(_|$)/;

function unknownVariables({ env }: Sources): string[] {
  const known = [...SETTING_NAMES.flatMap((name) => [getVariable(name), `${getVariable(name)}_FILE`]), ...OTHERS];
  return Object.keys(env)
    .filter((name) => name.startsWith('KLATCH_') && !known.includes(name) && !KUBERNETES.test(name))
    .map((name) => `No setting has the variable ${name}${nearest(name, known)}`);
}

/** A setting for display. */
export interface Shown {
  setting: string;
  /** null: none; a secret is shown only as present. */
  value: string | null;
  /** With its source. */
  origin: string;
  from: Origin;
}

export function showSetting({ name, text, origin, place }: Found): Shown {
  const value = text === undefined ? null : getSetting(name).secret ? '********' : text;
  return { setting: getKey(name), value, origin: place === undefined ? origin : `${origin} (${place})`, from: origin };
}

/** Suggests the known names that are most like what somebody typed: those that need the fewest changes of a letter. */
export function nearest(input: string, known: readonly string[]): string {
  const word = input.toLowerCase().slice(0, LONGEST_NAME);
  const likeness = (text: string) => 1 - distance(word, text.toLowerCase()) / Math.max(word.length, text.length);
  const rated = known.map((text) => ({ text, like: likeness(text) })).sort((a, b) => b.like - a.like);
  const best = rated.filter(({ like }) => like > 0.4 && like > rated[0]!.like - 0.01).map(({ text }) => text);
  return best.length > 0 ? ` (did you mean ${best.slice(0, 3).join(' or ')}?)` : '';
}

/** Longer input is compared up to here. */
const LONGEST_NAME = 60;

/** How many letters must be added, removed, replaced or swapped with the next one to get from one word to the other. */
function distance(one: string, other: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const changed = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      next.push(isSwapped ? Math.min(changed, before[j - 2]! + 1) : changed);
    }
    [before, row] = [row, next];
  }
  return row[other.length]!;
}

import { basename, delimiter, dirname, isAbsolute, relative, resolve } from 'node:path';
import { isExecutable } from './assets.ts';
import { isContainer } from './settings/setting.ts';

/** How this process was started. */
export interface Started {
  isExecutable: boolean;
  argv0: string;
  /** The script, if it is not an executable. */
  script: string | undefined;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

const startCommand = (): Started => ({
  isExecutable: isExecutable,
  argv0: process.argv0,
  script: process.argv[1],
  cwd: process.cwd(),
  env: process.env,
});

/** The data folder of a command, or the folder of many organizations. */
interface Place {
  dataDir?: string;
  organizations?: string;
  /** The configuration file, if one was named. */
  configFile?: string | undefined;
}

/** A command of this program that can be copied into the shell it was started from, for the same data folder. */
export function commandLine(
  words: string,
  { dataDir, organizations, configFile }: Place,
  how: Started = startCommand(),
): string {
  const standard = isContainer(how.env) ? '/data' : resolve(how.cwd, 'klatch-data');
  return [
    programName(how),
    words,
    ...(dataDir === undefined || dataDir === standard ? [] : [`--data ${quoteWord(dataDir)}`]),
    ...(organizations === undefined ? [] : [`--organizations ${quoteWord(organizations)}`]),
    ...(configFile === undefined ? [] : [`--config ${quoteWord(resolve(how.cwd, configFile))}`]),
  ].join(' ');
}

/** The name of the program: `klatch`, `./klatch`, `npm start --`, `node scripts/start.mjs`. */
export function programName({ isExecutable, argv0, script = '', cwd, env }: Started = startCommand()): string {
  if (isExecutable) return quoteWord(argv0);
  if (env.npm_lifecycle_event === 'start' && env.npm_package_name === 'klatch') return 'npm start --';
  const folders = (env.PATH ?? '').split(delimiter);
  if (basename(script) === 'klatch') return folders.includes(dirname(script)) ? 'klatch' : quoteWord(script);
  const path = relative(cwd, script);
  return `${quoteWord(argv0)} ${quoteWord(path.startsWith('..') || isAbsolute(path) ? script : path)}`;
}

/** Quotes a word for the shell. */
export const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

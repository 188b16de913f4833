import { AsyncLocalStorage } from 'node:async_hooks';

type Verbosity = 'quiet' | 'normal' | 'verbose';

/** Receives what is being done, and how much of it, from 0 to 1. */
export type ProgressFollower = (what: string, part: number) => void;

/** How a command writes its messages. */
interface Output {
  verbosity: Verbosity;
  write: (text: string) => void;
  /** Another program that follows the progress. */
  follower?: ProgressFollower;
}

/** The output of the running command. */
const running = new AsyncLocalStorage<Output>();
const STANDARD: Output = { verbosity: 'normal', write: (text) => console.error(text) };
const output = (): Output => running.getStore() ?? STANDARD;

/** Applies --quiet and --verbose, or the environment variables of the same meaning, to the command that begins. */
export function setVerbosity({ quiet, verbose }: { quiet?: boolean; verbose?: boolean }): void {
  if (quiet ?? process.env.KLATCH_QUIET === '1') running.enterWith({ ...output(), verbosity: 'quiet' });
  else if (verbose ?? process.env.KLATCH_VERBOSE === '1') running.enterWith({ ...output(), verbosity: 'verbose' });
}

/** Runs `work`, whose messages go to `write` instead of standard error: to a log whose every line must be JSON. */
export function withWriter<T>(write: (text: string) => void, work: () => T): T {
  return running.run({ ...output(), write }, work);
}

/** Sends the progress of the command that begins to another program, instead of a terminal. */
export function followProgress(follower: ProgressFollower): void {
  running.enterWith({ ...output(), follower });
}

export const progressFollower = (): ProgressFollower | undefined => output().follower;

/** Runs `work` without its messages. */
export function quietly<T>(work: () => T): T {
  return running.run({ ...output(), verbosity: 'quiet' }, work);
}

/** Prints a message on standard error, unless --quiet. */
export function say(text: string): void {
  if (output().verbosity !== 'quiet') output().write(text);
}

/** Prints a message with --verbose. */
export function detail(text: string): void {
  if (output().verbosity === 'verbose') console.error(text);
}

/** Whether the output is a terminal, on which a line can be updated. */
export const onTerminal = (): boolean =>
  process.stderr.isTTY === true && output().verbosity !== 'quiet' && process.env.TERM !== 'dumb';

/** Data, as JSON. */
export const printJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

/** Data as a table with headings. */
export function printTable(columns: readonly string[], rows: readonly (readonly unknown[])[]): void {
  const lines = rows.map((row) =>
    row.map((value) => (value === null || value === undefined ? '' : harmless(String(value).replaceAll(/\s+/g, ' ')))),
  );
  const headed = [columns.map((name) => name.toUpperCase()), ...lines];
  const widths = columns.map((_, at) => Math.max(0, ...headed.map((line) => line[at]!.length)));
  for (const line of headed)
    console.log(
      line
        .map((text, at) => text.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    );
}

/** Removes terminal control characters from text by others. */
export const harmless = (text: string): string => text.replaceAll(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '');

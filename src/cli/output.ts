/** 0 with --quiet, 2 with --verbose. */
let loudness = 1;

export function setLoudness({ quiet, verbose }: { quiet?: boolean; verbose?: boolean }): void {
  if (quiet ?? process.env.KLATCH_QUIET === '1') loudness = 0;
  else if (verbose ?? process.env.KLATCH_VERBOSE === '1') loudness = 2;
}

/** Where `say` writes: standard error, or the log of a server whose every line must be JSON. */
let write: (text: string) => void = (text) => console.error(text);

export function sayThrough(writer: (text: string) => void): void {
  write = writer;
}

/** Prints a message on standard error, unless --quiet. */
export function say(text: string): void {
  if (loudness > 0) write(text);
}

/** Prints a message with --verbose. */
export function detail(text: string): void {
  if (loudness > 1) console.error(text);
}

/** Whether the output is a terminal, on which a line can be updated. */
export const onTerminal = (): boolean => process.stderr.isTTY === true && loudness > 0 && process.env.TERM !== 'dumb';

/** Data, as JSON. */
export const printJson = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

/** A command's result in words; with `--json` as data. */
export function printLine({ json }: { json?: boolean }, what: object, words: string): void {
  if (json) printJson(what);
  else say(words);
}

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

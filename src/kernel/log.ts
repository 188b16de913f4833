import { pino } from 'pino';
import { mapToSources } from './source-maps.ts';
import { isJournal } from './systemd.ts';

export type Log = pino.Logger;

/** The format of log lines; `auto`: for humans on a terminal, else JSON. */
export type LogFormat = 'auto' | 'json' | 'human';

/** What must never be logged. */
const SECRET = ['password', 'api_key', 'key', 'token', 'code', 'secret', 'authorization', 'cookie'];

/** The code of an error (SQLITE_FULL, ENOENT, CERT_HAS_EXPIRED, 550) is no secret, and says what went wrong. */
const ERROR_CODE = /^(E[A-Z]{3}[A-Z\d]*|[A-Z][A-Z\d]*(_[A-Z\d]+)+|\d{1,3})$/;

const hideValue = (value: unknown, path: readonly unknown[]): unknown =>
  path.at(-1) === 'code' && ERROR_CODE.test(String(value)) ? value : '[Redacted]';

/** One line per event on stderr; without the time under systemd, whose journal adds it. Never log a secret. */
export function createLog(level: string, format: LogFormat = 'auto'): Log {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    serializers: { err: readable },
    redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`]), censor: hideValue },
    ...(process.env.JOURNAL_STREAM !== undefined && { timestamp: false }),
  };
  const errors = pino.destination({ dest: 2, sync: true });
  if (format === 'json' || (format === 'auto' && !process.stderr.isTTY))
    return pino(options, isJournal() ? withPriorities(errors) : errors);
  const colored = process.stderr.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
  const humans = { write: (line: string) => void process.stderr.write(forHumans(line, colored)) };
  return pino(options, isJournal() ? withPriorities(humans) : humans);
}

/** The priorities of the journal, by pino's levels. */
const PRIORITIES: Readonly<Record<number, number>> = { 10: 7, 20: 7, 30: 6, 40: 4, 50: 3, 60: 2 };

/** The journal reads the priority of a line from its beginning: `journalctl -p err` shows only errors. */
const withPriorities = (stream: pino.DestinationStream): pino.DestinationStream & { lastLevel: number } => ({
  // pino stores the level of each line in such a stream.
  ...{ [Symbol.for('pino.metadata')]: true },
  lastLevel: 30,
  write(line) {
    stream.write(`<${PRIORITIES[this.lastLevel] ?? 6}>${line}`);
  },
});

function readable(error: Error): object {
  const serialized = pino.stdSerializers.err(error);
  return serialized.stack ? { ...serialized, stack: mapToSources(serialized.stack) } : serialized;
}

const COLOR: Record<number, number> = { 10: 90, 20: 90, 30: 36, 40: 33, 50: 31, 60: 31 };

interface LogLine {
  time?: number;
  level: number;
  msg?: string;
  err?: { stack?: string; type?: string; message?: string };
  [field: string]: unknown;
}

/** One log line for humans: time, level, message, and the rest as name=value. */
function forHumans(line: string, colored: boolean): string {
  const { time, level, msg, err, ...rest } = JSON.parse(line) as LogLine;
  const paint = (text: string, color: number) => (colored ? `\x1b[${color}m${text}\x1b[0m` : text);
  const words = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const clock = time === undefined ? [] : [paint(new Date(time).toTimeString().slice(0, 8), 90)];
  const stack = err ? `\n${trimStack(err.stack ?? `${err.type}: ${err.message}`)}` : '';
  return `${[...clock, paint(pino.levels.labels[level]!.padEnd(5), COLOR[level]!), msg, paint(words.join(' '), 90)].join(' ').trimEnd()}${stack}\n`;
}

/** In the executable, a line of code can have thirty thousand characters. */
const trimStack = (stack: string): string =>
  stack
    .split('\n')
    .map((line) => (line.length > 300 ? `${line.slice(0, 300)}…` : line))
    .join('\n');

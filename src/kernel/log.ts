import { pino } from 'pino';

export type Log = pino.Logger;

/** One line per event on stderr; JSON, or plain text on a terminal. Never give it a secret. */
export function createLog(level: string): Log {
  if (!process.stderr.isTTY) return pino({ level }, pino.destination({ dest: 2, sync: true }));
  return pino({ level }, { write: (line) => void process.stderr.write(plain(line)) });
}

function plain(line: string): string {
  const { time, level, msg, pid: _pid, hostname: _hostname, err, ...rest } = JSON.parse(line) as Record<string, any>;
  const words = Object.entries(rest).map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const clock = new Date(time).toISOString().slice(11, 19);
  return `${[clock, pino.levels.labels[level], msg, ...words].join(' ')}${err ? `\n${err.stack ?? err.message}` : ''}\n`;
}

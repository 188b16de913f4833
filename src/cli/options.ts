import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import type { Choices } from '../kernel/config.ts';

/** Every flag is also a variable of the environment; the flag wins. */
const option = (flags: string, description: string): Option => {
  const made = new Option(flags, description);
  return made.env(`KLATCH_${made.name().replaceAll('-', '_').toUpperCase()}`);
};

export const dataOption = (): Option => option('--data <dir>', 'the data folder (default: ./klatch-data)');
export const listenOption = (): Option =>
  option('--listen <address>', 'where to listen: HOST:PORT or :PORT; port 0 takes any free one (default: 127.0.0.1:9991)');
export const serveOptions = (): Option[] => [
  dataOption(),
  listenOption(),
  option('--public-url <url>', 'the address people open, if it is not the one listened on').argParser(webAddress),
  option('--rate-limits <on|off>', 'refuse clients that ask too often').choices(['on', 'off']).default('on'),
  option('--upload-quota <mib>', 'what all uploaded files may take together, in MiB (default: no limit)').argParser(whole),
  option('--jwt-secret <word>', 'what signs the tokens other programs sign people in with (HS256)'),
  option('--big-blue-button-url <url>', 'a BigBlueButton server for video calls').argParser(webAddress),
  option('--big-blue-button-secret <word>', 'its shared secret'),
  option('--allow-private-webhooks <on|off>', 'let outgoing webhooks call addresses of the own network')
    .choices(['on', 'off'])
    .default('off'),
  option('--web-public-channels <on|off>', 'let organizations open channels to people without an account')
    .choices(['on', 'off'])
    .default('on'),
  logLevelOption().default('info'),
];
export const logLevelOption = (): Option =>
  option('--log-level <level>', 'the least that is logged').choices(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);

export interface ServeOptions {
  data?: string;
  listen?: string;
  publicUrl?: string;
  rateLimits: 'on' | 'off';
  uploadQuota?: number;
  jwtSecret?: string;
  bigBlueButtonUrl?: string;
  bigBlueButtonSecret?: string;
  allowPrivateWebhooks?: 'on' | 'off';
  webPublicChannels?: 'on' | 'off';
  logLevel: string;
}

export const choicesOf = (given: ServeOptions): Choices => ({
  dataDir: dataFolder(given.data),
  ...address(given.listen ?? ''),
  publicUrl: given.publicUrl,
  rateLimits: given.rateLimits === 'on',
  uploadQuotaMib: given.uploadQuota,
  jwtSecret: given.jwtSecret,
  bigBlueButton:
    given.bigBlueButtonUrl && given.bigBlueButtonSecret ? { url: given.bigBlueButtonUrl, secret: given.bigBlueButtonSecret } : undefined,
  allowPrivateWebhooks: given.allowPrivateWebhooks === 'on',
  webPublicChannels: given.webPublicChannels !== 'off',
  logLevel: given.logLevel,
  development: false,
});

/** The folder a command works on; systemd names the one it made for the service. */
export const dataFolder = (given: string | undefined): string => resolve(given ?? process.env.STATE_DIRECTORY ?? 'klatch-data');

export const hasDatabase = (dataDir: string): boolean => existsSync(databaseOf(dataDir));
export const databaseOf = (dataDir: string): string => resolve(dataDir, 'klatch.db');

/** `HOST:PORT`, `[::1]:PORT`, `PORT` or `HOST`; `:PORT` listens for all, or on `everywhere`. */
export function address(given: string, everywhere = '0.0.0.0'): { host: string; port: number } {
  if (given === '') return { host: '127.0.0.1', port: 9991 };
  const [, host, port] = /^(?:(\[[\da-fA-F:.]+\]|[^:[\]\s]*?):)?(\d{1,5})$/.exec(given) ?? [];
  if (port === undefined || Number(port) > 65_535) throw new InvalidArgumentError(`'${given}' is not HOST:PORT.`);
  return { host: host === undefined ? '127.0.0.1' : host === '' ? everywhere : host.replace(/[[\]]/g, ''), port: Number(port) };
}

/** A whole number, 0 and up. */
export function whole(given: string): number {
  if (!/^\d{1,10}$/.test(given)) throw new InvalidArgumentError('It is a whole number.');
  return Number(given);
}

/** A whole number of at least 1. */
export function count(given: string): number {
  if (!/^[1-9]\d{0,6}$/.test(given)) throw new InvalidArgumentError('It is a whole number, at least 1.');
  return Number(given);
}

function webAddress(given: string): string {
  if (!/^https?:$/.test(URL.parse(given)?.protocol ?? '')) throw new InvalidArgumentError('It begins with http:// or https://.');
  return given;
}

import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findHolder } from '../../kernel/db/lock.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import { detail } from '../../kernel/terminal/output.ts';
import { type CommandOptions, dataFolder } from '../../server/configuration.ts';
import { isSocketUrl } from '../connection/fetch-from.ts';

/** How a client finds the server and account: for any Zulip-compatible server. */
export interface LoginFlags extends CommandOptions {
  site?: string;
  user?: string;
  apiKey?: string;
  configFile?: string;
  /** A user of the server that runs on the data folder. */
  as?: string;
}

/** A server, and the account to use. */
export interface Login {
  site: string;
  email: string;
  key: string;
}

/** From flags, Zulip's variables, or a zuliprc; throws with exit code 2 if something is missing. */
export async function findLogin(flags: LoginFlags): Promise<Login> {
  if (flags.as !== undefined) return ownLogin(flags, flags.as);
  const { env } = process;
  const file = zuliprc(flags.configFile ?? env.ZULIP_CONFIG);
  const site = flags.site ?? env.ZULIP_SITE ?? file?.values.get('site');
  const email = flags.user ?? env.ZULIP_EMAIL ?? file?.values.get('email');
  const key = flags.apiKey ?? env.ZULIP_API_KEY ?? file?.values.get('key');
  const missing = [
    ...(site ? [] : ['--site (ZULIP_SITE)']),
    ...(email ? [] : ['--user (ZULIP_EMAIL)']),
    ...(key ? [] : ['--api-key (ZULIP_API_KEY)']),
  ];
  if (!site || !email || !key)
    throw new Failure(
      EXIT.usage,
      `Missing: ${missing.join(', ')}. Or use --config-file ZULIPRC, or --as USER for the server of this data folder`,
    );
  detail(`As ${email} at ${normalizeSite(site)}${file ? ` (${file.path})` : ''}`);
  return { site: normalizeSite(site), email, key };
}

/** Users who can read the data folder can act as any of its accounts. */
async function ownLogin(options: CommandOptions, who: string): Promise<Login> {
  const dataDir = dataFolder(options.data);
  const { runAnywhere } = await import('../connection/run-operation.ts');
  const url = findHolder(dataDir)?.url;
  if (!url) throw new Failure(EXIT.unreachable, `No server is running with the data folder ${dataDir}`);
  const { email, api_key } = await runAnywhere(options, 'user-api-key', { user: who });
  return { site: url, email, key: api_key };
}

/** A file like the one Zulip offers for download. A missing one is allowed unless it was named. */
function zuliprc(named: string | undefined): { path: string; values: Map<string, string> } | undefined {
  const path = named ?? (process.env.HOME || process.env.USERPROFILE ? join(homedir(), '.zuliprc') : undefined);
  if (path === undefined || (named === undefined && !existsSync(path))) return undefined;
  try {
    const lines = readFileSync(path, 'utf8').split(/\r?\n/);
    const pairs = lines.flatMap((line) => {
      const [, key, value] = /^([\w-]+)\s*[=:](.*)$/.exec(line.trim()) ?? [];
      return key === undefined ? [] : [[key, value!.trim()] as const];
    });
    return { path, values: new Map(pairs) };
  } catch (error) {
    throw new Failure(EXIT.usage, `${path} cannot be read: ${getReason(error)}`);
  }
}

/** As users write it: without a scheme, with a slash or /api at the end. */
function normalizeSite(input: string): string {
  if (isSocketUrl(input)) return input;
  const site = /^https?:\/\//.test(input)
    ? input
    : `${/^(localhost|127\.|\[::1\])/.test(input) ? 'http' : 'https'}://${input}`;
  if (!URL.canParse(site)) throw new Failure(EXIT.usage, `'${input}' is not a server URL`);
  return site.replace(/\/+$/, '').replace(/\/api(\/v1)?$/, '');
}

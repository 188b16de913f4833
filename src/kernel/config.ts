import type { IncomingMessage } from 'node:http';
import { findSettings } from './settings/find.ts';
import type { Settings } from './settings/table.ts';

/** What the operator chose: the settings of settings/table.ts, with `listen` taken apart, and what no file can say. */
export interface Choices extends Omit<Settings, 'listen'> {
  dataDir: string;
  host: string;
  port: number;
  /** A throw-away server: sign-in without a password, mails kept. */
  development: boolean;
}

/** What is not given has its default. */
export type Chosen = Partial<Choices> & { dataDir: string };

export const VERSION = '0.1.0';
/** The API level of Zulip that Klatch speaks, and the release that has it. */
export const FEATURE_LEVEL = 421;
export const ZULIP_VERSION = '11.0';

/** The operator's choices, and what follows from them. */
export class Config {
  readonly choices: Choices;
  /** When this run of the server began, in seconds: tells clients one run from another. */
  readonly generation = Math.floor(Date.now() / 1000);
  /** Filled in once the server listens: with port 0 it is not known before. */
  port: number;

  constructor(chosen: Chosen) {
    const { listen, ...defaults } = findSettings({ flags: {}, env: {} }).settings;
    this.choices = { ...defaults, ...listen, development: false, ...chosen };
    this.port = this.choices.port;
  }

  get dataDir(): string {
    return this.choices.dataDir;
  }
  get development(): boolean {
    return this.choices.development;
  }

  /** The server's own address, without a slash at the end. */
  get url(): string {
    const { publicUrl, host } = this.choices;
    if (publicUrl) return publicUrl.replace(/\/+$/, '');
    const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    return `http://${name}:${this.port}`;
  }

  /** The host in placeholder addresses (`user9@host`) and in e-mail addresses of bots. */
  get realmHost(): string {
    return new URL(this.url).hostname;
  }

  /** The address this request came to: the public one if there is one, else what the client called us. */
  originOf(request: IncomingMessage): string {
    if (this.choices.publicUrl) return this.url;
    const { host } = request.headers;
    return host && /^[\w.:[\]-]+$/.test(host) ? `http://${host}` : this.url;
  }

  /** The address a request is counted under. */
  trustedAddress(request: IncomingMessage): string {
    return request.socket.remoteAddress ?? '';
  }
}

import type { IncomingMessage } from 'node:http';

/** What the operator chose; every field has a flag and a `KLATCH_…` variable (see cli/options.ts). */
export interface Choices {
  dataDir: string;
  host: string;
  port: number;
  /** The address people open, if it differs from the one listened on. */
  publicUrl: string | undefined;
  rateLimits: boolean;
  /** What all uploaded files may take together, MiB; undefined: as much as there is. */
  uploadQuotaMib?: number | undefined;
  /** What signs the tokens of POST /jwt/fetch_api_key (HS256); undefined: they are not taken. */
  jwtSecret?: string | undefined;
  /** A BigBlueButton server's address and secret; undefined: no calls there. */
  bigBlueButton?: { url: string; secret: string } | undefined;
  /** Outgoing webhooks may be told at addresses that are not the world's. */
  allowPrivateWebhooks?: boolean | undefined;
  /** There may be web-public channels, which people without an account read; undefined: yes, if the organisation wants it. */
  webPublicChannels?: boolean | undefined;
  logLevel: string;
  /** A throw-away server: sign-in without a password, mails kept. */
  development: boolean;
}

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

  constructor(choices: Choices) {
    this.choices = choices;
    this.port = choices.port;
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

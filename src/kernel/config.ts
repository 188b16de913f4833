import type { IncomingMessage } from 'node:http';
import { peerAddress, proxyTrouble, readOrigin } from './http/proxies.ts';
import { ALL_ADDRESSES } from './settings/kinds.ts';
import type { ServerSettings } from './settings/server-settings.ts';
import type { CertificateInUse } from './tls/certificate.ts';

/** The operator's choices: the kernel's settings, with `listen` parsed, and what no file can set. */
export interface ServerChoices extends Omit<ServerSettings, 'listen'> {
  dataDir: string;
  /** With a Unix socket: localhost, and no port. */
  host: string;
  port: number;
  /** The Unix socket to listen on instead of a TCP address. */
  socketPath: string | undefined;
  /** Other processes of the server listen on the same port. */
  sharesPort: boolean;
  /** A development server: sign-in without a password, mails kept. */
  development: boolean;
}

export const VERSION = '0.1.0';
/** The API level of Zulip that Klatch implements, and the release that has it. */
export const FEATURE_LEVEL = 421;
export const ZULIP_VERSION = '11.0';

/** The operator's choices, and what follows from them. */
export class ServerConfig<C extends ServerChoices = ServerChoices> {
  readonly choices: C;
  /** When this run of the server started, in seconds: clients tell runs apart by it. */
  readonly generation = Math.floor(Date.now() / 1000);
  /** Set once the server listens: the system chooses the port for port 0. */
  port: number;
  /** This is one of many organizations of a server, whose people need not know about the machine. */
  isHosted = false;
  /** The certificates that the server uses. Set once it listens. `until`: when they expire, ms. */
  certificates: () => CertificateInUse[] = () => [];
  /** The configuration file that the operator named, if any. */
  configFile: string | undefined;

  /** `isAddressChosen`: the address to listen on is not the default. */
  constructor(choices: C, isAddressChosen: boolean) {
    this.choices = choices;
    // A server that gets certificates listens on all addresses by default.
    const getsCertificates = this.domain !== undefined || choices.organizationCertificates;
    if (getsCertificates && !isAddressChosen) Object.assign(choices, { host: ALL_ADDRESSES, port: 443 });
    this.port = this.choices.port;
  }

  get dataDir(): string {
    return this.choices.dataDir;
  }
  get development(): boolean {
    return this.choices.development;
  }

  /** The first name this server gets certificates for. */
  get domain(): string | undefined {
    return this.choices.domains?.[0];
  }

  /** The server's own address, without a slash at the end. */
  get url(): string {
    const { publicUrl, host, tlsCert, socketPath } = this.choices;
    if (publicUrl) return publicUrl.replace(/\/+$/, '');
    if (this.domain) return `https://${this.domain}${this.port === 443 ? '' : `:${this.port}`}`;
    if (socketPath !== undefined) return 'http://localhost';
    const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
    return `${tlsCert ? 'https' : 'http'}://${name}:${this.port}`;
  }

  /** The host in placeholder addresses (`user9@host`) and in bots' e-mail addresses. */
  get realmHost(): string {
    return new URL(this.url).hostname;
  }

  /** The address this request used: the public one if configured, else what the client, or a trusted proxy, sent. */
  getOrigin(request: IncomingMessage): string {
    if (this.choices.publicUrl || this.domain) return this.url;
    const { protocol, host } = readOrigin(request, this.choices.behindProxy);
    return host ? `${protocol}://${host}` : this.url;
  }

  /** The address that rate limits count a request for. */
  trustedAddress(request: IncomingMessage): string {
    const { behindProxy } = this.choices;
    return behindProxy ? readOrigin(request, behindProxy).address : peerAddress(request);
  }

  /** What is wrong with a proxy in front, as far as this request shows it. */
  proxyTrouble(request: IncomingMessage): string | undefined {
    const { behindProxy, publicUrl } = this.choices;
    return proxyTrouble(request, behindProxy, publicUrl || this.domain ? this.url : undefined);
  }
}

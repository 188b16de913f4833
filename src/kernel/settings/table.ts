import {
  domain,
  fileMode,
  interval,
  type Kind,
  list,
  listener,
  networks,
  oneOf,
  onOff,
  tcpListener,
  webAddress,
  whole,
  words,
} from './kinds.ts';

/** Something the operator may choose. */
export interface Setting<T = unknown> {
  kind: Kind<T>;
  /** One line, for help and the README. */
  about: string;
  /** As text; none: undefined unless it is given. */
  default?: string;
  /** The default in our container image, where it differs. */
  inContainer?: string;
  /** Never shown. */
  secret?: boolean;
  /** What the flag alone, without a value, stands for. */
  bare?: string;
}

interface More {
  inContainer?: string;
  secret?: boolean;
  bare?: string;
}

function setting<T>(kind: Kind<T>, about: string, more: More & { default: string }): Setting<T>;
function setting<T>(kind: Kind<T>, about: string, more?: More): Setting<T | undefined>;
function setting<T>(kind: Kind<T>, about: string, more: Partial<Setting<T>> = {}): Setting<T> {
  return { kind, about, ...more };
}

/**
 * All settings of the server. A row here is all there is to a new one: `publicUrl` is the flag `--public-url`, the variable `KLATCH_PUBLIC_URL`
 * (or `KLATCH_PUBLIC_URL_FILE`, which names a file that holds it), the key `public-url` of klatch.toml, `config.choices.publicUrl` in the code,
 * a line of `klatch config show`, of `klatch serve --help` and of the README's table.
 */
export const SETTINGS = {
  listen: setting(
    listener,
    'where to listen: HOST:PORT, :PORT for all addresses (IPv4 and IPv6), port 0 for any free port, unix:/PATH for a Unix socket',
    {
      default: '127.0.0.1:9991',
      inContainer: ':9991',
    },
  ),
  socketMode: setting(fileMode, 'the permissions of the Unix socket, in octal', { default: '0660' }),
  publicUrl: setting(webAddress(), 'the address people open, if it is not the one listened on'),
  domains: setting(list(domain), 'serve these names over HTTPS, with certificates from Let’s Encrypt'),
  acmeDirectory: setting(webAddress(), 'the authority that gives the certificates', {
    default: 'https://acme-v02.api.letsencrypt.org/directory',
  }),
  httpListen: setting(tcpListener, 'with certificates of its own: where HTTP is answered, to be sent to HTTPS', {
    default: ':80',
  }),
  tlsCert: setting(
    words('<file>'),
    'serve over HTTPS with this certificate (PEM, with what leads to its root); read again on SIGHUP',
  ),
  tlsKey: setting(words('<file>'), 'its key (PEM)'),
  behindProxy: setting(networks, 'believe X-Forwarded-… from proxies at these addresses; alone: from private ones', {
    bare: 'private',
  }),
  rateLimits: setting(onOff, 'refuse clients that ask too often', { default: 'on' }),
  uploadQuotaMib: setting(whole('<mib>'), 'what all uploaded files may take together, MiB'),
  maxUploadMib: setting(whole('<mib>', 1), 'the largest file that may be uploaded, MiB', { default: '100' }),
  webPublicChannels: setting(onOff, 'let the organization open channels to people without an account', {
    default: 'on',
  }),
  jwtSecret: setting(
    words('<word>'),
    'what signs the tokens other programs sign people in with (HS256; each must expire within a day)',
    {
      secret: true,
    },
  ),
  bigBlueButtonUrl: setting(webAddress(), 'a BigBlueButton server for video calls'),
  bigBlueButtonSecret: setting(words('<word>'), 'its shared secret', { secret: true }),
  fullExports: setting(onOff, 'let owners export everybody’s private messages, whether people agree or not', {
    default: 'off',
  }),
  allowPrivateWebhooks: setting(onOff, 'let outgoing webhooks call addresses of the own network', { default: 'off' }),
  smtpUrl: setting(
    webAddress('<url>', ['smtp', 'smtps']),
    'where mail is handed over: smtp://USER:PASSWORD@HOST:PORT, smtps:// with TLS from the start',
    { secret: true },
  ),
  mailFrom: setting(
    words('<address>'),
    'the address mail comes from (noreply@ and the name of this server, unless said)',
  ),
  outbox: setting(words('<dir>'), 'write mails to files in this folder instead of handing them over'),
  pushServiceUrl: setting(webAddress(), 'a push service that wakes phones (Zulip’s is https://push.zulipchat.com)'),
  pushServiceId: setting(words('<id>'), 'the id under which this server is registered there'),
  pushServiceKey: setting(words('<key>'), 'its key', { secret: true }),
  pushContent: setting(onOff, 'let phones show what was written, which the push service could read', { default: 'on' }),
  backupEvery: setting(interval('1m'), 'make a backup so often: 6h, 1d; at least 1m', { default: 'off' }),
  backupKeep: setting(whole('<n>', 1), 'how many of these backups are kept', { default: '7' }),
  backupUploads: setting(onOff, 'whether these backups hold the uploaded files too', { default: 'on' }),
  logLevel: setting(
    oneOf<string>('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'the least that is logged',
    {
      default: 'info',
    },
  ),
  logFormat: setting(oneOf('auto', 'json', 'human'), 'how the log is written: for humans on a terminal, else JSON', {
    default: 'auto',
  }),
  metrics: setting(onOff, 'answer /metrics (Prometheus) for this machine', { default: 'off' }),
  metricsToken: setting(words('<word>'), 'answer /metrics for whoever sends this as a bearer token', { secret: true }),
  openBrowser: setting(onOff, 'open the set-up page when a new server is started on a desktop', { default: 'on' }),
};

export type SettingName = keyof typeof SETTINGS;
/** The values of all settings. */
export type Settings = { [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer T> ? T : never };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** The setting as something whose value is not known more closely. */
export const settingOf = (name: SettingName): Setting => SETTINGS[name];

/** `publicUrl` on the command line and in the file. */
export const keyOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** `publicUrl` in the environment. */
export const variableOf = (name: string): string => `KLATCH_${keyOf(name).replaceAll('-', '_').toUpperCase()}`;
/** The setting with this key. */
export const settingWithKey = (key: string): SettingName | undefined =>
  SETTING_NAMES.find((name) => keyOf(name) === key);

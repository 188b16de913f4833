import { directory } from './directory.ts';
import { issuer, providers } from './identity-providers.ts';
import {
  base64Url,
  domain,
  duration,
  fileMode,
  filesLocation,
  folder,
  interval,
  type Kind,
  list,
  listener,
  mailAddress,
  networks,
  nodeName,
  oneOf,
  onOff,
  reachableListener,
  roomAddress,
  siteAddress,
  syslogAddress,
  tcpListener,
  webAddress,
  whole,
  words,
} from './kinds.ts';

/** A setting that the operator can choose. */
export interface Setting<T = unknown> {
  kind: Kind<T>;
  /** One line, for help and the docs. */
  about: string;
  /** As text; without it, the setting is undefined by default. */
  default?: string;
  /** The default in our container image, if it differs. */
  inContainer?: string;
  /** Never shown. */
  secret?: boolean;
  /** The value of the flag without a value. */
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
 * All settings of the server. A new setting needs only a row here. For example, `publicUrl` is
 *
 * - the flag `--public-url`,
 * - the variable `KLATCH_PUBLIC_URL`, or `KLATCH_PUBLIC_URL_FILE`, which names a file that contains the value,
 * - the key `public-url` of klatch.toml,
 * - `config.choices.publicUrl` in the code,
 * - a line of `klatch config show`, of `klatch serve --help` and of the table in docs/settings.md.
 */
export const SETTINGS = {
  listen: setting(
    listener,
    'address to listen on: HOST:PORT, :PORT for all interfaces, port 0 for a free port, unix:/PATH for a Unix socket',
    {
      default: '127.0.0.1:9991',
      inContainer: ':9991',
    },
  ),
  workers: setting(
    whole('<n>'),
    'additional processes that hold the connections of clients and answer reads, on Linux; see docs/scale.md',
    { default: '0' },
  ),
  cluster: setting(
    words('<url>'),
    'share the organization with other machines through these NATS servers: nats://USER:PASSWORD@HOST,HOST,HOST; see docs/cluster.md',
    { secret: true },
  ),
  node: setting(nodeName, 'with --cluster: name of this machine, different from that of all others'),
  nodeListen: setting(
    reachableListener,
    'with --cluster: HOST:PORT of this machine for the other ones, in a private network',
  ),
  socketMode: setting(fileMode, 'the permissions of the Unix socket, in octal', { default: '0660' }),
  publicUrl: setting(siteAddress, 'URL that users open, if it differs from the listening address'),
  domains: setting(list(domain), 'serve these domains over HTTPS with certificates from Let’s Encrypt'),
  acmeDirectory: setting(webAddress(), 'ACME directory of the certificate authority', {
    default: 'https://acme-v02.api.letsencrypt.org/directory',
  }),
  acmeContact: setting(mailAddress, 'e-mail address for notices of the certificate authority'),
  acmeKeyId: setting(words('<id>'), 'ID of the key that binds the ACME account to yours at the authority (EAB)'),
  acmeKey: setting(base64Url, 'this key (HMAC)', { secret: true }),
  acmeDnsHook: setting(
    words('<file>'),
    'prove the domains by DNS instead of port 80: a program that sets and removes TXT records; see docs/running.md',
  ),
  httpListen: setting(
    tcpListener,
    'with HTTPS: address that redirects HTTP to HTTPS; with --tls-cert, only if you set it',
    {
      default: ':80',
    },
  ),
  tlsCert: setting(words('<file>'), 'serve HTTPS with this certificate chain (PEM); reloaded on SIGHUP'),
  tlsKey: setting(words('<file>'), 'private key of the certificate (PEM)'),
  organizationCertificates: setting(
    onOff,
    'with --organizations: serve HTTPS with a certificate from Let’s Encrypt for each host',
    { default: 'off' },
  ),
  organizationIdle: setting(
    duration('1s'),
    'with --organizations: time after which an organization that nobody uses is closed until it is used again',
    { default: '10m' },
  ),
  organizationsOpen: setting(
    whole('<n>', 1),
    'with --organizations: how many stay open; of more, those that nobody uses are closed at once',
    { default: '100' },
  ),
  organizationProcessMib: setting(
    whole('<mib>'),
    'with --organizations: size of the database from which an organization gets a process of its own; 0: always',
    { default: '64' },
  ),
  behindProxy: setting(
    networks,
    'trust X-Forwarded-… headers from these proxy addresses; without a value: from private addresses',
    {
      bare: 'private',
    },
  ),
  rateLimits: setting(onOff, 'limit requests per user and address', { default: 'on' }),
  userRequestsPerMinute: setting(whole('<n>', 1), 'maximum number of requests per minute of one account', {
    default: '200',
  }),
  addressRequestsPerMinute: setting(
    whole('<n>', 1),
    'maximum number of requests per minute of one address without an account, or with wrong credentials',
    { default: '100' },
  ),
  sendsPerMinute: setting(whole('<n>', 1), 'maximum number of messages that one account sends per minute'),
  uploadsPerMinute: setting(whole('<n>', 1), 'maximum number of files that one account uploads per minute'),
  passwordTries: setting(whole('<n>', 1), 'maximum number of wrong passwords for one account in 30 minutes', {
    default: '5',
  }),
  addressPasswordTries: setting(
    whole('<n>', 1),
    'maximum number of wrong passwords from one address in 30 minutes (default: 50, and 200 in a day)',
  ),
  rateLimitExempt: setting(
    networks,
    'addresses or networks that many people share, such as a school’s: without the limits of one address',
  ),
  requestsPerMinute: setting(whole('<n>', 1), 'maximum number of requests per minute of all users together'),
  maxUsers: setting(whole('<n>', 1), 'maximum number of active users, without bots'),
  uploadQuotaMib: setting(whole('<mib>'), 'maximum total size of uploaded files, MiB'),
  maxUploadMib: setting(whole('<mib>', 1), 'maximum size of one uploaded file, MiB', { default: '100' }),
  files: setting(
    filesLocation,
    'where uploaded files are: a folder, or s3://BUCKET/PREFIX (default: the data folder); see docs/files.md',
  ),
  filesEndpoint: setting(webAddress(), 'URL of the S3-compatible server (default: that of Amazon in the region)'),
  filesRegion: setting(words('<region>'), 'region of the S3 bucket', { default: 'us-east-1' }),
  filesAccessKey: setting(words('<id>'), 'ID of the key for the S3 bucket'),
  filesSecretKey: setting(words('<word>'), 'secret of the key for the S3 bucket', { secret: true }),
  webPublicChannels: setting(onOff, 'allow web-public channels, readable without an account', {
    default: 'on',
  }),
  restoreDays: setting(whole('<days>'), 'days in which deleted messages can be restored; 0: delete them at once', {
    default: '30',
  }),
  auditDays: setting(whole('<days>'), 'days in which entries of the audit log are kept; 0: forever', {
    default: '365',
  }),
  auditFile: setting(words('<file>'), 'append the audit log to this file as JSON Lines; reopened on SIGHUP'),
  auditSyslog: setting(
    syslogAddress,
    'send the audit log to syslog (RFC 5424): HOST:PORT for UDP, tcp:HOST:PORT, unix:/PATH for a stream socket',
    { bare: '127.0.0.1:514' },
  ),
  passwordLogin: setting(onOff, 'let users sign in with passwords; when off: klatch user login-link lets owners in', {
    default: 'on',
  }),
  termsUrl: setting(webAddress(), 'terms of service; the pages without an account link to it'),
  privacyUrl: setting(webAddress(), 'privacy policy, linked in the same places'),
  imprintUrl: setting(webAddress(), 'imprint, linked in the same places'),
  joinNote: setting(words('<text>'), 'a sentence that people read before they create an account'),
  sessionLifetime: setting(duration('5m'), 'time until a browser must sign in again, such as 12h or 14d', {
    default: '14d',
  }),
  oidcIssuer: setting(issuer, 'OpenID Connect provider that users sign in with: its issuer URL'),
  oidcName: setting(words('<name>'), 'name of this provider on the sign-in page (default: its host name)'),
  oidcClientId: setting(words('<id>'), 'this server’s client ID at the provider'),
  oidcClientSecret: setting(words('<word>'), 'this server’s client secret at the provider', { secret: true }),
  oidc: setting(providers, 'several providers: [[oidc]] tables in klatch.toml; see docs/sign-in.md', { secret: true }),
  ldap: setting(directory, 'directory whose users sign in with their passwords: an [ldap] table in klatch.toml', {
    secret: true,
  }),
  jwtSecret: setting(words('<word>'), 'HS256 secret for JWT sign-in; every token must expire within a day', {
    secret: true,
  }),
  jwtIssuer: setting(words('<name>'), 'the claim iss that JWT tokens must have'),
  jwtAudience: setting(words('<name>'), 'the claim aud that JWT tokens must have'),
  bigBlueButtonUrl: setting(webAddress(), 'BigBlueButton server for video calls'),
  bigBlueButtonSecret: setting(words('<word>'), 'shared secret of the BigBlueButton server', { secret: true }),
  zoomAccountId: setting(
    words('<id>'),
    'Zoom account for video calls: the ID of a server-to-server OAuth app’s account',
  ),
  zoomClientId: setting(words('<id>'), 'client ID of this app'),
  zoomClientSecret: setting(words('<word>'), 'client secret of this app', { secret: true }),
  zoomUrl: setting(webAddress(), 'Zoom’s server for sign-in', { default: 'https://zoom.us' }),
  zoomApiUrl: setting(webAddress(), 'Zoom’s server for its API', { default: 'https://api.zoom.us' }),
  callUrl: setting(
    roomAddress,
    'another server for video calls: a URL with {room}, where the random name of a room goes',
  ),
  gifProvider: setting(oneOf('none', 'tenor', 'giphy'), 'where users search GIFs; this server asks in their place', {
    default: 'none',
  }),
  gifApiKey: setting(words('<key>'), 'this server’s key at the GIF provider', { secret: true }),
  gifUrl: setting(webAddress(), 'another server with the same API as the GIF provider'),
  fullExports: setting(onOff, 'let owners export all private messages without consent', {
    default: 'off',
  }),
  allowPrivateWebhooks: setting(onOff, 'let outgoing webhooks call private network addresses', { default: 'off' }),
  smtpUrl: setting(
    webAddress('<url>', ['smtp', 'smtps']),
    'mail server: smtp://USER:PASSWORD@HOST:PORT, or smtps:// for implicit TLS',
    { secret: true },
  ),
  mailFrom: setting(words('<address>'), 'sender address of mail (default: noreply@ this server’s host name)'),
  outbox: setting(words('<dir>'), 'write mail to files in this folder instead of sending it'),
  pushServiceUrl: setting(
    webAddress(),
    'push service for mobile notifications (Zulip’s is https://push.zulipchat.com)',
  ),
  pushServiceId: setting(words('<id>'), 'this server’s ID at the push service'),
  pushServiceKey: setting(words('<key>'), 'this server’s key at the push service', { secret: true }),
  pushContent: setting(onOff, 'send message content to phones; the push service can read it', { default: 'on' }),
  backupEvery: setting(interval('1m'), 'back up automatically at this interval, such as 6h or 1d; at least 1m', {
    default: 'off',
  }),
  backupTo: setting(
    folder,
    'folder for automatic backups, which must exist (default: backups in the data folder); see docs/backup.md',
  ),
  backupKeep: setting(whole('<n>', 1), 'number of automatic backups to keep', { default: '7' }),
  backupUploads: setting(onOff, 'include uploaded files in automatic backups', { default: 'on' }),
  logLevel: setting(
    oneOf<string>('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    'lowest level to log',
    {
      default: 'info',
    },
  ),
  logFormat: setting(oneOf('auto', 'json', 'human'), 'log format; auto: text on a terminal, otherwise JSON', {
    default: 'auto',
  }),
  metrics: setting(onOff, 'serve Prometheus metrics at /metrics to this machine', { default: 'off' }),
  metricsToken: setting(words('<word>'), 'bearer token that allows reading /metrics', { secret: true }),
  openBrowser: setting(onOff, 'open the setup page when a new server starts on a desktop', { default: 'on' }),
};

export type SettingName = keyof typeof SETTINGS;
/** The values of all settings. */
export type Settings = { [Name in SettingName]: (typeof SETTINGS)[Name] extends Setting<infer T> ? T : never };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** The setting with a value of any type. */
export const settingOf = (name: SettingName): Setting => SETTINGS[name];

/** The form of `publicUrl` on the command line and in the file. */
export const keyOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** The form of `publicUrl` in the environment. */
export const variableOf = (name: string): string => `KLATCH_${keyOf(name).replaceAll('-', '_').toUpperCase()}`;
/** The setting with this key. */
export const settingWithKey = (key: string): SettingName | undefined =>
  SETTING_NAMES.find((name) => keyOf(name) === key);

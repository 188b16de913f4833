import {
  ageRecipient,
  backupLocation,
  base64Url,
  domain,
  duration,
  fileMode,
  filesLocation,
  headers,
  hostKey,
  interval,
  keepRule,
  list,
  listener,
  mailAddress,
  networks,
  nodeName,
  oneOf,
  onOff,
  ratio,
  reachableListener,
  serviceAddress,
  siteAddress,
  syslogAddress,
  tcpListener,
  webAddress,
  whole,
  words,
} from './kinds.ts';
import { setting, type ValuesOf } from './setting.ts';

/** The addresses of the server, its processes, limits and files. */
export const SERVER_SETTINGS = {
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
  extraCa: setting(
    words('<file>'),
    'accept certificates of all other servers from the authorities in this file (PEM), too',
  ),
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
  passwordTries: setting(
    whole('<n>', 1),
    'maximum number of wrong passwords for one account from one address in 30 minutes; see docs/sign-in.md',
    { default: '5' },
  ),
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
};

/** The audit log. */
export const AUDIT_SETTINGS = {
  auditDays: setting(whole('<days>'), 'days in which entries of the audit log are kept; 0: forever', {
    default: '365',
  }),
  auditFile: setting(words('<file>'), 'append the audit log to this file as JSON Lines; reopened on SIGHUP'),
  auditSyslog: setting(
    syslogAddress,
    'send the audit log to syslog (RFC 5424): HOST:PORT for UDP, tcp:HOST:PORT, unix:/PATH for a stream socket',
    { bare: '127.0.0.1:514' },
  ),
};

/** Mail. */
export const MAIL_SETTINGS = {
  smtpUrl: setting(
    webAddress('<url>', ['smtp', 'smtps']),
    'mail server: smtp://USER:PASSWORD@HOST:PORT, or smtps:// for implicit TLS',
    { secret: true },
  ),
  mailFrom: setting(words('<address>'), 'sender address of mail (default: noreply@ this server’s host name)'),
  outbox: setting(words('<dir>'), 'write mail to files in this folder instead of sending it'),
};

/** Backups, the log and metrics. */
export const OPERATION_SETTINGS = {
  backupEvery: setting(interval('1m'), 'back up automatically at this interval, such as 6h or 1d; at least 1m', {
    default: 'off',
  }),
  backupTo: setting(
    backupLocation,
    'place for automatic backups: a folder, which must exist, s3://BUCKET/PREFIX?endpoint=URL&region=REGION or sftp://USER@HOST:PORT/PATH (default: backups in the data folder); see docs/backup.md',
  ),
  backupAccessKey: setting(
    words('<id>'),
    'ID of the key for the S3 bucket of the backups (default: --files-access-key)',
  ),
  backupSecretKey: setting(
    words('<word>'),
    'secret of the key for the S3 bucket of the backups (default: --files-secret-key)',
    { secret: true },
  ),
  backupSshKey: setting(words('<file>'), 'private key for the SFTP server of the backups, without a passphrase'),
  backupSshPassword: setting(words('<word>'), 'password for the SFTP server of the backups', { secret: true }),
  backupHostKeys: setting(
    list(hostKey),
    'fingerprints of the SFTP server’s keys, of which it must have one; see docs/backup.md',
  ),
  backupRecipients: setting(
    list(ageRecipient),
    'encrypt automatic backups for these public keys of age; see docs/backup.md',
  ),
  backupKeep: setting(
    keepRule,
    'automatic backups to keep: a number, or 7d,4w,6m for one of each of the last 7 days, 4 weeks and 6 months',
    { default: '7' },
  ),
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
  otlpEndpoint: setting(
    serviceAddress,
    'send metrics and traces to this collector of OpenTelemetry, by HTTP; see docs/running.md',
  ),
  otlpHeaders: setting(headers, 'headers of these requests, such as authorization=Bearer WORD', { secret: true }),
  otlpSampling: setting(ratio, 'with --otlp-endpoint: share of the requests that are traced', { default: '0.1' }),
  otlpInterval: setting(duration('1s'), 'with --otlp-endpoint: time between two exports', { default: '15s' }),
  openBrowser: setting(onOff, 'open the setup page when a new server starts on a desktop', { default: 'on' }),
};

/** The values of the settings that the kernel has. */
export type ServerSettings = ValuesOf<
  typeof SERVER_SETTINGS & typeof AUDIT_SETTINGS & typeof MAIL_SETTINGS & typeof OPERATION_SETTINGS
>;

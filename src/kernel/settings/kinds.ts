import { isAbsolute, join } from 'node:path';
import { type KeepRule, parseKeepRule } from '../backups/retention.ts';
import { type Networks, readNetworks } from '../http/proxies.ts';

/** The allowed texts of a setting, and their values. */
export interface Kind<T> {
  /** As help shows it. */
  form: string;
  /** It has parts: a table in klatch.toml, JSON elsewhere. */
  structured?: boolean;
  /** Returns the value; throws Unfit. */
  read(text: string): T;
}

/** A text that is not valid for its kind. The message says what would be: `must be HOST:PORT`. */
export class Unfit extends Error {}

const kind = <T>(form: string, read: (text: string) => T): Kind<T> => ({ form, read });

/** Any text but an empty one. */
export const words = (form: string): Kind<string> =>
  kind(form, (text) => {
    if (text.trim() === '') throw new Unfit('must not be empty');
    return text;
  });

export const onOff: Kind<boolean> = kind('<on|off>', (text) => {
  if (/^(on|true|yes|1)$/i.test(text)) return true;
  if (/^(off|false|no|0)$/i.test(text)) return false;
  throw new Unfit('must be on or off');
});

export const oneOf = <T extends string>(...choices: readonly T[]): Kind<T> =>
  kind(`<${choices.join('|')}>`, (text) => {
    if (!choices.includes(text as T)) throw new Unfit(`must be one of ${choices.join(', ')}`);
    return text as T;
  });

/** A whole number of `least` to `most`. */
export const whole = (form: string, least = 0, most = 2_000_000_000): Kind<number> =>
  kind(form, (text) => {
    const number = Number(text);
    if (!/^\d{1,10}$/.test(text) || number < least || number > most)
      throw new Unfit(`must be a whole number from ${least} to ${most}`);
    return number;
  });

/** Which backups are kept. */
export const keepRule: Kind<KeepRule> = kind('<rule>', (text) => {
  const rule = parseKeepRule(text);
  if (!rule) throw new Unfit('must be a number of backups, or a rule such as 7d,4w,6m (units: h, d, w, m, y)');
  return rule;
});

/** An address that begins with one of these schemes. */
export const webAddress = (form = '<url>', schemes: readonly string[] = ['http', 'https']): Kind<string> =>
  kind(form, (text) => {
    const url = URL.parse(text);
    if (!url || !schemes.includes(url.protocol.slice(0, -1)))
      throw new Unfit(`must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
    return text;
  });

/** The address of a whole host. */
export const siteAddress: Kind<string> = kind('<url>', (text) => {
  const { username, password, pathname, search, hash } = new URL(webAddress().read(text));
  if (username || password) throw new Unfit('must not have a user name or a password');
  if (pathname !== '/' || search || hash)
    throw new Unfit('must not have a path: Klatch needs a whole host. Use a host name of its own');
  return text;
});

/** The address of a service below which this server adds its own paths. */
export const serviceAddress: Kind<string> = kind('<url>', (text) => {
  const { username, password, search, hash } = new URL(webAddress().read(text));
  if (username || password || search || hash) throw new Unfit('must not have a user name, a password or a query');
  return text.replace(/\/+$/, '');
});

/** Headers of HTTP: `authorization=Bearer …,x-tenant=blue`. */
export const headers: Kind<Record<string, string>> = kind('<name=value,…>', (text) =>
  Object.fromEntries(
    text.split(',').map((pair) => {
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
      if (at < 0 || !/^[!#$%&'*+.^`|~\w-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value))
        throw new Unfit('must be headers such as authorization=Bearer WORD,x-tenant=blue');
      return [name, value];
    }),
  ),
);

/** A share of all. */
export const ratio: Kind<number> = kind('<0–1>', (text) => {
  if (!/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text)) throw new Unfit('must be a number from 0 to 1, such as 0.1');
  return Number(text);
});

/** One e-mail address. */
export const mailAddress: Kind<string> = kind('<address>', (text) => {
  if (!/^[^\s@<>,;]+@[^\s@<>,;]+$/.test(text)) throw new Unfit('must be an address such as ada@example.com');
  return text;
});

/** Bytes in base64, as some authorities give them, or base64url; the value is base64url. */
export const base64Url: Kind<string> = kind('<base64url>', (text) => {
  if (!/^[\w+/-]+=*$/.test(text)) throw new Unfit('must be base64url: letters, digits, - and _');
  return Buffer.from(text, 'base64').toString('base64url');
});

/** A URL with `{room}` in its path or query. */
export const roomAddress: Kind<string> = kind('<url>', (text) => {
  const url = webAddress().read(text);
  if (!/^https?:\/\/[^/?#{}]+[/?#].*\{room\}/i.test(url)) throw new Unfit('must have {room} after the server’s name');
  return url;
});

/** The name of a machine in a cluster. */
export const nodeName: Kind<string> = kind('<name>', (text) => {
  if (!/^[a-z0-9][a-z0-9-]{0,31}$/i.test(text)) throw new Unfit('must be 1 to 32 letters, digits and hyphens');
  return text;
});

/** Several values separated by commas; none if empty. */
export const list = <T>(of: Kind<T>): Kind<T[]> =>
  kind(of.form.replace('>', ',…>'), (text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => of.read(part)),
  );

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
const countUnits = (time: string): number => Number(time.slice(0, -1)) * UNITS[time.at(-1) as keyof typeof UNITS];

/** `90s`, `15m`, `6h`, `7d`: seconds, at least `least`; `off`: undefined. */
export const interval = (least: string): Kind<number | undefined> =>
  kind('<time|off>', (text) => {
    if (text === 'off') return undefined;
    if (!/^[1-9]\d{0,5}[smhd]$/.test(text)) throw new Unfit('must be a time such as 15m, 6h or 1d, or off');
    if (countUnits(text) < countUnits(least)) throw new Unfit(`must be at least ${least}, or off`);
    return countUnits(text);
  });

/** The same, without `off`. */
export const duration = (least: string): Kind<number> =>
  kind('<time>', (text) => {
    if (text === 'off') throw new Unfit('must be a time such as 12h or 14d');
    return interval(least).read(text)!;
  });

/** A TCP address; the host `::` stands for all IPv4 and IPv6 addresses of the machine. */
export interface TcpAddress {
  host: string;
  port: number;
}

/** A Unix socket, by the absolute path of its file. */
export interface SocketAddress {
  socketPath: string;
}

/** The host that stands for all addresses of the machine. */
export const ALL_ADDRESSES = '::';

function tcpAddress(text: string): TcpAddress | undefined {
  const [, host, port] = /^(?:(\[[\da-fA-F:.]+\]|[^:[\]\s]*?):)?(\d{1,5})$/.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535) return undefined;
  return {
    host: host === undefined ? '127.0.0.1' : host === '' ? ALL_ADDRESSES : host.replace(/[[\]]/g, ''),
    port: Number(port),
  };
}

/** A TCP address of this machine that others can reach. */
export const reachableListener: Kind<TcpAddress> = kind('<address>', (text) => {
  const address = tcpAddress(text);
  if (!address || /^(::|0\.0\.0\.0)$/.test(address.host))
    throw new Unfit('must be HOST:PORT, with a host that the other machines reach');
  return address;
});

/** `HOST:PORT`, `[::1]:PORT`, or `PORT` of the loopback address; `:PORT` is all addresses, IPv4 and IPv6. */
export const tcpListener: Kind<TcpAddress> = kind('<address>', (text) => {
  const address = tcpAddress(text);
  if (!address) throw new Unfit('must be HOST:PORT, :PORT or PORT');
  return address;
});

/** The longest path of a Unix socket, in bytes: `sun_path` without its final zero. */
const MAX_SOCKET_PATH = process.platform === 'linux' ? 107 : 103;

/** A TCP address, or `unix:/path/of/a.sock`. */
export const listener: Kind<TcpAddress | SocketAddress> = kind('<address>', (text) => {
  if (text.startsWith('unix:')) return socketAddress(text.slice('unix:'.length));
  const address = tcpAddress(text);
  if (!address) throw new Unfit('must be HOST:PORT, :PORT, PORT or unix:/PATH');
  return address;
});

function socketAddress(path: string): SocketAddress {
  if (process.platform === 'win32') throw new Unfit('must be a TCP address: Windows has no Unix sockets here');
  if (!/^\/[^\0]*[^/\0]$/.test(path)) throw new Unfit('must be unix: followed by the absolute path of a file');
  const length = Buffer.byteLength(path);
  if (length > MAX_SOCKET_PATH)
    throw new Unfit(`must be unix: and a path of at most ${MAX_SOCKET_PATH} bytes (this one has ${length})`);
  return { socketPath: path };
}

/** Where a syslog server listens. */
export type SyslogAddress = (TcpAddress & { protocol: 'udp' | 'tcp' }) | SocketAddress;

/** `HOST:PORT` for UDP, `tcp:HOST:PORT`, or `unix:/path/of/a.sock` for a stream socket. */
export const syslogAddress: Kind<SyslogAddress> = kind('<address>', (text) => {
  if (text.startsWith('unix:')) return socketAddress(text.slice('unix:'.length));
  const [, scheme, rest] = /^(?:(udp|tcp):)?(.*)$/s.exec(text)!;
  const address = tcpAddress(rest!);
  if (!address || address.host === ALL_ADDRESSES || address.port === 0)
    throw new Unfit('must be HOST:PORT, tcp:HOST:PORT or unix:/PATH');
  return { ...address, protocol: scheme === 'tcp' ? 'tcp' : 'udp' };
});

/** File permissions in octal, such as `0660`. */
export const fileMode: Kind<number> = kind('<mode>', (text) => {
  if (!/^0?[0-7]{3}$/.test(text)) throw new Unfit('must be permissions in octal, such as 0660');
  return Number.parseInt(text, 8);
});

/** A name that certificates can be issued for. */
export const domain: Kind<string> = kind('<name>', (text) => {
  if (!/^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i.test(text))
    throw new Unfit('must be a name such as chat.example.com');
  return text.toLowerCase();
});

/** Addresses and networks of proxies. */
export const networks: Kind<Networks> = kind('<cidr,…>', (text) => {
  const found = readNetworks(text);
  if (!found) throw new Unfit('must be addresses or networks such as 10.0.0.0/8, with commas between, or private');
  return found;
});

/** Where uploaded files are. */
export type FilesLocation = { folder: string } | { bucket: string; prefix: string };

/** The absolute path of a folder, or `s3://BUCKET/PREFIX`. */
export const filesLocation: Kind<FilesLocation> = kind('<place>', (text) => {
  if (/^\/[^\0]*$/.test(text) || /^[a-zA-Z]:[\\/]/.test(text)) return { folder: withoutEnd(text) };
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/([\w./-]{0,200}))?$/.exec(text) ?? [];
  if (bucket === undefined) throw new Unfit('must be the absolute path of a folder, or s3://BUCKET/PREFIX');
  return { bucket, prefix: prefix.split('/').filter(Boolean).join('/') };
});

/** A bucket for backups. Without an endpoint, it is one of Amazon's. */
export interface BucketLocation {
  bucket: string;
  prefix: string;
  endpoint?: string | undefined;
  region?: string | undefined;
}

/** A folder of another machine, which Klatch reaches by SFTP. */
export interface SftpLocation {
  user: string;
  host: string;
  port: number;
  /** Absolute, or relative to the user's home folder; without a slash at its end. */
  path: string;
}

/** Where backups are. */
export type BackupLocation = { folder: string } | BucketLocation | SftpLocation;

const BACKUP_LOCATION =
  'must be the absolute path of a folder, s3://BUCKET/PREFIX?endpoint=URL&region=REGION or sftp://USER@HOST:PORT/PATH';

/** A folder, a bucket or another machine's folder. Addresses have no keys, since they are shown. */
export const backupLocation: Kind<BackupLocation> = kind('<place>', (text) => {
  if (isAbsolute(text)) return { folder: text };
  if (text.startsWith('sftp://')) return sftpLocation(text);
  const [, place = '', query = ''] = /^([^?]*)(?:\?(.*))?$/s.exec(text)!;
  if (!place.startsWith('s3://')) throw new Unfit(BACKUP_LOCATION);
  const location = filesLocation.read(place) as BucketLocation;
  const { endpoint, region, ...others } = Object.fromEntries(new URLSearchParams(query));
  if (Object.keys(others).length > 0) throw new Unfit(BACKUP_LOCATION);
  if (endpoint !== undefined && URL.parse(webAddress().read(endpoint))?.username)
    throw new Unfit('must not contain keys: use the settings backup-access-key and backup-secret-key');
  return { ...location, endpoint, region };
});

/** The path `/~/backups` is relative to the home folder, as in curl. */
function sftpLocation(text: string): SftpLocation {
  const [, login = '', host = '', port = '22', path = ''] =
    /^sftp:\/\/([^@/]+)@(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?(\/[\w.~/+@=-]{0,500})?$/i.exec(text) ?? [];
  if (login.includes(':')) throw new Unfit('must not contain a password: use the setting backup-ssh-password');
  if (!/^[\w.+-]{1,64}$/.test(login) || Number(port) < 1 || Number(port) > 65_535) throw new Unfit(BACKUP_LOCATION);
  const parts = path.split('/').filter(Boolean);
  const isInHome = parts[0] === '~';
  const rest = parts.slice(isInHome ? 1 : 0).join('/');
  return {
    user: login,
    host: host.replace(/[[\]]/g, ''),
    port: Number(port),
    path: isInHome ? rest || '.' : `/${rest}`,
  };
}

/** The location as the setting has it, or the address of a file in it. */
export function backupLocationText(location: BackupLocation, name = ''): string {
  if ('folder' in location) return join(location.folder, name);
  if ('host' in location) return sftpAddress(location, name);
  const { bucket, prefix, endpoint, region } = location;
  const query = [endpoint && `endpoint=${endpoint}`, region && `region=${region}`].filter(Boolean).join('&');
  return `s3://${[bucket, prefix, name].filter(Boolean).join('/')}${query && `?${query}`}`;
}

function sftpAddress({ user, host, port, path }: SftpLocation, name: string): string {
  const server = `${host.includes(':') ? `[${host}]` : host}${port === 22 ? '' : `:${port}`}`;
  const start = path.startsWith('/') ? path : `/~/${path}`;
  return `sftp://${user}@${server}${[start === '/' ? '' : start, name].filter((part, at) => at === 0 || part).join('/')}`;
}

/** The fingerprint of an SSH server's key, as `ssh-keygen -l` prints it. */
export const hostKey: Kind<string> = kind('<SHA256:…>', (text) => {
  if (!/^SHA256:[A-Za-z\d+/]{43}$/.test(text))
    throw new Unfit('must be fingerprints such as ssh-keygen -l prints: SHA256:…');
  return text;
});

/** A public key of age that backups are encrypted for. */
export const ageRecipient: Kind<string> = kind('<age1…>', (text) => {
  if (!/^age1[a-z\d]{10,4000}$/.test(text)) throw new Unfit('must be a public key of age, which begins with age1');
  return text;
});

/** A path without slashes at its end. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

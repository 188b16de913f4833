import { once } from 'node:events';
import { existsSync, lstatSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type ListenOptions } from 'node:net';
import { dirname } from 'node:path';
import { isEverywhere } from '../../kernel/http/own-addresses.ts';
import { ALL_ADDRESSES, type TcpAddress } from '../../kernel/settings/kinds.ts';
import { EXIT, Failure, getReason } from '../../kernel/terminal/failure.ts';
import type { Choices } from '../../settings/config.ts';
import { portHolder } from './port-holder.ts';

/** The number of connections that may wait to be accepted. */
const BACKLOG = 4096;

/** Error codes for IPv6 addresses on a machine without IPv6. */
const NO_IPV6 = ['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EINVAL', 'EPROTONOSUPPORT'];

/** Listens on the address of `--listen`. Throws Failure. */
export async function listenAsChosen(server: Server, choices: Choices): Promise<void> {
  const { socketPath, socketMode } = choices;
  if (socketPath === undefined) await listen(server, choices, '--listen');
  else await listenOnSocket(server, socketPath, socketMode);
}

/**
 * Listens on a TCP address. On all addresses, that is IPv4 and IPv6 in one listener, or IPv4 alone if the machine has
 * no IPv6. `flag` is the option to name in an error. Throws Failure.
 */
export async function listen(
  server: Server,
  address: TcpAddress & Partial<Pick<Choices, 'sharesPort'>>,
  flag: string,
): Promise<void> {
  const { host, port, sharesPort = false } = address;
  try {
    await bind(server, { host, port, reusePort: sharesPort });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (host === ALL_ADDRESSES && NO_IPV6.includes(code)) return listen(server, { ...address, host: '0.0.0.0' }, flag);
    throw cannotListen(address, flag, error);
  }
}

async function bind(server: Server, where: ListenOptions): Promise<void> {
  server.listen({ ...where, backlog: BACKLOG });
  await once(server, 'listening');
}

function cannotListen({ host, port }: TcpAddress, flag: string, error: unknown): Failure {
  const { code } = error as NodeJS.ErrnoException;
  const name = isEverywhere(host) ? '' : host.includes(':') ? `[${host}]` : host;
  if (code === 'EADDRINUSE')
    return new Failure(
      EXIT.failure,
      `Port ${port}${name && ` on ${name}`} is in use${by(portHolder(port))}; choose another with ${flag} ${name}:${port + 1}`,
    );
  if (code === 'EACCES')
    return new Failure(EXIT.failure, `Port ${port} requires root; choose a port above 1023 with ${flag}`);
  return new Failure(EXIT.failure, `Cannot listen on ${name}:${port}: ${getReason(error)}`);
}

const by = (holder: string | undefined): string => (holder ? ` by ${holder}` : '');

/**
 * Listens on a Unix socket with these permissions. Replaces the file that a crashed server left. Throws a Failure for a
 * socket in use and for files of another kind. Closing the server removes the file.
 */
async function listenOnSocket(server: Server, path: string, mode: number): Promise<void> {
  await removeStaleSocket(path);
  // The file has these permissions from the beginning: it is created while `listen` runs.
  const umask = process.umask(~mode & 0o777);
  const listening = bind(server, { path });
  process.umask(umask);
  try {
    await listening;
  } catch (error) {
    throw new Failure(EXIT.failure, `Cannot listen on ${path}: ${socketTrouble(path, error)}`);
  }
}

function socketTrouble(path: string, error: unknown): string {
  // Node reports EACCES for a missing folder, too.
  if (!existsSync(dirname(path))) return 'its folder does not exist. Create it, or choose another path with --listen';
  if (getCode(error) === 'EACCES')
    return 'this user has no permission to create a file in its folder. Choose another path with --listen';
  return getReason(error);
}

async function removeStaleSocket(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isSocket())
    throw new Failure(EXIT.failure, `Cannot listen on ${path}: it is a file, not a socket. Choose another path`);
  const trouble = await connectionError(path);
  if (trouble === 'ECONNREFUSED') return rmSync(path, { force: true });
  if (trouble === 'ENOENT') return;
  const why =
    trouble === undefined || trouble === 'EAGAIN'
      ? 'another program is listening on it'
      : `it may be in use (${trouble})`;
  throw new Failure(EXIT.failure, `Cannot listen on ${path}: ${why}. Stop that program, or choose another path`);
}

/** The error code of an attempt to connect; undefined: it succeeded. */
async function connectionError(path: string): Promise<string | undefined> {
  const socket = connect({ path });
  try {
    await once(socket, 'connect');
    return undefined;
  } catch (error) {
    return getCode(error);
  } finally {
    socket.destroy();
  }
}

const getCode = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** The URL of a listening server; `unix:/path` for a Unix socket. */
export function getUrl(server: Server, protocol: string): string {
  const listening = server.address() as AddressInfo | string;
  if (typeof listening === 'string') return `unix:${listening}`;
  const { address, family, port } = listening;
  return `${protocol}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** A server on all addresses is reachable at the IPv4 loopback address. */
export const reachable = (url: string): string => url.replace(/\/\/(0\.0\.0\.0|\[::\]):/, '//127.0.0.1:');

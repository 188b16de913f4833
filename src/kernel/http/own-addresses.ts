import { networkInterfaces } from 'node:os';
import { isContainer } from '../settings/setting.ts';

/** Whether only this machine can reach this name or address. */
export const isLoopback = (host: string): boolean => /^(localhost|127\..*|\[?::1\]?)$/.test(host);

/** Whether a server that listens there is reachable at all addresses of its machine. */
export const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

/**
 * This machine's network addresses, each put in place of the name in `url`. None in a container, whose address others
 * cannot reach.
 */
export function inNetworks(url: string): string[] {
  if (isContainer(process.env)) return [];
  const { protocol, port } = new URL(url);
  return Object.values(interfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `${protocol}//${address}${port && `:${port}`}`);
}

/** None if the system does not tell: without AF_NETLINK, for example in a sandbox, the call fails. */
function interfaces(): ReturnType<typeof networkInterfaces> {
  try {
    return networkInterfaces();
  } catch {
    return {};
  }
}

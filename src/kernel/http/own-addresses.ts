import { networkInterfaces } from 'node:os';
import { isContainer } from '../settings/find.ts';

/** Whether nobody but this machine comes to this name or address. */
export const isLoopback = (host: string): boolean => /^(localhost|127\..*|\[?::1\]?)$/.test(host);

/** Whether a server that listens there is reached at all addresses of its machine. */
export const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** This machine's addresses in its networks, put in the place of the name in `url`; none in a container, whose own nobody else reaches. */
export function inNetworks(url: string): string[] {
  if (isContainer(process.env)) return [];
  const { protocol, port } = new URL(url);
  return Object.values(interfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `${protocol}//${address}${port && `:${port}`}`);
}

/** None where the system does not say: without AF_NETLINK, for example in a sandbox, asking for them is an error. */
function interfaces(): ReturnType<typeof networkInterfaces> {
  try {
    return networkInterfaces();
  } catch {
    return {};
  }
}

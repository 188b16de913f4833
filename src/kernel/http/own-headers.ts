import type { IncomingMessage } from 'node:http';

/** The beginning of headers that only processes of this server and commands of this machine send. */
const OWN = 'x-klatch-';

/** The token of a command. */
export const CONTROL_HEADER = 'x-klatch-control';

export const isOwnHeader = (name: string): boolean => name.startsWith(OWN);

/** Removes what only another process of this server may say. */
export function removeOwnHeaders({ headers }: IncomingMessage): void {
  for (const name in headers) if (isOwnHeader(name) && name !== CONTROL_HEADER) delete headers[name];
}

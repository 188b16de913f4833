import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * The process that listens on a TCP port of this machine, as `nginx (process 71)`: on Linux, and if this user may see
 * it.
 */
export function portHolder(port: number): string | undefined {
  try {
    const sockets = new Set(
      ['tcp', 'tcp6'].flatMap((table) => listeners(readFileSync(`/proc/net/${table}`, 'utf8'), port)),
    );
    const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && hasSocket(name, sockets));
    return pid && `${basename(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0', 1)[0]!)} (process ${pid})`;
  } catch {
    return undefined;
  }
}

/** The socket numbers in a kernel table that listen (state 0A) on this port. */
function listeners(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/));
  return rows
    .filter(([, local, , state]) => local?.endsWith(suffix) && state === '0A')
    .map((row) => `socket:[${row[9]}]`);
}

function hasSocket(pid: string, sockets: ReadonlySet<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => sockets.has(readlinkSync(`/proc/${pid}/fd/${fd}`)));
  } catch {
    // Another user's, or ended by now.
    return false;
  }
}

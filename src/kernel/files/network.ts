import { statfsSync } from 'node:fs';

/** Linux's numbers of network file systems (statfs(2)). */
const NETWORK = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x47504653, 'GPFS'],
  [0x0bd00bd0, 'Lustre'],
]);

/** The name of the network file system of a folder, where SQLite's locks and mapped memory are unreliable. */
export function networkFileSystem(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    return NETWORK.get(statfsSync(folder).type >>> 0);
  } catch {
    return undefined;
  }
}

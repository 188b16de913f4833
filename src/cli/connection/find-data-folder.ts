import { existsSync, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findHolder } from '../../kernel/db/lock.ts';

/** The data folder of the service that klatch install makes. */
export function serviceFolder(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/Klatch';
  return platform === 'win32' ? join(process.env.ProgramData ?? 'C:\\ProgramData', 'Klatch') : '/var/lib/klatch';
}

/** What a command finds that names no data folder. */
interface Finding {
  /** undefined: none, or several. */
  dataDir: string | undefined;
  /** What to tell the user; undefined: nothing. */
  remark: string | undefined;
}

/**
 * Finds the data folder of a command that names none and is not beside a `klatch-data`: that of the service on this
 * machine, or that of the only running server.
 */
export function findDataFolder(service = serviceFolder(process.platform)): Finding {
  const missing = 'There is no ./klatch-data here';
  if (existsSync(join(service, 'klatch.db')))
    return { dataDir: service, remark: `${missing}; the command uses the service’s data folder ${service}` };
  const [dataDir, ...others] = findServerFolders();
  if (others.length > 0) {
    const folders = [dataDir, ...others].join(', ');
    return { dataDir: undefined, remark: `${missing}. Servers run on ${folders}; choose one with --data` };
  }
  if (dataDir !== undefined)
    return { dataDir, remark: `${missing}; the command uses ${dataDir}, the data folder of the running server` };
  const isHidden = lstatSync(service, { throwIfNoEntry: false }) !== undefined && process.getuid?.() !== 0;
  const remark = `${missing}, and this user cannot read ${service}. For the service, run the command as root`;
  return { dataDir: undefined, remark: isHidden ? remark : undefined };
}

/** The folders of the servers whose open files this user may see, from Linux's process table. */
function findServerFolders(): string[] {
  const folders = new Set<string>();
  for (const process of listFolder('/proc').filter((name) => /^\d+$/.test(name)))
    for (const file of listFolder(`/proc/${process}/fd`)) {
      const path = readLink(`/proc/${process}/fd/${file}`);
      if (basename(path) === 'klatch.db') folders.add(dirname(path));
    }
  return [...folders].filter((folder) => findHolder(folder)?.url !== undefined);
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The process has ended, or is another user's.
    return [];
  }
}

function readLink(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

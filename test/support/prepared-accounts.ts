import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Where `npm test` keeps the databases that commands of this run made. */
const PREPARED = process.env.PREPARED_ACCOUNTS;
const DATABASE = 'klatch.db';

/** A data folder that only `createAccount` has written to: the arguments of its accounts, and the database. */
interface Prepared {
  accounts: readonly string[][];
  database: string;
}

/** Data folders; `busy`: an account is being created; `mixed`: several were created at once. */
const folders = new Map<string, Prepared | 'busy' | 'mixed'>();

/**
 * Creates an account with `create`, which runs a command and returns what it printed. If the same command already ran
 * on the same accounts, its database is copied instead.
 */
export async function createPrepared(data: string, args: string[], create: () => Promise<string>): Promise<string> {
  const before = PREPARED && accountsIn(data);
  if (!before) return create();
  const accounts = [...before, args];
  const path = join(PREPARED, createHash('sha256').update(JSON.stringify(accounts)).digest('hex'));
  if (existsSync(path)) {
    mkdirSync(data, { recursive: true, mode: 0o700 });
    copyFileSync(join(path, DATABASE), join(data, DATABASE));
    folders.set(data, { accounts, database: nameState(data) });
    return readFileSync(join(path, 'printed'), 'utf8');
  }
  folders.set(data, 'busy');
  const printed = await create();
  if (folders.get(data) === 'busy' && readdirSync(data).join() === DATABASE) {
    keep(path, data, printed);
    folders.set(data, { accounts, database: nameState(data) });
  }
  return printed;
}

/** The accounts in the order of their creation, or nothing if the folder may contain anything else. */
function accountsIn(data: string): readonly string[][] | undefined {
  const found = folders.get(data);
  if (typeof found === 'string') {
    folders.set(data, 'mixed');
    return undefined;
  }
  if (!existsSync(data)) return [];
  // A command of root gives files to whom the folder belongs.
  if (statSync(data).uid !== process.getuid?.()) return undefined;
  const names = readdirSync(data);
  if (names.length === 0) return [];
  return names.join() === DATABASE && found?.database === nameState(data) ? found.accounts : undefined;
}

/** Changes whenever something writes to the database. */
function nameState(data: string): string {
  const { ino, size, mtimeMs } = statSync(join(data, DATABASE));
  return `${ino} ${size} ${mtimeMs}`;
}

/** Keeps a database and what was printed, at once: other processes may keep the same at this moment. */
function keep(path: string, data: string, printed: string): void {
  const made = mkdtempSync(`${path}-`);
  copyFileSync(join(data, DATABASE), join(made, DATABASE));
  writeFileSync(join(made, 'printed'), printed);
  try {
    renameSync(made, path);
  } catch {
    rmSync(made, { recursive: true });
  }
}

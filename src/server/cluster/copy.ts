import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ownCommand } from '../../kernel/assets.ts';
import { ReadConnection } from '../../kernel/db/read-connection.ts';
import { COPYING } from '../own-processes.ts';

/** Copies a database as it is at one moment, in a process of its own. Throws if it cannot be copied. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const child = spawn(process.execPath, [...ownCommand, COPYING, from, to], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [[code], errors] = await Promise.all([once(child, 'exit'), text(child.stderr)]);
  if (code !== 0) throw new Error(`The database could not be copied: ${errors.trim() || `code ${code}`}`);
}

/** The main function of that process. */
export function copyHere([from, to]: string[]): void {
  const source = new ReadConnection(from!);
  source.script(`VACUUM INTO '${to!.replaceAll("'", "''")}'`);
  source.close();
}

import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { ReadConnection } from '../db/read-connection.ts';
import type { TurnPosition } from './turn.ts';

/** What a database file says about itself. */
export interface CopyDescription {
  /** The version of its schema. */
  schema: number;
  /** Of its cluster; undefined: it belongs to none. */
  secret: string | undefined;
  /** The last turn in it, and the entry of the log that contains this turn; undefined: there was no turn. */
  position: (TurnPosition & { sequence: number }) | undefined;
}

/** Describes a database file that no process has open; undefined: there is none. */
export function describeCopy(path: string): CopyDescription | undefined {
  if (!existsSync(path) || statSync(path).size === 0) return undefined;
  return withFile(path, (file) => {
    const has = (table: string) => file.column('SELECT 1 FROM sqlite_schema WHERE name = ?', table).length > 0;
    return {
      schema: file.value<number>('PRAGMA user_version'),
      secret: has('cluster') ? file.column<string>('SELECT secret FROM cluster')[0] : undefined,
      position: has('replication')
        ? file.all<TurnPosition & { sequence: number }>('SELECT epoch, turn, hash, sequence FROM replication')[0]
        : undefined,
    };
  });
}

/** Stores where in the log a copy is. Event queues belong to one machine, so others do not get them. */
export function stampCopy(path: string, sequence: number): void {
  withFile(path, (file) =>
    file.script(`
      UPDATE replication SET sequence = ${sequence};
      DELETE FROM event_queue;
    `),
  );
}

/** Makes a database the first one of a new cluster, without turns, at this entry of the log. */
export function foundCluster(path: string, secret: string, sequence: number): void {
  withFile(path, (file) => {
    file.script(LEAVE);
    file.put('INSERT INTO cluster (id, secret) VALUES (1, ?)')(secret);
    file.put('INSERT INTO replication (id, epoch, turn, hash, sequence) VALUES (1, 0, 0, zeroblob(32), ?)')(sequence);
  });
}

/** Makes the database of a machine one of a server on its own. */
export const leaveCluster = (path: string): void => withFile(path, (file) => file.script(LEAVE));

/** Also used for backups: a restored one belongs to no cluster. */
const LEAVE = `
  DELETE FROM cluster;
  DELETE FROM replication;
  DELETE FROM queue_listener;
  DELETE FROM event_queue;
`;

/** Puts another database file into the place of this one. */
export function replaceCopy(path: string, by: string): void {
  for (const end of ['-wal', '-shm', '']) rmSync(path + end, { force: true });
  renameSync(by, path);
}

/** Opens a file that no process has open, so that also what a killed process left is in it. */
function withFile<T>(path: string, work: (file: ReadConnection) => T): T {
  const file = new ReadConnection(path, { write: true });
  try {
    return work(file);
  } finally {
    file.close();
  }
}

import type { Database } from '../db/database.ts';
import { NO_TURN, type TurnPosition } from './turn.ts';

/** The place in the log is not known: the copy of a process that writes, or one without a log. */
export const UNKNOWN_SEQUENCE = -1;

/** The last turn in this copy of the database. Each process has its own row, which no change set contains. */
export const replicationRepository = (db: Database) => {
  const stored = db.get<TurnPosition & { sequence: number }>('SELECT epoch, turn, hash, sequence FROM replication');
  return {
    position: (): TurnPosition & { sequence: number } => stored() ?? { ...NO_TURN, sequence: 0 },
    setPosition: db.run<[epoch: number, turn: number, hash: Buffer, sequence: number]>(
      'INSERT OR REPLACE INTO replication (id, epoch, turn, hash, sequence) VALUES (1, ?, ?, ?, ?)',
    ),
  };
};

/** The secret that the machines of a cluster share; undefined: the database belongs to no cluster. */
export const clusterRepository = (db: Database) => ({
  secret: db.value<string>('SELECT secret FROM cluster'),
});

/** Which users have event queues in which process. */
export const listenerRepository = (db: Database) => ({
  nodes: db.column<string, []>('SELECT DISTINCT node FROM queue_listener'),
  ofNode: db.column<number, [node: string]>('SELECT user_id FROM queue_listener WHERE node = ?'),
  elsewhere: db.column<number, [node: string]>('SELECT DISTINCT user_id FROM queue_listener WHERE node <> ?'),
  /** `users`: ids as a JSON list. */
  add: db.run<[node: string, users: string]>(
    `INSERT OR IGNORE INTO queue_listener (node, user_id)
     SELECT ?, user.id FROM json_each(?) JOIN user ON user.id = value`,
  ),
  remove: db.run<[node: string, users: string]>(
    'DELETE FROM queue_listener WHERE node = ? AND user_id IN (SELECT value FROM json_each(?))',
  ),
  removeNode: db.run<[node: string]>('DELETE FROM queue_listener WHERE node = ?'),
});

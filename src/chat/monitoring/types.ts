import { type Static, Type } from 'typebox';
import { Nullable } from '../../kernel/http/schema.ts';

/** What a server does with the help of others. */
const FailingService = Type.Enum(['outgoing_mail', 'received_mail', 'mobile_notifications']);
export type FailingService = Static<typeof FailingService>;

/** What administrators see of the server. Times are in UNIX seconds, sizes in bytes. */
export const ServerStatus = Type.Object({
  version: Type.String(),
  /** When the newest backup in the folder for automatic backups was created. Null: there is none. */
  last_backup: Nullable(Type.Integer()),
  /** Whether the last backup of the running server succeeded. Null: it made none. */
  last_backup_succeeded: Nullable(Type.Boolean()),
  /** Seconds between two automatic backups. Null: the server makes none. */
  backup_interval: Nullable(Type.Integer()),
  /** The disk of the data folder. Null: the system does not say, or others use the server, too. */
  disk: Nullable(Type.Object({ free: Type.Number(), total: Type.Number() })),
  /** The database file and its write-ahead log. */
  database_bytes: Type.Integer(),
  /** All uploaded files, wherever they are stored. */
  uploads_bytes: Type.Integer(),
  /** What does not work at the moment. The page /mail says why mail does not, and `klatch push status` the rest. */
  failing: Type.Array(FailingService),
});
export type ServerStatus = Static<typeof ServerStatus>;

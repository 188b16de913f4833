import { type Static, Type } from 'typebox';
import { Nullable } from '../../../kernel/http/schema.ts';

/** The latest export of a user's own data, as it is stored. */
export interface StoredDataExport {
  user_id: number;
  requested: number;
  /** Null: not finished. */
  finished: number | null;
  /** Whether it failed. */
  has_failed: number;
  /** The key of its file; null: not finished, failed or deleted. */
  file_key: string | null;
  /** Bytes. */
  size: number | null;
}

/** Times are in seconds. */
export const DataExport = Type.Object({
  requested: Type.Integer(),
  pending: Type.Boolean(),
  failed: Type.Boolean(),
  /** Where to download it. Null: not finished, failed or deleted. */
  url: Nullable(Type.String()),
  /** Bytes. */
  size: Nullable(Type.Integer()),
  /** When the file is deleted. Null: there is no file. */
  expires: Nullable(Type.Integer()),
  /** From when on the user can start the next one. */
  next_allowed: Type.Integer(),
  /** Whether the user can start it now. */
  can_start: Type.Boolean(),
});
export type DataExport = Static<typeof DataExport>;

import { type Static, Type } from 'typebox';
import { Nullable, OneOf } from '../../kernel/http/schema.ts';

export const ExportType = OneOf('public', 'full_with_consent', 'full_without_consent');
export type ExportType = Static<typeof ExportType>;

/** An export as it is stored. */
export interface StoredExport {
  id: number;
  acting_user_id: number;
  export_type: ExportType;
  export_time: number;
  /** Where it is among the uploaded files; null: not yet, or no more. */
  file_key: string | null;
  failed_timestamp: number | null;
  deleted_timestamp: number | null;
}

export const ExportView = Type.Object({
  id: Type.Integer(),
  acting_user_id: Type.Integer(),
  export_time: Type.Integer(),
  deleted_timestamp: Nullable(Type.Integer()),
  failed_timestamp: Nullable(Type.Integer()),
  export_url: Nullable(Type.String()),
  pending: Type.Boolean(),
  export_type: ExportType,
});
export type ExportView = Static<typeof ExportView>;

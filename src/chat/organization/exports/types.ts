import { type Static, Type } from 'typebox';
import { Nullable, OneOf } from '../../../kernel/http/schema.ts';

/** The type of an export, as the database stores it and as feature level 449 and later name it. */
export const ExportType = OneOf('public', 'full_with_consent', 'full_without_consent');
export type ExportType = Static<typeof ExportType>;

/** The number that the API uses for each type at this feature level. */
export const EXPORT_TYPE_NUMBERS = {
  public: 1,
  full_with_consent: 2,
  full_without_consent: 3,
} as const satisfies Record<ExportType, number>;

const ExportTypeNumber = OneOf(1, 2, 3);
export type ExportTypeNumber = Static<typeof ExportTypeNumber>;

/** The parameter of a request: a number, or the name that newer clients send. */
export const ExportTypeParameter = Type.Union([ExportTypeNumber, ExportType], { default: 1 });

/** Returns the stored type for a parameter that passed validation. */
export function readExportType(parameter: ExportTypeNumber | ExportType): ExportType {
  if (typeof parameter === 'string') return parameter;
  const types = Object.keys(EXPORT_TYPE_NUMBERS) as ExportType[];
  return types.find((type) => EXPORT_TYPE_NUMBERS[type] === parameter)!;
}

/** The form of the archive: what Zulip's importer reads, or JSON lines. */
const EXPORT_FORMATS = ['zulip', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const ExportFormatParameter = OneOf(...EXPORT_FORMATS);

/** An export as it is stored. */
export interface StoredExport {
  id: number;
  acting_user_id: number;
  export_type: ExportType;
  export_time: number;
  /** The key of its file; null: not created yet, or deleted. */
  file_key: string | null;
  failed_timestamp: number | null;
  deleted_timestamp: number | null;
  /** `document`: one JSON file, which earlier versions made. */
  format: ExportFormat | 'document';
}

export const ExportView = Type.Object({
  id: Type.Integer(),
  acting_user_id: Type.Integer(),
  export_time: Type.Integer(),
  deleted_timestamp: Nullable(Type.Integer()),
  failed_timestamp: Nullable(Type.Integer()),
  export_url: Nullable(Type.String()),
  pending: Type.Boolean(),
  export_type: ExportTypeNumber,
  /** The form of the archive; `document` is one JSON file of an earlier version. */
  format: OneOf(...EXPORT_FORMATS, 'document'),
  /** How much is done, from 0 to 1. Null: it is not being made now. */
  progress: Nullable(Type.Number()),
  /** When the file is deleted, in seconds. Null: there is no file. */
  expires: Nullable(Type.Integer()),
});
export type ExportView = Static<typeof ExportView>;

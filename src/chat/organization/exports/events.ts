import { Type } from 'typebox';
import type { App } from '../../../app.ts';
import { event } from '../../../kernel/events/event.ts';
import { LIFETIME } from './rules.ts';
import { EXPORT_TYPE_NUMBERS, ExportView, type StoredExport } from './types.ts';

/** An export was started, completed or deleted; for human administrators. */
export const exportsChanged = event('realm_export', undefined, { exports: Type.Array(ExportView) });

/** All exports, oldest first. */
export const exportsView = (app: App): ExportView[] => app.exports.all().map((one) => view(app, one));

const view = (
  app: App,
  { id, acting_user_id, export_time, export_type, file_key, failed_timestamp, deleted_timestamp, format }: StoredExport,
) => ({
  id,
  acting_user_id,
  export_time,
  deleted_timestamp,
  failed_timestamp,
  export_url: file_key === null ? null : `${app.config.url}/realm_exports/${id}`,
  pending: file_key === null && failed_timestamp === null && deleted_timestamp === null,
  export_type: EXPORT_TYPE_NUMBERS[export_type],
  format,
  progress: app.memory.exportProgress.id === id ? app.memory.exportProgress.progress : null,
  expires: file_key === null ? null : export_time + LIFETIME,
});

import { Type } from 'typebox';
import { Maybe } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { deleteExport, requestExport } from './actions.ts';
import { exportsView } from './events.ts';
import { consents, requireFile } from './rules.ts';
import { ExportFormatParameter, ExportTypeParameter, ExportView, readExportType } from './types.ts';

const export_id = Type.Integer();

export const getExports = endpoint({
  method: 'GET',
  path: '/export/realm',
  summary: "Get the exports of the organization's data",
  auth: 'administrator',
  returns: { exports: Type.Array(ExportView) },
  handle: ({ app }) => ({ exports: exportsView(app) }),
});

export const createExport = endpoint({
  method: 'POST',
  path: '/export/realm',
  summary: "Start an export of the organization's data",
  auth: 'administrator',
  params: {
    export_type: ExportTypeParameter,
    /** The form of the archive: what Zulip's importer reads, which is the default, or JSON lines. */
    format: Maybe(ExportFormatParameter),
  },
  returns: { id: Type.Integer() },
  audit: ({ params }) => ({ kind: 'export', details: readExportType(params.export_type) }),
  handle: ({ app, user, params }) => ({
    id: requestExport(app, user, readExportType(params.export_type), params.format),
  }),
});

export const removeExport = endpoint({
  method: 'DELETE',
  path: '/export/realm/{export_id}',
  summary: 'Delete an export',
  auth: 'administrator',
  params: { export_id },
  audit: () => ({ kind: 'export_delete' }),
  handle: ({ app, params }) => deleteExport(app, params.export_id),
});

export const getExportConsents = endpoint({
  method: 'GET',
  path: '/export/realm/consents',
  summary: 'Get which users consent to the export of their private data',
  auth: 'administrator',
  returns: { export_consents: Type.Array(Type.Object({ user_id: Type.Integer(), consented: Type.Boolean() })) },
  handle: ({ app }) => ({
    export_consents: app.users
      .active()
      .filter(({ is_bot }) => !is_bot)
      .map((person) => ({ user_id: person.id, consented: consents(person) })),
  }),
});

export const downloadExport = endpoint({
  method: 'GET',
  path: '/realm_exports/{export_id}',
  mediaType: 'application/zip',
  root: true,
  summary: 'Download an export',
  auth: 'administrator',
  params: { export_id },
  serve({ app, user, params }) {
    const { key, isDocument } = requireFile(app, user, params.export_id);
    return {
      file: app.files.source(key),
      type: isDocument ? 'application/json' : 'application/zip',
      etag: key.replaceAll('/', ''),
      cache: 'private, no-store',
      attachment: `export-${params.export_id}.${isDocument ? 'json' : 'zip'}`,
    };
  },
});

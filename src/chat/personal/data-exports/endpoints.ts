import { Nullable } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { deleteDataExport, requestDataExport } from './actions.ts';
import { requireOwnFile } from './rules.ts';
import { DataExport } from './types.ts';
import { dataExportView } from './views.ts';

export const getDataExport = endpoint({
  method: 'GET',
  path: '/users/me/data_export',
  summary: 'Get the latest export of your own data',
  auth: 'human',
  returns: { data_export: Nullable(DataExport) },
  handle: ({ app, user }) => ({ data_export: dataExportView(app, user) }),
});

export const createDataExport = endpoint({
  method: 'POST',
  path: '/users/me/data_export',
  summary: 'Export what is stored about you. It is made in the background, once a day at most',
  auth: 'human',
  audit: ({ user }) => ({ kind: 'user_export', user_id: user.id }),
  handle: ({ app, user }) => requestDataExport(app, user),
});

export const removeDataExport = endpoint({
  method: 'DELETE',
  path: '/users/me/data_export',
  summary: 'Delete the export of your own data',
  auth: 'human',
  audit: ({ user }) => ({ kind: 'export_delete', user_id: user.id }),
  handle: ({ app, user }) => deleteDataExport(app, user),
});

export const downloadDataExport = endpoint({
  method: 'GET',
  path: '/data_export',
  mediaType: 'application/zip',
  root: true,
  summary: 'Download the export of your own data',
  auth: 'human',
  serve({ app, user }) {
    const key = requireOwnFile(app, user);
    return {
      file: app.files.source(key),
      type: 'application/zip',
      etag: key.replaceAll('/', ''),
      cache: 'private, no-store',
      attachment: 'data-export.zip',
    };
  },
});

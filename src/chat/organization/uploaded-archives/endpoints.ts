import { localFile } from '../../../kernel/files/storage.ts';
import { Nullable } from '../../../kernel/http/schema.ts';
import { endpoint } from '../../declare.ts';
import { discardArchive, startImport } from './jobs.ts';
import { requireReport } from './rules.ts';
import { ArchiveView, ImportOptions } from './types.ts';
import { archiveView } from './views.ts';

const path = '/imports/archive';

export const getArchive = endpoint({
  method: 'GET',
  path,
  summary: 'Get the state of the archive that was uploaded for an import',
  auth: 'owner',
  // The process that writes has it.
  runsAt: 'writer',
  returns: { archive: Nullable(ArchiveView) },
  handle({ app }) {
    const { current } = app.memory.uploadedArchives;
    return { archive: current ? archiveView(current) : null };
  },
});

export const importArchive = endpoint({
  method: 'POST',
  path,
  summary: 'Import the uploaded archive of another chat product, or try it',
  auth: 'owner',
  params: ImportOptions,
  audit: ({ params }) => ({ kind: 'import', details: params.dry_run ? `${params.product}, dry run` : params.product }),
  handle: ({ app, params }) => startImport(app, params),
});

export const deleteArchive = endpoint({
  method: 'DELETE',
  path,
  summary: 'Delete the uploaded archive; an import that runs ends, and what it has imported stays',
  auth: 'owner',
  audit: () => ({ kind: 'import', details: 'archive deleted' }),
  handle: ({ app }) => discardArchive(app),
});

export const getImportReport = endpoint({
  method: 'GET',
  path: '/imports/archive/report',
  summary: 'Download the list of everything that the last import or dry run left out: one JSON object per line',
  auth: 'owner',
  runsAt: 'writer',
  mediaType: 'application/x-ndjson',
  serve({ app }) {
    const { reportPath, used } = requireReport(app);
    return {
      file: localFile(reportPath),
      type: 'application/x-ndjson',
      etag: String(used),
      cache: 'private, no-store',
      attachment: 'import-report.jsonl',
    };
  },
});

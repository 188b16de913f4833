import {
  type ExportCounts,
  type ExportSource,
  writeOrganizationArchive,
} from '../../chat/organization/exports/organization-batches.ts';
import type { ExportFormat, ExportType } from '../../chat/organization/exports/types.ts';
import type { ExportPage } from '../../chat/organization/exports/zulip-messages.ts';
import type { TablePart } from '../../chat/organization/exports/zulip-tables.ts';
import type { CommandSession } from '../../operations/session.ts';
import type { ExportTarget } from './target.ts';

type Session = Pick<CommandSession, 'run'>;

export interface ExportRequest {
  session: Session;
  type: ExportType;
  format: ExportFormat;
  target: ExportTarget;
  /** An empty folder for temporary files. */
  temporary: string;
}

/** Writes all rows and files of the organization into an archive. */
export const writeOrganization = ({ session, type, format, target, temporary }: ExportRequest): Promise<ExportCounts> =>
  writeOrganizationArchive({ source: openSource(session, type), format, archive: target, temporary });

/** Reads the organization with commands, in parts. */
const openSource = (session: Session, type: ExportType): ExportSource => ({
  async *pages() {
    let after: number | null = 0;
    while (after !== null) {
      const page: ExportPage = await session.run('export-messages', { type, after });
      yield page;
      ({ after } = page);
    }
  },
  async *rows(table) {
    for (let from: number | null = 0; from !== null; ) {
      const { rows, next }: TablePart = await session.run('export-table', { type, table, from });
      yield rows;
      from = next;
    }
  },
  images: () => session.run('export-images', {}),
});

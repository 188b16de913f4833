import type { App } from '../app.ts';
import { personalData } from '../chat/organization/exports/personal-batches.ts';
import { type ExportImages, exportedImages } from '../chat/organization/exports/source-batches.ts';
import type { ExportType } from '../chat/organization/exports/types.ts';
import { type ExportPage, exportPage } from '../chat/organization/exports/zulip-messages.ts';
import type { Row } from '../chat/organization/exports/zulip-rows.ts';
import {
  subscriptionPart,
  type TablePart,
  ZULIP_TABLES,
  type ZulipTable,
} from '../chat/organization/exports/zulip-tables.ts';
import { account, type ForUser, requireAccount } from './accounts.ts';
import { part } from './operation.ts';

/** Rows of a table in one answer, and users whose subscriptions are. */
const ROWS_AT_ONCE = 5000;
const USERS_AT_ONCE = 50;

interface TableRequest {
  type: ExportType;
  table: ZulipTable;
  /** 0, or `next` of the part before. */
  from: number;
}

export const exportOperations = {
  'export-table': part({
    audit: 'part',
    run(app, { type, table, from }: TableRequest): TablePart {
      if (table === 'zerver_subscription') return subscriptionPart(app, type, from, USERS_AT_ONCE);
      const rows: Row[] = ZULIP_TABLES[table](app, type);
      const next = from + ROWS_AT_ONCE;
      return { rows: rows.slice(from, next), next: next < rows.length ? next : null };
    },
  }),
  'export-messages': part({
    audit: (_, { type, after }) => (after === 0 ? { kind: 'export', details: type } : undefined),
    run: (app: App, { type, after }: { type: ExportType; after: number }): ExportPage => exportPage(app, type, after),
  }),
  'export-images': part({ audit: 'part', run: (app): ExportImages => exportedImages(app) }),
  /** What is stored about one person, in parts; `after` is the last message of the part before. */
  'user-data': part({
    audit: ({ account }, { after }) => (after === null ? { kind: 'user_export', user_id: account.user_id } : undefined),
    run(app: App, { user: who, after }: ForUser & { after: number | null }) {
      const user = requireAccount(app, who);
      return { account: account(user), ...personalData(app, user, after) };
    },
  }),
};

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
import { account, type Named, requireAccount } from './accounts.ts';

/** Rows of a table in one answer, and users whose subscriptions are. */
const ROWS_AT_ONCE = 5000;
const USERS_AT_ONCE = 50;

interface TableRequest {
  type: ExportType;
  table: ZulipTable;
  /** 0, or `next` of the part before. */
  from: number;
}

export const exportCommands = {
  'export-table': (app: App, { type, table, from }: TableRequest): TablePart => {
    if (table === 'zerver_subscription') return subscriptionPart(app, type, from, USERS_AT_ONCE);
    const rows: Row[] = ZULIP_TABLES[table](app, type);
    const next = from + ROWS_AT_ONCE;
    return { rows: rows.slice(from, next), next: next < rows.length ? next : null };
  },
  'export-messages': (app: App, { type, after }: { type: ExportType; after: number }): ExportPage =>
    exportPage(app, type, after),
  'export-images': (app: App): ExportImages => exportedImages(app),
  /** What is stored about one person, in parts; `after` is the last message of the part before. */
  'user-data': (app: App, { who, after }: Named & { after: number | null }) => {
    const user = requireAccount(app, who);
    return { account: account(user), ...personalData(app, user, after) };
  },
};

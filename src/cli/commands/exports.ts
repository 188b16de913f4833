import type { App } from '../../app.ts';
import { type ExportImages, exportedImages } from '../../chat/organization/exports/images.ts';
import { personalData } from '../../chat/organization/exports/personal-data.ts';
import type { ExportType } from '../../chat/organization/exports/types.ts';
import { type ExportPage, exportPage } from '../../chat/organization/exports/zulip-messages.ts';
import type { Row } from '../../chat/organization/exports/zulip-rows.ts';
import { ZULIP_TABLES, type ZulipTable } from '../../chat/organization/exports/zulip-tables.ts';
import { account, type Named, requireAccount } from './accounts.ts';

/** Rows of a table in one answer. */
const ROWS_AT_ONCE = 5000;

export const exportCommands = {
  'export-table': (app: App, { type, table, from }: { type: ExportType; table: ZulipTable; from: number }) => {
    const all: Row[] = ZULIP_TABLES[table](app, type);
    return { rows: all.slice(from, from + ROWS_AT_ONCE), total: all.length };
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

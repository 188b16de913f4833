import type { App } from '../../app.ts';
import { personalData } from '../../chat/organization/exports/personal-data.ts';
import type { ExportType } from '../../chat/organization/exports/types.ts';
import { type ExportPage, exportPage } from '../../chat/organization/exports/zulip-messages.ts';
import type { Row } from '../../chat/organization/exports/zulip-rows.ts';
import { emojiFile, ZULIP_TABLES, type ZulipTable } from '../../chat/organization/exports/zulip-tables.ts';
import { account, type Named, requireAccount } from './accounts.ts';

/** Rows of a table in one answer. */
const ROWS_AT_ONCE = 5000;

/** An image: whose it is, and where it is on disk. */
interface ImageFile {
  owner: number;
  file_key: string;
  type: string;
}

export const exportCommands = {
  'export-table': (app: App, { type, table, from }: { type: ExportType; table: ZulipTable; from: number }) => {
    const all: Row[] = ZULIP_TABLES[table](app, type);
    return { rows: all.slice(from, from + ROWS_AT_ONCE), total: all.length };
  },
  'export-messages': (app: App, { type, after }: { type: ExportType; after: number }): ExportPage =>
    exportPage(app, type, after),
  'export-images': (app: App): { avatars: ImageFile[]; emoji: (ImageFile & { file_name: string })[] } => ({
    avatars: app.users.all().flatMap(({ id }) => {
      const files = app.pictures.at(`avatar/${id}`)?.files;
      const best = files?.medium ?? files?.usual;
      return best ? [{ owner: id, file_key: best.key, type: best.type }] : [];
    }),
    emoji: Object.keys(app.realmEmoji.all()).flatMap((id) => {
      const file = app.pictures.at(`emoji/${Number(id)}`)?.files.usual;
      return file ? [{ owner: Number(id), file_key: file.key, type: file.type, file_name: emojiFile(id) }] : [];
    }),
  }),
  /** What is stored about one person, in parts; `after` is the last message of the part before. */
  'user-data': (app: App, { who, after }: Named & { after: number | null }) => {
    const user = requireAccount(app, who);
    return { account: account(user), ...personalData(app, user, after) };
  },
};

import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { seesAddressOf } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { apiEmail } from '../../people/users/views.ts';
import { exportedImages } from './images.ts';
import type { ExportSource } from './organization-batches.ts';
import type { ExportType } from './types.ts';
import { type ExportPage, exportPage } from './zulip-messages.ts';
import type { Row } from './zulip-rows.ts';
import { ZULIP_TABLES } from './zulip-tables.ts';

/** Rows that one turn writes. */
const ROWS_AT_ONCE = 500;

/** The server stops; the export starts again after the next start. */
export class ExportStopped extends Error {}

interface Reading {
  type: ExportType;
  /** The administrator that requested the export: it has only the addresses that they can see. */
  actor: User;
  stopping: AbortSignal | undefined;
  /** Receives how much of the messages is read, from 0 to 1. */
  onProgress: (progress: number) => void;
}

/** Reads the organization in this process. Other requests run between two parts. */
export const readOrganization = (app: App, { type, actor, stopping, onProgress }: Reading): ExportSource => {
  const pause = async () => {
    await turn();
    if (stopping?.aborted) throw new ExportStopped();
  };
  return {
    async *pages() {
      for (let after: number | null = 0; after !== null; ) {
        await pause();
        const page: ExportPage = exportPage(app, type, after);
        onProgress((page.after ?? app.messages.lastId()) / Math.max(1, app.messages.lastId()));
        yield page;
        ({ after } = page);
      }
    },
    async *rows(table) {
      await pause();
      const rows: Row[] = ZULIP_TABLES[table](app, type);
      const visible = table === 'zerver_userprofile' ? rows.map((row) => withVisibleAddress(app, actor, row)) : rows;
      for (let from = 0; from === 0 || from < visible.length; from += ROWS_AT_ONCE) {
        yield visible.slice(from, from + ROWS_AT_ONCE);
        await pause();
      }
    },
    images: async () => exportedImages(app),
  };
};

/** A row of a user, without an address that the administrator cannot see. */
function withVisibleAddress(app: App, actor: User, row: Row): Row {
  const user = app.users.byId(row.id as number)!;
  if (seesAddressOf(app, actor, user)) return row;
  const email = apiEmail(app, user);
  return { ...row, email, delivery_email: email };
}

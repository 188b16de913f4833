import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../../app.ts';
import { REALM_SLOTS, type RealmSlot } from '../../files/images/types.ts';
import { canSeeAddress } from '../../people/users/rules.ts';
import type { User } from '../../people/users/types.ts';
import { apiEmail } from '../../people/users/views.ts';
import type { ExportSource } from './organization-batches.ts';
import type { ExportType } from './types.ts';
import { type ExportPage, exportPage } from './zulip-messages.ts';
import type { Row } from './zulip-rows.ts';
import { emojiFile, subscriptionPart, type TablePart, ZULIP_TABLES } from './zulip-tables.ts';

/** An image: whose it is, and where it is on disk. */
interface ImageFile {
  owner: number;
  file_key: string;
  type: string;
}

/** The organization's icon and logos, the avatars and custom emoji. */
export interface ExportImages {
  realm: (Omit<ImageFile, 'owner'> & { slot: RealmSlot })[];
  avatars: ImageFile[];
  emoji: (ImageFile & { file_name: string })[];
}

/** Returns the images that an export contains. */
export const exportedImages = (app: App): ExportImages => ({
  realm: REALM_SLOTS.flatMap((slot) => {
    const files = app.pictures.at(slot)?.files;
    const best = files?.medium ?? files?.usual;
    return best ? [{ slot, file_key: best.key, type: best.type }] : [];
  }),
  avatars: app.users.all().flatMap(({ id }) => {
    const files = app.pictures.at(`avatar/${id}`)?.files;
    const best = files?.medium ?? files?.usual;
    return best ? [{ owner: id, file_key: best.key, type: best.type }] : [];
  }),
  emoji: Object.keys(app.realmEmoji.all()).flatMap((id) => {
    const file = app.pictures.at(`emoji/${Number(id)}`)?.files.usual;
    return file ? [{ owner: Number(id), file_key: file.key, type: file.type, file_name: emojiFile(app, id) }] : [];
  }),
});

/** Rows that one turn writes, users whose subscriptions it reads, and messages, each with flags of all recipients. */
const ROWS_AT_ONCE = 500;
const USERS_AT_ONCE = 10;
const MESSAGES_AT_ONCE = 25;

/** Messages, and flags, on one page of an archive: writing them takes some milliseconds. */
const PAGE = 250;
const PAGE_FLAGS = 2000;

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
      let page = emptyPage();
      for (let after: number | null = 0; after !== null; ) {
        await pause();
        const part = exportPage(app, type, after, MESSAGES_AT_ONCE);
        onProgress((part.after ?? app.messages.lastId()) / Math.max(1, app.messages.lastId()));
        ({ after } = part);
        addPart(page, part);
        if (after !== null && page.zerver_message.length < PAGE && page.zerver_usermessage.length < PAGE_FLAGS)
          continue;
        yield page;
        page = emptyPage();
      }
    },
    async *rows(table) {
      await pause();
      if (table === 'zerver_subscription') {
        for (let from: number | null = 0; from !== null; ) {
          const { rows, next }: TablePart = subscriptionPart(app, type, from, USERS_AT_ONCE);
          yield rows;
          from = next;
          await pause();
        }
        return;
      }
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

const emptyPage = (): ExportPage => ({
  zerver_message: [],
  zerver_usermessage: [],
  zerver_reaction: [],
  zerver_submessage: [],
  klatch_pin: [],
  zerver_attachment: [],
  after: null,
});

function addPart(page: ExportPage, part: ExportPage): void {
  page.zerver_message.push(...part.zerver_message);
  page.zerver_usermessage.push(...part.zerver_usermessage);
  page.zerver_reaction.push(...part.zerver_reaction);
  page.zerver_submessage.push(...part.zerver_submessage);
  page.klatch_pin.push(...part.klatch_pin);
  page.zerver_attachment.push(...part.zerver_attachment);
}

/** A row of a user, without an address that the administrator cannot see. */
function withVisibleAddress(app: App, actor: User, row: Row): Row {
  const user = app.users.byId(row.id as number)!;
  if (canSeeAddress(app, actor, user)) return row;
  const email = apiEmail(app, user);
  return { ...row, email, delivery_email: email };
}

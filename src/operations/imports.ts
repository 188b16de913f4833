import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { keepFile } from '../chat/files/attachments/upload-endpoints.ts';
import { writePicture } from '../chat/files/images/client.ts';
import type { PictureFiles } from '../chat/files/images/types.ts';
import {
  hasReadState,
  type ImportStart,
  isForNewRealm,
  rememberReadState,
  startImport,
  together,
  type UnreadMessages,
  writeFile,
  writeRecords,
  writeUnread,
} from '../chat/organization/imports/actions.ts';
import { giveMemberships, type MembershipProgress } from '../chat/organization/imports/memberships.ts';
import { needsNoAvatar } from '../chat/organization/imports/people.ts';
import type { OriginKind } from '../chat/organization/imports/repository.ts';
import type {
  FileSource,
  ImportedFile,
  ImportOrigin,
  ImportRecord,
  Skipped,
  Written,
} from '../chat/organization/imports/types.ts';
import { iconForms, logoForms } from '../chat/organization/realm/image-endpoints.ts';
import { reloadWebClients } from '../chat/register/actions.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { part } from './operation.ts';

/** The time in ms that one step of giving memberships may take before other requests run. */
const STEP_TIME = 50;
const ADDRESSES_AT_ONCE = 2000;

/** Messages in one page of a count, which takes some milliseconds. */
const COUNTED_AT_ONCE = 50_000;

export const importOperations = {
  /**
   * What an import from this server finds. `is_new`: nobody had an account before the first one. `has_messages`:
   * earlier ones brought messages.
   */
  'import-target': part({
    audit: 'reads',
    run(app, { name }: { name: string }) {
      const source = app.imports.source(name);
      return {
        is_new: isForNewRealm(app, name),
        has_messages: source !== undefined && app.imports.hasAny(source.id, 'message') === 1,
        max_upload_bytes: app.config.choices.maxUploadMib * 2 ** 20,
      };
    },
  }),
  /**
   * Begins a run. `roles`: new accounts keep the roles of the archive, also if the organization has an owner.
   * `settings`: those of the archive replace the organization's, also if it has people.
   */
  'import-start': part({
    audit: (_, { name }) => ({ kind: 'import', details: name }),
    run: (app: App, run: ImportStart) => ({ source_id: startImport(app, run).id }),
  }),
  /** How many messages of this server were imported, in pages. `last` is null after the last page. */
  'import-count': part({
    audit: 'reads',
    run(app, { name, after }: { name: string; after: string }) {
      const source = app.imports.source(name);
      return source ? app.imports.countAfter(source.id, 'message', after, COUNTED_AT_ONCE)! : { count: 0, last: null };
    },
  }),
  /** Those of these objects that were imported before. */
  'import-known': part({
    audit: 'reads',
    run(app, { name, kind, origins }: { name: string; kind: OriginKind; origins: string[] }) {
      const source = app.imports.source(name);
      return { known: source ? app.imports.amongKnown(source.id, kind, JSON.stringify(origins)) : [] };
    },
  }),
  /** Those of these users whose accounts need no avatar. */
  'import-with-avatar': part({
    audit: 'reads',
    run(app, { source_id, origins }: { source_id: number; origins: string[] }) {
      const source = requireSource(app, source_id);
      return { known: origins.filter((origin) => needsNoAvatar(app, source, origin)) };
    },
  }),
  /** The next users of earlier imports after an origin, with the addresses of their accounts. */
  'import-addresses': part({
    audit: 'reads',
    run(app, { name, after }: { name: string; after: string }) {
      const source = app.imports.source(name);
      return { users: source ? app.imports.addressesAfter(source.id, after, ADDRESSES_AT_ONCE) : [] };
    },
  }),
  /** Writes records in one transaction. Their files have arrived in the folder for that. */
  'import-write': part({
    audit: 'part',
    async run(app, { source_id, records }: { source_id: number; records: ImportRecord[] }) {
      const source = requireSource(app, source_id);
      const written: Written = { added: {}, changed: {}, skipped: [] };
      const pictures = new Map<string, PictureFiles>();
      for (const record of records) {
        if (record.kind === 'file') await takeFile(app, source, record, written);
        else if (hasPicture(record)) await drawPicture({ app, source, record, pictures, skipped: written.skipped });
      }
      return together(written, writeRecords(app, source, records, pictures));
    },
  }),
  /** Gives memberships for a short time. Returns where to continue, or null when all is done. */
  'import-members': part({
    audit: 'part',
    run(app, { source_id, at }: { source_id: number; at: MembershipProgress | null }) {
      const source = requireSource(app, source_id);
      const until = performance.now() + STEP_TIME;
      let next = giveMemberships(app, source, at ?? undefined);
      while (next && performance.now() < until) next = giveMemberships(app, source, next);
      return { at: next ?? null };
    },
  }),
  'import-has-read-state': part({
    audit: 'reads',
    run: (app, { source_id }: { source_id: number }) => ({ has: hasReadState(app, requireSource(app, source_id)) }),
  }),
  'import-unread': part({
    audit: 'part',
    run: (app, { source_id, ...unread }: { source_id: number } & UnreadMessages) => ({
      changed: writeUnread(app, requireSource(app, source_id), unread),
    }),
  }),
  /** Web clients load the new history when nobody uses them. */
  'import-finish': part({
    audit: 'part',
    run(app, { source_id }: { source_id: number }) {
      rememberReadState(app, requireSource(app, source_id));
      return { clients: reloadWebClients(app, false) };
    },
  }),
};

function requireSource(app: App, id: number): ImportOrigin {
  const source = app.imports.sourceById(id);
  if (!source) throw notFound('There is no such import');
  return source;
}

/** The path of a file that has arrived. Its name is random, never one from the archive. */
function findArrived(app: App, { stored }: FileSource): string | undefined {
  return stored !== undefined && /^[0-9a-f]{32}$/.test(stored) ? join(app.files.incoming, stored) : undefined;
}

async function takeFile(app: App, source: ImportOrigin, file: ImportedFile, written: Written): Promise<void> {
  const path = findArrived(app, file.source);
  if (!path || app.imports.find(source.id, 'file', file.origin)) return;
  try {
    writeFile(app, source, file, await keepFile(app, { path, name: file.name, size: file.source.size ?? 0 }));
    written.added.file = (written.added.file ?? 0) + 1;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    written.skipped.push({ kind: 'file', origin: file.origin, reason: error.message });
  }
}

type WithPicture = Extract<ImportRecord, { kind: 'user' | 'emoji' | 'realm-image' }>;
const hasPicture = (record: ImportRecord): record is WithPicture =>
  record.kind === 'user' || record.kind === 'emoji' || record.kind === 'realm-image';
const AVATAR_SIZES = [100, 500] as const;
const EMOJI_SIZE = 64;

interface Drawing {
  app: App;
  source: ImportOrigin;
  record: WithPicture;
  /** Gets the stored picture. */
  pictures: Map<string, PictureFiles>;
  /** Gets the reason if the file is no picture. */
  skipped: Skipped[];
}

/** Draws an avatar, emoji, icon or logo in the sizes that are stored. */
async function drawPicture({ app, source, record, pictures, skipped }: Drawing): Promise<void> {
  const image = record.kind === 'user' ? record.avatar : record.image;
  const path = image && findArrived(app, image);
  if (!path) return;
  try {
    if (needsNoPicture(app, source, record)) return;
    const forms = await drawForms(app, record, path);
    pictures.set(`${record.kind} ${record.origin}`, await writePicture(app, forms));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // An emoji without an image is reported when it is written.
    if (record.kind === 'emoji') return;
    const kind = record.kind === 'user' ? 'avatar' : record.kind;
    skipped.push({ kind, origin: record.origin, reason: error.message });
  } finally {
    await rm(path, { force: true });
  }
}

function needsNoPicture(app: App, source: ImportOrigin, { kind, origin }: WithPicture): boolean {
  if (kind === 'user') return needsNoAvatar(app, source, origin);
  const known =
    kind === 'emoji'
      ? app.imports.find(source.id, 'emoji', origin)
      : app.imports.find(source.id, 'setting', `${kind} ${origin}`);
  return known !== undefined;
}

async function drawForms(app: App, record: WithPicture, path: string) {
  if (record.kind === 'user') return avatarForms(app, path);
  if (record.kind === 'emoji') return emojiForms(app, path);
  return record.origin === 'icon' ? iconForms(app, path) : logoForms(app, path);
}

async function avatarForms(app: App, path: string) {
  const [usual, medium] = await app.imageWorker.squares(path, AVATAR_SIZES);
  return { usual: usual!, medium: medium! };
}

async function emojiForms(app: App, path: string) {
  const { image, still } = await app.imageWorker.emoji(path, EMOJI_SIZE);
  return { usual: image, ...(still && { still }) };
}

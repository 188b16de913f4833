import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import { ROLES } from '../../../shared/roles.ts';
import { addUpload, type StoredFile } from '../../files/attachments/upload-actions.ts';
import type { PictureFiles } from '../../files/images/types.ts';
import { setRead } from '../../messages/flags/read-actions.ts';
import { updateChannelActivity } from '../../messages/send/actions.ts';
import { writeChannel, writeMembers } from './channels.ts';
import type { ImportContext } from './context.ts';
import { writeGroup, writeGroupSettings } from './groups.ts';
import { markReadForReceivers, writeSubscription, writeSubscriptionStart } from './memberships.ts';
import { writeMessage } from './messages.ts';
import {
  isNewRealm,
  rememberNewRealm,
  writeDefaultChannelGroup,
  writeDomain,
  writeFolder,
  writeLinkifier,
  writePlayground,
  writeProfileField,
  writeRealmImage,
  writeRealmSettings,
} from './organization.ts';
import { importActor, type Outcome, writeEmoji, writeUser } from './people.ts';
import {
  writeAlertWord,
  writeDoNotDisturb,
  writeImportedProfileValue,
  writeMutedUser,
  writeReminder,
  writeSidebarOrder,
  writeSnippet,
  writeStatus,
  writeTopicPolicy,
  writeView,
} from './personal.ts';
import type {
  Change,
  ImportedFile,
  ImportedMessage,
  ImportOrigin,
  ImportRecord,
  RecordKind,
  Skipped,
  Written,
} from './types.ts';
import { writeDraft, writeScheduledMessage } from './unsent-messages.ts';

/**
 * Begins a run of an import. Who wrote the archive must not decide who governs an organization that has an owner: new
 * accounts become members, unless the operator wants the `roles` of the archive. Nor does it decide about the settings
 * of an organization that has people, unless the operator wants the `settings` of the archive.
 */
export function startImport(app: App, { name, roles = false, settings = false }: ImportStart): ImportOrigin {
  const source = ensureSource(app, name);
  const hasOwner = app.users.active().some(({ role, is_bot }) => role === ROLES.owner && !is_bot);
  const bringsSettings = settings || isNewRealm(app, source);
  app.memory.importRuns.set(source.id, { keepsRoles: roles || !hasOwner, bringsSettings });
  return source;
}

/** How a run begins. `name`: of the other server. */
export interface ImportStart {
  name: string;
  roles?: boolean;
  settings?: boolean;
}

/** Finds the server of this name, or remembers it, and that nobody has an account here yet. */
function ensureSource(app: App, name: string): ImportOrigin {
  const before = app.imports.source(name);
  if (before) return before;
  const isNew = isForNewRealm(app, name);
  return app.db.write(() => {
    app.imports.addSource(name, app.messages.lastId());
    const source = app.imports.source(name)!;
    if (isNew) rememberNewRealm(app, source);
    return source;
  });
}

/** Whether nobody had an account here before the first import from this server, which then brings the settings. */
export function isForNewRealm(app: App, name: string): boolean {
  const source = app.imports.source(name);
  return source ? isNewRealm(app, source) : app.users.all().every(({ is_bot }) => is_bot);
}

/** The images of records, by their origin, drawn in the sizes that are stored. */
export type Pictures = ReadonlyMap<string, PictureFiles>;

/** Counts what was written. */
class Tally {
  readonly added: Record<string, number> = {};
  readonly changed: Partial<Record<Change, number>> = {};
  readonly skipped: Skipped[] = [];

  readonly change = (kind: Change): void => {
    this.changed[kind] = (this.changed[kind] ?? 0) + 1;
  };

  count(kind: string, number = 1): void {
    if (number > 0) this.added[kind] = (this.added[kind] ?? 0) + number;
  }
  take({ kind, origin }: { kind: string; origin: string }, outcome: Outcome): void {
    if (outcome === 'added') this.count(kind);
    else if (typeof outcome === 'object') this.skipped.push({ kind, origin, ...outcome });
  }
}

/** Writes a record. What was imported before stays as it is. */
type RecordWriter<R extends ImportRecord> = (context: ImportContext, record: R) => Outcome;

/** The kinds of records that need nothing besides themselves. */
const WRITERS: { [K in Exclude<RecordKind, Special>]: RecordWriter<Extract<ImportRecord, { kind: K }>> } = {
  group: writeGroup,
  'group-settings': writeGroupSettings,
  folder: writeFolder,
  channel: writeChannel,
  realm: writeRealmSettings,
  domain: writeDomain,
  linkifier: writeLinkifier,
  playground: writePlayground,
  'profile-field': writeProfileField,
  'default-channel-group': writeDefaultChannelGroup,
  'subscription-start': writeSubscriptionStart,
  subscription: writeSubscription,
  topic: writeTopicPolicy,
  'muted-user': writeMutedUser,
  'alert-word': writeAlertWord,
  snippet: writeSnippet,
  status: writeStatus,
  'profile-value': writeImportedProfileValue,
  draft: writeDraft,
  'scheduled-message': writeScheduledMessage,
  reminder: writeReminder,
  view: writeView,
  'sidebar-order': writeSidebarOrder,
  'do-not-disturb': writeDoNotDisturb,
};
type Special = 'user' | 'emoji' | 'realm-image' | 'members' | 'message' | 'file';

/**
 * Stores records in one transaction, in their order. What was imported before stays as it is. Files are written by
 * `writeFile`. If one record cannot be stored, it is left out and named.
 */
export function writeRecords(
  app: App,
  source: ImportOrigin,
  records: readonly ImportRecord[],
  pictures: Pictures = new Map(),
): Written {
  try {
    return writeBatch(app, source, records, pictures);
  } catch (error) {
    if (isOfDatabase(error)) throw error;
    if (records.length > 1) return records.map((one) => writeRecords(app, source, [one], pictures)).reduce(together);
    const [{ kind, origin } = { kind: 'record', origin: '' }] = records;
    app.log.warn({ err: error, kind, origin }, 'a record is not imported');
    return { added: {}, changed: {}, skipped: [{ kind, origin, reason: (error as Error).message }] };
  }
}

/** Errors that every other record would have, too, such as a full disk. */
const isOfDatabase = (error: unknown): boolean =>
  /^SQLITE_(?!CONSTRAINT|MISMATCH|TOOBIG|RANGE|ERROR)/.test(String((error as { code?: unknown }).code ?? ''));

export const together = (one: Written, other: Written): Written => ({
  added: sumOfCounts(one.added, other.added),
  changed: sumOfCounts(one.changed, other.changed),
  skipped: [...one.skipped, ...other.skipped],
});

function sumOfCounts(one: Readonly<Counts>, other: Readonly<Counts>): Counts {
  const sum = { ...one };
  for (const [kind, number] of Object.entries(other)) sum[kind] = (sum[kind] ?? 0) + (number ?? 0);
  return sum;
}
type Counts = Partial<Record<string, number>>;

function writeBatch(app: App, source: ImportOrigin, records: readonly ImportRecord[], pictures: Pictures): Written {
  const tally = new Tally();
  const skip = (kind: string, origin: string, reason: string) => void tally.skipped.push({ kind, origin, reason });
  const run = app.memory.importRuns.get(source.id) ?? { keepsRoles: false, bringsSettings: false };
  const context: ImportContext = { app, source, ...run, skip, change: tally.change };
  app.db.write(() => {
    const messages: number[] = [];
    for (const record of records) messages.push(...takeRecord(context, record, tally, pictures));
    finishMessages(app, messages);
  });
  return { added: tally.added, changed: tally.changed, skipped: tally.skipped };
}

/** The records that replace settings of the organization. */
const OF_SETTINGS: ReadonlySet<RecordKind> = new Set<RecordKind>(['realm', 'realm-image', 'domain']);
const LEFT_OUT = 'people have accounts here already; --settings imports it nevertheless';

/** Writes a record. Returns the ids of the new messages. */
function takeRecord(context: ImportContext, record: ImportRecord, tally: Tally, pictures: Pictures): number[] {
  const { kind, origin } = record;
  if (OF_SETTINGS.has(kind) && !context.bringsSettings) {
    context.skip(kind, origin, LEFT_OUT);
    return [];
  }
  if (kind === 'message') return takeMessage(context, record, tally);
  if (kind === 'user') tally.take(record, writeUser(context, record, pictures.get(`user ${origin}`)));
  else if (kind === 'emoji') tally.take(record, writeEmoji(context, record, pictures.get(`emoji ${origin}`)));
  else if (kind === 'realm-image')
    tally.take(record, writeRealmImage(context, record, pictures.get(`realm-image ${origin}`)));
  else if (kind === 'members') {
    const { added, unknown } = writeMembers(context.app, context.source, record);
    tally.count('member', added);
    for (const user of unknown) context.skip('member', origin, `there is no user ${user}`);
  } else if (kind !== 'file') {
    const write = WRITERS[kind] as RecordWriter<ImportRecord>;
    tally.take(record, write(context, record));
  }
  return [];
}

/** Writes a message. Returns the ids of the rows. */
function takeMessage({ app, source }: ImportContext, record: ImportedMessage, tally: Tally): number[] {
  const { message_ids, reactions, pins, updated, moved, completed, skipped } = writeMessage(app, source, record);
  tally.count('message', message_ids.length > 0 && !updated ? 1 : 0);
  tally.count('reaction', reactions);
  tally.count('pin', pins);
  tally.count('edit', updated ? 1 : 0);
  if (moved) tally.change('move');
  if (completed) tally.change('link');
  tally.skipped.push(...skipped);
  return message_ids;
}

/** What follows from new messages: read state, and the activity of their channels. */
function finishMessages(app: App, ids: readonly number[]): void {
  if (ids.length === 0) return;
  app.imports.addRange(ids[0]!, ids.at(-1)!);
  markReadForReceivers(app, ids);
  const seen = new Set<number>();
  for (const id of ids) {
    const { recipient_id } = app.messages.byId(id)!;
    if (seen.has(recipient_id)) continue;
    seen.add(recipient_id);
    const channel = app.channels.byRecipient(recipient_id);
    if (channel?.first_message_id === null) updateChannelActivity(app, channel, id);
  }
}

/** Stores a file, which is on disk under its key. Throws REALM_UPLOAD_QUOTA; a rejected file is deleted from disk. */
export function writeFile(app: App, source: ImportOrigin, file: ImportedFile, stored: StoredFile): void {
  app.db.write(() => {
    const owner = app.users.byId(app.imports.find(source.id, 'user', file.owner)?.id ?? importActor(app).id)!;
    const { id } = addUpload(app, owner, {
      ...stored,
      name: file.name,
      create_time: file.created ?? seconds(app.clock),
    });
    app.imports.add(source.id, 'file', file.origin, id);
  });
}

/** Which of these messages are unread, as the archive says: for each user, their places in the list. */
export interface UnreadMessages {
  /** Origins. */
  messages: string[];
  unread: [user: string, places: number[]][];
}

/**
 * Marks messages as unread for users, also for deactivated ones, who may come back. Only those of the first import:
 * later the users' own reading counts. Returns how many.
 */
export function writeUnread(app: App, source: ImportOrigin, { messages, unread }: UnreadMessages): number {
  const stored = messages.map((origin) => {
    const message = app.imports.find(source.id, 'message', origin);
    return message && app.messages.byId(message.id);
  });
  return app.db.write(() => {
    let changed = 0;
    for (const [origin, places] of unread) {
      const user = app.users.byId(app.imports.find(source.id, 'user', origin)?.id ?? 0);
      const theirs = places.flatMap((at) => stored[at] ?? []);
      if (user && !user.is_bot) changed += setRead(app, user, theirs, false).length;
    }
    return changed;
  });
}

/** Whether the read state of the first import was written for all users. */
export const hasReadState = (app: App, source: ImportOrigin): boolean =>
  app.imports.find(source.id, 'unread', '') !== undefined;

export function rememberReadState(app: App, source: ImportOrigin): void {
  if (!hasReadState(app, source)) app.db.write(() => app.imports.add(source.id, 'unread', '', app.messages.lastId()));
}

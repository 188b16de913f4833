import type { OriginKind } from '../chat/organization/imports/repository.ts';
import type {
  FileSource,
  ImportedFile,
  ImportedMessage,
  ImportedUser,
  ImportRecord,
  RecordKind,
  RichText,
  Written,
} from '../chat/organization/imports/types.ts';
import type { CommandSession } from '../operations/session.ts';
import { type FileFetcher, MissingFile } from './files.ts';
import { makeTitle } from './markdown.ts';
import { knownOrigins } from './plan.ts';
import { append } from './records.ts';
import type { Report } from './report.ts';
import { type Staging, stagedRecords } from './repository.ts';

/** How long one batch may take, ms: people who use the server wait for it. Without a server nobody waits. */
const BATCH_TIME = { beside: 40, alone: 250 } as const;
/** Records in one batch. */
const LEAST = 5;
const MOST = 1000;
/** Characters of JSON in one batch; encoded in a form, each may need nine bytes. */
const MOST_CHARACTERS = 200_000;
/** Accounts or emoji in one batch; and how many images, which are drawn one after the other. */
const ACCOUNTS_AT_ONCE = 50;
const WITH_PICTURES = 10;
/** Users whose unread messages are written in one step. */
const USERS_AT_ONCE = 100;

export interface WriteContext {
  session: CommandSession;
  staging: Staging;
  report: Report;
  files: FileFetcher;
  sourceId: number;
  sourceName: string;
  /** Called with the number of messages that were handled. */
  progress(messages: number): void;
}

/** Sends staged records to the server, in batches of the size that the server handles quickly. */
export class Writer {
  readonly #context: WriteContext;
  /** New rows by kind. */
  readonly added: Record<string, number> = {};
  /** What was here before, and changed, by kind. */
  readonly changed: Record<string, number> = {};
  #batch = 25;
  /** Files that cannot be had, which are reported once. */
  readonly #missingFiles = new Set<string>();

  constructor(context: WriteContext) {
    this.#context = context;
  }

  async writeAll(): Promise<void> {
    await this.#writeWithPictures('user');
    await this.#writePlain('group', 'group-settings');
    await this.#writeWithPictures('emoji');
    await this.#writePlain('folder', 'channel', 'members', 'realm');
    await this.#writeWithPictures('realm-image');
    await this.#writePlain('domain', 'linkifier', 'playground');
    await this.#writePlain('profile-field', 'default-channel-group', 'topic');
    await this.#writeMessages();
    await this.#writePlain('subscription-start');
    await this.#giveMemberships();
    await this.#writePlain('subscription', 'muted-user', 'alert-word', 'snippet', 'status', 'profile-value');
    await this.#writePlain('draft', 'scheduled-message', 'reminder', 'view', 'sidebar-order', 'do-not-disturb');
    await this.#writeReadState();
    await this.#context.session.run('import-finish', { source_id: this.#context.sourceId });
  }

  /** Writes the records of some kinds, in batches that the server handles quickly. */
  async #writePlain(...kinds: RecordKind[]): Promise<void> {
    for (const kind of kinds) {
      let batch: ImportRecord[] = [];
      let characters = 0;
      for (const { body } of stagedRecords(this.#context.staging, kind)) {
        if (this.#isFull(batch, characters + body.length)) {
          await this.#writeBatch(batch);
          batch = [];
          characters = 0;
        }
        const record = JSON.parse(body) as ImportRecord;
        if ('text' in record && typeof record.text !== 'string') await this.#writeFiles([record.text]);
        batch.push(record);
        characters += body.length;
      }
      await this.#writeBatch(batch);
    }
  }

  #isFull = (batch: readonly ImportRecord[], characters: number): boolean =>
    batch.length >= this.#batch || (batch.length > 0 && characters > MOST_CHARACTERS);

  async #writeWithPictures(kind: WithPicture['kind']): Promise<void> {
    for (const page of pages(stagedRecords(this.#context.staging, kind), ACCOUNTS_AT_ONCE)) {
      const origins = page.map(({ origin }) => origin);
      const known = await this.#withoutNeed(kind, origins);
      let records: ImportRecord[] = [];
      let pictures = 0;
      for (const { origin, body } of page) {
        const record = JSON.parse(body) as WithPicture;
        const source = known.has(origin) ? undefined : record.kind === 'user' ? record.avatar : record.image;
        records.push(source ? await this.#withPicture(record, source) : withoutPicture(record));
        if (source && ++pictures % WITH_PICTURES === 0) {
          await this.#write(records);
          records = [];
        }
      }
      await this.#write(records);
    }
  }

  /** Those for whom no picture is fetched. Those of the organization are few, and the server compares them. */
  async #withoutNeed(kind: WithPicture['kind'], origins: string[]): Promise<ReadonlySet<string>> {
    if (kind === 'realm-image') return new Set();
    if (kind === 'emoji') return this.#known(kind, origins);
    const { session, sourceId: source_id } = this.#context;
    return new Set((await session.run('import-with-avatar', { source_id, origins })).known);
  }

  /** Fetches the image of an account, an emoji or the organization. Without it, an account is still imported. */
  async #withPicture(record: WithPicture, source: FileSource): Promise<ImportRecord> {
    try {
      const image = await this.#context.files.fetchPicture(source);
      return record.kind === 'user' ? { ...record, avatar: image } : { ...record, image };
    } catch (error) {
      if (!(error instanceof MissingFile)) throw error;
      if (record.kind === 'user') this.#context.report.skip('avatar', record.origin, error.message);
      return withoutPicture(record);
    }
  }

  async #writeMessages(): Promise<void> {
    for (const page of pages(stagedRecords(this.#context.staging, 'message'), MOST)) {
      // Files of messages that were imported before may come later.
      await this.#writeFiles(page.map(({ body }) => (JSON.parse(body) as ImportedMessage).text));
      let batch: ImportedMessage[] = [];
      let characters = 0;
      for (const { body } of page) {
        if (this.#isFull(batch, characters + body.length)) {
          await this.#writeMessageBatch(batch);
          batch = [];
          characters = 0;
        }
        const message = this.#titled(JSON.parse(body) as ImportedMessage);
        batch.push(message);
        characters += body.length;
      }
      await this.#writeMessageBatch(batch);
    }
  }

  async #writeMessageBatch(messages: ImportedMessage[]): Promise<void> {
    await this.#writeBatch(messages);
    this.#context.progress(messages.length);
  }

  /** Writes a batch, and adapts the size of the next one to the time that this one took. */
  async #writeBatch(records: readonly ImportRecord[]): Promise<void> {
    if (records.length === 0) return;
    const began = performance.now();
    await this.#write(records);
    const took = performance.now() - began;
    const duration = this.#context.session.isServer ? BATCH_TIME.beside : BATCH_TIME.alone;
    const factor = Math.min(2, Math.max(0.5, duration / Math.max(1, took)));
    this.#batch = Math.round(Math.min(MOST, Math.max(LEAST, records.length * factor)));
  }

  /** The first message of a thread may come after its replies in the archive. The read state is written later. */
  #titled(message: ImportedMessage): ImportedMessage {
    const { to } = message;
    if ('users' in to || !to.thread) return { ...message, unread: undefined };
    const { staging } = this.#context;
    const text = to.thread.title === '' ? staging.titleText(to.thread.origin) : undefined;
    const title = text === undefined ? to.thread.title : makeTitle(JSON.parse(text) as RichText, this.#nameOfUser);
    return { ...message, to: { ...to, thread: { ...to.thread, title } }, unread: undefined };
  }

  #nameOfUser = (origin: string): string | undefined => {
    const body = this.#context.staging.byOrigin('user', origin);
    return body === undefined ? undefined : (JSON.parse(body) as ImportedUser).name;
  };

  /** Writes the files that texts link to, before the texts themselves. */
  async #writeFiles(texts: readonly RichText[]): Promise<void> {
    const wanted = new Set<string>();
    for (const part of texts.flat()) if (typeof part !== 'string' && 'file' in part) wanted.add(part.file);
    const open = [...wanted].filter((origin) => !this.#missingFiles.has(origin));
    if (open.length === 0) return;
    const known = await this.#known('file', open);
    for (const origin of open.filter((one) => !known.has(one))) {
      const body = this.#context.staging.byOrigin('file', origin);
      if (body !== undefined) await this.#writeFile(JSON.parse(body) as ImportedFile);
    }
  }

  async #writeFile(file: ImportedFile): Promise<void> {
    try {
      const source: FileSource = await this.#context.files.fetch(file.source);
      await this.#write([{ ...file, source }]);
    } catch (error) {
      if (!(error instanceof MissingFile)) throw error;
      this.#missingFiles.add(file.origin);
      this.#context.report.skip('file', file.origin, `${file.name}: ${error.message}`);
    }
  }

  async #write(records: readonly ImportRecord[]): Promise<void> {
    if (records.length === 0) return;
    const { sourceId, report, session } = this.#context;
    const written: Written = await session.run('import-write', { source_id: sourceId, records: [...records] });
    for (const counts of ['added', 'changed'] as const)
      for (const [kind, number] of Object.entries(written[counts]))
        this[counts][kind] = (this[counts][kind] ?? 0) + (number ?? 0);
    for (const { kind, origin, reason, number } of written.skipped) report.skip(kind, origin, reason, number);
  }

  #known = (kind: OriginKind, origins: readonly string[]): Promise<Set<string>> =>
    knownOrigins(this.#context.session, this.#context.sourceName, kind, origins);

  async #giveMemberships(): Promise<void> {
    const { session, sourceId: source_id } = this.#context;
    let { at } = await session.run('import-members', { source_id, at: null });
    while (at) ({ at } = await session.run('import-members', { source_id, at }));
  }

  /** Only in the first import: later, people have read here. */
  async #writeReadState(): Promise<void> {
    const { session, sourceId: source_id, staging } = this.#context;
    if ((await session.run('import-has-read-state', { source_id })).has) return;
    for (const page of pages(stagedRecords(staging, 'message'), MOST)) {
      const places = new Map<string, number[]>();
      for (const [at, { body }] of page.entries())
        for (const user of (JSON.parse(body) as ImportedMessage).unread ?? []) append(places, user, at);
      const messages = page.map(({ origin }) => origin);
      for (const unread of pages([...places], USERS_AT_ONCE)) {
        const { changed } = await session.run('import-unread', { source_id, messages, unread });
        this.added.unread = (this.added.unread ?? 0) + changed;
      }
    }
  }
}

type WithPicture = Extract<ImportRecord, { kind: 'user' | 'emoji' | 'realm-image' }>;

function withoutPicture(record: WithPicture): ImportRecord {
  return record.kind === 'user' ? { ...record, avatar: undefined } : record;
}

function* pages<T>(all: Iterable<T>, most: number): Generator<T[]> {
  let page: T[] = [];
  for (const one of all) {
    page.push(one);
    if (page.length < most) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

import { createHash } from 'node:crypto';
import type {
  FileSource,
  ImportedChannel,
  ImportedFile,
  ImportedMessage,
  ImportedUser,
  ImportRecord,
  Reference,
  RichText,
} from '../chat/organization/imports/types.ts';
import { endQuotations, makeTitle } from './markdown.ts';
import { NOTICE, type Report } from './report.ts';
import type { Staging } from './repository.ts';
import { withBelievableTimes } from './times.ts';
import type { UsersMap } from './users-map.ts';

/** Members of one record. */
const MEMBERS_AT_ONCE = 1000;
/** Characters of a message's text. Longer than 10,000, it becomes several messages. */
const LONGEST_TEXT = 100_000;
const REFERENCE_LENGTH = 50;
/** Parts of a text that may name a thread. */
const MOST_TITLE_PARTS = 50;

export interface SinkOptions {
  staging: Staging;
  report: Report;
  /** The addresses of people that the archive does not have. */
  users: UsersMap;
  /** An empty folder for files that readers unpack. */
  temporary: string;
  /** Channels whose privacy the archive does not tell become public. */
  publicChannels?: boolean | undefined;
  /** The server's name, if the archive does not tell it. */
  server?: string | undefined;
  /** The users whom earlier imports from a server brought, by their addresses here. */
  originsByAddress?(sourceName: string): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Messages sent after this time are left out, in seconds. */
  asOf?: number | undefined;
  api?: ProductApi | undefined;
}

/** The product's own server, and the operator's token for it. */
export interface ProductApi {
  token: string;
  address: string;
}

const hashText = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, 12);

/** What a reader hands its findings to. */
export class Sink {
  /** The server that the archive is from, such as `slack:T024BE7LD`; readers set it. */
  sourceName: string | undefined;
  readonly #options: SinkOptions;
  readonly #users = new Set<string>();
  readonly #files = new Set<string>();
  readonly #emoji = new Set<string>();
  #order = 0;

  constructor(options: SinkOptions) {
    this.#options = options;
  }

  /** Something of the archive is not imported. `number`: how much of this kind the record has. */
  skip(kind: string, origin: string, reason: string, number?: number): void {
    // Such as that somebody joined: it is no loss.
    const isNotice = kind === 'message' && reason.startsWith('it is a notice of ');
    this.#options.report.skip(isNotice ? NOTICE : kind, origin, reason, number);
  }

  /** `username`: another name by which `--map` may name the user. */
  user(user: Omit<ImportedUser, 'kind'>, username?: string): void {
    if (this.#users.has(user.origin)) return;
    this.#users.add(user.origin);
    const email = this.#options.users.findEmail(user.origin, username, user.email) ?? user.email;
    this.#add({ kind: 'user', ...user, email });
  }
  /** Where the product itself can be asked; undefined: it cannot. */
  get api(): ProductApi | undefined {
    return this.#options.api;
  }
  get temporary(): string {
    return this.#options.temporary;
  }
  get server(): string {
    return this.#options.server ?? '';
  }
  get publicChannels(): boolean {
    return this.#options.publicChannels ?? false;
  }

  /** The users of earlier imports by their addresses in lower case. */
  originsByAddress = async (): Promise<ReadonlyMap<string, readonly string[]>> =>
    (await this.#options.originsByAddress?.(this.sourceName ?? '')) ?? new Map();
  /** The address that `--map` gives to a user. */
  mappedAddress = (...names: (string | undefined)[]): string | undefined => this.#options.users.findEmail(...names);

  hasUser(origin: string): boolean {
    return this.#users.has(origin);
  }

  channel(channel: Omit<ImportedChannel, 'kind'>, members: readonly string[]): void {
    this.#add({ kind: 'channel', ...channel });
    this.members(channel.origin, members);
  }
  members(channel: string, users: readonly string[]): void {
    for (let from = 0; from < users.length; from += MEMBERS_AT_ONCE)
      this.#add({ kind: 'members', origin: channel, users: users.slice(from, from + MEMBERS_AT_ONCE) });
  }

  emoji(name: string, image: FileSource): void {
    if (this.#emoji.has(name)) return;
    this.#emoji.add(name);
    this.#add({ kind: 'emoji', origin: name, name, image });
  }

  file(file: Omit<ImportedFile, 'kind'>): void {
    if (this.#files.has(file.origin)) return;
    this.#files.add(file.origin);
    this.#add({ kind: 'file', ...file });
  }

  /** Keeps something that is found before the message to which it belongs. */
  keep(key: string, value: unknown): void {
    this.#order += 1;
    this.#options.staging.keep(key, this.#order, value);
  }
  kept(key: string): unknown[] {
    return this.#options.staging.kept(key).map((body) => JSON.parse(body) as unknown);
  }

  /** `order`: what messages are sorted by, if seconds are not fine enough. */
  message(message: Omit<ImportedMessage, 'kind'>, order = message.sent): void {
    const { asOf } = this.#options;
    const known = this.#believed({ kind: 'message', ...message });
    if (!known) return;
    if (asOf !== undefined && known.sent > asOf)
      this.skip('message', known.origin, 'it was sent after the time of --as-of');
    else this.#addMessage(known, Number.isFinite(order) ? order : known.sent);
  }

  #addMessage(message: ImportedMessage, order: number): void {
    const { staging } = this.#options;
    const { origin, to, said } = message;
    const isZulip = this.sourceName?.startsWith('zulip:');
    const text = this.#cut(origin, isZulip ? message.text : endQuotations(message.text));
    staging.add({ ...message, text, said: said === undefined ? undefined : hashText(said) }, order);
    // A thread is called as its first message says, or as the first reply if that is missing.
    if ('channel' in to && to.thread && to.thread.title === '' && makeTitle(text) !== '')
      staging.offerTitle(
        to.thread.origin,
        text.slice(0, MOST_TITLE_PARTS),
        to.thread.origin === origin ? Number.MIN_SAFE_INTEGER : order,
      );
  }

  /** A text that would not fit into one request loses its end. */
  #cut(origin: string, text: RichText): RichText {
    let room = LONGEST_TEXT;
    const parts: (string | Reference)[] = [];
    for (const part of text) {
      const length = typeof part === 'string' ? part.length : REFERENCE_LENGTH;
      if (length > room) {
        this.skip('text', origin, `it is longer than ${LONGEST_TEXT} characters; its end is left out`);
        if (typeof part === 'string') parts.push(part.slice(0, room).toWellFormed());
        return parts;
      }
      room -= length;
      parts.push(part);
    }
    return parts;
  }

  add(record: ImportRecord): void {
    this.#add(record);
  }

  /** Other records keep the order in which they were found. */
  #add(record: ImportRecord): void {
    const known = this.#believed(record);
    if (!known) return;
    this.#order += 1;
    this.#options.staging.add(known, this.#order);
  }

  #believed<R extends ImportRecord>(record: R): R | undefined {
    const known = withBelievableTimes(record);
    if (!known) this.skip(record.kind, record.origin, 'its time is broken');
    return known;
  }
}

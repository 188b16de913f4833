import type { Reference } from '../../chat/organization/imports/types.ts';
import { type Archive, BadArchive } from '../archives/archive.ts';
import { isRaw, type Raw, readId, readObjects, readRaws, readText } from '../records.ts';
import type { Sink } from '../sink.ts';
import { readMessage } from './messages.ts';
import { decodePath, pathsIn } from './paths.ts';

/** A file of the archive: a channel, a thread or a conversation. */
export interface DiscordPlace {
  /** The folder of the file, with a slash at its end. */
  folder: string;
  id: string;
  name: string;
  /** The channel, which is another one for a thread. */
  channel: string;
  thread: { origin: string; title: string } | undefined;
  isDirect: boolean;
  /** Who wrote in it, in all of its files: the people of a direct message. */
  authors: Set<string>;
}

/** A name under which a bot wrote. */
interface BotName {
  name: string;
  raw: Raw;
  folder: string;
  /** When it was first used, ms. */
  since: number;
}

const readBotName = (raw: Raw): string => readText(raw.name) || readText(raw.nickname) || '';

/** The types of channels that are no private threads, by name and number. */
const PUBLIC = /^(Guild(?!.*Private)\w+|0|2|5|10|11|13|15|16)$/;

/** Reads the JSON files that DiscordChatExporter writes, one for each channel and thread. */
export async function readDiscord(archive: Archive, sink: Sink): Promise<void> {
  const found = new DiscordArchive(archive, sink);
  const files = archive.names.filter((name) => name.endsWith('.json') && !name.includes('_Files/'));
  for (const file of files) await found.findPeople(file);
  if (!sink.sourceName)
    throw new BadArchive('no file in it has a guild and a channel, so it is no export of DiscordChatExporter');
  found.addBots();
  found.addGroups();
  found.addChannels();
  for (const file of files) await found.readMessages(file);
}

/** What the files of an archive say. They are read twice, since a thread may come before its channel. */
export class DiscordArchive {
  readonly archive: Archive;
  readonly sink: Sink;
  readonly #places = new Map<string, DiscordPlace>();
  readonly #channels = new Map<string, { raw: Raw; name: string; members: Set<string>; mayBePublic: boolean }>();
  /** Who wrote in a channel or conversation, which can have several files. */
  readonly #authors = new Map<string, Set<string>>();
  readonly #names = new Map<string, string>();
  /** Roles by their ids. Only those who wrote are listed with their roles. */
  readonly #roles = new Map<string, { name: string; members: Set<string> }>();
  /** Roles by their names in lower case, since the exporter writes `@Name` by default. */
  readonly roles = new Map<string, Reference>();
  /** Finds references to them and all others, in texts that mention nobody. */
  rolesPattern: RegExp | undefined;
  /** The names under which bots wrote, by their ids. */
  readonly #bots = new Map<string, BotName[]>();

  constructor(archive: Archive, sink: Sink) {
    this.archive = archive;
    this.sink = sink;
  }

  channelName = (id: string): string | undefined => this.#channels.get(id)?.name;
  /** The name by which texts mention somebody. */
  userNamed = (name: string): string | undefined => this.#names.get(name.toLowerCase());

  async findPeople(file: string): Promise<void> {
    let place: DiscordPlace | undefined;
    let homeless = 0;
    for await (const { key, value } of readObjects(this.archive, file, this.sink)) {
      if (key === 'guild') this.sink.sourceName ??= `discord:${readId(value.id) ?? ''}`;
      else if (key === 'channel') place = this.#addPlace(file, value);
      else if (key === 'messages' && place) this.#addAuthor(place, value);
      else if (key === 'messages') homeless += 1;
    }
    if (homeless > 0)
      this.sink.skip('message', file, 'its file does not say before it which channel it is of', homeless);
  }

  #addPlace(file: string, raw: Raw): DiscordPlace | undefined {
    const id = readId(raw.id);
    if (id === undefined) return undefined;
    const type = readId(raw.type) ?? '';
    const name = readText(raw.name) || id;
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    const isDirect = /^(Direct|[13]$)/.test(type);
    const parent = readId(raw.categoryId);
    // Fewer people may read a private thread than its channel.
    const isThread = /^(Guild(Public|News)Thread|1[01])$/.test(type) && parent !== undefined;
    const channel = isThread ? parent : id;
    const thread = isThread ? { origin: id, title: name } : undefined;
    const authors = this.#authors.get(id) ?? new Set();
    this.#authors.set(id, authors);
    const place: DiscordPlace = { folder, id, name, channel, thread, isDirect, authors };
    this.#places.set(file, place);
    const before = this.#channels.get(channel);
    const shown = isThread ? (before?.name ?? readText(raw.category) ?? channel) : name;
    if (!isDirect)
      this.#channels.set(channel, {
        raw: isThread ? (before?.raw ?? {}) : raw,
        name: shown,
        members: before?.members ?? new Set(),
        mayBePublic: isThread ? (before?.mayBePublic ?? true) : PUBLIC.test(type),
      });
    return place;
  }

  /** undefined: no person who wrote has it. */
  findRole(id: string): Reference | undefined {
    const role = this.#roles.get(id);
    return role && { group: id, name: role.name };
  }

  #addRoles(author: Raw, person: string): void {
    for (const raw of readRaws(author.roles)) {
      const id = readId(raw.id);
      const name = readText(raw.name);
      if (id === undefined || !name || name === '@everyone') continue;
      const role = this.#roles.get(id) ?? { name, members: new Set() };
      this.#roles.set(id, role);
      role.members.add(person);
    }
  }

  /** Roles become groups of those who wrote. */
  addGroups(): void {
    for (const [origin, { name, members }] of this.#roles) {
      this.sink.add({ kind: 'group', origin, name, description: '', members: [...members] });
      this.roles.set(name.toLowerCase(), { group: origin, name });
    }
  }

  #addAuthor(place: DiscordPlace, message: Raw): void {
    const author = isRaw(message.author) ? message.author : {};
    const id = readId(author.id);
    if (id === undefined) return;
    place.authors.add(id);
    if (author.isBot === true) {
      this.#addBotName(id, author, place.folder, Date.parse(readText(message.timestamp) ?? ''));
      return;
    }
    this.addUser(author, place.folder);
    this.#addRoles(author, id);
    this.#channels.get(place.channel)?.members.add(id);
  }

  #addBotName(id: string, raw: Raw, folder: string, sent: number): void {
    const name = readBotName(raw);
    const names = this.#bots.get(id) ?? [];
    this.#bots.set(id, names);
    const known = names.find((one) => one.name === name);
    if (!known) names.push({ name, raw, folder, since: sent });
    else if (sent < known.since) known.since = sent;
  }

  /** A webhook writes under any number of names, and each is a bot. The first one has the id alone. */
  addBots(): void {
    for (const names of this.#bots.values()) {
      names.sort((one, other) => one.since - other.since);
      for (const { raw, folder } of names) this.addUser(raw, folder);
    }
  }

  /** The origin of a user; of a webhook, that of its name. */
  findOrigin(raw: Raw): string | undefined {
    const id = readId(raw.id);
    const names = id === undefined || raw.isBot !== true ? [] : (this.#bots.get(id) ?? []);
    return names.findIndex(({ name }) => name === readBotName(raw)) > 0 ? `${id}/${readBotName(raw)}` : id;
  }

  /** Returns the origin of somebody who wrote, or who was mentioned. */
  addUser(raw: Raw, folder: string): string | undefined {
    const origin = this.findOrigin(raw);
    if (origin === undefined) return undefined;
    const name = readText(raw.nickname) || readText(raw.name) || origin;
    for (const one of [readText(raw.nickname), readText(raw.name)]) if (one) this.#names.set(one.toLowerCase(), origin);
    if (this.sink.hasUser(origin)) return origin;
    const avatar = this.findSource(readText(raw.avatarUrl), folder);
    const is_bot = raw.isBot === true;
    this.sink.user({ origin, name, role: 'member', is_active: !is_bot, is_bot, avatar }, readText(raw.name));
    return origin;
  }

  /** Where a file is: an address, or a path from the folder of the file that names it. */
  findSource(url: string | undefined, folder: string): { path?: string; url?: string } | undefined {
    if (!url) return undefined;
    if (/^https?:/.test(url)) return { url };
    const path = [decodePath(url), url].flatMap((one) => pathsIn(folder, one)).find(this.archive.has);
    return path === undefined ? undefined : { path };
  }

  /**
   * The archive does not say who may read a channel. So it is private to those who wrote in it. `publicChannels`
   * publishes only what is known to be no private thread.
   */
  addChannels(): void {
    for (const [origin, { raw, name, members, mayBePublic }] of this.#channels)
      this.sink.channel(
        {
          origin,
          name,
          description: readText(raw.topic) ?? '',
          is_private: !(this.sink.publicChannels && mayBePublic),
          is_archived: false,
          is_default: false,
        },
        [...members],
      );
  }

  async readMessages(file: string): Promise<void> {
    const place = this.#places.get(file);
    if (!place) return;
    // What is broken was reported by the first reading.
    for await (const { key, value } of readObjects(this.archive, file, { skip() {} }))
      if (key === 'messages') readMessage(this, place, value);
  }
}

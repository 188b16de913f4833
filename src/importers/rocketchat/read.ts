import { join } from 'node:path';
import type { RoleName } from '../../shared/roles.ts';
import { type Archive, BadArchive } from '../archives/archive.ts';
import { readDocuments, readSeconds } from '../bson-documents.ts';
import { append, isRaw, type Raw, readId, readRaws, readText, readTexts, SETTINGS_STAY } from '../records.ts';
import type { Sink } from '../sink.ts';
import { unpackGridFs } from './grid-fs.ts';
import { isWritten, readMessage } from './messages.ts';

/** A room, as messages need it. */
export interface RocketRoom {
  /** Members of a direct message; undefined: a channel. */
  users: string[] | undefined;
  channel: string;
  /** A discussion: a topic of its channel. */
  discussion: { origin: string; title: string } | undefined;
}

/** How deep a discussion can be in others. */
const MOST_NESTED = 20;

/** What the collections besides messages say. */
export class RocketArchive {
  readonly archive: Archive;
  readonly sink: Sink;
  /** The folder of the dump, with a slash at its end. */
  readonly folder: string;
  readonly rooms = new Map<string, RocketRoom>();
  readonly #usernames = new Map<string, string>();
  /** Channels and discussions by their ids and by the names that texts have for them. */
  readonly #shown = new Map<string, { origin: string; name: string }>();
  /** Unpacked files by id. */
  files: ReadonlyMap<string, string> = new Map();
  #members = new Map<string, string[]>();
  #hasSubscriptions = false;
  /** The names of teams, which become groups, by their ids. */
  readonly #teams = new Map<string, string>();
  /** What rooms and messages say of people who may be missing among the users. */
  readonly #people = new Map<string, Raw>();

  constructor(archive: Archive, sink: Sink, folder: string) {
    this.archive = archive;
    this.sink = sink;
    this.folder = folder;
  }

  /** The user of a user name; undefined: there is none. */
  userNamed = (username: string): string | undefined => this.#usernames.get(username);
  /** The room of a name or id. `name`: what people see. */
  roomNamed = (name: string): { room: RocketRoom; name: string } | undefined => {
    const found = this.#shown.get(name) ?? this.#shown.get(name.toLowerCase());
    const room = found && this.rooms.get(found.origin);
    return found && room && { room, name: found.name };
  };

  documents = (collection: string) => readDocuments(this.archive, `${this.folder}${collection}.bson`, this.sink);

  async readUsers(): Promise<void> {
    const avatars = await unpackGridFs(this, 'rocketchat_avatars', join(this.sink.temporary, 'avatars'));
    const avatarOf = new Map<string, string>();
    for await (const one of this.documents('rocketchat_avatars')) {
      const path = avatars.get(readId(one._id) ?? '');
      if (path) avatarOf.set(readId(one.userId) ?? '', path);
    }
    for await (const user of this.documents('users')) this.#addUser(user, avatarOf);
  }

  #addUser(user: Raw, avatars: ReadonlyMap<string, string>): void {
    const origin = readId(user._id);
    if (origin === undefined || user.type === 'visitor') {
      this.sink.skip('user', origin ?? '', origin === undefined ? 'it has no id' : 'it is a visitor of a live chat');
      return;
    }
    const username = readText(user.username);
    if (username) this.#usernames.set(username, origin);
    const roles = readTexts(user.roles);
    const unpacked = avatars.get(origin);
    this.sink.user(
      {
        origin,
        email: readText(readRaws(user.emails)[0]?.address),
        name: readText(user.name) || username || origin,
        role: readRole(roles),
        is_active: user.active !== false,
        is_bot: user.type === 'bot' || user.type === 'app' || roles.includes('bot'),
        joined: readSeconds(user.createdAt),
        avatar: unpacked ? { unpacked } : undefined,
      },
      username,
    );
    if (isRaw(user.settings) && isRaw(user.settings.preferences))
      this.sink.skip('settings', username || origin, SETTINGS_STAY);
  }

  /** Reports that the settings of the server are left out. */
  async readSettings(): Promise<void> {
    for await (const _ of this.documents('rocketchat_settings')) {
      this.sink.skip('settings', 'the server', 'the products differ too much; an owner chooses them here');
      return;
    }
  }

  /** The team of a name; undefined: there is none. */
  teamNamed = (name: string): string | undefined => [...this.#teams].find(([, one]) => one === name)?.[0];

  async readTeams(): Promise<void> {
    const members = new Map<string, string[]>();
    for await (const one of this.documents('rocketchat_team_member'))
      append(members, readId(one.teamId) ?? '', readId(one.userId) ?? '');
    for await (const team of this.documents('rocketchat_team')) {
      const origin = readId(team._id);
      const name = readText(team.name);
      if (origin === undefined || !name) {
        this.sink.skip('group', origin ?? '', 'the team has no id or no name');
        continue;
      }
      this.#teams.set(origin, name);
      const creator = isRaw(team.createdBy) ? readId(team.createdBy._id) : undefined;
      const facts = {
        description: '',
        members: members.get(origin) ?? [],
        created: readSeconds(team.createdAt),
        creator,
      };
      this.sink.add({ kind: 'group', origin, name, ...facts });
    }
  }

  /** Who is in which room; rooms of older versions also list their members themselves. */
  async readMembers(): Promise<void> {
    for await (const one of this.documents('rocketchat_subscription')) this.#addMember(one);
    this.#hasSubscriptions = this.#members.size > 0;
    if (this.#hasSubscriptions) return;
    const messages = readDocuments(this.archive, `${this.folder}rocketchat_message.bson`, { skip() {} });
    const seen = new Set<string>();
    for await (const message of messages) {
      const key = `${readId(message.rid)} ${isRaw(message.u) ? readId(message.u._id) : ''}`;
      if (seen.has(key) || !isWritten(message)) continue;
      seen.add(key);
      this.#addMember(message);
    }
  }

  /** `where`: a subscription or a message, which both name a room and a user. */
  #addMember(where: Raw): void {
    const room = readId(where.rid);
    const user = isRaw(where.u) ? readId(where.u._id) : undefined;
    if (room === undefined || user === undefined) return;
    append(this.#members, room, user);
    if (isRaw(where.u)) this.#people.set(user, where.u);
  }

  async readRooms(): Promise<void> {
    const discussions = new Map<string, Raw>();
    for await (const room of this.documents('rocketchat_room'))
      if (readText(room.prid)) discussions.set(readId(room._id) ?? '', room);
      else this.#addRoom(room);
    for (const room of discussions.values()) this.#addDiscussion(room, discussions);
    this.#members = new Map();
    this.#people.clear();
  }

  #addRoom(room: Raw): void {
    const origin = readId(room._id) ?? '';
    const type = readText(room.t);
    const members = this.#membersOf(room);
    if (!this.#hasSubscriptions && type === 'p')
      this.sink.skip('member', origin, 'the dump has no subscriptions: the channel is given to those who wrote in it');
    if (type === 'd') {
      for (const id of members) this.addPerson(id, this.#people.get(id) ?? {});
      this.rooms.set(origin, { users: members, channel: '', discussion: undefined });
      return;
    }
    if (type !== 'c' && type !== 'p') {
      this.sink.skip('channel', origin, `rooms of the type '${type ?? ''}' are not imported`);
      return;
    }
    const name = readText(room.fname) || readText(room.name) || origin;
    this.#show(room, name);
    this.rooms.set(origin, { users: undefined, channel: origin, discussion: undefined });
    this.sink.channel(
      {
        origin,
        name,
        description: readText(room.description) || readText(room.topic) || '',
        is_private: type === 'p',
        is_archived: room.archived === true,
        is_default: room.default === true,
        created: readSeconds(room.ts),
        creator: isRaw(room.u) ? readId(room.u._id) : undefined,
      },
      members,
    );
  }

  #show(room: Raw, name: string): void {
    const origin = readId(room._id) ?? '';
    for (const one of [readText(room.name), origin]) if (one) this.#shown.set(one, { origin, name });
  }

  /**
   * A discussion becomes a topic of its channel. A private one stays a channel: fewer people may read it. So does one
   * in a direct message, as a private channel.
   */
  #addDiscussion(room: Raw, discussions: ReadonlyMap<string, Raw>, depth = 0): void {
    const origin = readId(room._id) ?? '';
    if (this.rooms.has(origin)) return;
    const parentId = readText(room.prid)!;
    const parentRoom = discussions.get(parentId);
    // The discussion around this one may come later.
    if (parentRoom && depth < MOST_NESTED) this.#addDiscussion(parentRoom, discussions, depth + 1);
    const parent = this.rooms.get(parentId);
    if (!parent || parent.users || room.t === 'p') {
      this.#addRoom(parent?.users && room.t === 'c' ? { ...room, t: 'p' } : room);
      return;
    }
    const title = readText(room.fname) || readText(room.name) || '';
    this.#show(room, title);
    this.rooms.set(origin, { ...parent, discussion: { origin, title } });
  }

  /** Somebody whom the users lack becomes a stub. Returns their origin. */
  addPerson(origin: string, { name, username }: Raw): string {
    if (this.sink.hasUser(origin)) return origin;
    const shown = readText(name) || readText(username) || origin;
    this.sink.user({ origin, name: shown, role: 'member', is_active: true, is_bot: false }, readText(username));
    if (readText(username)) this.#usernames.set(readText(username)!, origin);
    return origin;
  }

  #membersOf(room: Raw): string[] {
    const listed = [
      ...readTexts(room.uids),
      ...readTexts(room.usernames).flatMap((name) => this.userNamed(name) ?? []),
      ...(this.#members.get(readId(room._id) ?? '') ?? []),
    ];
    return [...new Set(listed)];
  }

  async readEmoji(): Promise<void> {
    const images = await unpackGridFs(this, 'custom_emoji', join(this.sink.temporary, 'emoji'));
    for await (const emoji of this.documents('rocketchat_custom_emoji')) {
      const name = readText(emoji.name);
      if (!name) {
        this.sink.skip('emoji', readId(emoji._id) ?? '', 'it has no name');
        continue;
      }
      const unpacked = images.get(`${name}.${readText(emoji.extension) ?? ''}`);
      for (const one of [name, ...readTexts(emoji.aliases)])
        this.sink.add({ kind: 'emoji', origin: one, name: one, image: { unpacked } });
    }
  }
}

function readRole(roles: readonly string[]): RoleName {
  if (roles.includes('admin')) return 'owner';
  return roles.includes('guest') || roles.includes('anonymous') ? 'guest' : 'member';
}

/** Reads a dump of Rocket.Chat's database, as `mongodump` writes it. */
export async function readRocketChat(archive: Archive, sink: Sink): Promise<void> {
  const rooms = archive.names.find((name) => /^([^/]+\/){0,3}rocketchat_room\.bson$/.test(name));
  if (rooms === undefined)
    throw new BadArchive('there is no rocketchat_room.bson in it, so it is no dump of Rocket.Chat’s database');
  const found = new RocketArchive(archive, sink, rooms.slice(0, rooms.lastIndexOf('/') + 1));
  sink.sourceName = 'rocketchat:';
  for await (const setting of found.documents('rocketchat_settings'))
    if (setting._id === 'uniqueID') sink.sourceName = `rocketchat:${readText(setting.value) ?? ''}`;
  await found.readUsers();
  await found.readTeams();
  await found.readMembers();
  await found.readRooms();
  await found.readEmoji();
  await found.readSettings();
  found.files = await unpackGridFs(found, 'rocketchat_uploads', join(sink.temporary, 'uploads'));
  for await (const message of found.documents('rocketchat_message')) readMessage(found, message);
  await reportOthers(found);
}

/** The collections that are read. */
const READ =
  /^(?:users|rocketchat_(?:room|subscription|message|team|team_member|settings|custom_emoji|avatars|uploads))$/;
/** Files, and what only a server of Rocket.Chat needs for itself. */
const TECHNICAL =
  /(?:\.files|\.chunks)$|^rocketchat_(?:_trash|sessions|statistics|migrations|cron_history|credential_tokens|workspace_credentials|apps_logs|analytics|usersSessions|permissions|roles)$|^(?:instances|meteor_|ufsTokens|system\.)/;

/** Reports the documents of all other collections. */
async function reportOthers({ archive, folder, sink }: RocketArchive): Promise<void> {
  for (const file of archive.names) {
    const name = file.slice(folder.length, -'.bson'.length);
    if (!file.startsWith(folder) || !file.endsWith('.bson') || name.includes('/')) continue;
    if (READ.test(name) || TECHNICAL.test(name)) continue;
    let documents = 0;
    for await (const _ of readDocuments(archive, file, sink)) documents += 1;
    if (documents > 0) sink.skip('document', name, `the collection '${name}' is not imported`, documents);
  }
}

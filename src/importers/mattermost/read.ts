import { createHash } from 'node:crypto';
import type { RoleName } from '../../shared/roles.ts';
import { type Archive, BadArchive } from '../archives/archive.ts';
import {
  append,
  isRaw,
  type Raw,
  readList,
  readNumber,
  readObjectLines,
  readRaws,
  readText,
  SETTINGS_STAY,
} from '../records.ts';
import type { Sink } from '../sink.ts';
import { readPost } from './posts.ts';

/** What people of Mattermost choose for themselves. */
const PREFERENCES = ['theme', 'military_time', 'use_military_time', 'notify_props', 'link_previews', 'message_display'];

/** What the lines before the posts say. */
export class MattermostArchive {
  readonly archive: Archive;
  readonly sink: Sink;
  /** The names of teams, as people see them. */
  readonly #teams = new Map<string, string>();
  readonly #channelNames = new Map<string, string>();
  readonly #members = new Map<string, string[]>();
  /** The origins of those whose user names are not their origins. */
  readonly #origins = new Map<string, string>();
  /** Users without a line, by their origins. */
  readonly #unlisted = new Map<string, string>();
  readonly #bots = new Set<string>();
  /** The first bits of hashes of posts. */
  readonly #posts = new Set<number>();

  constructor(archive: Archive, sink: Sink) {
    this.archive = archive;
    this.sink = sink;
  }

  /**
   * The origin of a user name: the name itself. Somebody whom an earlier import brought under another name keeps their
   * first one, since their address is the same.
   */
  makeOrigin = (username: string): string => this.#origins.get(username) ?? username;

  /** Finds those who have new user names. `addresses`: of all users, by their user names. */
  async findRenamed(addresses: ReadonlyMap<string, string | undefined>): Promise<void> {
    const known = await this.sink.originsByAddress();
    const taken = new Set<string>();
    for (const [username, email] of addresses) {
      const before = known.get((this.sink.mappedAddress(username, email) ?? email ?? '').toLowerCase());
      if (!before || before.includes(username)) continue;
      this.#origins.set(username, before[0]!);
      taken.add(before[0]!);
    }
    // Somebody else has the name that another one had.
    for (const [username, email] of addresses)
      if (taken.has(username) && !this.#origins.has(username))
        this.#origins.set(username, `${username} ${email ?? ''}`);
  }

  /** The origin of somebody who did something. Without a line of their own, they become a stub. */
  person(username: string): string {
    const origin = this.makeOrigin(username);
    if (!this.sink.hasUser(origin)) this.#unlisted.set(origin, username);
    return origin;
  }
  isKnown = (origin: string): boolean => this.sink.hasUser(origin) || this.#unlisted.has(origin);
  isBot = (username: string): boolean => this.#bots.has(username);

  /** The bot of a program that posts under a name of its own. */
  webhook(username: string, name: string): string {
    const origin = `${this.makeOrigin(username)} ${name}`;
    this.sink.user({ origin, name, role: 'member', is_active: true, is_bot: true });
    return origin;
  }

  /** The name of a channel that exists; undefined: there is none. */
  channelName = (origin: string): string | undefined => this.#channelNames.get(origin);

  /**
   * An origin that no other post has. Posts have no ids; but rarely do two of one author have the same time, and their
   * order in the archive does not change.
   */
  distinct(origin: string): string {
    for (let number = 1; ; number++) {
      const name = number === 1 ? origin : `${origin}/${number}`;
      const hash = createHash('sha256').update(name).digest().readUIntBE(0, 6);
      if (this.#posts.has(hash)) continue;
      this.#posts.add(hash);
      return name;
    }
  }

  team(raw: Raw): void {
    const name = readText(raw.name);
    if (name) this.#teams.set(name, readText(raw.display_name) || name);
  }

  channel(raw: Raw): void {
    const team = readText(raw.team) ?? '';
    const id = readText(raw.name);
    if (!id) {
      this.sink.skip('channel', '', 'it has no name');
      return;
    }
    const shown = readText(raw.display_name) || id;
    const origin = channelOrigin(team, id);
    this.#channelNames.set(origin, shown);
    this.sink.channel(
      {
        origin,
        name: this.#teams.size > 1 ? `${shown} (${this.#teams.get(team) ?? team})` : shown,
        description: readText(raw.purpose) || readText(raw.header) || '',
        // A type that is missing or unknown publishes nothing.
        is_private: raw.type !== 'O',
        is_archived: [raw.delete_at, raw.deleted_at].some((at) => (readNumber(at) ?? 0) > 0),
        is_default: id === 'town-square' && this.#teams.size <= 1,
      },
      [],
    );
  }

  user(raw: Raw): void {
    const username = readText(raw.username);
    if (!username) {
      this.sink.skip('user', '', 'it has no user name');
      return;
    }
    const image = readText(raw.profile_image);
    const user = this.makeOrigin(username);
    if (raw.is_bot === true) this.#bots.add(username);
    this.sink.user(
      {
        origin: user,
        email: readText(raw.email),
        name: readName(raw) || username,
        role: readRole(readText(raw.roles) ?? ''),
        is_active: (readNumber(raw.delete_at) ?? 0) === 0,
        is_bot: raw.is_bot === true,
        timezone: readTimezone(raw),
        avatar: image ? { path: this.makePath(image) } : undefined,
      },
      username,
    );
    if (PREFERENCES.some((name) => raw[name] !== undefined)) this.sink.skip('settings', username, SETTINGS_STAY);
    for (const team of readRaws(raw.teams))
      for (const channel of readRaws(team.channels)) {
        const origin = channelOrigin(readText(team.name) ?? '', readText(channel.name) ?? '');
        append(this.#members, origin, user);
      }
  }

  bot(raw: Raw): void {
    const username = readText(raw.username);
    if (!username) {
      this.sink.skip('user', '', 'the bot has no user name');
      return;
    }
    const name = readText(raw.display_name) || username;
    this.#bots.add(username);
    this.sink.user({ origin: this.makeOrigin(username), name, role: 'member', is_active: true, is_bot: true });
  }

  emoji(raw: Raw): void {
    const name = readText(raw.name);
    const image = readText(raw.image);
    if (name && image) this.sink.emoji(name, { path: this.makePath(image) });
    else this.sink.skip('emoji', name ?? '', 'it has no name or no image');
  }

  /** Call it when everything is read. */
  finish(): void {
    for (const [origin, name] of this.#unlisted)
      this.sink.user({ origin, name, role: 'member', is_active: true, is_bot: false }, name);
    for (const [channel, users] of this.#members) this.sink.members(channel, users);
  }

  /** Where a file is in the archive. */
  makePath(input: string): string {
    const path = input.replace(/^(\.\/)+/, '');
    return [path, `data/${path}`].find(this.archive.has) ?? path;
  }
}

export const channelOrigin = (team: string, channel: string): string => `${team}/${channel}`;

const readName = (raw: Raw): string =>
  [raw.first_name, raw.last_name].map(readText).filter(Boolean).join(' ') || (readText(raw.nickname) ?? '');

function readRole(roles: string): RoleName {
  if (roles.includes('system_admin')) return 'owner';
  return roles.includes('system_guest') ? 'guest' : 'member';
}

function readTimezone({ timezone }: Raw): string | undefined {
  if (!isRaw(timezone)) return undefined;
  return readText(timezone.manualTimezone) || readText(timezone.automaticTimezone) || undefined;
}

/** Reads Mattermost's bulk export: a file of JSON lines, alone or in a ZIP file with its attachments. */
export async function readMattermost(archive: Archive, sink: Sink): Promise<void> {
  const isAlone = archive.names.length === 1;
  const lines = archive.names.filter((name) => (isAlone ? /\.jsonl?$/ : /^[^/]+\.jsonl?$/).test(name));
  sink.sourceName = await findSource(archive, lines, sink);
  const found = new MattermostArchive(archive, sink);
  await found.findRenamed(await findAddresses(archive, lines));
  for (const file of lines) for await (const line of readObjectLines(archive, file, sink)) takeLine(found, line);
  found.finish();
}

/** What is broken is reported by the main reading. */
const SILENT = { skip() {} };

async function findSource(archive: Archive, files: readonly string[], sink: Sink): Promise<string> {
  for (const file of files)
    for await (const { type } of readObjectLines(archive, file, SILENT))
      if (type === 'version') return `mattermost:${sink.server}`;
  throw new BadArchive('it has no line with a version, so it is no export from Mattermost');
}

/** The addresses of users by their user names. Their lines are before those of posts. */
async function findAddresses(archive: Archive, files: readonly string[]) {
  const addresses = new Map<string, string | undefined>();
  for (const file of files)
    for await (const { type, user } of readObjectLines(archive, file, SILENT)) {
      if (type === 'post' || type === 'direct_post') break;
      const username = isRaw(user) ? readText(user.username) : undefined;
      if (username && isRaw(user)) addresses.set(username, readText(user.email));
    }
  return addresses;
}

function takeLine(found: MattermostArchive, line: Raw): void {
  const type = readText(line.type) ?? '';
  const value = line[type];
  if (type === 'version') return;
  if (!isRaw(value)) found.sink.skip('line', type, 'it has no type, or nothing of its type');
  else if (type === 'team') found.team(value);
  else if (type === 'channel') found.channel(value);
  else if (type === 'user') found.user(value);
  else if (type === 'bot') found.bot(value);
  else if (type === 'emoji') found.emoji(value);
  else if (type === 'post') readPost(found, value, postPlace(value));
  else if (type === 'direct_post') readPost(found, value, { users: listPeople(found, value) });
  else if (type === 'direct_channel') {
    if (readText(value.header)) found.sink.skip('setting', type, 'direct messages have no header here');
  } else found.sink.skip('line', type, `lines of the type '${type}' are not imported`);
}

const postPlace = (post: Raw) => ({ channel: channelOrigin(readText(post.team) ?? '', readText(post.channel) ?? '') });

/** Who is in a direct message. Without a list, they are those who wrote and reacted. */
function listPeople(found: MattermostArchive, post: Raw): string[] {
  const listed = [post.channel_members, post.members, post.participants]
    .flatMap(readList)
    .flatMap((one) => readText(isRaw(one) ? one.username : one) ?? []);
  const seen = [post, ...readRaws(post.replies)].flatMap((one) => [
    ...(readText(one.user) ? [readText(one.user)!] : []),
    ...readRaws(one.reactions).flatMap(({ user }) => readText(user) ?? []),
  ]);
  return [...new Set(listed.length > 0 ? listed : seen)].map((username) => found.person(username));
}

import type { Reference } from '../../chat/organization/imports/types.ts';
import type { RoleName } from '../../shared/roles.ts';
import type { Archive } from '../archives/archive.ts';
import { isRaw, type Raw, readId, readNumber, readObjects, readText, readTexts } from '../records.ts';
import type { Sink } from '../sink.ts';
import type { SlackApi } from './api.ts';
import { findTeam, userFiles } from './layout.ts';

/** Somebody who is in no list of users. Better names replace worse ones until all messages are read. */
interface Stub {
  name: string;
  quality: NameQuality;
  is_bot: boolean;
}

/** What a message says of the bot that wrote it. */
interface BotFacts {
  bot: string | undefined;
  user: string | undefined;
  /** The name in this message. */
  username: string | undefined;
  /** The bot's own name. */
  own: string | undefined;
}

/** How much a name is worth: an id; a label in a text; a name in a message; a name in a list or a profile. */
type NameQuality = 0 | 1 | 2 | 3;

/** Webhooks and bots can use another name for each message. Each gets a stub, up to so many for one bot. */
const MOST_NAMES_OF_BOT = 1000;

/** The users of a Slack archive; messages may name others, who become stubs. */
export class SlackUsers {
  readonly #sink: Sink;
  readonly #archive: Archive;
  /** The user of a bot, by the bot's own id. */
  readonly #userOfBot = new Map<string, string>();
  /** The names of bots in lower case, by their users. */
  readonly #ownNames = new Map<string, readonly string[]>();
  /** The names of bots that were added to a channel. */
  readonly #botLabels = new Map<string, string>();
  /** Users by their workspace or organization. */
  readonly #teams = new Map<string, number>();
  /** The workspaces of each organization. */
  readonly #workspaces = new Map<string, Set<string>>();
  #home = '';
  readonly #stubs = new Map<string, Stub>();
  /** How many names a bot used. */
  readonly #namesOfBot = new Map<string, number>();
  /** What Slack itself says of users, if there is a token. */
  #current: ReadonlyMap<string, Raw> = new Map();

  constructor(archive: Archive, sink: Sink) {
    this.#archive = archive;
    this.#sink = sink;
  }

  async read(api: SlackApi | undefined): Promise<void> {
    const files = userFiles(this.#archive);
    for (const file of files)
      for await (const { value } of readObjects(this.#archive, file, this.#sink)) this.#countTeam(value);
    this.#home = this.#team();
    this.#sink.sourceName = `slack:${this.#home}`;
    if (api) this.#current = await api.users((raw) => !this.#isForeign(raw));
    // What is broken was reported by the first reading.
    for (const file of files)
      for await (const { value } of readObjects(this.#archive, file, { skip() {} })) this.#add(value);
  }

  /**
   * The workspace or organization of most users: its archives may list people of others, also first. A later archive
   * has the same.
   */
  #team(): string {
    let most = '';
    for (const [team, count] of this.#teams) if (count > (this.#teams.get(most) ?? 0)) most = team;
    return most;
  }

  #countTeam(raw: Raw): void {
    const team = findTeam(raw);
    if (readId(raw.id) === undefined || team === undefined) return;
    this.#teams.set(team, (this.#teams.get(team) ?? 0) + 1);
    const own = isRaw(raw.enterprise_user) ? readTexts(raw.enterprise_user.teams) : [];
    const workspaces = this.#workspaces.get(team) ?? new Set();
    for (const one of [team, readId(raw.team_id), ...own]) if (one !== undefined) workspaces.add(one);
    this.#workspaces.set(team, workspaces);
  }

  /** Whether a user belongs to another workspace, with which this one shares channels. */
  #isForeign(raw: Raw): boolean {
    const team = findTeam(raw);
    const isOfHome = team === undefined || this.#workspaces.get(this.#home)?.has(team) !== false;
    return raw.is_stranger === true || !isOfHome;
  }

  #add(raw: Raw): void {
    const id = readId(raw.id);
    if (id === undefined) {
      this.#sink.skip('user', '', 'it has no id');
      return;
    }
    const profile = isRaw(raw.profile) ? raw.profile : {};
    const username = readText(raw.name);
    const name = findName(raw, profile) ?? username ?? id;
    const botId = readId(profile.bot_id);
    const names = [name, username, readText(profile.display_name)].flatMap((one) => one?.toLowerCase() ?? []);
    if (botId) this.#userOfBot.set(botId, id);
    if (botId || raw.is_bot === true) this.#ownNames.set(id, names);
    // People of other workspaces do not sign in here, unless the operator maps them.
    const isForeign = this.#isForeign(raw);
    const current = this.#current.get(id)?.profile;
    this.#sink.user(
      {
        origin: id,
        email: isForeign
          ? undefined
          : (readText(profile.email) ?? (isRaw(current) ? readText(current.email) : undefined)),
        name,
        role: isForeign ? 'member' : readRole(raw),
        is_active: raw.deleted !== true,
        is_bot: raw.is_bot === true || id === SLACKBOT,
        timezone: readText(raw.tz),
        joined: readNumber(raw.created),
        avatar: findAvatar(this.#archive, id, profile),
      },
      username,
    );
  }

  /** The author of a message; one who is not among the users becomes a stub. undefined: it has none. */
  findAuthor(message: Raw): string | undefined {
    const comment = isRaw(message.comment) ? message.comment : {};
    const user = readId(message.user) ?? readId(comment.user);
    const bot = readId(message.bot_id);
    const username = readText(message.username)?.trim() || undefined;
    const profile = isRaw(message.user_profile) ? message.user_profile : {};
    const botProfile = isRaw(message.bot_profile) ? message.bot_profile : {};
    const asBot = { bot, user, username, own: readText(botProfile.name) };
    if (message.subtype === 'bot_message' && (bot !== undefined || username !== undefined))
      return this.#botNamed(asBot);
    if (user !== undefined) {
      const name = findName(profile, profile);
      const is_bot = user === SLACKBOT || (name === undefined && (bot !== undefined || isRaw(message.bot_profile)));
      const shown = name ?? asBot.own ?? username;
      this.#ensure(user, { name: shown ?? user, quality: shown === undefined ? 0 : name ? 3 : 2, is_bot });
      return user;
    }
    return bot === undefined && username === undefined ? undefined : this.#botNamed(asBot);
  }

  /** A bot or webhook. One that wrote in another name than its own is somebody else for those who read it. */
  #botNamed({ bot, user, username, own }: BotFacts): string {
    const listed = this.#userOfBot.get(bot ?? '') ?? (user && this.#ownNames.has(user) ? user : undefined);
    const names = [...(this.#ownNames.get(listed ?? '') ?? []), own?.toLowerCase()];
    const origin = listed ?? bot ?? 'bot';
    if (username !== undefined && !names.includes(username.toLowerCase()) && this.#takeName(origin, username)) {
      const named = `${origin}/${username}`;
      this.#ensure(named, { name: username, quality: 2, is_bot: true });
      return named;
    }
    this.#ensure(origin, { name: own ?? origin, quality: own === undefined ? 0 : 2, is_bot: true });
    return origin;
  }

  /** Whether a bot may have one more name, or has this one already. */
  #takeName(origin: string, name: string): boolean {
    if (this.#stubs.has(`${origin}/${name}`)) return true;
    const count = this.#namesOfBot.get(origin) ?? 0;
    if (count >= MOST_NAMES_OF_BOT) return false;
    this.#namesOfBot.set(origin, count + 1);
    return true;
  }

  /** Somebody whom a message or a list of members names. */
  mention(id: string, label?: string): void {
    this.#ensure(id, { name: label || id, quality: label ? 1 : 0, is_bot: id === SLACKBOT });
  }

  /** What a notice says of a bot that was added to a channel: `<https://…/services/B1|github>`. */
  nameBot({ bot_id, bot_link, text }: Raw): void {
    const bot = readId(bot_id);
    const [, name] = /<[^<>|]+\|([^<>]+)>/.exec(readText(bot_link) ?? readText(text) ?? '') ?? [];
    if (bot !== undefined && name) this.#botLabels.set(bot, name);
  }

  #ensure(origin: string, stub: Stub): void {
    if (this.#sink.hasUser(origin)) return;
    const before = this.#stubs.get(origin);
    const better = before && before.quality >= stub.quality ? before : stub;
    this.#stubs.set(origin, { ...better, is_bot: stub.is_bot || before?.is_bot === true });
  }

  /** Adds those who are in no list of users. Call it when all messages are read. */
  addStubs(): void {
    for (const [origin, { name, quality, is_bot }] of this.#stubs) {
      const current = this.#current.get(origin);
      const label = quality < 2 ? (this.#botLabels.get(origin) ?? name) : name;
      if (current) this.#add(current);
      else this.#sink.user({ origin, name: label, role: 'member', is_active: !is_bot, is_bot });
    }
  }
}

const SLACKBOT = 'USLACKBOT';

const findName = (raw: Raw, profile: Raw): string | undefined =>
  [profile.real_name, raw.real_name, profile.display_name].map(readText).find((name) => name?.trim());

function readRole(raw: Raw): RoleName {
  if (raw.is_restricted === true || raw.is_ultra_restricted === true) return 'guest';
  if (raw.is_owner === true || raw.is_primary_owner === true) return 'owner';
  return raw.is_admin === true ? 'administrator' : 'member';
}

/** Some programs that complete Slack's archives add the pictures; Slack itself gives addresses. */
function findAvatar(archive: Archive, id: string, profile: Raw) {
  const path = ['png', 'jpg', 'jpeg', 'gif', 'webp'].map((type) => `__avatars/${id}.${type}`).find(archive.has);
  const url = readText(profile.image_original) ?? readText(profile.image_512) ?? readText(profile.image_192);
  if (path === undefined && (url === undefined || url.includes('gravatar.com'))) return undefined;
  return { path, url };
}

/** The user groups of an archive: those that other programs list, and the names of others from texts. */
export class SlackGroups {
  readonly #names = new Map<string, string>();
  /** The groups whose members are known, which become groups here. */
  readonly #added = new Set<string>();

  async read(archive: Archive, sink: Sink, api: SlackApi | undefined): Promise<void> {
    for (const file of archive.names.filter((name) => /^(?:[^/]+\/){0,3}(?:usergroups|subteams)\.json$/.test(name)))
      for await (const { value } of readObjects(archive, file, sink)) this.#add(value, sink);
    // A token of few rights sees no members. Nothing of the archive is lost then.
    for (const group of (await api?.groups()) ?? []) this.#add(group, sink, readTexts(group.users).length === 0);
  }

  #add(raw: Raw, sink: Sink, isOnlyName = false): void {
    const id = readId(raw.id);
    const shown = readText(raw.handle) || readText(raw.name);
    if (id === undefined || !shown) {
      sink.skip('group', id ?? '', 'it has no id or no name');
      return;
    }
    this.#names.set(id, shown);
    if (this.#added.has(id) || isOnlyName) return;
    const members = readTexts(raw.users);
    if ((readNumber(raw.date_delete) ?? 0) > 0) sink.skip('group', id, 'it was deleted; mentions of it stay text');
    else if (members.length === 0)
      sink.skip('group', id, 'the archive does not list its members; mentions of it stay text');
    else {
      this.#added.add(id);
      sink.add({
        kind: 'group',
        origin: id,
        name: shown,
        description: readText(raw.description) || readText(raw.name) || '',
        members,
        created: readNumber(raw.date_create),
        creator: readText(raw.created_by),
      });
    }
  }

  /** A mention; text if the group does not come here. `label`: what the text calls the group; later texts may not. */
  mention(id: string, label?: string): string | Reference {
    if (label && !this.#names.has(id)) this.#names.set(id, label.replace(/^@/, ''));
    const name = this.#names.get(id) ?? 'group';
    return this.#added.has(id) ? { group: id, name } : `@${name}`;
  }

  /** Learns names from a text beside blocks, which have only the ids. */
  learn(text: string): void {
    for (const [, id, label] of text.matchAll(/<!subteam\^([A-Z0-9]+)\|([^<>]+)>/g)) this.mention(id!, label);
  }
}

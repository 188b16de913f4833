import type { RoleName } from '../../../chat/people/users/types.ts';
import type { Archive } from '../archives/archive.ts';
import { idOf, isRaw, numberOf, objectsOf, type Raw, textOf } from '../records.ts';
import type { Sink } from '../sink.ts';
import { teamOf, userFiles } from './layout.ts';

/** The users of a Slack archive; messages may name others, who become stubs. */
export class SlackUsers {
  readonly #sink: Sink;
  /** The user of a bot, by the bot's own id. */
  readonly #ofBots = new Map<string, string>();
  /** The number of users by their workspace or organization. */
  readonly #teams = new Map<string, number>();

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  async read(archive: Archive): Promise<void> {
    for (const file of userFiles(archive))
      for await (const { value } of objectsOf(archive, file, this.#sink)) this.#add(value, archive);
    this.#sink.sourceName = `slack:${this.#team()}`;
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

  #add(raw: Raw, archive: Archive): void {
    const id = idOf(raw.id);
    if (id === undefined) {
      this.#sink.skip('user', '', 'it has no id');
      return;
    }
    const team = teamOf(raw);
    if (team !== undefined) this.#teams.set(team, (this.#teams.get(team) ?? 0) + 1);
    const profile = isRaw(raw.profile) ? raw.profile : {};
    const botId = idOf(profile.bot_id);
    if (botId) this.#ofBots.set(botId, id);
    const username = textOf(raw.name);
    this.#sink.user(
      {
        origin: id,
        email: textOf(profile.email),
        name: nameOf(raw, profile) ?? username ?? id,
        role: roleOf(raw),
        is_active: raw.deleted !== true && raw.is_stranger !== true,
        is_bot: raw.is_bot === true || id === SLACKBOT,
        timezone: textOf(raw.tz),
        joined: numberOf(raw.created),
        avatar: avatarOf(archive, id, profile),
      },
      username,
    );
  }

  /** The author of a message; one who is not among the users becomes a stub. undefined: it has none. */
  authorOf(message: Raw): string | undefined {
    const user = idOf(message.user);
    if (user !== undefined) {
      const profile = isRaw(message.user_profile) ? message.user_profile : {};
      this.#ensure(user, nameOf(profile, profile) ?? textOf(message.username) ?? user, user === SLACKBOT);
      return user;
    }
    const bot = idOf(message.bot_id);
    if (bot === undefined) return undefined;
    const known = this.#ofBots.get(bot);
    if (known !== undefined) return known;
    const profile = isRaw(message.bot_profile) ? message.bot_profile : {};
    this.#ensure(bot, textOf(profile.name) ?? textOf(message.username) ?? bot, true);
    return bot;
  }

  /** Somebody whom a message or a list of members names. */
  mention(id: string): void {
    this.#ensure(id, id, id === SLACKBOT);
  }

  #ensure(origin: string, name: string, is_bot: boolean): void {
    if (!this.#sink.hasUser(origin)) this.#sink.user({ origin, name, role: 'member', is_active: !is_bot, is_bot });
  }
}

const SLACKBOT = 'USLACKBOT';

const nameOf = (raw: Raw, profile: Raw): string | undefined =>
  [profile.real_name, raw.real_name, profile.display_name].map(textOf).find((name) => name?.trim());

function roleOf(raw: Raw): RoleName {
  if (raw.is_restricted === true || raw.is_ultra_restricted === true) return 'guest';
  if (raw.is_owner === true || raw.is_primary_owner === true) return 'owner';
  return raw.is_admin === true ? 'administrator' : 'member';
}

/** Some programs that complete Slack's archives add the pictures; Slack itself gives addresses. */
function avatarOf(archive: Archive, id: string, profile: Raw) {
  const path = ['png', 'jpg', 'jpeg', 'gif', 'webp'].map((type) => `__avatars/${id}.${type}`).find(archive.has);
  const url = textOf(profile.image_original) ?? textOf(profile.image_512) ?? textOf(profile.image_192);
  if (path === undefined && (url === undefined || url.includes('gravatar.com'))) return undefined;
  return { path, url };
}

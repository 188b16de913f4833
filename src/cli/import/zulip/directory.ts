import { TOPICS_POLICIES, type TopicsPolicy } from '../../../chat/channels/channels/types.ts';
import { ROLES, type RoleName } from '../../../chat/people/users/types.ts';
import type { Archive } from '../archives/archive.ts';
import { append, idOf, numberOf, objectsOf, type Raw, rawsOf, textOf, wholeJson } from '../records.ts';
import type { Sink } from '../sink.ts';
import type { ZulipNames } from './text.ts';

/** A recipient: a person (1), a channel (2) or a group of people (3). */
interface Recipient {
  type: number;
  typeId: string;
}

/** What the messages of an archive refer to. */
export class ZulipDirectory implements ZulipNames {
  readonly archive: Archive;
  readonly sink: Sink;
  /** The folder of realm.json, with a slash at its end. */
  readonly folder: string;
  readonly #recipients = new Map<string, Recipient>();
  readonly #channelRecipients = new Map<string, string>();
  /** Users by the recipient that they are subscribed to. */
  readonly #subscribers = new Map<string, string[]>();
  readonly #userNames = new Map<string, string | null>();
  readonly #channelNames = new Map<string, string>();
  readonly #users: Raw[] = [];
  /** The id of each user, once: millions of flags refer to them. */
  readonly #userIds = new Map<string, string>();
  /** Users who can sign in. */
  readonly readers = new Set<string>();
  readonly #channels: Raw[] = [];
  readonly #defaults = new Set<string>();
  readonly #groups: Raw[] = [];
  readonly #groupMembers = new Map<string, string[]>();
  readonly #emoji: Raw[] = [];

  constructor(archive: Archive, sink: Sink, folder: string) {
    this.archive = archive;
    this.sink = sink;
    this.folder = folder;
  }

  userNamed = (name: string): string | undefined => this.#userNames.get(name.toLowerCase()) ?? undefined;
  hasUser = (id: string): boolean => this.sink.hasUser(id);
  userWith = (id: string | undefined): string | undefined => this.#userIds.get(id ?? '');
  channelNamed = (name: string): string | undefined => this.#channelNames.get(name.toLowerCase());
  hasFile = (pathId: string): boolean => this.archive.has(`${this.folder}uploads/${pathId}`);

  /** Reads realm.json. Rows that belong to messages are kept for them. */
  async read(): Promise<void> {
    for await (const { key, value } of objectsOf(this.archive, `${this.folder}realm.json`, this.sink))
      this.#take(key, value);
  }

  #take(table: string, row: Raw): void {
    const id = idOf(row.id) ?? '';
    if (table === 'zerver_realm') this.sink.sourceName = `zulip:${textOf(row.uuid) ?? textOf(row.string_id) ?? id}`;
    else if (/^zerver_userprofile(_mirrordummy|_crossrealm)?$/.test(table)) this.#users.push({ ...row, table });
    else if (table === 'zerver_stream') this.#channels.push(row);
    else if (table === 'zerver_defaultstream') this.#defaults.add(idOf(row.stream) ?? '');
    else if (table === 'zerver_recipient') this.#addRecipient(id, row);
    else if (table === 'zerver_subscription') {
      if (row.active !== false) append(this.#subscribers, idOf(row.recipient) ?? '', idOf(row.user_profile) ?? '');
    } else if (/^zerver_(named)?usergroup$/.test(table)) this.#groups.push(row);
    else if (table === 'zerver_usergroupmembership')
      append(this.#groupMembers, idOf(row.user_group) ?? '', idOf(row.user_profile) ?? '');
    else if (table === 'zerver_realmemoji') this.#emoji.push(row);
    else if (table === 'zerver_realmfilter') this.#addLinkifier(row);
    else if (table === 'zerver_usertopic') this.#addTopicPolicy(row);
    else if (table === 'zerver_reaction' || table === 'zerver_submessage')
      this.sink.keep(`${table} ${idOf(row.message)}`, row);
  }

  #addLinkifier(row: Raw): void {
    const pattern = textOf(row.pattern);
    const url_template = textOf(row.url_template);
    if (pattern && url_template)
      this.sink.add({ kind: 'linkifier', origin: `linkifier ${pattern}`, pattern, url_template });
  }

  #addTopicPolicy(row: Raw): void {
    const user = idOf(row.user_profile);
    const channel = idOf(row.stream);
    const topic = textOf(row.topic_name);
    const policy = numberOf(row.visibility_policy);
    if (user === undefined || channel === undefined || topic === undefined) return;
    if (policy !== 1 && policy !== 2 && policy !== 3) return;
    this.sink.add({ kind: 'topic', origin: `topic ${user} ${channel} ${topic}`, user, channel, topic, policy });
  }

  #addRecipient(id: string, { type, type_id }: Raw): void {
    const typeId = idOf(type_id) ?? '';
    this.#recipients.set(id, { type: numberOf(type) ?? 0, typeId });
    if (type === CHANNEL) this.#channelRecipients.set(typeId, id);
  }

  /** Hands people, channels, groups and emoji to the sink. */
  async addAll(): Promise<void> {
    const avatars = await this.#avatars();
    for (const user of this.#users) this.#addUser(user, avatars);
    for (const channel of this.#channels) this.#addChannel(channel);
    for (const group of this.#groups) this.#addGroup(group);
    for (const emoji of this.#emoji) this.#addEmoji(emoji);
  }

  #addUser(row: Raw, avatars: ReadonlyMap<string, string>): void {
    const origin = idOf(row.id);
    if (origin === undefined) return;
    const email = textOf(row.delivery_email) || textOf(row.email);
    const name = textOf(row.full_name) ?? email?.split('@')[0] ?? origin;
    const isSystem = row.table === 'zerver_userprofile_crossrealm';
    const key = name.toLowerCase();
    this.#userNames.set(key, this.#userNames.has(key) ? null : origin);
    const path = avatars.get(origin);
    const is_active = row.is_active !== false && row.is_mirror_dummy !== true && !isSystem;
    const is_bot = row.is_bot === true || isSystem;
    this.#userIds.set(origin, origin);
    if (is_active && !is_bot) this.readers.add(origin);
    this.sink.user({
      origin,
      email: isSystem || row.is_mirror_dummy === true ? undefined : email,
      name,
      role: roleOf(row.role),
      is_active,
      is_bot,
      system_bot: isSystem ? email?.split('@')[0] : undefined,
      timezone: textOf(row.timezone) || undefined,
      joined: wholeSeconds(row.date_joined),
      avatar: path === undefined ? undefined : { path },
    });
  }

  #addChannel(row: Raw): void {
    const origin = idOf(row.id);
    const name = textOf(row.name);
    if (origin === undefined || name === undefined) return;
    this.#channelNames.set(name.toLowerCase(), origin);
    this.sink.channel(
      {
        origin,
        name,
        description: textOf(row.description) ?? '',
        is_private: row.invite_only === true,
        is_web_public: row.is_web_public === true,
        has_protected_history: row.history_public_to_subscribers === false,
        topics_policy: topicsPolicyOf(row.topics_policy),
        is_archived: row.deactivated === true,
        is_default: this.#defaults.has(origin),
        created: wholeSeconds(row.date_created),
        creator: idOf(row.creator),
      },
      this.#subscribers.get(this.#channelRecipients.get(origin) ?? '') ?? [],
    );
  }

  #addGroup(row: Raw): void {
    const origin = idOf(row.id) ?? idOf(row.usergroup_ptr);
    const name = textOf(row.name);
    if (origin === undefined || !name || row.is_system_group === true || row.deactivated === true) return;
    const members = this.#groupMembers.get(origin) ?? [];
    this.sink.add({ kind: 'group', origin, name, description: textOf(row.description) ?? '', members });
  }

  #addEmoji(row: Raw): void {
    const name = textOf(row.name);
    const file = textOf(row.file_name);
    if (!name || !file || row.deactivated === true) return;
    const path = this.archive.names.find((one) => one.startsWith(`${this.folder}emoji/`) && one.endsWith(`/${file}`));
    this.sink.add({ kind: 'emoji', origin: name, name, image: { path }, author: idOf(row.author) });
  }

  /** The best image of each user. */
  async #avatars(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const records = await wholeJson(this.archive, `${this.folder}avatars/records.json`, this.sink);
    for (const record of rawsOf(records)) {
      const user = idOf(record.user_profile_id);
      const path = textOf(record.path) ?? textOf(record.s3_path) ?? '';
      const file = [path, `${path}.original`].map((one) => `${this.folder}avatars/${one}`).find(this.archive.has);
      if (user !== undefined && file && (!found.has(user) || file.endsWith('.original'))) found.set(user, file);
    }
    return found;
  }

  /** Where a message goes. undefined: its recipient is not in the archive. */
  destinationOf(row: Raw): { channel: string; topic: string } | { users: string[] } | undefined {
    const recipient = this.#recipients.get(idOf(row.recipient) ?? '');
    if (recipient?.type === CHANNEL) return { channel: recipient.typeId, topic: textOf(row.subject) ?? '' };
    if (recipient?.type === PERSON) return { users: [recipient.typeId] };
    if (recipient?.type === GROUP) return { users: this.#subscribers.get(idOf(row.recipient)!) ?? [] };
    return undefined;
  }
}

const PERSON = 1;
const CHANNEL = 2;
const GROUP = 3;

const ROLE_NAMES = new Map<unknown, RoleName>(Object.entries(ROLES).map(([name, role]) => [role, name as RoleName]));
const roleOf = (role: unknown): RoleName => ROLE_NAMES.get(role) ?? 'member';

/** Zulip stores a policy as a number. Earlier exports from Klatch have its name. */
const topicsPolicyOf = (policy: unknown): TopicsPolicy | undefined =>
  TOPICS_POLICIES.find((name, at) => policy === name || policy === at + 1);

/** Times are seconds with a fraction, or ISO 8601. */
export function wholeSeconds(value: unknown): number | undefined {
  const seconds = numberOf(value) ?? Date.parse(textOf(value) ?? '') / 1000;
  return Number.isFinite(seconds) ? Math.floor(seconds) : undefined;
}

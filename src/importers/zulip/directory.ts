import { CHANNEL_PERMISSION_NAMES, TOPICS_POLICIES, type TopicsPolicy } from '../../chat/channels/channels/types.ts';
import { REALM_SLOTS } from '../../chat/files/images/types.ts';
import type { ImportedPermissions } from '../../chat/organization/imports/organization-types.ts';
import type { ImportedUser } from '../../chat/organization/imports/types.ts';
import { ROLES, type RoleName } from '../../shared/roles.ts';
import { SUBSCRIPTION_SETTINGS } from '../../shared/subscription-settings.ts';
import type { Archive } from '../archives/archive.ts';
import { append, type Raw, readId, readNumber, readObjects, readRaws, readText, wholeJson } from '../records.ts';
import type { Sink } from '../sink.ts';
import { permissionOfPolicy, referenceIn, ZulipGroups } from './groups.ts';
import { addOrganizationRow, addProfileField, addRealm, readScalars } from './organization.ts';
import { OWN_FIELDS, OwnFields } from './own-fields.ts';
import { addPersonalRow, isPersonalTable, PERSONAL_TABLES, type PersonalTable } from './personal.ts';
import type { ZulipNames } from './text.ts';
import { wholeSeconds } from './times.ts';

/** A recipient: a person (1), a channel (2) or a group of people (3). */
interface Recipient {
  type: number;
  typeId: string;
}

/** The number of rows that are kept under one key. */
const KEPT_TOGETHER = 4096;

/** What bots that ran inside of Zulip kept there. */
const DATA_OF_BOTS = /^zerver_bot(?:storage|config)data$/;

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
  #realm: Raw | undefined;
  #userDefaults: Raw | undefined;
  readonly #users: Raw[] = [];
  /** The id of each user, once: millions of flags refer to them. */
  readonly #userIds = new Map<string, string>();
  /** Users who read, or did until they were deactivated. */
  readonly readers = new Set<string>();
  readonly #channels: Raw[] = [];
  readonly #defaults = new Set<string>();
  /** Private channels whose members read only what was sent since they joined. */
  readonly #protected = new Set<string>();
  readonly #groups = new ZulipGroups();
  readonly #emoji: Raw[] = [];
  /** Where outgoing webhooks send, by bot. */
  readonly #services = new Map<string, Raw>();
  readonly #profileFields: Raw[] = [];
  readonly #ownFields = new OwnFields();
  /** How many rows of each table are kept until all tables are read. */
  readonly #kept = new Map<string, number>();

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
  profileFieldType = (id: string): number | undefined =>
    readNumber(this.#profileFields.find((field) => readId(field.id) === id)?.field_type);

  listMembers = (channel: string): readonly string[] =>
    this.#subscribers.get(this.#channelRecipients.get(channel) ?? '') ?? [];
  isProtected = (channel: string): boolean => this.#protected.has(channel);

  /** Reads realm.json. Rows that belong to messages are kept for them. */
  async read(): Promise<void> {
    for await (const { key, value } of readObjects(this.archive, `${this.folder}realm.json`, this.sink))
      this.#take(key, value);
  }

  #take(table: string, row: Raw): void {
    const id = readId(row.id) ?? '';
    if (table === 'zerver_realm') {
      this.#realm = row;
      this.sink.sourceName = `zulip:${readText(row.uuid) ?? readText(row.string_id) ?? id}`;
    } else if (table === 'zerver_realmuserdefault') this.#userDefaults = row;
    else if (/^zerver_userprofile(_mirrordummy|_crossrealm)?$/.test(table)) this.#users.push({ ...row, table });
    else if (table === 'zerver_stream') this.#channels.push(row);
    else if (table === 'zerver_defaultstream') this.#defaults.add(referenceIn(row, 'stream') ?? '');
    else if (table === 'zerver_recipient') this.#addRecipient(id, row);
    else if (table === 'zerver_subscription') this.#takeSubscription(row);
    else if (table === 'zerver_service') this.#services.set(referenceIn(row, 'user_profile') ?? '', row);
    else if (table === 'zerver_realmemoji') this.#emoji.push(row);
    else if (table === 'zerver_customprofilefield') this.#profileFields.push(row);
    else if (table === OWN_FIELDS) this.#ownFields.add(row);
    else if (isPersonalTable(table)) this.#keep(table, row);
    else if (/^(zerver_reaction|zerver_submessage|klatch_pin)$/.test(table))
      this.sink.keep(`${table} ${readId(row.message)}`, row);
    else if (this.#groups.take(table, row) || addOrganizationRow(this.sink, table, row)) return;
    else if (DATA_OF_BOTS.test(table)) this.sink.skip('bot', id, `rows of ${table} are not imported`);
  }

  #takeSubscription(row: Raw): void {
    if (row.active === false) return;
    append(this.#subscribers, referenceIn(row, 'recipient') ?? '', referenceIn(row, 'user_profile') ?? '');
    this.#keep('zerver_subscription', row);
  }

  #keep(table: string, row: Raw): void {
    const number = this.#kept.get(table) ?? 0;
    this.#kept.set(table, number + 1);
    this.sink.keep(`${table}, part ${Math.floor(number / KEPT_TOGETHER)}`, row);
  }

  *#keptRows(table: string): Generator<Raw> {
    const parts = Math.ceil((this.#kept.get(table) ?? 0) / KEPT_TOGETHER);
    for (let part = 0; part < parts; part++) yield* this.sink.kept(`${table}, part ${part}`) as Raw[];
  }

  #addRecipient(id: string, { type, type_id }: Raw): void {
    const typeId = readId(type_id) ?? '';
    this.#recipients.set(id, { type: readNumber(type) ?? 0, typeId });
    if (type === CHANNEL) this.#channelRecipients.set(typeId, id);
  }

  /** Hands people, channels, groups, emoji, settings and what belongs to single users to the sink. */
  async addAll(): Promise<void> {
    const avatars = await this.#avatars();
    // Owners come before their bots.
    const isBot = (user: Raw) => user.is_bot === true;
    for (const user of this.#users) if (!isBot(user)) this.#addUser(user, avatars);
    for (const user of this.#users) if (isBot(user)) this.#addUser(user, avatars);
    for (const channel of this.#channels) this.#addChannel(channel);
    this.#groups.addAll(this.sink);
    for (const emoji of this.#emoji) this.#addEmoji(emoji);
    if (this.#realm) {
      const realm = this.#ownFields.complete('zerver_realm', this.#realm);
      addRealm(this.sink, realm, this.#userDefaults && readSettings(this.#userDefaults), this.#groups);
    }
    this.#addRealmImages();
    const order = (field: Raw) => readNumber(field.order) ?? 0;
    for (const field of this.#profileFields.toSorted((one, other) => order(one) - order(other)))
      addProfileField(this.sink, field);
    for (const row of this.#keptRows('zerver_subscription')) this.#addSubscription(row);
    for (const table of Object.keys(PERSONAL_TABLES) as PersonalTable[])
      for (const row of this.#keptRows(table)) addPersonalRow(this, table, this.#ownFields.complete(table, row));
  }

  /** A user's settings for a channel. */
  #addSubscription(row: Raw): void {
    const recipient = this.#recipients.get(referenceIn(row, 'recipient') ?? '');
    const user = referenceIn(row, 'user_profile');
    if (recipient?.type !== CHANNEL || user === undefined) return;
    const settings = Object.fromEntries(
      SUBSCRIPTION_SETTINGS.flatMap((name) => {
        const value = row[name];
        return typeof value === 'boolean' || typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    const channel = recipient.typeId;
    if (Object.keys(settings).length > 0)
      this.sink.add({ kind: 'subscription', origin: `${user} ${channel}`, user, channel, settings });
  }

  #addUser(row: Raw, avatars: ReadonlyMap<string, string>): void {
    const origin = readId(row.id);
    if (origin === undefined) return;
    const email = readText(row.delivery_email) || readText(row.email);
    const name = readText(row.full_name) ?? email?.split('@')[0] ?? origin;
    const isSystem = row.table === 'zerver_userprofile_crossrealm';
    const key = name.toLowerCase();
    this.#userNames.set(key, this.#userNames.has(key) ? null : origin);
    const path = avatars.get(origin);
    const is_active = row.is_active !== false && row.is_mirror_dummy !== true && !isSystem;
    const is_bot = row.is_bot === true || isSystem;
    const recipient = readId(row.recipient_id);
    if (isSystem && recipient !== undefined) this.#recipients.set(recipient, { type: PERSON, typeId: origin });
    const bot = isSystem || !is_bot ? undefined : readBot(row, this.#services.get(origin));
    if (is_bot && !isSystem && is_active && !bot)
      this.sink.skip('bot', origin, 'its settings are not in the archive, so it is deactivated');
    this.#userIds.set(origin, origin);
    if (!is_bot) this.readers.add(origin);
    this.sink.user({
      origin,
      email: isSystem || row.is_mirror_dummy === true ? undefined : email,
      name,
      role: readRole(row.role),
      is_active,
      is_bot,
      bot,
      system_bot: isSystem ? email?.split('@')[0] : undefined,
      timezone: readText(row.timezone) || undefined,
      joined: wholeSeconds(row.date_joined),
      avatar: path === undefined ? undefined : { path },
      settings: isSystem || is_bot ? undefined : readSettings(row),
    });
  }

  #addChannel(row: Raw): void {
    const origin = readId(row.id);
    const name = readText(row.name);
    if (origin === undefined || name === undefined) return;
    this.#channelNames.set(name.toLowerCase(), origin);
    if (row.invite_only === true && row.history_public_to_subscribers === false) this.#protected.add(origin);
    this.sink.channel(
      {
        origin,
        name,
        description: readText(row.description) ?? '',
        is_private: row.invite_only === true,
        is_web_public: row.is_web_public === true,
        has_protected_history: row.history_public_to_subscribers === false,
        topics_policy: readTopicsPolicy(row.topics_policy),
        retention_days: readNumber(row.message_retention_days),
        folder: referenceIn(row, 'folder'),
        permissions: {
          ...earlierSendPermission(row),
          ...this.#groups.readPermissions(row, CHANNEL_PERMISSION_NAMES),
        },
        is_archived: row.deactivated === true,
        is_default: this.#defaults.has(origin),
        created: wholeSeconds(row.date_created),
        creator: referenceIn(row, 'creator'),
      },
      this.listMembers(origin),
    );
  }

  #addEmoji(row: Raw): void {
    const name = readText(row.name);
    const file = readText(row.file_name);
    if (!name || !file) return;
    const is_deactivated = row.deactivated === true;
    const isNameInUse = this.#emoji.some((one) => one !== row && one.name === name && one.deactivated !== true);
    const origin = is_deactivated && isNameInUse ? `${name} ${readId(row.id)}` : name;
    const path = this.archive.names.find((one) => one.startsWith(`${this.folder}emoji/`) && one.endsWith(`/${file}`));
    this.sink.add({ kind: 'emoji', origin, name, image: { path }, author: readId(row.author), is_deactivated });
  }

  /** The icon and logos of the organization, as they were uploaded. */
  #addRealmImages(): void {
    for (const origin of REALM_SLOTS) {
      const path = this.archive.names.find(
        (one) => one.startsWith(`${this.folder}realm_icons/`) && one.endsWith(`/${origin}.original`),
      );
      if (path !== undefined) this.sink.add({ kind: 'realm-image', origin, image: { path } });
    }
  }

  /** The best image of each user. */
  async #avatars(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const records = await wholeJson(this.archive, `${this.folder}avatars/records.json`, this.sink);
    for (const record of readRaws(records)) {
      const user = readId(record.user_profile_id);
      const path = readText(record.path) ?? readText(record.s3_path) ?? '';
      const file = [path, `${path}.original`].map((one) => `${this.folder}avatars/${one}`).find(this.archive.has);
      if (user !== undefined && file && (!found.has(user) || file.endsWith('.original'))) found.set(user, file);
    }
    return found;
  }

  /** Where a message goes. undefined: its recipient is not in the archive. */
  findDestination(row: Raw): { channel: string; topic: string } | { users: string[] } | undefined {
    const recipient = this.#recipients.get(readId(row.recipient) ?? '');
    if (recipient?.type === CHANNEL) return { channel: recipient.typeId, topic: readText(row.subject) ?? '' };
    if (recipient?.type === PERSON) return { users: [recipient.typeId] };
    if (recipient?.type === GROUP) return { users: this.#subscribers.get(readId(row.recipient)!) ?? [] };
    return undefined;
  }
}

const PERSON = 1;
const CHANNEL = 2;
const GROUP = 3;

const ROLE_NAMES = new Map<unknown, RoleName>(Object.entries(ROLES).map(([name, role]) => [role, name as RoleName]));
const readRole = (role: unknown): RoleName => ROLE_NAMES.get(role) ?? 'member';

/** Bots that send, and webhooks that receive, work without more than their address; outgoing ones need their target. */
function readBot(row: Raw, service: Raw | undefined): ImportedUser['bot'] {
  const type = row.bot_type;
  const owner = referenceIn(row, 'bot_owner');
  const base_url = readText(service?.base_url);
  if (type === 3 && base_url)
    return { type, owner, service: { base_url, interface: readNumber(service?.interface) ?? 1 } };
  return type === 1 || type === 2 ? { type, owner } : undefined;
}

/** Zulip stores a policy as a number. Earlier exports from Klatch have its name. */
const readTopicsPolicy = (policy: unknown): TopicsPolicy | undefined =>
  TOPICS_POLICIES.find((name, at) => policy === name || policy === at + 1);

const NOTICE_POLICIES = [undefined, 'always', 'except_followed', 'never'];

/** Personal settings are fields of a row by the same names. Some had other names or types in other versions. */
function readSettings(row: Raw): Record<string, unknown> {
  const language = readText(row.default_language)?.toLowerCase().replaceAll('_', '-');
  const view = row.web_home_view ?? row.default_view;
  const policy = NOTICE_POLICIES[readNumber(row.resolved_topic_notice_auto_read_policy) ?? 0];
  return {
    ...readScalars(row),
    ...(language && { default_language: language }),
    ...(view !== undefined && { web_home_view: view }),
    ...(policy && { resolved_topic_notice_auto_read_policy: policy }),
  };
}

/** Until version 9, who may send was a number. */
const SEND_POLICIES: Readonly<Record<number, number>> = { 2: 2, 3: 3, 4: 4 };

function earlierSendPermission(row: Raw): ImportedPermissions {
  const permission = permissionOfPolicy(SEND_POLICIES[readNumber(row.stream_post_policy) ?? 0]);
  return permission ? { can_send_message_group: permission } : {};
}

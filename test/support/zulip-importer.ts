import assert from 'node:assert/strict';
import { ZULIP_MODELS, type ZulipModel } from './zulip-models.ts';

type Row = Record<string, any>;
type Tables = Record<string, Row[]>;

/** Tables that Zulip's importer reads without asking whether they are there. */
const REQUIRED = `
  zerver_client zerver_customprofilefield zerver_customprofilefieldvalue zerver_defaultstream zerver_huddle
  zerver_reaction zerver_realm zerver_realmauthenticationmethod zerver_realmdomain zerver_realmemoji zerver_realmfilter
  zerver_realmplayground zerver_recipient zerver_stream zerver_subscription zerver_useractivity
  zerver_useractivityinterval zerver_userpresence zerver_userprofile zerver_userprofile_crossrealm
  zerver_userprofile_mirrordummy`;
/** Tables that it does not know, or not yet: they are ignored. */
const IGNORED = /^(klatch_\w+|zerver_defaultstreamgroup|zerver_draft|zerver_submessage|zerver_userprofile_\w+)$/;
/** The users of Zulip's own organization; the importer finds them by these addresses. */
const SYSTEM_BOTS = ['notification-bot@zulip.com', 'welcome-bot@zulip.com', 'emailgateway@zulip.com'];
const SYSTEM_GROUPS = 'nobody owners administrators moderators fullmembers members everyone internet'.split(' ');

/**
 * Checks an archive by the rules of Zulip's importer, version 11: the files and tables that it needs, the fields of
 * its models, references between rows, and what is unique. Throws for what it would reject.
 */
export function assertZulipImports(files: Record<string, string>): void {
  const json = (name: string): any => {
    assert.ok(files[name] !== undefined, `Missing ${name}`);
    return JSON.parse(files[name]);
  };
  assert.equal(json('migration_status.json').zulip_version.split('.')[0], '11');
  for (const migrations of Object.values(json('migration_status.json').migrations_by_app))
    assert.deepEqual(migrations, []);
  const { import_source, ...realm } = json('realm.json') as { import_source: string } & Tables;
  assert.equal(import_source, 'zulip');
  for (const table of REQUIRED.trim().split(/\s+/)) assert.ok(Array.isArray(realm[table]), `Missing table ${table}`);
  const archive = new ZulipArchive(realm, files, json);
  archive.checkTables();
  archive.checkMessages();
  archive.checkRelations();
  archive.checkFiles();
}

class ZulipArchive {
  readonly #realm: Tables;
  readonly #files: Record<string, string>;
  readonly #json: (name: string) => any;
  readonly #ids = new Map<string, Set<number>>();
  readonly #messages: Row[] = [];
  readonly #attachments: Row[];

  constructor(realm: Tables, files: Record<string, string>, json: (name: string) => any) {
    this.#realm = realm;
    this.#files = files;
    this.#json = json;
    this.#attachments = json('attachment.json').zerver_attachment;
    for (const [table, rows] of Object.entries({ ...realm, zerver_attachment: this.#attachments }))
      this.#ids.set(table, new Set(rows.map(({ id }) => id)));
    for (const { id } of realm.zerver_userprofile_crossrealm!) this.#ids.get('zerver_userprofile')!.add(id);
    for (const { recipient_id } of realm.zerver_userprofile_crossrealm!) {
      assert.ok(!this.#ids.get('zerver_recipient')!.has(recipient_id), 'a recipient of a system bot is there already');
      this.#ids.get('zerver_recipient')!.add(recipient_id);
    }
    const names = this.#messageFiles();
    this.#ids.set(
      'zerver_message',
      new Set(names.flatMap((name) => json(name).zerver_message.map(({ id }: Row) => id))),
    );
  }

  /** Files are read by their numbers, until one is missing. */
  #messageFiles(): string[] {
    const count = Object.keys(this.#files).filter((name) => name.startsWith('messages-')).length;
    return Array.from({ length: count }, (_, at) => `messages-${String(at + 1).padStart(6, '0')}.json`);
  }

  checkTables(): void {
    for (const [table, rows] of Object.entries(this.#realm)) {
      if (IGNORED.test(table) || rows.length === 0) continue;
      const model = ZULIP_MODELS[table];
      assert.ok(model, `Zulip has no table ${table}`);
      this.#checkRows(table, model, rows);
    }
    this.#checkRows('zerver_attachment', ZULIP_MODELS.zerver_attachment!, this.#attachments);
  }

  #checkRows(table: string, model: ZulipModel, rows: readonly Row[]): void {
    const seen = new Set<string>();
    for (const row of rows) {
      const where = `${table} ${JSON.stringify(row)}`;
      assert.ok(Number.isInteger(row.id), `no id: ${where}`);
      for (const name of Object.keys(row))
        assert.ok(name === 'id' || model.fields.has(name), `no field ${name}: ${where}`);
      for (const [name, field] of model.fields) {
        if (!(name in row)) assert.ok(field.hasDefault, `${name} is missing: ${where}`);
        else if (row[name] === null) assert.ok(field.isNullable, `${name} is null: ${where}`);
        else {
          assert.ok(field.accepts(row[name]), `${name} has a wrong value: ${where}`);
          if (field.table) assert.ok(this.#ids.get(field.table)?.has(row[name]), `${name} refers to nothing: ${where}`);
        }
      }
      for (const unique of [['id'], ...model.unique]) {
        const key = `${unique} ${JSON.stringify(unique.map((name) => row[name])).toLowerCase()}`;
        assert.ok(!seen.has(key), `${unique} twice: ${where}`);
        seen.add(key);
      }
    }
  }

  checkMessages(): void {
    for (const name of this.#messageFiles()) {
      const { zerver_message: messages, zerver_usermessage: flags } = this.#json(name) as Tables;
      this.#checkRows('zerver_message', ZULIP_MODELS.zerver_message!, messages!);
      const ids = new Set(messages!.map(({ id }) => id));
      const seen = new Set<string>();
      for (const { message, user_profile, flags_mask, ...rest } of flags!) {
        assert.deepEqual(rest, {});
        assert.ok(ids.has(message) && Number.isInteger(flags_mask), `${name}: flags of no message in this file`);
        assert.ok(this.#has('zerver_userprofile', user_profile) && !seen.has(`${message} ${user_profile}`));
        seen.add(`${message} ${user_profile}`);
      }
      this.#messages.push(...messages!);
    }
    this.#checkHistories();
  }

  #checkHistories(): void {
    for (const { edit_history, rendered_content } of this.#messages) {
      for (const [, id] of String(rendered_content).matchAll(/class="(?:stream|user-group-mention)"(?! data-)(\S*)/g))
        assert.fail(`a mention without id: ${id}`);
      for (const change of edit_history ? JSON.parse(edit_history) : []) {
        assert.ok(this.#has('zerver_userprofile', change.user_id), `nobody made ${JSON.stringify(change)}`);
        if ('prev_content' in change) assert.ok('prev_rendered_content' in change, JSON.stringify(change));
      }
    }
  }

  #has = (table: string, id: number): boolean => this.#ids.get(table)!.has(id);

  checkRelations(): void {
    const { zerver_userprofile_crossrealm: bots, zerver_namedusergroup: groups, zerver_usergroup: all } = this.#realm;
    for (const { email } of bots!) assert.ok(SYSTEM_BOTS.includes(email), `Zulip has no ${email}`);
    const system = groups!.filter(({ is_system_group }) => is_system_group).map(({ name }) => name);
    assert.deepEqual(system.sort(), SYSTEM_GROUPS.map((name) => `role:${name}`).sort());
    for (const { id, usergroup_ptr } of groups!)
      assert.ok(id === usergroup_ptr && all!.some((group) => group.id === id), `group ${id}`);
    assert.ok(
      this.#realm.zerver_userprofile!.some(({ role }) => role === 100),
      'there is no owner',
    );
    assert.equal(this.#realm.zerver_realm!.length, 1);
    this.#checkRecipients();
    const emoji = new Map(this.#realm.zerver_realmemoji!.map(({ id, name }) => [String(id), name]));
    for (const table of ['zerver_reaction', 'zerver_userstatus'])
      for (const row of this.#realm[table]!)
        if (row.reaction_type === 'realm_emoji') assert.equal(emoji.get(row.emoji_code), row.emoji_name, table);
  }

  /** Each user, channel and conversation has one recipient, and a conversation is known by its users. */
  #checkRecipients(): void {
    const { zerver_recipient: recipients, zerver_subscription: subscriptions, zerver_huddle: huddles } = this.#realm;
    const of = (type: number) =>
      recipients!
        .filter((one) => one.type === type)
        .map(({ type_id }) => type_id)
        .sort();
    const idsIn = (rows: Row[]) => rows.map(({ id }) => id).sort();
    assert.deepEqual(of(1), idsIn(this.#realm.zerver_userprofile!));
    assert.deepEqual(of(2), idsIn(this.#realm.zerver_stream!));
    assert.deepEqual(of(3), idsIn(huddles!));
    const people = new Set<string>();
    for (const { id, group_size } of huddles!) {
      const { id: recipient } = recipients!.find((one) => one.type === 3 && one.type_id === id)!;
      const members = subscriptions!.filter((one) => one.recipient === recipient).map((one) => one.user_profile);
      assert.equal(members.length, group_size);
      assert.ok(!people.has(members.sort().join()), `two conversations of ${members}`);
      people.add(members.sort().join());
    }
    for (const { id, type, type_id } of recipients!)
      if (type === 1)
        assert.ok(
          subscriptions!.some((one) => one.recipient === id && one.user_profile === type_id),
          `user ${type_id} has no subscription to themselves`,
        );
  }

  checkFiles(): void {
    const records = Object.fromEntries(
      ['avatars', 'uploads', 'emoji', 'realm_icons'].map((folder) => [folder, this.#recordsOf(folder)]),
    );
    for (const { path_id } of this.#attachments)
      assert.ok(
        records.uploads!.some(({ s3_path }) => s3_path === path_id),
        `${path_id} is not in uploads`,
      );
    for (const { user_profile_id, avatar_version } of records.avatars!) {
      const user = this.#realm.zerver_userprofile!.find(({ id }) => id === user_profile_id);
      assert.ok(user?.avatar_source === 'U' && user.avatar_version === avatar_version);
    }
    const names = this.#realm.zerver_realmemoji!.map(({ file_name }) => file_name);
    for (const { file_name } of records.emoji!) assert.ok(names.includes(file_name), `no emoji has ${file_name}`);
    for (const { path } of records.realm_icons!) assert.match(path, /\/(icon|logo|night_logo)\.(original|png)$/);
  }

  #recordsOf(folder: string): Row[] {
    const records: Row[] = this.#json(`${folder}/records.json`);
    for (const record of records) {
      const { path, s3_path, realm_id, user_profile_id } = record;
      assert.ok(this.#files[`${folder}/${path}`] !== undefined && !path.includes('..'), `no file ${folder}/${path}`);
      assert.ok(typeof s3_path === 'string' && this.#has('zerver_realm', realm_id), JSON.stringify(record));
      if (folder === 'avatars' || folder === 'uploads') assert.ok(this.#has('zerver_userprofile', user_profile_id));
    }
    return records;
  }
}

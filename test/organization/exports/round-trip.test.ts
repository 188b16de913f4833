import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REALM_SLOTS } from '../../../src/chat/files/images/types.ts';
import { ADDED_TABLES } from '../../../src/chat/organization/exports/zulip-form.ts';
import { Team } from '../../support/team.ts';
import { importInto, listMessages, rowCounts } from '../imports/support.ts';
import { settledTeam } from './settled-team.ts';
import { exported, getContents } from './support.ts';

type Row = Record<string, any>;
type Tables = Record<string, Row[]>;

/** Tables of ids alone, and the programs that wrote messages. */
const UNNAMED = ['zerver_usergroup', 'zerver_huddle', 'zerver_recipient', 'zerver_client'];

/** The tables of an export, with names instead of ids. */
async function namedTables(path: string): Promise<Tables> {
  const files = await getContents(path);
  const realm = JSON.parse(files['realm.json']!) as Tables;
  const pages = Object.keys(files).filter((name) => name.startsWith('messages-'));
  const messages = pages.flatMap((name) => JSON.parse(files[name]!).zerver_message as Row[]);
  const flags = pages.flatMap((name) => JSON.parse(files[name]!).zerver_usermessage as Row[]);
  const names = new Names(realm, messages);
  const tables = { ...realm, zerver_message: messages, zerver_usermessage: flags };
  return Object.fromEntries(
    Object.entries(tables)
      .filter(([table, rows]) => Array.isArray(rows) && !UNNAMED.includes(table))
      .map(([table, rows]) => [table, rows.map((row) => names.named(row)).sort(byText)]),
  );
}

const byText = (one: object, other: object): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
const withoutIds = (text: string): string =>
  text
    .replaceAll(/\|\d+\*\*/g, '**')
    .replaceAll(/data-user-id="\d+"/g, '')
    .replaceAll(/(channel|sender)\/\d+|data-stream-id="\d+"|images\/[0-9a-f]+/g, '')
    .replaceAll(/user_uploads\/\S+\//g, '');

const USERS = ['user', 'user_profile', 'sender', 'muted_user', 'creator', 'author', 'owner', 'bot_owner', 'user_id'];
const CHANNELS = [
  'stream',
  'new_stream_announcements_stream',
  'signup_announcements_stream',
  'zulip_update_announcements_stream',
  'moderation_request_channel',
];
/** What every server gives itself. */
const OWN = ['id', 'usergroup_ptr', 'recipient_id', 'uuid', 'first_message_id', 'sending_client', 'file_name'];

class Names {
  readonly #realm: Tables;
  readonly #messages: Row[];

  constructor(realm: Tables, messages: Row[]) {
    this.#realm = realm;
    this.#messages = messages;
  }

  named(row: Row): Row {
    return Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => !OWN.includes(name))
        .map(([name, value]) => [name, this.#value(name, value, row)]),
    );
  }

  #value(name: string, value: any, row: Row): unknown {
    if (value === null) return null;
    if (USERS.includes(name)) return this.#user(value);
    if (CHANNELS.includes(name)) return this.#channel(value);
    if (name === 'channels' || name === 'streams') return value.map((id: number) => this.#channel(id));
    if (name === 'recipient') return this.#recipient(value);
    if (name === 'folder') return this.#of('zerver_channelfolder', value).name;
    if (name === 'field') return this.#of('zerver_customprofilefield', value).name;
    if (name === 'message' || name === 'reminder_target_message')
      return withoutIds(this.#messages.find(({ id }) => id === value)!.content);
    if (['user_group', 'supergroup', 'subgroup'].includes(name) || name.startsWith('can_') || name.endsWith('_group'))
      return typeof value === 'number' ? this.#group(value) : value;
    if (name === 'edit_history') return JSON.parse(value).map((change: Row) => this.named(change));
    if (name === 'value' && 'field' in row && value.startsWith('['))
      return JSON.parse(value).map((id: number) => this.#user(id));
    if (name === 'views') return value.map(withoutIds);
    return typeof value === 'string' ? withoutIds(value) : value;
  }

  #of(table: string, id: number): Row {
    return this.#realm[table]!.find((row) => row.id === id)!;
  }
  #user = (id: number): string =>
    this.#realm.zerver_userprofile!.find((row) => row.id === id)?.full_name ??
    this.#of('zerver_userprofile_crossrealm', id).email;
  #channel = (id: number): string => this.#of('zerver_stream', id).name;

  #group(id: number): unknown {
    const name = this.#realm.zerver_namedusergroup!.find((row) => row.id === id)?.name;
    if (name !== undefined) return name;
    return {
      members: this.#realm
        .zerver_usergroupmembership!.filter(({ user_group }) => user_group === id)
        .map(({ user_profile }) => this.#user(user_profile))
        .sort(),
      subgroups: this.#realm
        .zerver_groupgroupmembership!.filter(({ supergroup }) => supergroup === id)
        .map(({ subgroup }) => this.#group(subgroup))
        .sort(),
    };
  }

  #recipient(id: number): string {
    const bot = this.#realm.zerver_userprofile_crossrealm!.find(({ recipient_id }) => recipient_id === id);
    if (bot) return bot.email;
    const { type: line, recipient_type, type_id } = this.#of('zerver_recipient', id);
    const type = recipient_type ?? line;
    if (type === 1) return this.#user(type_id);
    if (type === 2) return this.#channel(type_id);
    const members = this.#realm.zerver_subscription!.filter(({ recipient }) => recipient === id);
    return members
      .map(({ user_profile }) => this.#user(user_profile))
      .sort()
      .join(', ');
  }
}

/** A new team, a day later: no time may be that of the import. */
function laterTeam(): Team {
  const team = new Team();
  team.clock.advance(86_400);
  return team;
}

test('settings of organization, channels and people are the same after an export, an import and an export', async () => {
  const team = await settledTeam();
  const first = await exported(team, 'full_without_consent');
  const other = laterTeam();
  const { report } = await importInto(other, 'zulip', first);
  assert.deepEqual(report, []);
  const before = await namedTables(first);
  const after = await namedTables(await exported(other, 'full_without_consent'));
  assert.deepEqual(Object.keys(after), Object.keys(before));
  for (const table of Object.keys(before)) assert.deepEqual(after[table], before[table], table);
  for (const [table, rows] of Object.entries(before)) assert(rows.length > 0 || table in ADDED_TABLES, table);
  assert.deepEqual(getImages(other), ['Milo', 'icon', 'night_logo', 'old_soup', 'our_soup']);
});

/** The names of people, emoji and the organization’s images that are there. */
function getImages(team: Team): string[] {
  const emoji = Object.values(team.app.realmEmoji.all());
  const people = team.app.users.all().filter(({ id }) => team.app.pictures.at(`avatar/${id}`));
  const own = REALM_SLOTS.filter((slot) => team.app.pictures.at(slot));
  return [...own, ...emoji.map(({ name }) => name), ...people.map(({ full_name }) => full_name)].sort();
}

test('the lines of an export as JSON are the same after an export, an import and an export', async () => {
  const team = await settledTeam();
  const other = laterTeam();
  await importInto(other, 'zulip', await exported(team, 'full_without_consent'));
  const before = await splitLines(await exported(team, 'full_without_consent', 'json'));
  const after = await splitLines(await exported(other, 'full_without_consent', 'json'));
  assert.deepEqual(Object.keys(after), Object.keys(before));
  for (const type of Object.keys(before)) assert.deepEqual(after[type], before[type], type);
});

/** The lines of an export by their type, with names instead of ids. */
async function splitLines(path: string): Promise<Tables> {
  const text = (await getContents(path))['export.jsonl']!;
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  const rows = (type: string) => lines.filter((line) => line.type === type);
  const names = new Names(
    Object.fromEntries(Object.entries(TYPES).map(([table, type]) => [table, rows(type)])),
    rows('message'),
  );
  return Object.fromEntries(
    [...new Set(lines.map(({ type }) => type as string))]
      .filter((type) => !['group_id', 'recipient', 'conversation', 'client'].includes(type))
      .map((type) => [
        type,
        rows(type)
          .map((row) => names.named(row))
          .sort(byText),
      ]),
  );
}

/** The types of lines that others refer to. */
const TYPES = {
  zerver_userprofile: 'user',
  zerver_userprofile_crossrealm: 'system_bot',
  zerver_stream: 'channel',
  zerver_channelfolder: 'channel_folder',
  zerver_recipient: 'recipient',
  zerver_subscription: 'subscription',
  zerver_namedusergroup: 'group',
  zerver_usergroupmembership: 'group_member',
  zerver_groupgroupmembership: 'subgroup',
  zerver_customprofilefield: 'profile_field',
};

test('members who joined a channel late do not read its protected history after an export and an import', async () => {
  const other = laterTeam();
  await importInto(other, 'zulip', await exported(await settledTeam(), 'full_without_consent'));
  const { app } = other;
  const contents = async (name: string) => {
    const { email } = app.users.named(name)[0]!;
    const messages = await listMessages(other, email, [{ operator: 'channel', operand: 'minutes' }]);
    return messages.map(({ content }) => content).filter((content) => !content.startsWith('@_'));
  };
  assert.deepEqual(await contents('Milo'), ['Only for two', 'For three']);
  assert.deepEqual(await contents('Lena'), ['For three']);
  assert.deepEqual(await contents('Last'), []);
});

test('importing the same settings twice adds no row', async () => {
  const path = await exported(await settledTeam(), 'full_without_consent');
  const other = laterTeam();
  await importInto(other, 'zulip', path);
  const before = rowCounts(other);
  assert.deepEqual((await importInto(other, 'zulip', path)).added, {});
  assert.deepEqual(rowCounts(other), before);
});

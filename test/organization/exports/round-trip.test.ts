import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Team, type TestUser } from '../../support/team.ts';
import { importInto, rowCounts } from '../imports/support.ts';
import { contentsOf, exported } from './support.ts';

type Row = Record<string, any>;
type Tables = Record<string, Row[]>;

const system = (team: Team, name: 'role:moderators' | 'role:members' | 'role:owners') => team.app.groups.system(name);
const idOf = (team: Team, channel: string): number => team.app.channels.named(channel)!.id;
const IN_A_MONTH = Date.UTC(2026, 11, 21) / 1000;
const LATER = Date.UTC(2030, 0, 1) / 1000;

/** A team whose organization has a value of every kind that is not the default. */
async function settledTeam(): Promise<Team> {
  const team = new Team();
  const olga = team.addUser('Olga', 100);
  const milo = team.addUser('Milo', 400);
  const gina = team.addUser('Gina', 600);
  const { channel_folder_id } = await olga.post('/channel_folders/create', { name: 'Work', description: 'What we do' });
  const cooks = await olga.post('/user_groups/create', { name: 'cooks', description: 'Who cook', members: [milo.id] });
  const all = await olga.post('/user_groups/create', {
    name: 'kitchen',
    description: '',
    members: [],
    subgroups: [cooks.group_id],
    can_mention_group: { direct_members: [olga.id], direct_subgroups: [system(team, 'role:moderators')] },
    can_join_group: system(team, 'role:members'),
  });
  await olga.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'general', description: 'All of us' }],
    principals: [olga.id, milo.id, gina.id],
    folder_id: channel_folder_id,
    message_retention_days: 400,
    can_send_message_group: { direct_members: [olga.id, gina.id], direct_subgroups: [all.id ?? all.group_id] },
  });
  await olga.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'board' }],
    invite_only: true,
    can_subscribe_group: cooks.group_id,
    message_retention_days: 'unlimited',
  });
  await olga.post('/users/me/subscriptions', { subscriptions: [{ name: 'optional' }] });
  await setOrganization(team, olga, cooks.group_id);
  await setPeople(team, milo, olga, gina);
  await writeMessages(team, olga, milo, gina);
  return team;
}

async function setOrganization(team: Team, olga: TestUser, cooks: number): Promise<void> {
  await olga.patch('/realm', {
    name: 'Acme',
    description: 'We *cook*',
    message_content_edit_limit_seconds: 3600,
    message_edit_history_visibility_policy: 'moves',
    topics_policy: 'disable_empty_topic',
    waiting_period_threshold: 3,
    enable_read_receipts: false,
    signup_announcements_stream_id: idOf(team, 'general'),
    moderation_request_channel_id: idOf(team, 'board'),
    can_add_custom_emoji_group: { new: cooks },
    can_invite_users_group: { new: { direct_members: [olga.id], direct_subgroups: [cooks] } },
    can_create_web_public_channel_group: { new: system(team, 'role:moderators') },
  });
  await olga.patch('/realm/user_settings_defaults', { color_scheme: 2, enter_sends: false });
  await olga.post('/realm/domains', { domain: 'acme.example', allow_subdomains: true });
  await olga.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://acme.example/{id}' });
  await olga.post('/realm/playgrounds', {
    name: 'Rust playground',
    pygments_language: 'Rust',
    url_template: 'https://play.example/?code={code}',
  });
  await olga.post('/default_stream_groups/create', {
    group_name: 'Extras',
    description: 'If you like',
    stream_names: ['optional'],
  });
  await olga.post('/default_streams', { stream_id: idOf(team, 'general') });
}

async function setPeople(team: Team, milo: TestUser, olga: TestUser, gina: TestUser): Promise<void> {
  const text = await olga.post('/realm/profile_fields', { field_type: 1, name: 'Team', hint: 'Yours', required: true });
  const choice = await olga.post('/realm/profile_fields', {
    field_type: 3,
    name: 'Office',
    field_data: { a: { text: 'Athens', order: '1' }, b: { text: 'Bern', order: '2' } },
    display_in_profile_summary: true,
  });
  const people = await olga.post('/realm/profile_fields', { field_type: 6, name: 'Mentor', editable_by_user: false });
  await milo.patch('/users/me/profile_data', {
    data: [
      { id: text.id, value: 'Soups' },
      { id: choice.id, value: 'b' },
    ],
  });
  await olga.patch(`/users/${milo.id}`, { profile_data: [{ id: people.id, value: [olga.id] }] });
  await milo.patch('/settings', {
    color_scheme: 3,
    default_language: 'de',
    email_address_visibility: 3,
    enable_sounds: false,
    timezone: 'Europe/Berlin',
    web_home_view: 'recent_topics',
  });
  const set = (property: string, value: unknown) => ({ stream_id: idOf(team, 'general'), property, value });
  await milo.post('/users/me/subscriptions/properties', {
    subscription_data: [set('color', '#123456'), set('pin_to_top', true), set('push_notifications', false)],
  });
  await gina.post('/users/me/subscriptions/properties', { subscription_data: [set('is_muted', true)] });
  await milo.post(`/users/me/muted_users/${gina.id}`);
  await milo.post('/users/me/alert_words', { alert_words: ['Soup', 'spoon'] });
  await milo.post('/saved_snippets', { title: 'Hello', content: 'Hello, how are you?' });
  await milo.post('/users/me/status', {
    status_text: 'Cooking',
    emoji_name: 'tada',
    scheduled_end_time: IN_A_MONTH,
  });
}

async function writeMessages(team: Team, olga: TestUser, milo: TestUser, gina: TestUser): Promise<void> {
  const general = idOf(team, 'general');
  const first = await olga.sendMessage('general', 'lunch', 'Soup @_**Milo**?');
  await olga.patch(`/messages/${first}`, { content: 'Salad?' });
  await olga.patch(`/messages/${first}`, { topic: 'dinner', propagate_mode: 'change_one' });
  await milo.post('/messages/flags', { op: 'add', flag: 'collapsed', messages: [first] });
  const drafts = [
    { type: 'stream', to: [general], topic: 'dinner', content: 'Unfinished', timestamp: 1_700_000_000 },
    { type: 'private', to: [olga.id, gina.id], topic: '', content: 'To you two', timestamp: 1_700_000_001 },
    { type: 'private', to: [milo.id], topic: '', content: 'To myself', timestamp: 1_700_000_002 },
    { type: '', to: [], topic: '', content: 'To nobody', timestamp: 1_700_000_003 },
  ];
  await milo.post('/drafts', { drafts });
  const scheduled = { scheduled_delivery_timestamp: LATER, content: 'Later' };
  await olga.post('/scheduled_messages', { type: 'stream', to: general, topic: 'dinner', ...scheduled });
  await olga.post('/scheduled_messages', { type: 'direct', to: [milo.id, gina.id], ...scheduled });
  await milo.post('/reminders', { message_id: first, scheduled_delivery_timestamp: LATER, note: 'Ask *again*' });
}

/** The tables of an export, with names instead of ids. */
async function namedTables(path: string): Promise<Tables> {
  const files = await contentsOf(path);
  const realm = JSON.parse(files['realm.json']!) as Tables;
  const pages = Object.keys(files).filter((name) => name.startsWith('messages-'));
  const messages = pages.flatMap((name) => JSON.parse(files[name]!).zerver_message as Row[]);
  const flags = pages.flatMap((name) => JSON.parse(files[name]!).zerver_usermessage as Row[]);
  const names = new Names(realm, messages);
  const tables = { ...realm, zerver_message: messages, zerver_usermessage: flags };
  return Object.fromEntries(
    Object.entries(tables)
      .filter(([table]) => table !== 'zerver_usergroup' && table !== 'zerver_huddle' && table !== 'zerver_recipient')
      .map(([table, rows]) => [table, rows.map((row) => names.named(row)).sort(byText)]),
  );
}

const byText = (one: object, other: object): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
const withoutIds = (text: string): string =>
  text
    .replaceAll(/\|\d+\*\*/g, '**')
    .replaceAll(/data-user-id="\d+"/g, '')
    .replaceAll(/user_uploads\/\S+\//g, '');

const USERS = ['user_profile', 'sender', 'muted_user', 'creator', 'author', 'owner', 'bot_owner', 'user_id'];
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
    if (name === 'streams') return value.map((id: number) => this.#channel(id));
    if (name === 'recipient') return this.#recipient(value);
    if (name === 'folder') return this.#of('zerver_channelfolder', value).name;
    if (name === 'field') return this.#of('zerver_customprofilefield', value).name;
    if (name === 'message' || name === 'reminder_target_message')
      return this.#messages.find(({ id }) => id === value)!.content;
    if (['user_group', 'supergroup', 'subgroup'].includes(name) || name.startsWith('can_') || name.endsWith('_group'))
      return typeof value === 'number' ? this.#group(value) : value;
    if (name === 'edit_history') return JSON.parse(value).map((change: Row) => this.named(change));
    if (name === 'value' && 'field' in row && value.startsWith('['))
      return JSON.parse(value).map((id: number) => this.#user(id));
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
    const { type, type_id } = this.#of('zerver_recipient', id);
    if (type === 1) return this.#user(type_id);
    if (type === 2) return this.#channel(type_id);
    const members = this.#realm.zerver_subscription!.filter(({ recipient }) => recipient === id);
    return members
      .map(({ user_profile }) => this.#user(user_profile))
      .sort()
      .join(', ');
  }
}

test('settings of organization, channels and people are the same after an export, an import and an export', async () => {
  const first = await exported(await settledTeam(), 'full_without_consent');
  const other = new Team();
  const { report } = await importInto(other, 'zulip', first);
  assert.deepEqual(report, []);
  const before = await namedTables(first);
  const after = await namedTables(await exported(other, 'full_without_consent'));
  assert.deepEqual(Object.keys(after), Object.keys(before));
  for (const table of Object.keys(before)) assert.deepEqual(after[table], before[table], table);
  for (const [table, rows] of Object.entries(before))
    assert(
      rows.length > 0 ||
        ['zerver_realmemoji', 'zerver_usertopic', 'zerver_reaction', 'zerver_submessage'].includes(table),
      table,
    );
});

test('importing the same settings twice adds no row', async () => {
  const path = await exported(await settledTeam(), 'full_without_consent');
  const other = new Team();
  await importInto(other, 'zulip', path);
  const before = rowCounts(other);
  assert.deepEqual((await importInto(other, 'zulip', path)).added, {});
  assert.deepEqual(rowCounts(other), before);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Team } from '../../support/team.ts';
import { settledTeam } from '../exports/settled-team.ts';
import { exported, getContents } from '../exports/support.ts';
import { type Files, importInto, makeZip, rowCounts } from './support.ts';

type Row = Record<string, unknown>;
type Tables = Record<string, Row[]>;

/** The files of an organization's export. */
async function listFiles(team: Team): Promise<{ files: Record<string, string>; realm: Tables }> {
  const files = await getContents(await exported(team, 'full_without_consent'));
  return { files, realm: JSON.parse(files['realm.json']!) as Tables };
}

const person = (id: number, name: string, role = 400) => ({
  id,
  full_name: name,
  delivery_email: `${name.toLowerCase()}@acme.example`,
  role,
  is_active: true,
  is_bot: false,
});

/** What version 7 exports: numbers instead of groups with permissions, and no table that came later. */
const older = (): Files => ({
  'realm.json': {
    zerver_realm: [
      {
        id: 2,
        string_id: 'acme',
        name: 'Acme',
        allow_edit_history: false,
        mandatory_topics: true,
        create_private_stream_policy: 2,
        invite_to_realm_policy: 6,
        wildcard_mention_policy: 7,
        bot_creation_policy: 3,
        private_message_policy: 2,
        notifications_stream: 21,
        signup_notifications_stream: null,
        default_language: 'de',
      },
    ],
    zerver_userprofile: [person(11, 'Ada', 100), person(12, 'Ben')],
    zerver_stream: [{ id: 21, name: 'general', description: '', invite_only: false, stream_post_policy: 2 }],
    zerver_recipient: [{ id: 33, type: 2, type_id: 21 }],
    zerver_subscription: [
      { user_profile: 11, recipient: 33, active: true, pin_to_top: true },
      { user_profile: 12, recipient: 33, active: true },
    ],
    zerver_usergroup: [
      { id: 51, name: '@role:members', is_system_group: true },
      { id: 52, name: 'designers', description: 'Who draw', is_system_group: false, can_mention_group: 51 },
    ],
    zerver_usergroupmembership: [{ user_group: 52, user_profile: 12 }],
  },
  'messages-000001.json': {
    zerver_message: [
      {
        id: 101,
        sender: 11,
        recipient: 33,
        subject: 'now',
        content: 'Hello',
        date_sent: 1_740_000_000,
        edit_history: JSON.stringify([{ user_id: 11, timestamp: 1_740_000_100, prev_subject: 'before' }]),
      },
    ],
  },
});

test('an archive of Zulip 7 without the later tables is imported, and its policies become permissions', async () => {
  const team = new Team();
  const { report } = await importInto(team, 'zulip', await makeZip(older()));
  assert.deepEqual(report, []);
  const { app } = team;
  const holders = (name: Parameters<typeof app.realm.get>[0]) => app.groups.byId(app.realm.get(name) as number)!.name;
  assert.equal(holders('can_create_private_channel_group'), 'role:administrators');
  assert.equal(holders('can_invite_users_group'), 'role:nobody');
  assert.equal(holders('can_mention_many_users_group'), 'role:moderators');
  assert.equal(holders('can_create_bots_group'), 'role:administrators');
  assert.equal(holders('direct_message_permission_group'), 'role:nobody');
  assert.equal(app.realm.get('topics_policy'), 'disable_empty_topic');
  assert.equal(app.realm.get('message_edit_history_visibility_policy'), 'none');
  assert.equal(app.realm.get('default_language'), 'de');
  const general = app.channels.named('general')!;
  assert.equal(app.realm.get('new_stream_announcements_stream_id'), general.id);
  assert.equal(app.groups.byId(general.can_send_message_group)!.name, 'role:administrators');
  const designers = app.groups.named('designers')!;
  assert.deepEqual(app.groups.members(designers.id), [app.users.byEmail('ben@acme.example')!.id]);
  assert.equal(app.groups.byId(designers.can_mention_group!)!.name, 'role:members');
  assert.equal(app.subscriptions.of(app.users.byEmail('ada@acme.example')!.id, general.id)!.pin_to_top, true);
  const history = JSON.parse(app.messages.byId(app.messages.lastId())!.edit_history!) as Row[];
  assert.equal(history[0]!.prev_topic, 'before');
});

test('an organization with people keeps its settings and domains, unless the operator wants those of the archive', async () => {
  const path = await exported(await settledTeam(), 'full_without_consent');
  const team = new Team();
  team.addUser('Olga', 100);
  const { report, plan } = await importInto(team, 'zulip', path);
  assert.deepEqual(report, [
    {
      kind: 'realm',
      origin: 'organization',
      reason: 'people have accounts here already; --settings imports it nevertheless',
    },
  ]);
  assert.equal(plan['organization settings'], undefined);
  assert.equal(team.app.realm.get('waiting_period_threshold'), 0);
  assert.deepEqual(team.app.realmDomains.all(), []);
  await importInto(team, 'zulip', path, { settings: true });
  assert.equal(team.app.realm.get('waiting_period_threshold'), 3);
  assert.deepEqual(team.app.realmDomains.all(), [{ domain: 'acme.example', allow_subdomains: true }]);
});

test('an account that exists keeps its own settings, and gets what it does not have', async () => {
  const { files } = await listFiles(await settledTeam());
  const team = new Team();
  const milo = team.addUser('Milo', 400);
  await milo.patch('/settings', { color_scheme: 1 });
  await importInto(team, 'zulip', await makeZip(files));
  const { settings } = team.app.users.byId(milo.id)!;
  assert.equal(settings.color_scheme, 1);
  assert.equal(settings.default_language, 'en');
  assert.deepEqual((await milo.get('/users/me/alert_words')).alert_words.sort(), ['Soup', 'spoon']);
  assert.equal((await milo.get('/drafts')).count, 4);
});

/** How much the archive of a settled team has. */
const SETTLED_TEAM: Record<string, number> = {
  people: 12,
  channels: 5,
  groups: 3,
  emoji: 2,
  messages: 22,
  files: 0,
  topics: 9,
  reactions: 3,
  'organization settings': 1,
  'organization images': 2,
  domains: 1,
  linkifiers: 1,
  'code playgrounds': 1,
  'channel folders': 2,
  'default channel groups': 1,
  'profile fields': 3,
  'profile values': 3,
  statuses: 1,
  'muted and followed topics': 6,
  'muted users': 1,
  'alert words': 2,
  'saved snippets': 1,
  drafts: 4,
  'scheduled messages': 2,
  reminders: 1,
  'views in the sidebar': 2,
  'orders of the sidebar': 1,
  'do-not-disturb settings': 2,
};

test('a dry run counts messages, topics, reactions, and everything that is not a message', async () => {
  const team = new Team();
  const path = await exported(await settledTeam(), 'full_without_consent');
  const before = rowCounts(team);
  const { plan } = await importInto(team, 'zulip', path, { dryRun: true });
  assert.deepEqual(rowCounts(team), before);
  const totals = Object.fromEntries(Object.entries(plan).map(([name, line]) => [name, line.total]));
  assert.deepEqual(totals, SETTLED_TEAM);
  for (const [name, line] of Object.entries(plan)) assert.equal(line.new, line.total, name);
  await importInto(team, 'zulip', path);
  const { plan: again } = await importInto(team, 'zulip', path, { dryRun: true });
  for (const [name, line] of Object.entries(again)) assert.deepEqual(line, { total: SETTLED_TEAM[name], new: 0 }, name);
});

const STRANGE: readonly unknown[] = [null, -1, 2 ** 60, '', 'x'.repeat(20_000), '\u0000\ud800', [[]], { a: 1 }, true];

test('rows with missing, wrong and huge values never end an import, and the good ones are imported', async () => {
  const { files, realm } = await listFiles(await settledTeam());
  const { zerver_message, zerver_usermessage } = JSON.parse(files['messages-000001.json']!) as Tables;
  for (const [number, strange] of STRANGE.entries()) {
    const path = await makeZip({
      ...files,
      'realm.json': withStrangeRows(realm, strange),
      'messages-000001.json': withStrangeRows({ zerver_message, zerver_usermessage } as Tables, strange),
    });
    const team = new Team();
    await importInto(team, 'zulip', path);
    const { app } = team;
    assert(app.users.byEmail('milo@example.com'), `value ${number}`);
    assert(app.channels.named('general'), `value ${number}`);
    assert(app.messages.lastId() >= zerver_message!.length, `value ${number}`);
  }
});

/** Every row, and after each of them one copy for each of its fields, which is strange. */
function withStrangeRows(tables: Tables, strange: unknown): Tables {
  let id = 500_000;
  const copies = (row: Row) => Object.keys(row).map((field) => ({ ...row, id: ++id, [field]: strange }));
  return Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [
      table,
      Array.isArray(rows) ? [...rows, ...rows.slice(0, 2).flatMap(copies)] : rows,
    ]),
  );
}

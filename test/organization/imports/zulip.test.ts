import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Team } from '../../support/team.ts';
import { type Files, importInto, inChannel, listMessages, makeZip, rowCounts } from './support.ts';

const user = (id: number, full_name: string, more: object = {}) => ({
  id,
  delivery_email: `${full_name.split(' ')[0]!.toLowerCase()}@acme.example`,
  full_name,
  role: 400,
  is_active: true,
  is_bot: false,
  date_joined: 1_700_000_000.5,
  ...more,
});
const sent = (minute: number) => Date.UTC(2025, 2, 1, 8, minute) / 1000 + 0.25;
const message = (
  id: number,
  sender: number,
  recipient: number,
  subject: string,
  content: string,
  more: object = {},
) => ({
  id,
  sender,
  recipient,
  subject,
  content,
  date_sent: sent(id - 100),
  last_edit_time: null,
  ...more,
});
const FILE = '2/ab/Xy12/notes.txt';

const realm = (): Files => ({
  'export/realm.json': {
    zerver_realm: [{ id: 2, string_id: 'acme', uuid: 'a-b-c', name: 'Acme' }],
    zerver_userprofile: [
      user(11, 'Ada Abel', { role: 100 }),
      user(12, 'Ben Brandt'),
      user(13, 'Carl Gone', { is_active: false }),
      user(14, 'Ada Abel', { delivery_email: 'other.ada@acme.example' }),
    ],
    zerver_userprofile_crossrealm: [{ id: 3, email: 'notification-bot@zulip.com', recipient_id: 9 }],
    zerver_stream: [
      { id: 21, name: 'general', description: 'All', invite_only: false, history_public_to_subscribers: true },
      { id: 22, name: 'board', description: '', invite_only: true, history_public_to_subscribers: false },
    ],
    zerver_defaultstream: [{ id: 1, stream: 21 }],
    zerver_recipient: [
      { id: 31, type: 1, type_id: 11 },
      { id: 32, type: 1, type_id: 12 },
      { id: 33, type: 2, type_id: 21 },
      { id: 34, type: 2, type_id: 22 },
      { id: 35, type: 3, type_id: 41 },
    ],
    zerver_subscription: [
      ...[11, 12, 13].map((user_profile) => ({ user_profile, recipient: 33, active: true })),
      { user_profile: 11, recipient: 34, active: true },
      { user_profile: 12, recipient: 34, active: false },
      ...[11, 12, 14].map((user_profile) => ({ user_profile, recipient: 35, active: true })),
    ],
    zerver_namedusergroup: [
      { id: 51, name: 'role:members', is_system_group: true },
      { id: 52, name: 'designers', description: 'Who draw', is_system_group: false },
    ],
    zerver_usergroupmembership: [{ user_group: 52, user_profile: 12 }],
    zerver_reaction: [
      { message: 101, user_profile: 12, emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' },
    ],
  },
  'export/attachment.json': {
    zerver_attachment: [{ path_id: FILE, file_name: 'notes.txt', owner: 12, create_time: 1_700_000_100 }],
  },
  [`export/uploads/${FILE}`]: 'Some notes',
  'export/messages-000001.json': {
    zerver_message: [
      message(101, 11, 33, 'greetings', 'Hello @**Ben Brandt** and @_**Ada Abel|14**, `@**Ben Brandt**` is code'),
      message(102, 12, 33, 'greetings', `See [notes](/user_uploads/${FILE}) and #**general>greetings@101**`, {
        last_edit_time: sent(30),
      }),
      message(103, 11, 34, 'budget', 'Only for the board'),
      message(104, 12, 31, '', 'Just for you, Ada'),
      message(105, 14, 35, '', 'For the three of us'),
      message(106, 12, 33, '', '[said](https://acme.zulip.example/#narrow/channel/21-general/topic/x/near/101)'),
      message(107, 11, 99, 'lost', 'No recipient'),
    ],
    zerver_usermessage: [
      { user_profile: 11, message: 101, flags_mask: 1 },
      { user_profile: 12, message: 101, flags_mask: 3 },
      { user_profile: 11, message: 102, flags_mask: 0 },
    ],
  },
});

test('an import from Zulip keeps people, channels, topics, authors and edits', async () => {
  const team = new Team();
  const { report, added } = await importInto(team, 'zulip', await makeZip(realm()));
  assert.equal(added.message, 6);
  assert.equal(team.app.users.byEmail('ada@acme.example')!.role, 100);
  assert.equal(team.app.users.byEmail('carl@acme.example')!.is_active, false);
  assert.equal(team.app.channels.named('general')!.is_default, true);
  assert.equal(team.app.channels.named('board')!.history_public_to_subscribers, false);
  const messages = await listMessages(team, 'ada@acme.example', inChannel('general'));
  assert.deepEqual(
    messages.map(({ subject }) => subject),
    ['greetings', 'greetings', ''],
  );
  assert.equal(messages[1]!.last_edit_timestamp, Math.floor(sent(30)));
  assert(report.some(({ origin, reason }) => origin === '107' && reason.includes('recipient')));
  const group = team.app.groups.named('designers')!;
  assert.deepEqual(team.app.groups.members(group.id), [team.app.users.byEmail('ben@acme.example')!.id]);
});

test('mentions, files and links between messages point to what was imported, and code stays as it is', async () => {
  const team = new Team();
  await importInto(team, 'zulip', await makeZip(realm()));
  const id = (email: string) => team.app.users.byEmail(email)!.id;
  const [hello, files, , link] = await listMessages(team, 'ben@acme.example', [
    { operator: 'channels', operand: 'public' },
  ]);
  assert.equal(
    hello!.content,
    `Hello @**Ben Brandt|${id('ben@acme.example')}** and @_**Ada Abel|${id('other.ada@acme.example')}**, \`@**Ben Brandt**\` is code`,
  );
  assert(hello!.flags.includes('mentioned'));
  assert.match(files!.content, /^See \[notes\]\(\/user_uploads\/1\//);
  assert.match(files!.content, new RegExp(`\\[#general > greetings\\]\\(.*/near/${hello!.id}\\)$`));
  assert.match((link ?? files)!.content, /near/);
});

test('read state, stars and reactions come from Zulip', async () => {
  const team = new Team();
  await importInto(team, 'zulip', await makeZip(realm()));
  const [hello, files] = await listMessages(team, 'ada@acme.example', inChannel('general'));
  assert.deepEqual([hello!.flags.includes('read'), files!.flags.includes('read')], [true, false]);
  assert.deepEqual(
    hello!.reactions.map(({ emoji_name }) => emoji_name),
    ['tada'],
  );
  const [starred] = await listMessages(team, 'ben@acme.example', inChannel('general'));
  assert(starred!.flags.includes('starred'));
});

test('direct messages and protected history from Zulip stay with those who had them', async () => {
  const team = new Team();
  await importInto(team, 'zulip', await makeZip(realm()));
  const contents = async (email: string) => (await listMessages(team, email)).map(({ content }) => content);
  const ada = await contents('ada@acme.example');
  for (const one of ['Only for the board', 'Just for you, Ada', 'For the three of us']) assert(ada.includes(one), one);
  const other = await contents('other.ada@acme.example');
  assert(other.includes('For the three of us') && !other.includes('Just for you, Ada'));
  assert(!(await contents('ben@acme.example')).includes('Only for the board'));
});

test('importing the same Zulip archive again adds no row and keeps what was read here', async () => {
  const team = new Team();
  const path = await makeZip(realm());
  await importInto(team, 'zulip', path);
  const before = rowCounts(team);
  assert.deepEqual((await importInto(team, 'zulip', path)).added, {});
  assert.deepEqual(rowCounts(team), before);
});

test('a channel from Zulip keeps its topics policy, and messages without a topic are still imported', async () => {
  for (const [stored, policy] of [
    [3, 'disable_empty_topic'],
    ['disable_empty_topic', 'disable_empty_topic'],
    [99, 'inherit'],
    [undefined, 'inherit'],
  ]) {
    const files = realm();
    const tables = files['export/realm.json'] as { zerver_stream: object[] };
    tables.zerver_stream[0] = { ...tables.zerver_stream[0], topics_policy: stored };
    const team = new Team();
    const { added } = await importInto(team, 'zulip', await makeZip(files));
    assert.equal(team.app.channels.named('general')!.topics_policy, policy);
    assert.equal(added.message, 6);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runStep } from '../../../src/kernel/db/migrate.ts';
import { UPGRADES } from '../../../src/schema/upgrades.ts';
import { Team } from '../../support/team.ts';
import { type Files, importInto, inChannel, listMessages, makeZip, pinsIn, rowCounts } from './support.ts';

const person = (id: string, name: string, more: object = {}, profile: object = {}) => ({
  id,
  team_id: 'T1',
  name: name.toLowerCase(),
  real_name: name,
  profile: { real_name: name, email: `${name.toLowerCase()}@acme.example`, ...profile },
  ...more,
});

const USERS = [
  person('U1', 'Olga', { is_owner: true, tz: 'Europe/Berlin' }),
  person('U2', 'Milo'),
  person('U3', 'Gina', { is_restricted: true }),
  person('U4', 'Departed', { deleted: true }),
  person('U5', 'Milo', {}, { email: undefined, real_name: 'Milo' }),
];

const at = (day: number, hour: number, fraction = '000100') => `${Date.UTC(2024, 4, day, hour) / 1000}.${fraction}`;
const say = (user: string, ts: string, text: string, more: object = {}) => ({
  type: 'message',
  user,
  ts,
  text,
  ...more,
});

const SMALL_PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A workspace with everything; `more` replaces files. */
const workspace = (more: Files = {}): Files => ({
  'users.json': USERS,
  'channels.json': [
    { id: 'C1', name: 'general', is_general: true, members: ['U1', 'U2', 'U3'], purpose: { value: 'For all' } },
    { id: 'C2', name: 'attic', is_archived: true, members: ['U1'] },
  ],
  'groups.json': [
    { id: 'G1', name: 'board', members: ['U1', 'U2'], pins: [{ id: at(2, 9), user: 'U2', created: 1_700_000_123 }] },
  ],
  'dms.json': [{ id: 'D1', members: ['U1', 'U2'] }],
  'mpims.json': [{ id: 'M1', name: 'mpdm-olga--milo--gina-1', members: ['U1', 'U2', 'U3'] }],
  'emoji.json': { party: 'emoji/party.png', fest: 'alias:party' },
  'emoji/party.png': SMALL_PNG,
  'general/2024-05-01.json': [
    say('U1', at(1, 8), 'Hello *all*, see <https://example.org/a_b|the _page_> and `a &lt; b`'),
    say('U2', at(1, 9), 'Shall we have lunch on Friday?', { thread_ts: at(1, 9), reply_count: 2 }),
    { type: 'message', subtype: 'channel_join', user: 'U3', ts: at(1, 10), text: '<@U3> has joined' },
    say('U1', at(1, 11), 'Yes, <@U2>! <!channel>', {
      thread_ts: at(1, 9),
      reactions: [
        { name: '+1::skin-tone-3', users: ['U2', 'U3'] },
        { name: 'party', users: ['U1'] },
        { name: 'no_such_emoji', users: ['U1'] },
      ],
    }),
  ],
  'general/2024-05-02.json': [
    say('U2', at(2, 8), `See <https://acme.slack.com/archives/C1/p${at(1, 8).replace('.', '')}>`),
    say('U3', at(2, 10), 'Late to the thread', { thread_ts: at(1, 9), edited: { user: 'U3', ts: at(2, 11) } }),
    say('U4', at(2, 12), 'Here is the plan', {
      files: [{ id: 'F1', name: 'plan.txt', created: Date.UTC(2024, 4, 2, 12) / 1000, user: 'U4' }],
    }),
    say('U4', at(2, 13), 'And this is lost', { files: [{ id: 'F2', name: 'lost.pdf' }] }),
    { type: 'message', subtype: 'bot_message', bot_id: 'B1', username: 'Builder', ts: at(2, 14), text: 'Build done' },
    say('U9', at(2, 15), 'I am in no list', { user_profile: { real_name: 'Zoe Unlisted' } }),
    say('U1', 'yesterday', 'My time is broken'),
  ],
  '__uploads/F1/plan.txt': 'First, we import.',
  'board/2024-05-02.json': [say('U1', at(2, 9), 'The numbers are secret'), say('U2', at(2, 10), 'In <#G1|board>?')],
  'dm/ignored.txt': 'x',
  'D1/2024-05-03.json': [say('U2', at(3, 9), 'Just the two of us')],
  'mpdm-olga--milo--gina-1/2024-05-03.json': [say('U3', at(3, 10), 'The three of us')],
  ...more,
});

async function imported(files: Files = {}) {
  const team = new Team();
  const result = await importInto(team, 'slack', await makeZip(workspace(files)));
  return { team, result };
}

test('an import from Slack brings people with their roles, and stubs for those without an address', async () => {
  const { team } = await imported();
  const users = team.app.users;
  assert.equal(users.byEmail('olga@acme.example')!.role, 100);
  assert.equal(users.byEmail('olga@acme.example')!.timezone, 'Europe/Berlin');
  assert.equal(users.byEmail('gina@acme.example')!.role, 600);
  assert.equal(users.byEmail('departed@acme.example')!.is_active, false);
  const stubs = users.named('Milo').filter(({ email }) => email.endsWith('@import.invalid'));
  assert.deepEqual(
    stubs.map(({ is_active }) => is_active),
    [false],
  );
  assert.equal(users.named('Zoe Unlisted').length, 1);
  assert.equal(users.named('Builder')[0]!.is_bot, true);
});

test('people from Slack beyond the limit of users are deactivated, and their messages keep them as authors', async () => {
  // Olga, and nobody after her.
  const maxUsers = new Team().app.users.activePeople()! + 1;
  const team = new Team({ maxUsers });
  const { report } = await importInto(team, 'slack', await makeZip(workspace()));
  assert.deepEqual(
    ['olga', 'milo', 'gina'].map((name) => team.app.users.byEmail(`${name}@acme.example`)!.is_active),
    [true, false, false],
  );
  assert.deepEqual(
    report.filter(({ kind }) => kind === 'activation').map(({ origin, reason }) => [origin, reason]),
    ['U2', 'U3'].map((origin) => [origin, `This organization has reached its limit of ${maxUsers} users.`]),
  );
  const messages = await listMessages(team, 'olga@acme.example', inChannel('general'));
  assert.equal(messages.filter(({ sender_full_name }) => sender_full_name === 'Milo').length, 2);
});

test('messages from Slack keep their authors, times and text, and threads become topics', async () => {
  const { team } = await imported();
  const messages = await listMessages(team, 'milo@acme.example', inChannel('general'));
  assert.deepEqual(
    messages.map(({ sender_full_name, subject }) => [sender_full_name, subject]),
    [
      ['Olga', 'Imported from Slack'],
      ['Milo', 'Shall we have lunch on Friday?'],
      ['Olga', 'Shall we have lunch on Friday?'],
      ['Milo', 'Imported from Slack'],
      ['Gina', 'Shall we have lunch on Friday?'],
      ['Departed', 'Imported from Slack'],
      ['Departed', 'Imported from Slack'],
      ['Builder', 'Imported from Slack'],
      ['Zoe Unlisted', 'Imported from Slack'],
    ],
  );
  const [hello, , yes, link, late] = messages;
  assert.equal(hello!.content, 'Hello **all**, see [the _page_](https://example.org/a_b) and `a < b`');
  assert.equal(hello!.timestamp, Date.UTC(2024, 4, 1, 8) / 1000);
  const milo = team.app.users.byEmail('milo@acme.example')!;
  assert.equal(yes!.content, `Yes, @**Milo|${milo.id}**! @**all**`);
  assert(yes!.flags.includes('mentioned'));
  assert.match(link!.content, new RegExp(`^See \\[#general\\]\\(/#narrow/channel/\\d+-general/near/${hello!.id}\\)$`));
  assert.equal(late!.last_edit_timestamp, Date.UTC(2024, 4, 2, 11) / 1000);
});

test('reactions from Slack get the names that emoji have here, and an unknown one is reported', async () => {
  const { team, result } = await imported();
  const [, , yes] = await listMessages(team, 'milo@acme.example', inChannel('general'));
  assert.deepEqual(yes!.reactions.map(({ emoji_name }) => emoji_name).sort(), ['+1', '+1', 'party']);
  assert(result.report.some(({ kind, reason }) => kind === 'reaction' && reason.includes('no_such_emoji')));
});

test('files from the archive can be read by those who can read the message, and a missing one is named', async () => {
  const { team, result } = await imported();
  const messages = await listMessages(team, 'milo@acme.example', inChannel('general'));
  const [, path] = /\[plan\.txt\]\((\/user_uploads\/[^)]+)\)/.exec(messages[5]!.content)!;
  const milo = team.app.users.byEmail('milo@acme.example')!;
  const response = await fetch((await team.url) + path, {
    headers: { Authorization: `Basic ${Buffer.from(`${milo.email}:${milo.api_key}`).toString('base64')}` },
  });
  assert.equal(await response.text(), 'First, we import.');
  assert.match(messages[6]!.content, /lost\.pdf \(file not available\)/);
  assert(result.report.some(({ kind, origin }) => kind === 'file' && origin === 'F2'));
});

test('private channels and direct messages from Slack are read only by their members', async () => {
  const { team } = await imported();
  const contents = async (email: string) => (await listMessages(team, email)).map(({ content }) => content);
  const milo = await contents('milo@acme.example');
  assert(milo.includes('The numbers are secret') && milo.includes('Just the two of us'));
  const gina = await contents('gina@acme.example');
  assert(gina.includes('The three of us'));
  assert(!gina.includes('The numbers are secret') && !gina.includes('Just the two of us'));
});

test('a message that is pinned in Slack is pinned', async () => {
  const { team } = await imported();
  const [secret] = await listMessages(team, 'milo@acme.example', inChannel('board'));
  assert.deepEqual(pinsIn(team, 'board'), [
    { message_id: secret!.id, pinned_by: team.app.users.byEmail('milo@acme.example')!.id, pinned_at: 1_700_000_123 },
  ]);
});

test('imported history is read for everyone', async () => {
  const { team } = await imported();
  for (const email of ['olga@acme.example', 'milo@acme.example', 'gina@acme.example']) {
    const messages = await listMessages(team, email);
    assert(messages.length > 0);
    assert.deepEqual(
      messages.filter(({ flags }) => !flags.includes('read')),
      [],
    );
  }
});

test('archived channels, default channels and custom emoji come from Slack', async () => {
  const { team } = await imported();
  assert.equal(team.app.channels.named('attic')!.is_archived, true);
  assert.equal(team.app.channels.named('general')!.is_default, true);
  assert.equal(team.app.channels.named('general')!.description, 'For all');
  assert(team.app.realmEmoji.named('party'));
});

test('a message with a broken time is reported and does not end the import', async () => {
  const { result } = await imported();
  assert(result.report.some(({ reason }) => reason.includes('its time is broken')));
  assert(result.report.some(({ reason }) => reason.includes('channel_join')));
});

test('importing the same archive again adds no row', async () => {
  const team = new Team();
  const path = await makeZip(workspace());
  await importInto(team, 'slack', path);
  const before = rowCounts(team);
  const again = await importInto(team, 'slack', path);
  assert.deepEqual(again.added, {});
  assert.deepEqual(rowCounts(team), before);
  assert.deepEqual(
    Object.values(again.plan)
      .map((line) => line.new)
      .slice(0, 5),
    [0, 0, 0, 0, 0],
  );
});

test('a newer archive adds only what is new: messages, reactions and edits', async () => {
  const { team } = await imported();
  const files = workspace();
  const [first, ...others] = files['general/2024-05-01.json'] as object[];
  const newer = workspace({
    'general/2024-05-01.json': [
      { ...first, text: 'Hello again', edited: { ts: at(4, 8) }, reactions: [{ name: 'tada', users: ['U2'] }] },
      ...others,
    ],
    'general/2024-05-04.json': [say('U2', at(4, 9), 'News', { thread_ts: at(1, 9) })],
  });
  const result = await importInto(team, 'slack', await makeZip(newer));
  assert.deepEqual(result.added, { message: 1, reaction: 1, edit: 1 });
  const messages = await listMessages(team, 'olga@acme.example', inChannel('general'));
  assert.equal(messages[0]!.content, 'Hello again');
  assert.deepEqual([messages.at(-1)!.content, messages.at(-1)!.subject], ['News', 'Shall we have lunch on Friday?']);
  assert(messages.at(-1)!.flags.includes('read'));
});

test('imported messages are found by the day on which they were sent, also in an upgraded database', async () => {
  const { team } = await imported();
  const milo = 'milo@acme.example';
  team.app.db.write(() => team.app.messages.add(sentNow(team)));
  const later = say('U1', at(20, 8), 'Much later');
  const older = say('U1', at(2, 7), 'Found again');
  await importInto(team, 'slack', await makeZip(workspace({ 'general/2024-05-20.json': [later, older] })));
  const found = async (operator: string, operand: string) =>
    (await listMessages(team, milo, [...inChannel('general'), { operator, operand }])).map(({ content }) => content);
  const check = async () => {
    assert.deepEqual(await found('after', '2024-05-21'), ['Now']);
    assert.deepEqual(await found('after', '2024-05-19'), ['Now', 'Much later']);
    assert.deepEqual((await found('on', '2024-05-02')).at(-1), 'Found again');
    assert.equal((await found('on', '2024-05-02')).length, 7);
    assert.equal((await found('before', '2024-05-02')).length, 3);
  };
  await check();
  const { db } = team.app;
  const before = db.all('SELECT * FROM import_range')();
  assert.equal(before.length, 2);
  db.script('DROP TABLE import_range');
  runStep(db, UPGRADES.find((step) => String(step).includes('CREATE TABLE import_range'))!);
  assert.deepEqual(db.all('SELECT * FROM import_range')(), before);
  await check();
});

const sentNow = ({ app }: Team) => {
  const { recipient_id } = app.channels.named('general')!;
  return {
    recipient_id,
    sender_id: app.users.byEmail('olga@acme.example')!.id,
    topic_id: app.topics.ensure(recipient_id, 'now'),
    subject: 'now',
    content: 'Now',
    rendered_content: '<p>Now</p>',
    date_sent: Math.floor(app.clock.now() / 1000),
    client_id: app.messages.client('website'),
    facts: 0,
  };
};

test('channels of several workspaces of an organization stay apart, and a later archive adds only what is new', async () => {
  const inOrganization = { enterprise_user: { enterprise_id: 'E1' } };
  const olga = person('W1', 'Olga', { ...inOrganization, team_id: 'T1' });
  const milo = person('W2', 'Milo', { ...inOrganization, team_id: 'T2' });
  const guest = person('W3', 'Stranger', { team_id: 'T9', is_stranger: true });
  const archive = (users: object[], more: Files = {}): Promise<string> =>
    makeZip({
      'org_users.json': users,
      'channels.json': [{ id: 'C1', name: 'everyone', members: ['W1', 'W2'] }],
      'everyone/2024-05-01.json': [say('W1', at(1, 7), 'To all workspaces')],
      'teams/one/channels.json': [{ id: 'C2', name: 'plans', members: ['W1'] }],
      'teams/one/plans/2024-05-01.json': [say('W1', at(1, 8), 'Plans of the first')],
      'teams/two/channels.json': [{ id: 'C3', name: 'plans', members: ['W2'] }],
      'teams/two/plans/2024-05-01.json': [say('W2', at(1, 8), 'Plans of the second')],
      'teams/two/groups.json': [{ id: 'G3', name: 'secret', members: ['W2'] }],
      'teams/two/secret/2024-05-01.json': [say('W2', at(1, 9), 'Secret of the second')],
      ...more,
    });
  const team = new Team();
  const { added, source } = await importInto(team, 'slack', await archive([olga, milo, guest]));
  assert.deepEqual([added.message, source], [4, 'slack:E1']);
  const contents = async (email: string, channel: string) =>
    (await listMessages(team, email, inChannel(channel))).map(({ content }) => content);
  assert.deepEqual(await contents('olga@acme.example', 'plans'), ['Plans of the first']);
  assert.deepEqual(await contents('milo@acme.example', 'plans (2)'), ['Plans of the second']);
  assert.deepEqual(await contents('olga@acme.example', 'secret'), []);
  const later = { 'teams/two/plans/2024-05-02.json': [say('W2', at(2, 8), 'New plans')] };
  assert.deepEqual((await importInto(team, 'slack', await archive([guest, milo, olga], later))).added, { message: 1 });
});

test('an import that was killed continues, and nothing is doubled', async () => {
  const team = new Team();
  const path = await makeZip(workspace());
  for (let most = 3; ; most += 2) {
    let commands = 0;
    const onCommand = () => {
      if (++commands > most) throw new Error('killed');
    };
    const ended = await importInto(team, 'slack', path, { onCommand }).catch((error: Error) => error.message);
    if (ended !== 'killed') break;
  }
  const { team: whole } = await imported();
  assert.deepEqual(rowCounts(team), rowCounts(whole));
});

test('a dry run tells what would come and writes nothing', async () => {
  const team = new Team();
  const before = rowCounts(team);
  const { plan, added } = await importInto(team, 'slack', await makeZip(workspace()), { dryRun: true });
  assert.deepEqual(added, {});
  assert.deepEqual(rowCounts(team), before);
  assert.deepEqual(plan.messages, { total: 13, new: 13 });
  assert.deepEqual(plan.channels, { total: 3, new: 3 });
  assert.deepEqual(plan.files, { total: 2, new: 2 });
});

test('a dry run reports everything that an import leaves out', async () => {
  const files = {
    'general/2024-05-04.json': [
      say('U1', at(4, 8), ''),
      { type: 'message', ts: at(4, 9), text: 'I have no author' },
      say('U2', at(4, 10), 'Well', { reactions: [{ name: 'unheard_of', users: ['U1'] }] }),
    ],
    'emoji.json': { party: 'emoji/party.png', ghost: 'emoji/party.png', phantom: 'emoji/no_such_file.png' },
  };
  const path = await makeZip(workspace(files));
  const sorted = (report: object[]) => report.map((line) => JSON.stringify(line)).sort();
  const dry = await importInto(new Team(), 'slack', path, { dryRun: true });
  const real = await importInto(new Team(), 'slack', path);
  assert.deepEqual(sorted(dry.report), sorted(real.report));
  assert.ok(dry.report.length > 4, JSON.stringify(dry.report));
});

test('messages after the time of --as-of are left out', async () => {
  const team = new Team();
  const asOf = Date.UTC(2024, 4, 1, 23) / 1000;
  const { added } = await importInto(team, 'slack', await makeZip(workspace()), { asOf });
  assert.equal(added.message, 3);
});

test('the time of a pin that is far out of range is left out, and the message is pinned', async () => {
  for (const created of [1e15, -5, 1e300]) {
    const team = new Team();
    const groups = [{ id: 'G1', name: 'board', members: ['U1'], pins: [{ id: at(2, 9), user: 'U2', created }] }];
    await importInto(team, 'slack', await makeZip(workspace({ 'groups.json': groups })));
    const [pin] = pinsIn(team, 'board');
    assert(pin && pin.pinned_at < Date.UTC(2100, 0, 1) / 1000 && pin.pinned_at > 0, JSON.stringify(pin));
  }
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { writePersonal } from '../../../src/cli/export/personal.ts';
import { ExportTarget } from '../../../src/cli/export/target.ts';
import { Team, TestUser } from '../../support/team.ts';
import { getSession, importInto, newFolder } from '../imports/support.ts';
import { exported, getContents } from './support.ts';

/** A team with messages of every kind. */
async function busyTeam(): Promise<Team> {
  const team = new Team();
  const olga = team.addUser('Olga', 100);
  const milo = team.addUser('Milo', 400);
  const gina = team.addUser('Gina', 600);
  await olga.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'general', description: 'All' }],
    principals: [olga.id, milo.id],
  });
  await olga.post('/users/me/subscriptions', {
    subscriptions: [{ name: 'board' }],
    invite_only: true,
    topics_policy: 'disable_empty_topic',
  });
  await olga.post('/user_groups/create', { name: 'cooks', description: 'Who cook', members: [milo.id] });
  const { url } = await olga.upload('/user_uploads', { 'plan.txt': 'The plan' });
  const first = await olga.sendMessage('general', 'lunch', `Hello @**Milo** [plan](${url})`);
  await milo.post(`/messages/${first}/reactions`, { emoji_name: 'tada' });
  const second = await milo.sendMessage('general', 'lunch', 'Soup?');
  await milo.patch(`/messages/${second}`, { content: 'Salad?' });
  await milo.post('/messages/flags', { op: 'add', flag: 'starred', messages: [first] });
  await olga.sendMessage('board', 'budget', 'Secret');
  await olga.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://acme.example/{id}' });
  const { id } = team.app.channels.named('general')!;
  await milo.post('/user_topics', { stream_id: id, topic: 'lunch', visibility_policy: 3 });
  await milo.sendDirectMessage([olga, gina], 'The three of us');
  await olga.sendDirectMessage([milo], 'You and me');
  return team;
}

type Rows = Record<string, any>[];

/** What an export says, with names instead of ids. */
async function getMeaning(path: string) {
  const files = await getContents(path);
  const realm = JSON.parse(files['realm.json']!) as Record<string, Rows>;
  const names = new Map([
    ...realm.zerver_userprofile!.map(({ id, full_name }) => [id, full_name] as const),
    ...realm.zerver_userprofile_crossrealm!.map(({ id, email }) => [id, email] as const),
  ]);
  const channels = new Map(realm.zerver_stream!.map(({ id, name }) => [id, name]));
  const members = Map.groupBy(realm.zerver_subscription!, ({ recipient }) => recipient);
  const recipients = new Map(
    realm.zerver_recipient!.map(({ id, type, type_id }) => [
      id,
      type === 2 ? channels.get(type_id) : type === 1 ? names.get(type_id) : people(members.get(id) ?? []),
    ]),
  );
  function people(rows: Rows): string {
    return rows
      .map(({ user_profile }) => names.get(user_profile))
      .sort()
      .join(', ');
  }
  const pages = Object.keys(files)
    .filter((name) => name.startsWith('messages-'))
    .sort();
  const messages: Rows = pages.flatMap((name) => JSON.parse(files[name]!).zerver_message);
  const flags: Rows = pages.flatMap((name) => JSON.parse(files[name]!).zerver_usermessage);
  const contents = new Map(messages.map(({ id, content }) => [id, withoutIds(content)]));
  return {
    users: realm.zerver_userprofile!.map(({ full_name, email, role, is_active }) => [
      full_name,
      email,
      role,
      is_active,
    ]),
    channels: realm.zerver_stream!.map(({ name, description, invite_only, topics_policy }) => [
      name,
      description,
      invite_only,
      topics_policy,
    ]),
    subscribers: [...members].map(([id, rows]) => [recipients.get(id), people(rows)]).sort(),
    groups: realm.zerver_namedusergroup!.map(({ name, description }) => [name, description]).sort(),
    messages: messages.map(({ sender, recipient, subject, content, date_sent, last_edit_time }) => [
      names.get(sender),
      recipients.get(recipient),
      subject,
      withoutIds(content),
      date_sent,
      last_edit_time,
    ]),
    flags: flags
      .map(({ user_profile, message, flags_mask }) => [names.get(user_profile), contents.get(message), flags_mask])
      .sort(),
    reactions: realm.zerver_reaction!.map(({ message, user_profile, emoji_name }) => [
      contents.get(message),
      names.get(user_profile),
      emoji_name,
    ]),
    linkifiers: realm.zerver_realmfilter!.map(({ pattern, url_template }) => [pattern, url_template]),
    topics: realm
      .zerver_usertopic!.map(({ user_profile, stream, topic_name, visibility_policy }) => [
        names.get(user_profile),
        channels.get(stream),
        topic_name,
        visibility_policy,
      ])
      .sort(),
    files: Object.entries(files).flatMap(([name, text]) => (name.endsWith('/plan.txt') ? [text] : [])),
  };
}

/** Ids are mapped, and files get new addresses. */
const withoutIds = (content: string): string =>
  content.replaceAll(/\|\d+\*\*/g, '**').replaceAll(/user_uploads\/\S+\//g, 'user_uploads/');

test('an export that is imported into an empty server and exported again says the same', async () => {
  const first = await exported(await busyTeam(), 'full_without_consent');
  const other = new Team();
  await importInto(other, 'zulip', first);
  const before = await getMeaning(first);
  assert.equal(before.messages.length, 7);
  assert.equal(before.files.length, 1);
  assert.equal(before.topics.length, 3);
  assert.equal(before.linkifiers.length, 1);
  assert.deepEqual(before.channels.find(([name]) => name === 'board')?.at(-1), 3);
  assert.deepEqual(await getMeaning(await exported(other, 'full_without_consent')), before);
});

test('a public export contains neither private channels nor direct messages, and no keys', async () => {
  const team = await busyTeam();
  const files = await getContents(await exported(team, 'public'));
  const all = Object.values(files).join('\n');
  for (const secret of ['Secret', 'The three of us', 'You and me', 'board', team.app.users.byId(3)!.api_key])
    assert(!all.includes(secret), secret);
  assert(all.includes('Salad?'));
});

test('a public export has no earlier version of a message from a private channel, and nothing of people’s own', async () => {
  const team = await busyTeam();
  const [olga, milo] = ['olga', 'milo'].map((name) => {
    return new TestUser(team, team.app.users.byEmail(`${name}@example.com`)!);
  }) as [TestUser, TestUser];
  const id = await olga.sendMessage('board', 'budget', 'Ten thousand');
  await olga.patch(`/messages/${id}`, { content: 'Public now' });
  const general = team.app.channels.named('general')!.id;
  await olga.patch(`/messages/${id}`, { stream_id: general, topic: 'lunch', propagate_mode: 'change_one' });
  await milo.post('/drafts', { drafts: [{ type: '', to: [], topic: '', content: 'My draft' }] });
  await milo.post('/users/me/alert_words', { alert_words: ['Jackpot'] });
  const all = Object.values(await getContents(await exported(team, 'public'))).join('\n');
  assert(all.includes('Public now'));
  for (const secret of ['Ten thousand', 'My draft', 'Jackpot', 'pin_to_top', '"alert_word"'])
    assert(!all.includes(secret), secret);
  const consenting = Object.values(await getContents(await exported(team, 'full_with_consent'))).join('\n');
  for (const secret of ['Ten thousand', 'My draft', 'Jackpot']) assert(!consenting.includes(secret), secret);
});

test('an export with consent contains the private messages of those who consent', async () => {
  const team = await busyTeam();
  const milo = team.app.users.byEmail('milo@example.com')!;
  team.app.db.write(() =>
    team.app.users.setSettings(JSON.stringify({ ...milo.settings, allow_private_data_export: true }), milo.id),
  );
  const all = Object.values(await getContents(await exported(team, 'full_with_consent'))).join('\n');
  assert(all.includes('You and me') && !all.includes('Secret'));
});

test('an export as JSON lines has every message and file once', async () => {
  const files = await getContents(await exported(await busyTeam(), 'full_without_consent', 'json'));
  const lines = files['export.jsonl']!.trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string });
  const counts = Map.groupBy(lines, ({ type }) => type);
  assert.equal(counts.get('message')!.length, 7);
  assert.equal(counts.get('reaction')!.length, 1);
  assert.equal(counts.get('file')!.length, 1);
  assert.equal(Object.keys(files).filter((name) => name.startsWith('files/')).length, 1);
});

test('the export of a user has their profile, messages, reactions and files, and nobody else’s messages', async () => {
  const team = await busyTeam();
  const folder = newFolder();
  const target = new ExportTarget(join(folder, 'milo.zip'), team.app.storage);
  await writePersonal({ session: getSession(team), user: 'milo@example.com', target, temporary: folder });
  await target.finish();
  const files = await getContents(join(folder, 'milo.zip'));
  const account = JSON.parse(files['account.json']!);
  assert.equal(account.profile.email, 'milo@example.com');
  assert.deepEqual(
    account.channels.map((one: { channel: string }) => one.channel),
    ['general'],
  );
  assert(files['messages.jsonl']!.includes('Salad?') && files['messages.jsonl']!.includes('The three of us'));
  assert(!files['messages.jsonl']!.includes('Secret') && !files['messages.jsonl']!.includes('You and me'));
  assert(files['reactions.jsonl']!.includes('tada'));
  assert(!Object.values(files).join('').includes(team.app.users.byEmail('milo@example.com')!.api_key));
});

test('a full export has the files of drafts, but no export has those of deleted messages', async () => {
  const team = await busyTeam();
  const { app } = team;
  const olga = new TestUser(team, app.users.byEmail('olga@example.com')!);
  const milo = new TestUser(team, app.users.byEmail('milo@example.com')!);
  const { url } = await milo.upload('/user_uploads', { 'sketch.txt': 'A sketch' });
  const drafts = [{ type: '', to: [], topic: '', content: `[sketch](${url})`, timestamp: 1_700_000_000 }];
  await milo.post('/drafts', { drafts });
  const { url: deleted } = await milo.upload('/user_uploads', { 'gone.txt': 'Gone' });
  await olga.delete(`/messages/${await milo.sendMessage('general', 'lunch', `[gone](${deleted})`)}`);
  const texts = async (type: Parameters<typeof exported>[1], format?: 'json') =>
    Object.values(await getContents(await exported(team, type, format)));
  for (const format of [undefined, 'json'] as const) {
    const full = await texts('full_without_consent', format);
    assert(full.includes('A sketch') && full.includes('The plan') && !full.includes('Gone'));
    const open = await texts('public', format);
    assert(!open.includes('A sketch') && open.includes('The plan') && !open.includes('Gone'));
  }
  assert(!(await texts('full_with_consent')).includes('A sketch'));
  await milo.patch('/settings', { allow_private_data_export: true });
  assert((await texts('full_with_consent')).includes('A sketch'));

  const other = new Team();
  await importInto(other, 'zulip', await exported(team, 'full_without_consent'));
  const again = Object.values(await getContents(await exported(other, 'full_without_consent')));
  assert(again.includes('A sketch'));
  const [draft] = other.app.drafts.ofUser(other.app.users.byEmail('milo@example.com')!.id, 10);
  assert.match(draft!.content, /^\[sketch\]\(\/user_uploads\//);
});

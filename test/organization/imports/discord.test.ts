import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runOperation } from '../../../src/operations/run.ts';
import { Team } from '../../support/team.ts';
import { importInto, inChannel, listMessages, makeZip, newFolder, pinsIn, rowCounts } from './support.ts';

const author = (id: string, name: string) => ({ id, name, nickname: name, isBot: false });
const OLGA = author('1', 'olga');
const MILO = author('2', 'milo');
const message = (id: string, from: object, minute: number, content: string, more: object = {}) => ({
  id,
  type: 'Default',
  timestamp: new Date(Date.UTC(2025, 6, 7, 11, minute)).toISOString(),
  author: from,
  content,
  ...more,
});
const guild = { id: '9', name: 'Acme' };

const archive = () =>
  makeZip({
    'general.json': {
      guild,
      channel: { id: '100', type: 'GuildTextChat', categoryId: '50', category: 'Text', name: 'general', topic: 'All' },
      messages: [
        message('1001', OLGA, 1, 'Hi @milo and <@2>, __see__ <:acme:77> *now*', {
          mentions: [MILO],
          inlineEmojis: [{ id: '77', name: 'acme', imageUrl: 'general.json_Files/acme.png' }],
        }),
        message('1002', MILO, 2, 'A reply', {
          type: 'Reply',
          reference: { messageId: '1001', channelId: '100' },
          isPinned: true,
          reactions: [{ emoji: { id: '', name: '👍', code: 'thumbsup' }, count: 1, users: [OLGA] }],
          attachments: [{ id: '500', url: 'general.json_Files/plan.txt', fileName: 'plan.txt' }],
        }),
        message('1003', MILO, 3, '', { type: 'GuildMemberJoin' }),
      ],
    },
    'general.json_Files/plan.txt': 'The plan',
    'thread.json': {
      guild,
      channel: {
        id: '200',
        type: 'GuildPublicThread',
        categoryId: '100',
        category: 'general',
        name: 'Lunch on Friday?',
      },
      messages: [message('2001', MILO, 4, 'Pizza, @everyone')],
    },
    'board.json': {
      guild,
      channel: { id: '300', type: 'GuildTextChat', name: 'board' },
      messages: [message('3001', OLGA, 5, 'Only me so far')],
    },
    'dm.json': {
      guild: { id: '0', name: 'Direct Messages' },
      channel: { id: '400', type: 'DirectTextChat', name: 'milo' },
      messages: [message('4001', OLGA, 6, 'Hello you'), message('4002', MILO, 7, 'Hello')],
    },
  });

function usersMap(): string {
  const path = join(newFolder(), 'users.csv');
  writeFileSync(path, 'user,address\nolga,olga@acme.example\n2,milo@acme.example\n');
  return path;
}

test('an import from Discord brings channels, threads as topics, replies, files and emoji', async () => {
  const team = new Team();
  const { report } = await importInto(team, 'discord', await archive(), { map: usersMap() });
  const milo = team.app.users.byEmail('milo@acme.example')!;
  const messages = await listMessages(team, milo.email, inChannel('general'));
  assert.deepEqual(
    messages.map(({ subject }) => subject),
    ['Imported from Discord', 'Imported from Discord', 'Lunch on Friday?'],
  );
  const mention = `@**milo|${milo.id}**`;
  assert.equal(messages[0]!.content, `Hi ${mention} and ${mention}, see :acme: *now*`);
  assert.match(messages[1]!.content, new RegExp(`^\\[↩\\]\\(.*/near/${messages[0]!.id}\\) A reply\\n\\[plan\\.txt\\]`));
  assert.deepEqual(
    messages[1]!.reactions.map(({ emoji_name }) => emoji_name),
    ['+1'],
  );
  assert.deepEqual(
    pinsIn(team, 'general').map(({ message_id, pinned_by }) => [message_id, pinned_by]),
    [[messages[1]!.id, null]],
  );
  assert(report.some(({ reason }) => reason.includes('GuildMemberJoin')));
});

test('channels of Discord are private to those who wrote in them, unless the operator says otherwise', async () => {
  const team = new Team();
  await importInto(team, 'discord', await archive(), { map: usersMap() });
  const contents = async (email: string) => (await listMessages(team, email)).map(({ content }) => content);
  assert(!(await contents('milo@acme.example')).includes('Only me so far'));
  assert((await contents('milo@acme.example')).includes('Hello you'));
  assert.equal(team.app.channels.named('board')!.invite_only, true);
  const open = new Team();
  await importInto(open, 'discord', await archive(), { publicChannels: true });
  assert.equal(open.app.channels.named('board')!.invite_only, false);
});

test('a later import with addresses turns stubs into accounts, with their messages and channels', async () => {
  const team = new Team();
  const path = await archive();
  await importInto(team, 'discord', path);
  const [stub] = team.app.users.named('olga');
  assert.equal(stub!.is_active, false);
  await importInto(team, 'discord', path, { map: usersMap() });
  const olga = team.app.users.byEmail('olga@acme.example')!;
  assert.deepEqual([olga.id, olga.is_active], [stub!.id, true]);
  const before = rowCounts(team);
  assert.deepEqual((await importInto(team, 'discord', path, { map: usersMap() })).added, {});
  assert.deepEqual(rowCounts(team), before);
  assert((await listMessages(team, olga.email, inChannel('board'))).length === 1);
});

test('an imported account without an address can be given to somebody, and no other account can', async () => {
  const team = new Team();
  await importInto(team, 'discord', await archive());
  const [stub] = team.app.users.named('olga');
  const claim = (who: string) =>
    runOperation(team.app, 'user-claim', { user: who, email: 'olga@acme.example', minutes: 60 });
  const claimed = (await claim(String(stub!.id))) as { email: string; is_active: boolean; link: string };
  assert.deepEqual([claimed.email, claimed.is_active], ['olga@acme.example', true]);
  assert.match(claimed.link, /\/login\/link\//);
  assert.equal((await listMessages(team, 'olga@acme.example', inChannel('board'))).length, 1);
  await assert.rejects(claim(String(stub!.id)), /has an e-mail address already/);
});

/** A file of a channel. */
const channelFile = (channel: object, ...messages: object[]) => ({ guild, channel, messages });

test('private threads of Discord stay private, also if the operator makes channels public', async () => {
  const types = ['GuildTextChat', 'GuildForum', 'GuildPrivateThread', '12', 'DirectGroupTextChat', 'Unknown'];
  const files = types.map((type, at) => [
    `${at}.json`,
    channelFile(
      { id: `70${at}`, type, categoryId: '700', category: 'general', name: `place ${at}` },
      message(`70${at}1`, OLGA, at, `in ${type}`),
    ),
  ]);
  const team = new Team();
  await importInto(team, 'discord', await makeZip(Object.fromEntries(files)), { publicChannels: true });
  const isPrivate = (at: number) => team.app.channels.named(`place ${at}`)?.invite_only;
  assert.deepEqual(
    types.map((_, at) => isPrivate(at)),
    [false, false, true, true, undefined, true],
  );
});

test('a message of Discord that only one person saw is left out', async () => {
  const team = new Team();
  const file = channelFile(
    { id: '100', type: 'GuildTextChat', name: 'general' },
    message('1', OLGA, 1, 'For all'),
    message('2', OLGA, 2, 'For one', { flags: 64 }),
  );
  await importInto(team, 'discord', await makeZip({ 'general.json': file }), { map: usersMap() });
  const messages = await listMessages(team, 'olga@acme.example');
  assert.deepEqual(
    messages.map(({ content }) => content),
    ['For all'],
  );
});

/** Imports messages of one channel. Returns what Olga reads: who wrote, and what. */
async function getReading(files: Record<string, unknown>): Promise<[sender: string, content: string][]> {
  const team = new Team();
  await importInto(team, 'discord', await makeZip(files), { map: usersMap() });
  const ids = /\|\d+\*\*/g;
  return (await listMessages(team, 'olga@acme.example')).map(({ sender_full_name, content }) => [
    sender_full_name,
    content.replaceAll(ids, '**'),
  ]);
}
const GENERAL = { id: '100', type: 'GuildTextChat', name: 'general' };
const getContents = async (...messages: object[]) =>
  (await getReading({ 'general.json': channelFile(GENERAL, ...messages) })).map(([, content]) => content);

test('a webhook of Discord with many names is a bot for each of them', async () => {
  const hook = (name: string) => ({ id: '77', name, nickname: name, isBot: true, discriminator: '0000' });
  const team = new Team();
  const files = {
    'a.json': channelFile(
      GENERAL,
      message('12', hook('Deploy bot'), 2, 'Deployed'),
      message('13', hook('CI'), 3, 'Red'),
      message('14', OLGA, 4, 'Oh'),
    ),
    'b.json': channelFile(GENERAL, message('11', hook('CI'), 1, 'Green')),
  };
  const path = await makeZip(files);
  await importInto(team, 'discord', path, { map: usersMap() });
  const messages = await listMessages(team, 'olga@acme.example');
  assert.deepEqual(
    messages.map(({ sender_full_name, content }) => `${sender_full_name}: ${content}`),
    ['CI: Green', 'Deploy bot: Deployed', 'CI: Red', 'olga: Oh'],
  );
  for (const name of ['CI', 'Deploy bot'])
    assert.deepEqual(
      team.app.users.named(name).map((one) => one.is_bot),
      [true],
    );
  const before = rowCounts(team);
  await importInto(team, 'discord', path, { map: usersMap() });
  assert.deepEqual(rowCounts(team), before);
});

test('the people of a conversation of Discord are those of all its files', async () => {
  const channel = { id: '400', type: 'DirectTextChat', name: 'milo' };
  const team = new Team();
  const files = {
    'dm [part 1].json': channelFile(channel, message('4001', OLGA, 1, 'First')),
    'dm [part 2].json': channelFile(channel, message('4002', MILO, 2, 'Second')),
  };
  await importInto(team, 'discord', await makeZip(files), { map: usersMap() });
  for (const email of ['olga@acme.example', 'milo@acme.example'])
    assert.deepEqual(
      (await listMessages(team, email)).map(({ content }) => content),
      ['First', 'Second'],
    );
});

test('a forwarded message of Discord is quoted, with its files', async () => {
  const forwarded = {
    content: 'Two\nlines',
    attachments: [{ id: '501', url: 'https://cdn.discordapp.com/x/plan.txt', fileName: 'plan.txt' }],
  };
  const contents = await getContents(
    message('1', OLGA, 1, '', { reference: { type: 'Forward', messageId: '99' }, forwardedMessage: forwarded }),
    message('2', OLGA, 2, 'See', { message_snapshots: [{ message: { content: 'Raw' } }] }),
  );
  assert.deepEqual(contents, [
    '↪\n> Two\n> lines\n> [plan.txt](https://cdn.discordapp.com/x/plan.txt)',
    'See\n↪\n> Raw',
  ]);
});

test('an embed of Discord keeps its author, links, fields, pictures and footer', async () => {
  const embed = {
    title: 'Build [12]',
    url: 'https://ci.example/12',
    author: { name: 'Ada', url: 'https://ci.example/ada' },
    description: 'All **green**',
    fields: [{ name: 'Branch', value: 'main' }],
    image: { url: 'https://ci.example/graph.png' },
    thumbnail: { url: 'a.json_Files\\small.png' },
    footer: { text: 'CI' },
  };
  const contents = await getContents(message('1', OLGA, 1, 'Done', { embeds: [embed] }));
  assert.equal(
    contents[0],
    'Done\n> [Ada](https://ci.example/ada)\n> **[Build  12](https://ci.example/12)**\n> All **green**\n' +
      '> **Branch**: main\n> CI\n\n[graph.png](https://ci.example/graph.png)\nsmall.png (file not available)',
  );
});

test('mentions of names with blanks end where the name ends', async () => {
  const people = ['Olga Ost', 'Olga', 'A.B (C)'].map((nickname, at) => ({
    ...author(`${at + 5}`, `u${at}`),
    nickname,
  }));
  const contents = await getContents(
    message('1', OLGA, 1, 'Hi @Olga Ost, @Olga and @a.b (c)! not x@Olga Ost, `@Olga Ost`', { mentions: people }),
  );
  assert.equal(contents[0], 'Hi @**Olga Ost**, @**Olga** and @**A.B (C)**! not x@Olga Ost, `@Olga Ost`');
});

test('quotations and code of Discord end where they end there', async () => {
  const contents = await getContents(
    message('1', OLGA, 1, '> quoted\nanswer\n> again\n\nend'),
    message('2', OLGA, 2, 'Look\n>>> all\nof\n\nthis'),
    message('3', OLGA, 3, '```js\nlet a = 1```and so on'),
    message('4', OLGA, 4, 'So: ```let b```'),
    message('5', OLGA, 5, '```\n> no quotation\ncode\n```'),
    message('6', OLGA, 6, '> said', {
      attachments: [{ id: '5', url: 'https://cdn.discordapp.com/a.txt', fileName: 'a.txt' }],
    }),
  );
  assert.deepEqual(contents, [
    '> quoted\n\nanswer\n> again\n\nend',
    'Look\n> all\n> of\n> \n> this',
    '```js\nlet a = 1\n```\nand so on',
    'So: \n```\nlet b\n```',
    '```\n> no quotation\ncode\n```',
    '> said\n\n[a.txt](https://cdn.discordapp.com/a.txt)',
  ]);
});

test('files are found at paths that Windows writes, also with the folder of the exporting computer', async () => {
  const urls = [
    'sub\\a.json_Files\\1 x.txt',
    'C:\\Export\\sub\\a.json_Files\\1 x.txt',
    '..\\media\\2.txt',
    'sub/a.json_Files/1%20x.txt',
  ];
  const contents = await getReading({
    'all/a.json': channelFile(
      GENERAL,
      ...urls.map((url, at) =>
        message(`${at + 1}`, OLGA, at, '', { attachments: [{ id: `${at}`, url, fileName: 'f' }] }),
      ),
    ),
    'all/sub/a.json_Files/1 x.txt': 'one',
    'media/2.txt': 'two',
  });
  for (const [, content] of contents) assert.match(content, /^\[f\]\(\/user_uploads\//);
  assert.equal(contents.length, urls.length);
});

const role = (id: string, name: string) => ({ id, name, color: null, position: 1 });

test('texts mention a role, which becomes a group of those who wrote, by its id or its name', async () => {
  const team = new Team();
  const builders = { ...OLGA, roles: [role('70', 'Builders'), role('72', 'Ada Team'), role('9', '@everyone')] };
  const robot = { ...author('7', 'robot'), isBot: true, roles: [role('73', 'Robots')] };
  const path = await makeZip({
    'general.json': channelFile(
      GENERAL,
      message('1', builders, 1, 'Hi <@&70>, <@&71>, <@&73> and @Builders'),
      message('2', author('3', 'Ada'), 2, '@ada team, @ADA TEAM! `@Builders` @Ada @Builders2 a@builders.example'),
      message('3', { ...MILO, roles: [role('70', 'Builders')] }, 3, 'Hi @olga and @Builders', { mentions: [OLGA] }),
      message('4', robot, 4, 'beep'),
    ),
  });
  const { report } = await importInto(team, 'discord', path, { map: usersMap() });
  const found = (await listMessages(team, 'olga@acme.example')).map(({ content }) => content);
  assert.deepEqual(found, [
    'Hi @*Builders*, @role, @role and @*Builders*',
    '@*Ada Team*, @*Ada Team*! `@Builders` @**Ada|4** @Builders2 a@builders.example',
    'Hi @**olga|3** and @*Builders*',
    'beep',
  ]);
  const { groups, users } = team.app;
  const names = (group: string) => groups.members(groups.named(group)!.id).map((id) => users.byId(id)!.full_name);
  assert.deepEqual([names('Builders'), names('Ada Team')], [['olga', 'milo'], ['olga']]);
  assert.equal(groups.named('Robots'), undefined, 'nobody is in it');
  assert.deepEqual(
    report.filter(({ kind }) => kind === 'group'),
    [],
  );
});

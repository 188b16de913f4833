import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../../../src/cli/commands.ts';
import { Team } from '../../support/team.ts';
import { importInto, inChannel, messagesOf, newFolder, pinsIn, rowCounts, zipOf } from './support.ts';

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
  zipOf({
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
  const messages = await messagesOf(team, milo.email, inChannel('general'));
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
  const contents = async (email: string) => (await messagesOf(team, email)).map(({ content }) => content);
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
  assert((await messagesOf(team, olga.email, inChannel('board'))).length === 1);
});

test('an imported account without an address can be given to somebody, and no other account can', async () => {
  const team = new Team();
  await importInto(team, 'discord', await archive());
  const [stub] = team.app.users.named('olga');
  const claim = (who: string) => runCommand(team.app, 'user-claim', { who, email: 'olga@acme.example', minutes: 60 });
  const claimed = (await claim(String(stub!.id))) as { email: string; is_active: boolean; link: string };
  assert.deepEqual([claimed.email, claimed.is_active], ['olga@acme.example', true]);
  assert.match(claimed.link, /\/login\/link\//);
  assert.equal((await messagesOf(team, 'olga@acme.example', inChannel('board'))).length, 1);
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
  await importInto(team, 'discord', await zipOf(Object.fromEntries(files)), { publicChannels: true });
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
  await importInto(team, 'discord', await zipOf({ 'general.json': file }), { map: usersMap() });
  const messages = await messagesOf(team, 'olga@acme.example');
  assert.deepEqual(
    messages.map(({ content }) => content),
    ['For all'],
  );
});

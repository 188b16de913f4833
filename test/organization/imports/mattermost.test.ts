import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Team } from '../../support/team.ts';
import { importInto, inChannel, listMessages, makeZip, pinsIn, rowCounts } from './support.ts';

const ms = (minute: number) => Date.UTC(2025, 4, 5, 9, minute);
const channels = (...names: string[]) => [{ name: 'acme', channels: names.map((name) => ({ name })) }];
const post = (user: string, minute: number, message: string, more: object = {}) => ({
  type: 'post',
  post: { team: 'acme', channel: 'town-square', user, message, create_at: ms(minute), ...more },
});

const LINES = [
  { type: 'version', version: 1 },
  { type: 'emoji', emoji: { name: 'acme', image: 'emoji/acme.png' } },
  { type: 'team', team: { name: 'acme', display_name: 'Acme', type: 'O' } },
  {
    type: 'channel',
    channel: { team: 'acme', name: 'town-square', display_name: 'Town Square', type: 'O', purpose: 'All' },
  },
  { type: 'channel', channel: { team: 'acme', name: 'board', display_name: 'Board', type: 'P' } },
  {
    type: 'user',
    user: {
      username: 'olga',
      email: 'olga@acme.example',
      first_name: 'Olga',
      last_name: 'Ost',
      roles: 'system_admin system_user',
      teams: channels('town-square', 'board'),
    },
  },
  { type: 'user', user: { username: 'milo', email: 'milo@acme.example', teams: channels('town-square') } },
  { type: 'user', user: { username: 'gone', email: 'gone@acme.example', delete_at: ms(0), teams: [] } },
  post('olga', 0, 'Hello @milo. See ~board and _this_ :acme: `@milo`', {
    flagged_by: ['milo'],
    is_pinned: true,
    edit_at: ms(3),
  }),
  '{"type":"post","post":{broken',
  post('milo', 1, 'Where do we eat?', {
    replies: [
      { user: 'olga', message: 'At noon, @channel', create_at: ms(5), reactions: [{ user: 'milo', emoji_name: '+1' }] },
    ],
    attachments: [{ path: 'menu/menu.txt' }],
  }),
  post('milo', 2, 'joined', { type: 'system_join_channel' }),
  post('olga', 2, 'Only here', { channel: 'board' }),
  { type: 'direct_channel', direct_channel: { members: ['olga', 'milo'] } },
  {
    type: 'direct_post',
    direct_post: { channel_members: ['olga', 'milo'], user: 'milo', message: 'Psst', create_at: ms(6) },
  },
];
const archive = (lines: readonly (string | object)[] = LINES) =>
  makeZip({
    'export.jsonl': lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    'data/menu/menu.txt': 'Soup',
  });

test('an import from Mattermost brings channels, replies as topics, mentions, files and direct messages', async () => {
  const team = new Team();
  const { report } = await importInto(team, 'mattermost', await archive());
  const milo = team.app.users.byEmail('milo@acme.example')!;
  const messages = await listMessages(team, milo.email, inChannel('Town Square'));
  assert.deepEqual(
    messages.map(({ sender_full_name, subject }) => [sender_full_name, subject]),
    [
      ['Olga Ost', 'Imported from Mattermost'],
      ['milo', 'Where do we eat?'],
      ['Olga Ost', 'Where do we eat?'],
    ],
  );
  const [hello, question, answer] = messages;
  assert.equal(hello!.content, `Hello @**milo|${milo.id}**. See #**Board** and *this* :acme: \`@milo\``);
  assert(hello!.flags.includes('starred') && hello!.flags.includes('mentioned'));
  assert.deepEqual(
    pinsIn(team, 'Town Square').map(({ message_id }) => message_id),
    [hello!.id],
  );
  assert.equal(hello!.last_edit_timestamp, ms(3) / 1000);
  assert.match(question!.content, /\[menu\.txt\]\(\/user_uploads\//);
  assert.equal(answer!.content, 'At noon, @**all**');
  assert.deepEqual(
    answer!.reactions.map(({ emoji_name }) => emoji_name),
    ['+1'],
  );
  assert.equal(team.app.users.byEmail('olga@acme.example')!.role, 100);
  assert.equal(team.app.users.byEmail('gone@acme.example')!.is_active, false);
  const reasons = report.map(({ reason }) => reason).join('\n');
  assert.match(reasons, /system_join_channel/);
  assert(report.some(({ origin }) => origin === 'export.jsonl, line 10'));
});

test('private channels and direct messages of Mattermost stay private', async () => {
  const team = new Team();
  await importInto(team, 'mattermost', await archive());
  const contents = async (email: string) => (await listMessages(team, email)).map(({ content }) => content);
  assert((await contents('milo@acme.example')).includes('Psst'));
  assert(!(await contents('milo@acme.example')).includes('Only here'));
  assert((await contents('olga@acme.example')).includes('Only here'));
});

test('importing the same Mattermost archive again adds no row', async () => {
  const team = new Team();
  const path = await archive();
  await importInto(team, 'mattermost', path);
  const before = rowCounts(team);
  assert.deepEqual((await importInto(team, 'mattermost', path)).added, {});
  assert.deepEqual(rowCounts(team), before);
});

test('a newer Mattermost archive adds what is new, and changes what was edited', async () => {
  const team = new Team();
  await importInto(team, 'mattermost', await archive());
  const edited = LINES.map((line) =>
    JSON.parse(JSON.stringify(line).replace('"Where do we eat?"', `"Where do we eat today?","edit_at":${ms(8)}`)),
  );
  const same = { user: 'olga', message: 'Twice at the same time' };
  const newer = [...edited, post('olga', 9, same.message), post('olga', 9, `${same.message}, again`)];
  const { added } = await importInto(team, 'mattermost', await archive(newer));
  assert.deepEqual(added, { message: 2, edit: 1 });
  const contents = (await listMessages(team, 'milo@acme.example', inChannel('Town Square'))).map(
    ({ content }) => content,
  );
  assert.equal(contents.filter((content) => content.startsWith('Where do we eat')).length, 1);
  assert(contents.some((content) => content.startsWith('Where do we eat today?')));
  assert.deepEqual(contents.slice(-2), ['Twice at the same time', 'Twice at the same time, again']);
});

test('an archive of another Mattermost server needs a name, and stays apart from the first', async () => {
  const team = new Team();
  await importInto(team, 'mattermost', await archive());
  const other = await archive(
    LINES.map((line) =>
      JSON.parse(JSON.stringify(line).replaceAll('acme.example', 'other.example').replaceAll('1746', '1756')),
    ),
  );
  const before = rowCounts(team);
  for (const dryRun of [true, false])
    await assert.rejects(
      importInto(team, 'mattermost', other, { dryRun }),
      /seems to be from another server.*--server/,
    );
  assert.deepEqual(rowCounts(team), before);
  const { added } = await importInto(team, 'mattermost', other, { server: 'other' });
  assert.equal(added.message, 5);
  assert.notEqual(team.app.users.byEmail('olga@other.example')!.id, team.app.users.byEmail('olga@acme.example')!.id);
  assert.deepEqual((await importInto(team, 'mattermost', other, { server: 'other' })).added, {});
});

test('a dry run reports files that are too large, and images that are none', async () => {
  const team = new Team({ maxUploadMib: 1 });
  const lines = LINES.map((line) =>
    typeof line === 'object' && 'user' in line ? { ...line, user: { ...line.user, profile_image: 'olga.png' } } : line,
  );
  const path = await makeZip({
    'export.jsonl': lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    'data/menu/menu.txt': 'x'.repeat(2 ** 20 + 1),
    'data/olga.png': 'No image',
    'data/emoji/acme.png': 'No image',
  });
  const reasons = async (dryRun: boolean) =>
    (await importInto(team, 'mattermost', path, { dryRun })).report
      .filter(({ kind }) => ['file', 'avatar', 'emoji'].includes(kind))
      .map(({ kind, origin }) => `${kind} ${origin}`)
      .sort();
  const planned = await reasons(true);
  assert.deepEqual(planned, ['avatar gone', 'avatar milo', 'avatar olga', 'emoji acme', 'file menu/menu.txt']);
  assert.deepEqual(await reasons(false), planned);
});

test('deleted posts and earlier versions of posts are left out, and their replies are imported', async () => {
  const team = new Team();
  const lines = [
    ...LINES.slice(0, 8),
    post('olga', 1, 'Deleted', { delete_at: ms(2), replies: [{ user: 'milo', message: 'Why?', create_at: ms(2) }] }),
    post('olga', 3, 'Deleted, too', { deleted_at: ms(4) }),
    post('olga', 4, 'An earlier version', { original_id: 'x' }),
    post('olga', 5, 'Read once', { type: 'burn_on_read' }),
    post('olga', 6, 'Shown', {
      delete_at: 0,
      replies: [{ user: 'milo', message: 'A deleted reply', create_at: ms(7), delete_at: ms(8) }],
    }),
  ];
  await importInto(team, 'mattermost', await archive(lines));
  const messages = await listMessages(team, 'milo@acme.example');
  assert.deepEqual(
    messages.map(({ content }) => content),
    ['Why?', 'Shown'],
  );
});

test('only a channel whose type says that it is open becomes public', async () => {
  const team = new Team();
  const channel = (name: string, more: object) => ({
    type: 'channel',
    channel: { team: 'acme', name, display_name: name, ...more },
  });
  await importInto(
    team,
    'mattermost',
    await archive([
      ...LINES.slice(0, 3),
      channel('open', { type: 'O' }),
      channel('private', { type: 'P' }),
      channel('group', { type: 'G' }),
      channel('unknown', {}),
    ]),
    { publicChannels: true },
  );
  const isPrivate = (name: string) => team.app.channels.named(name)!.invite_only;
  assert.deepEqual(['open', 'private', 'group', 'unknown'].map(isPrivate), [false, true, true, true]);
});

/** The lines before the posts. */
const HEAD = LINES.slice(0, 8);
const direct = (user: string, minute: number, message: string, more: object = {}) => ({
  type: 'direct_post',
  direct_post: { user, message, create_at: ms(minute), ...more },
});
/** Imports these lines. Returns what somebody reads: who wrote, and what. */
async function getReading(lines: (string | object)[], email = 'milo@acme.example'): Promise<string[]> {
  const team = new Team();
  await importInto(team, 'mattermost', await archive([...HEAD, ...lines]));
  return (await listMessages(team, email)).map(
    ({ sender_full_name, content }) => `${sender_full_name}: ${content.replaceAll(/\|\d+\*\*/g, '**')}`,
  );
}

test('a direct message of Mattermost without its members goes to those who wrote and reacted', async () => {
  const team = new Team();
  const reactions = [{ user: 'milo', emoji_name: '+1' }];
  await importInto(
    team,
    'mattermost',
    await archive([
      ...HEAD,
      direct('olga', 1, 'Lunch?', { replies: [{ user: 'milo', message: 'Yes', create_at: ms(2) }] }),
      direct('olga', 3, 'At noon', { channel_members: null, reactions }),
      direct('olga', 4, 'To members', { members: ['olga', 'milo'] }),
      direct('olga', 5, 'To participants', { participants: [{ username: 'olga' }, { username: 'milo' }] }),
      direct('olga', 6, 'To myself', { channel_members: ['olga'] }),
    ]),
  );
  const contents = async (email: string) => (await listMessages(team, email)).map(({ content }) => content);
  const both = ['Lunch?', 'Yes', 'At noon', 'To members', 'To participants'];
  assert.deepEqual(await contents('milo@acme.example'), both);
  assert.deepEqual(await contents('olga@acme.example'), [...both, 'To myself']);
});

test('people of Mattermost without a line of their own become stubs', async () => {
  const team = new Team();
  await importInto(
    team,
    'mattermost',
    await archive([
      ...HEAD,
      post('ghost', 1, 'Hello @milo', { reactions: [{ user: 'spirit', emoji_name: 'wave_medium_dark_skin_tone' }] }),
      post('olga', 2, 'Question', { replies: [{ user: 'phantom', message: 'Answer @ghost', create_at: ms(3) }] }),
      direct('olga', 4, 'Three of us', { channel_members: ['olga', 'milo', 'shade'] }),
    ]),
  );
  const messages = await listMessages(team, 'milo@acme.example');
  assert.deepEqual(
    messages.map(({ sender_full_name }) => sender_full_name),
    ['ghost', 'Olga Ost', 'phantom', 'Olga Ost'],
  );
  const [spirit] = team.app.users.named('spirit');
  assert.deepEqual(
    messages[0]!.reactions.map(({ emoji_name, user_id }) => [emoji_name, user_id]),
    [['wave', spirit!.id]],
  );
  assert.match(messages[2]!.content, /^Answer @\*\*ghost\|/);
  for (const name of ['ghost', 'spirit', 'phantom', 'shade'])
    assert.deepEqual(
      team.app.users.named(name).map(({ is_active, is_bot }) => [is_active, is_bot]),
      [[false, false]],
    );
});

test('webhooks of Mattermost become bots under the names that they show', async () => {
  const team = new Team();
  const hook = (more: object) => ({ props: { from_webhook: 'true', ...more } });
  await importInto(
    team,
    'mattermost',
    await archive([
      ...HEAD,
      post('olga', 1, 'Green', hook({ override_username: 'CI' })),
      post('olga', 2, 'Deployed', hook({ override_username: 'Deploy' })),
      post('olga', 3, 'Plain', hook({})),
      post('olga', 4, 'Myself'),
      direct('olga', 5, 'Direct', { channel_members: ['olga', 'milo'], ...hook({ override_username: 'CI' }) }),
    ]),
  );
  const messages = await listMessages(team, 'milo@acme.example');
  const isBot = (id: number) => team.app.users.byId(id)!.is_bot;
  assert.deepEqual(
    messages.map((one) => [one.sender_full_name, isBot(one.sender_id)]),
    [
      ['CI', true],
      ['Deploy', true],
      ['olga', true],
      ['Olga Ost', false],
      ['Olga Ost', false],
    ],
  );
});

test('attachments of Mattermost keep their author, links, fields and picture', async () => {
  const attachment = {
    fallback: 'Not this',
    pretext: 'Before',
    author_name: 'Ada',
    author_link: 'https://ci.example/ada',
    title: 'Build',
    title_link: 'https://ci.example/(12)',
    text: 'All *green*',
    fields: [
      { title: 'Branch', value: 'main' },
      { title: 'Number', value: 12 },
    ],
    image_url: 'https://ci.example/graph.png',
    footer: 'CI',
  };
  const attachments = [attachment, { fallback: 'Only this', author_link: 'javascript:alert(1)' }];
  const read = await getReading([
    post('olga', 1, 'Done', { props: { attachments }, attachments: [{ path: 'menu/menu.txt' }] }),
  ]);
  assert.equal(
    read[0]!.replace(/\(\/user_uploads.*\)/, '()'),
    'Olga Ost: Done\nBefore\n> [Ada](https://ci.example/ada)\n> **[Build](https://ci.example/%2812%29)**\n' +
      '> All *green*\n> **Branch**: main\n> **Number**: 12\n> [graph.png](https://ci.example/graph.png)\n> CI\n\n' +
      '> Only this\n\n[menu.txt]()',
  );
});

test('mentions of Mattermost are found in any case, and text after a quotation stays outside of it', async () => {
  assert.deepEqual(await getReading([post('milo', 1, '> Really?\nYes, @Olga. @OLGA! @Channel')]), [
    'milo: > Really?\n\nYes, @**Olga Ost**. @**Olga Ost**! @**all**',
  ]);
});

test('an archive of Mattermost that begins with a byte order mark, or is inside a folder, is read', async () => {
  const lines = [...HEAD, post('olga', 1, 'Hello')].map((line) => JSON.stringify(line));
  for (const name of ['export.jsonl', 'backup 2025/export.jsonl', 'a/b/export.jsonl']) {
    const team = new Team();
    await importInto(team, 'mattermost', await makeZip({ [name]: `\uFEFF${lines.join('\r\n')}` }));
    assert.equal((await listMessages(team, 'milo@acme.example')).length, 1, name);
  }
});

test('somebody with a new user name in a later archive is known by their address', async () => {
  const team = new Team();
  await importInto(team, 'mattermost', await archive());
  const before = rowCounts(team);
  const renamed = LINES.map((line) =>
    JSON.parse(JSON.stringify(line).replaceAll('"milo"', '"emil"').replaceAll('@milo.', '@emil.')),
  ).filter((line) => typeof line === 'object');
  assert.deepEqual((await importInto(team, 'mattermost', await archive(renamed))).added, {});
  assert.deepEqual(rowCounts(team), before);
  // Somebody else takes the name that is free.
  const user = { username: 'milo', email: 'another@acme.example', teams: channels('town-square') };
  const posts = [renamed[8], post('milo', 50, 'New'), post('emil', 51, 'Old')];
  const newer = [...renamed.slice(0, 8), { type: 'user', user }, ...posts];
  for (let time = 1; time <= 2; time++) await importInto(team, 'mattermost', await archive(newer));
  const messages = await listMessages(team, 'olga@acme.example', inChannel('Town Square'));
  assert.deepEqual(
    messages.slice(-2).map((one) => team.app.users.byId(one.sender_id)!.email),
    ['another@acme.example', 'milo@acme.example'],
  );
});

test('settings that people of Mattermost chose are reported as left out', async () => {
  const user = { username: 'pia', email: 'pia@acme.example', theme: '{}', notify_props: { push: 'all' }, teams: [] };
  const path = await archive([...LINES.slice(0, 7), { type: 'user', user }]);
  const { report } = await importInto(new Team(), 'mattermost', path);
  assert.deepEqual(
    report.filter(({ kind }) => kind === 'settings').map(({ origin }) => origin),
    ['pia'],
  );
});

test('a message stays without the time of an edit that is far out of range', async () => {
  for (const edit_at of [1e15 * 1000, 1e300, ms(0) + 4e12]) {
    const team = new Team();
    const lines = [...LINES.slice(0, 7), post('olga', 0, 'Hello', { edit_at })];
    await importInto(team, 'mattermost', await archive(lines));
    const [message] = await listMessages(team, 'olga@acme.example', inChannel('Town Square'));
    assert.equal(message!.content, 'Hello');
    assert.equal(message!.last_edit_timestamp, undefined);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Team } from '../../support/team.ts';
import { type Files, importInto, inChannel, listMessages, makeZip } from './support.ts';

const person = (id: string, name: string, more: object = {}) => ({
  id,
  team_id: 'T1',
  name: name.toLowerCase(),
  profile: { real_name: name, email: `${name.toLowerCase()}@acme.example` },
  ...more,
});
const BOT = {
  id: 'UB',
  team_id: 'T1',
  name: 'deploybot',
  is_bot: true,
  profile: { real_name: 'Deploy', bot_id: 'BD' },
};

/** A channel with these messages, a second apart. */
async function imported(messages: object[], more: Files = {}) {
  const team = new Team();
  const day = messages.map((one, at) => ({
    type: 'message',
    user: 'U1',
    text: '',
    ts: `${1_714_550_400 + at}.000100`,
    ...one,
  }));
  const files = {
    'users.json': [person('U1', 'Olga'), person('U2', 'Milo'), BOT],
    'channels.json': [{ id: 'C1', name: 'general', members: ['U1', 'U2'] }],
    'general/2024-05-01.json': day,
    ...more,
  };
  const result = await importInto(team, 'slack', await makeZip(files));
  const stored = await listMessages(team, 'olga@acme.example', inChannel('general'));
  return { team, result, stored, contents: stored.map(({ content }) => content) };
}

/** The Markdown of a message with these blocks. */
const ofBlocks = async (...blocks: object[]) => (await imported([{ text: 'fallback', blocks }])).contents[0];
const ofAttachment = async (attachment: object, text = '') =>
  (await imported([{ text, attachments: [attachment] }])).contents[0];
const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const plain = (text: string) => ({ type: 'plain_text', text });
const rich = (...elements: object[]) => ({ type: 'rich_text', elements });
const section = (...elements: object[]) => ({ type: 'rich_text_section', elements });
const word = (text: string, style?: object) => ({ type: 'text', text, ...(style && { style }) });

test('each kind of Slack’s blocks is translated', async () => {
  const cases: [object, string][] = [
    [{ type: 'section', text: mrkdwn('*Deployed* <https://x.example|v2>') }, '**Deployed** [v2](https://x.example)'],
    [{ type: 'section', fields: [mrkdwn('*By*'), plain('Olga :tada:')] }, '**By**\nOlga :tada:'],
    [
      {
        type: 'section',
        text: plain('Ready?'),
        accessory: { type: 'button', text: plain('Open'), url: 'https://x.example' },
      },
      'Ready?\n[Open](https://x.example)',
    ],
    [{ type: 'header', text: plain('Release 2') }, '**Release 2**'],
    [
      {
        type: 'context',
        elements: [mrkdwn('by <@U2>'), { type: 'image', image_url: 'https://x.example/a.png', alt_text: 'Logo' }],
      },
      'by @**Milo|ID** [Logo](https://x.example/a.png)',
    ],
    [
      { type: 'image', image_url: 'https://x.example/b.png', alt_text: 'b', title: plain('Chart') },
      '[Chart](https://x.example/b.png)',
    ],
    [
      {
        type: 'actions',
        elements: [
          { type: 'button', text: plain('Approve') },
          { type: 'button', text: plain('Reject') },
        ],
      },
      'Approve · Reject',
    ],
    [
      {
        type: 'actions',
        elements: [{ type: 'static_select', placeholder: plain('Choose'), options: [{ text: plain('One') }] }],
      },
      'Choose\nOne',
    ],
    [
      {
        type: 'video',
        title: plain('Tour'),
        title_url: 'https://v.example',
        description: plain('Ten minutes'),
        provider_name: 'Tube',
      },
      '[Tour](https://v.example)\nTen minutes\nTube',
    ],
    [
      {
        type: 'input',
        label: plain('Reason'),
        element: { type: 'plain_text_input', initial_value: 'x', placeholder: plain('Why?') },
      },
      '**Reason** Why?',
    ],
    [
      { type: 'call', call: { v1: { name: 'Standup', join_url: 'https://call.example' } } },
      '[Standup](https://call.example)',
    ],
    [
      {
        type: 'file',
        external_id: 'E1',
        file: { id: 'F9', name: 'notes.txt', url_private: 'https://files.slack.com/F9' },
      },
      '[notes.txt](https://files.slack.com/F9)',
    ],
    [{ type: 'markdown', text: '**bold** and `code`' }, '**bold** and `code`'],
    [
      { type: 'share_shortcut', title: 'Ask for leave', description: { text: 'Opens a form' } },
      'Ask for leave\nOpens a form',
    ],
    [{ type: 'from_the_future', inner: [{ deep: { label: plain('Kept') } }] }, 'Kept'],
    [
      {
        type: 'table',
        rows: [
          [
            { type: 'raw_text', text: 'Name' },
            { type: 'raw_text', text: 'a|b' },
          ],
          [
            { type: 'rich_text', elements: [section({ type: 'user', user_id: 'U2' })] },
            { type: 'raw_number', value: 7 },
          ],
        ],
      },
      '\n| Name | a\\|b |\n| --- | --- |\n| @**Milo|ID** | 7 |',
    ],
  ];
  for (const [block, expected] of cases) {
    const content = await ofBlocks(block);
    assert.equal(content?.replace(/\|\d+\*\*/, '|ID**'), expected, JSON.stringify(block));
  }
});

test('a message with blocks of several kinds contains all of them, in their order', async () => {
  const content = await ofBlocks(
    { type: 'header', text: plain('Title') },
    { type: 'divider' },
    rich(section(word('Text'))),
  );
  assert.equal(content, '**Title**\n\n---\n\nText');
});

test('rich text keeps everything in it: lists in lists, quotations, code, styles of links, groups, dates', async () => {
  const list = (style: string, indent: number, ...items: string[]) => ({
    type: 'rich_text_list',
    style,
    indent,
    elements: items.map((item) => section(word(item))),
  });
  assert.equal(
    await ofBlocks(rich(list('bullet', 0, 'one'), list('ordered', 1, 'deep', 'deeper'))),
    '\n* one\n\n  1. deep\n  2. deeper',
  );
  const nested = {
    type: 'rich_text_list',
    style: 'bullet',
    elements: [section(word('one')), list('bullet', 0, 'inner')],
  };
  assert.equal(await ofBlocks(rich(nested)), '\n* one\n  * inner');
  assert.equal(await ofBlocks(rich({ ...list('bullet', 0, 'quoted'), border: 1 })), '\n> * quoted');
  const inline = [
    word('a`b', { code: true }),
    word(' '),
    { type: 'link', url: 'https://x.example', text: 'there', style: { bold: true } },
    word(' '),
    { type: 'usergroup', usergroup_id: 'S1' },
    word(' '),
    { type: 'date', timestamp: 0, format: '{date}', fallback: 'in 1970' },
    word(' '),
    { type: 'color', value: '#ff0000' },
    word(' '),
    { type: 'brand_new', text: 'kept' },
  ];
  assert.equal(
    await ofBlocks(rich(section(...inline))),
    '``a`b`` **[there](https://x.example)** @group in 1970 #ff0000 kept',
  );
});

test('a user group in blocks has its name, from a list or from the text of a message', async () => {
  const blocks = [rich(section({ type: 'usergroup', usergroup_id: 'S1' }))];
  const listed = await imported([{ blocks }], { 'usergroups.json': [{ id: 'S1', handle: 'designers' }] });
  assert.deepEqual(listed.contents, ['@designers']);
  const { contents } = await imported([{ text: '<!subteam^S1|@writers>', blocks }, { text: 'cc <!subteam^S1>' }]);
  assert.deepEqual(contents, ['@writers', 'cc @writers']);
});

test('a user group whose members are listed becomes a group here, and mentions of it mention the group', async () => {
  const blocks = [rich(section({ type: 'usergroup', usergroup_id: 'S1' }, word(' look')))];
  const { team, stored, contents, result } = await imported(
    [
      { text: '<!subteam^S1|@designers> and <!subteam^S2|@writers>, `<!subteam^S1>`' },
      { user: 'U2', text: '<!subteam^S1>', blocks },
      { text: 'Why?', attachments: [{ fallback: 'x', text: 'Ask <!subteam^S1>', color: 'fff', fields: [] }] },
      { text: 'Ask <!subteam^S1>', thread_ts: '1714550403.000100', reply_count: 1 },
      { text: 'They know', thread_ts: '1714550403.000100' },
      { text: '<!subteam^S3>, <!subteam^S4>' },
    ],
    {
      'usergroups.json': [
        { id: 'S1', handle: 'designers', name: 'All designers', users: ['U1', 'U2', 'U9'], date_create: 1_600_000_000 },
        { id: 'S2', handle: 'writers' },
        { id: 'S3', handle: 'old', users: ['U1'], date_delete: 1_650_000_000 },
        { id: 'S4', handle: 'admins', users: ['U1'] },
      ],
    },
  );
  const group = team.app.groups.named('designers')!;
  assert.deepEqual(
    team.app.groups
      .members(group.id)
      .map((id) => team.app.users.byId(id)!.full_name)
      .sort(),
    ['Milo', 'Olga'],
  );
  assert.deepEqual(contents, [
    '@*designers* and @writers, `<!subteam^S1>`',
    '@*designers* look',
    'Why?\n> Ask @*designers*',
    'Ask @*designers*',
    'They know',
    '@old, @*admins*',
  ]);
  assert.equal(stored[3]!.subject, 'Ask @designers');
  assert(stored[1]!.flags.includes('mentioned'));
  assert.deepEqual(
    result.report.filter(({ kind }) => kind === 'group' || kind === 'member').map(({ kind, origin }) => [kind, origin]),
    [
      ['group', 'S2'],
      ['group', 'S3'],
      ['member', 'S1'],
    ],
  );
  assert.equal(result.plan.groups.total, 2);
});

test('a user group that is one here already keeps its members, and a mention is of that group', async () => {
  const { team, contents } = await imported([{ text: '<!subteam^S1>' }], {
    'usergroups.json': [{ id: 'S1', handle: 'role:owners', users: ['U2'] }],
  });
  assert.deepEqual(contents, ['@role:owners']);
  assert.equal(team.app.users.byEmail('milo@acme.example')!.role, 400);
});

test('an attachment has its author, title, text, fields, picture and footer', async () => {
  const content = await ofAttachment({
    author_name: 'Jenkins',
    author_link: 'https://ci.example',
    pretext: 'Build &amp; test',
    title: 'Job 7',
    title_link: 'https://ci.example/7',
    text: '*failed*',
    fields: [{ title: 'Branch', value: 'main' }, { value: 'no title' }],
    image_url: 'https://ci.example/graph.png',
    actions: [{ type: 'button', text: 'Retry', url: 'https://ci.example/retry' }],
    footer: 'CI',
    ts: 0,
  });
  assert.equal(
    content,
    '\n> [Jenkins](https://ci.example)\n> Build & test\n> **[Job 7](https://ci.example/7)**\n> **failed**\n> **Branch**: main\n> no title\n' +
      '> [Job 7](https://ci.example/graph.png)\n> [Retry](https://ci.example/retry)\n> CI',
  );
  assert.equal(await ofAttachment({ fallback: 'Only this' }), '\n> Only this');
  assert.equal(await ofAttachment({ blocks: [{ type: 'section', text: mrkdwn('*In blocks*') }] }), '\n> **In blocks**');
});

test('an attachment of an app with the address of its source is kept, and only previews of links are left out', async () => {
  const preview = {
    from_url: 'https://news.example/1',
    original_url: 'https://news.example/1',
    title: 'News',
    text: 'Long ago',
  };
  assert.equal(await ofAttachment(preview, 'See <https://news.example/1>'), 'See https://news.example/1');
  assert.match((await ofAttachment({ ...preview, app_id: 'A1' }, 'See <https://news.example/1>'))!, /\*\*News\*\*/);
  assert.match((await ofAttachment({ ...preview, is_app_unfurl: true }, 'See <https://news.example/1>'))!, /Long ago/);
  assert.match((await ofAttachment(preview, 'Without the address'))!, /Long ago/);
});

test('what programs wrote has a bot as its author, each in its own name', async () => {
  const { team, stored, result } = await imported([
    { user: undefined, subtype: 'bot_message', username: 'Weather', text: 'name alone' },
    { user: undefined, subtype: 'bot_message', bot_id: 'B7', username: 'Alerts', text: 'webhook' },
    { user: undefined, subtype: 'bot_message', bot_id: 'B7', username: 'Reports', text: 'same webhook' },
    { user: undefined, subtype: 'bot_message', bot_id: 'BD', text: 'listed bot' },
    { user: undefined, subtype: 'bot_message', bot_id: 'BD', username: 'deploy', text: 'in its own name' },
    { user: undefined, subtype: 'bot_message', bot_id: 'B8', text: 'named by a notice' },
    { user: 'UX', bot_id: 'B9', bot_profile: { name: 'Removed app' }, text: 'app that is gone' },
    {
      user: undefined,
      subtype: 'file_comment',
      comment: { user: 'U2', comment: 'Nice file' },
      text: '<@U2> commented',
    },
    { subtype: 'bot_add', bot_id: 'B8', bot_link: '<https://acme.slack.com/services/B8|github>', text: 'added' },
  ]);
  assert.deepEqual(
    stored.map(({ sender_full_name, content }) => [sender_full_name, content]),
    [
      ['Weather', 'name alone'],
      ['Alerts', 'webhook'],
      ['Reports', 'same webhook'],
      ['Deploy', 'listed bot'],
      ['Deploy', 'in its own name'],
      ['github', 'named by a notice'],
      ['Removed app', 'app that is gone'],
      ['Milo', 'Nice file'],
    ],
  );
  for (const name of ['Weather', 'Alerts', 'Reports', 'Deploy', 'github', 'Removed app'])
    assert.deepEqual(
      team.app.users.named(name).map(({ is_bot }) => is_bot),
      [true],
      name,
    );
  assert.deepEqual(result.skipped, {});
});

test('people of other workspaces are deactivated and have no address, and keep their names', async () => {
  const { team, stored } = await imported(
    [
      { user: 'UF', text: 'from a partner' },
      { user: 'UG', text: 'unlisted', user_profile: { real_name: 'Gisela' } },
      { text: 'Hello <@UH|hugo>' },
    ],
    {
      'users.json': [
        person('U1', 'Olga'),
        person('U2', 'Milo'),
        person('UF', 'Frida', { team_id: 'T2', is_owner: true }),
        person('US', 'Sam', { is_stranger: true }),
      ],
    },
  );
  assert.deepEqual(
    stored.map((one) => one.sender_full_name),
    ['Frida', 'Gisela', 'Olga'],
  );
  for (const name of ['Frida', 'Gisela', 'Sam', 'hugo']) {
    const [user] = team.app.users.named(name);
    assert.deepEqual([user!.is_active, user!.email.endsWith('@import.invalid'), user!.role], [false, true, 400], name);
  }
});

test('a line after a quotation stays outside of it', async () => {
  const { contents } = await imported([
    { text: '&gt; quoted\nanswer' },
    { text: '&gt; one\n&gt; two\n<@U2> answers' },
    { text: '```\n&gt; code\nline\n```' },
    { text: '&gt; quoted\n\nanswer' },
    {
      text: 'file',
      attachments: [{ text: 'attached' }],
      files: [{ id: 'F1', name: 'a.txt', url_private: 'https://files.slack.com/a' }],
    },
  ]);
  assert.equal(contents[0], '> quoted\n\nanswer');
  assert.match(contents[1]!, /^> one\n> two\n\n@\*\*Milo/);
  assert.match(contents[2]!, /> code\nline/);
  assert.equal(contents[3], '> quoted\n\nanswer');
  assert.equal(contents[4], 'file\n> attached\n\n[a.txt](https://files.slack.com/a)');
});

test('styles around a mention or a link stay around it', async () => {
  const { contents } = await imported([{ text: '*See <https://x.example|this>, <@U2>* _`now`_' }]);
  assert.equal(contents[0]!.replace(/\|\d+/, ''), '**See [this](https://x.example), @**Milo**** *`now`*');
});

test('a text over the limit loses its end, whatever it is made of', async () => {
  for (const [text, start] of [
    ['x'.repeat(120_000), 'x'.repeat(9000)],
    [`Hello <@U2>, ${'y'.repeat(120_000)}`, 'Hello @**Milo'],
  ] as const) {
    const { contents, result } = await imported([{ text }]);
    const length = contents.join('').length;
    assert(contents[0]!.startsWith(start) && length > 99_000 && length < 100_100, String(length));
    assert.deepEqual(result.skipped, { text: 1 });
  }
});

test('a thread is called by its first reply if its first message is missing', async () => {
  const thread_ts = '1714550000.000100';
  const { stored } = await imported([
    { text: ':tada:', thread_ts },
    { text: 'Does it work?', thread_ts },
    { text: 'Yes', thread_ts },
  ]);
  assert.deepEqual([...new Set(stored.map(({ subject }) => subject))], ['Does it work?']);
});

test('the title of a thread keeps names', async () => {
  const titleFor = async (text: string) =>
    (await imported([{ text, thread_ts: '1714550400.000100', reply_count: 1 }])).stored[0]!.subject;
  assert.equal(await titleFor('<@U2>, is my_app_v2 #42 in C# done?'), '@Milo, is my_app_v2 #42 in C# done?');
  assert.equal(
    await titleFor('&gt; *Bold* and `code_name` in <https://x.example|a link>'),
    'Bold and code_name in a link',
  );
  assert.equal(await titleFor('<@U9|kim> and <#C1|general>'), '@kim and #general');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTeam, type TestUser } from '../support/team.ts';

const rendered = async (person: TestUser, content: string): Promise<string> =>
  (await person.post('/messages/render', { content })).rendered;

test('code without a language uses the organization’s default language after the default changed', async () => {
  const { ada, mia } = newTeam();
  const code = '```\n1\n```';
  assert.equal(await rendered(mia, code), '<div class="codehilite"><pre><span></span><code>1\n</code></pre></div>');
  await ada.patch('/realm', { default_code_block_language: 'python' });
  const python =
    '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="mi">1</span>\n</code></pre></div>';
  assert.equal(await rendered(mia, code), python);
  const id = await mia.sendDirectMessage([ada], code);
  assert.equal((await ada.get(`/messages/${id}`)).message.content, python);
});

test('a mention in a spoiler’s header notifies the mentioned user', async () => {
  const { mia, max } = newTeam();
  const id = await mia.sendDirectMessage([max], '```spoiler @**Max**\nthe end\n```');
  assert.ok((await max.get(`/messages/${id}`)).message.flags.includes('mentioned'));
});

test('descriptions and profiles use linkifiers, default language and public channels, and notify nobody', async () => {
  const { ada, mia } = newTeam();
  await ada.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://bugs.example/{id}' });
  await ada.patch('/realm', { default_code_block_language: 'python' });
  const { id: open } = await ada.post('/channels/create', { name: 'open', subscribers: [] });
  await ada.post('/channels/create', { name: 'secret', subscribers: [], invite_only: true });
  const source = 'see #7, #**open**, #**secret** and @**Mia**: `x` :tada:';
  const html =
    `<p>see <a href="https://bugs.example/7">#7</a>, <a class="stream" data-stream-id="${open}" href="/#narrow/channel/${open}-open">#open</a>, ` +
    `#<strong>secret</strong> and <span class="user-mention" data-user-id="${mia.id}">@Mia</span>: <code>x</code> ` +
    '<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>';
  const { id } = await ada.post('/channels/create', { name: 'described', description: source, subscribers: [mia.id] });
  assert.equal((await mia.get(`/streams/${id}`)).stream.rendered_description, html);
  const [heard] = await mia.assertReceives(
    () => ada.patch(`/streams/${id}`, { description: `${source}!` }),
    { type: 'stream', op: 'update' },
    { type: 'message', flags: [] },
  );
  assert.equal(heard!.rendered_description, html.replace('</p>', '!</p>'));
  const { id: field } = await ada.post('/realm/profile_fields', { name: 'About', field_type: 2 });
  await mia.patch('/users/me/profile_data', { data: [{ id: field, value: source }] });
  const { user } = await ada.get(`/users/${mia.id}`, { include_custom_profile_fields: true });
  assert.equal(user.profile_data[field].rendered_value, html);
});

test('a guest with limited visibility cannot find out names by writing user ids into a profile', async () => {
  const { ada, app, mia, gus } = newTeam();
  await ada.patch('/realm', { can_access_all_users_group: { new: app.groups.system('role:members') } });
  const { id: field } = await ada.post('/realm/profile_fields', { name: 'About', field_type: 2 });
  await gus.patch('/users/me/profile_data', {
    data: [{ id: field, value: `@**|${mia.id}** @**Mia** @**|${gus.id}**` }],
  });
  const { user } = await ada.get(`/users/${gus.id}`, { include_custom_profile_fields: true });
  assert.equal(
    user.profile_data[field].rendered_value,
    `<p>@<strong>|${mia.id}</strong> @<strong>Mia</strong> <span class="user-mention" data-user-id="${gus.id}">@Gus</span></p>`,
  );
});

test('the emoji without a code point is a picture, unless the organization has a custom one of that name', async () => {
  const { mia, team } = newTeam();
  const path = '/static/generated/emoji/images/emoji/unicode/zulip.png';
  assert.equal(
    await rendered(mia, 'a :zulip:'),
    `<p>a <img alt=":zulip:" class="emoji" src="${path}" title="zulip"></p>`,
  );
  const picture = await fetch((await team.url) + path);
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png']);
});

test('a topic’s links are web addresses and matches of the organization’s linkifiers', async () => {
  const { ada, mia } = newTeam();
  await ada.post('/realm/filters', { pattern: '#(?P<id>[0-9]+)', url_template: 'https://bugs.example/{id}' });
  await ada.post('/channels/create', { name: 'hall', subscribers: [mia.id] });
  const rows: [topic: string, links: [text: string, url: string][]][] = [
    ['plain words', []],
    ['#12 again', [['#12', 'https://bugs.example/12']]],
    [
      'see https://a.example/x_(y), #3',
      [
        ['https://a.example/x_(y)', 'https://a.example/x_(y)'],
        ['#3', 'https://bugs.example/3'],
      ],
    ],
    ['zulip.com is down!', [['zulip.com', 'https://zulip.com']]],
    ['javascript:alert(1) ftp://a.b README.md a@b.de', []],
    ['https://a.example/#4', [['https://a.example/#4', 'https://a.example/#4']]],
  ];
  for (const [topic, links] of rows) {
    const id = await mia.sendMessage('hall', topic, 'hi');
    const { message } = await mia.get(`/messages/${id}`);
    assert.deepEqual(
      message.topic_links,
      links.map(([text, url]) => ({ text, url })),
      topic,
    );
  }
});

test('a topic link points to its newest message readable by the author, so it works after a move', async () => {
  const { ada, mia, max } = newTeam();
  const { id: hall } = await ada.post('/channels/create', { name: 'hall', subscribers: [mia.id, max.id] });
  const empty = `<p><a class="stream-topic" data-stream-id="${hall}" href="/#narrow/channel/${hall}-hall/topic/plans">#hall &gt; plans</a></p>`;
  assert.equal(await rendered(mia, '#**hall>plans**'), empty);
  await mia.sendMessage('hall', 'plans', 'one');
  const id = await mia.sendMessage('hall', 'Plans', 'two');
  assert.equal(await rendered(mia, '#**hall>plans**'), empty.replace('/plans', `/plans/with/${id}`));
  const general = await mia.sendMessage('hall', '', 'three');
  assert.match(
    await rendered(mia, '#**hall>**'),
    new RegExp(`/topic//with/${general}">#hall &gt; <em>general chat</em></a>`),
  );
  const { id: old } = await ada.post('/channels/create', {
    name: 'old',
    subscribers: [ada.id],
    invite_only: true,
    history_public_to_subscribers: false,
  });
  await ada.sendMessage('old', 'secrets', 'before max came');
  await ada.post('/users/me/subscriptions', { subscriptions: [{ name: 'old' }], principals: [max.id] });
  assert.equal(
    await rendered(max, '#**old>secrets**'),
    `<p><a class="stream-topic" data-stream-id="${old}" href="/#narrow/channel/${old}-old/topic/secrets">#old &gt; secrets</a></p>`,
  );
});

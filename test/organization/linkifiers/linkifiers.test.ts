import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asyncCpuTime } from '../../support/cpu-time.ts';
import { assertRejected, CAPABILITIES, newTeam, type TestUser } from '../../support/team.ts';

const ISSUE = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://issues.example/{id}' };
const ADMIN = 'Must be an organization administrator';
const rendered = async (person: TestUser, content: string): Promise<string> =>
  (await person.get(`/messages/${await person.sendDirectMessage([person], content)}`)).message.content;

test('everyone receives a new linkifier, as an event and in the next registration', async () => {
  const { abe, gus } = newTeam();
  const linkifier = { id: 1, ...ISSUE };
  await gus.assertReceives(() => abe.post('/realm/filters', ISSUE), {
    type: 'realm_linkifiers',
    realm_linkifiers: [linkifier],
  });
  assert.deepEqual((await gus.get('/realm/linkifiers')).linkifiers, [linkifier]);
  const fetch = (client_capabilities: object) =>
    gus.post('/register', { fetch_event_types: ['realm_linkifiers', 'realm_filters'], client_capabilities });
  assert.deepEqual((await fetch(CAPABILITIES)).realm_linkifiers, [linkifier]);
  const older = { ...CAPABILITIES, linkifier_url_template: false };
  assert.deepEqual((await fetch(older)).realm_linkifiers, []);
  const queue = await gus.registerQueue({ client_capabilities: older });
  const changed = { pattern: 'X-(?P<id>[0-9]+)', url_template: 'https://x.example/{id}' };
  await gus.assertReceives(() => abe.patch('/realm/filters/1', changed), {
    type: 'realm_linkifiers',
    realm_linkifiers: [{ id: 1, ...changed }],
  });
  assert.deepEqual(await queue.events(), []);
  const { id } = await abe.post('/realm/filters', ISSUE);
  await abe.patch('/realm/linkifiers', { ordered_linkifier_ids: [id, 1] });
  assert.deepEqual(
    (await gus.get('/realm/linkifiers')).linkifiers.map((one: { id: number }) => one.id),
    [id, 1],
  );
  await assertRejected(abe.request('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: [id] }), /exactly once/);
  await gus.assertReceives(() => abe.delete('/realm/filters/1'), { type: 'realm_linkifiers' });
  await assertRejected(abe.request('DELETE', '/realm/filters/1'), 'Linkifier not found.', 'BAD_REQUEST');
  await assertRejected(abe.request('PATCH', '/realm/filters/1', ISSUE), 'Linkifier not found.', 'BAD_REQUEST');
});

test('only administrators can change linkifiers, and a rejected change publishes nothing', async () => {
  const { abe, mona, mia, gus } = newTeam();
  await abe.post('/realm/filters', ISSUE);
  await abe.assertReceives(async () => {
    for (const one of [mona, mia, gus])
      for (const [method, path] of [
        ['POST', '/realm/filters'],
        ['PATCH', '/realm/filters/1'],
        ['DELETE', '/realm/filters/1'],
        ['PATCH', '/realm/linkifiers'],
      ] as const)
        await assertRejected(
          one.request(method, path, { ...ISSUE, ordered_linkifier_ids: [1] }),
          ADMIN,
          'UNAUTHORIZED_PRINCIPAL',
        );
  });
});

test('invalid patterns and URL templates are rejected with the reason', async () => {
  const { abe } = newTeam();
  const wrong = async (pattern: string, url_template: string, name: string, message: RegExp) => {
    const { errors } = await assertRejected(
      abe.request('POST', '/realm/filters', { pattern, url_template }),
      message,
      'BAD_REQUEST',
    );
    assert.match(errors[name][0], message);
  };
  await wrong('#(?P<id>[0-9]+', 'https://x.example/{id}', 'pattern', /Bad regular expression/);
  await wrong('a)(b', 'https://x.example/', 'pattern', /Bad regular expression/);
  await wrong('(?<!x)#(?P<id>[0-9]+)', 'https://x.example/{id}', 'pattern', /Bad regular expression/);
  await wrong(' ', 'https://x.example/', 'pattern', /blank/);
  await wrong('#(?P<id>[0-9]+)', 'https://x.example/{id', 'url_template', /Invalid URL template/);
  await wrong('#(?P<id>[0-9]+)', 'javascript:{id}', 'url_template', /Invalid URL template/);
  await wrong(
    '#(?P<id>[0-9]+)',
    'https://x.example/',
    '__all__',
    /Group 'id' in linkifier pattern is not present in URL template/,
  );
  await wrong(
    '#[0-9]+',
    'https://x.example/{id}',
    '__all__',
    /Group 'id' in URL template is not present in linkifier pattern/,
  );
  await abe.post('/realm/filters', ISSUE);
  await wrong(ISSUE.pattern, ISSUE.url_template, '__all__', /already exists/);
});

test('text is linked only at word boundaries', async () => {
  const { abe, mia } = newTeam();
  assert.equal(await rendered(mia, 'see #12'), '<p>see #12</p>');
  await abe.post('/realm/filters', ISSUE);
  await abe.post('/realm/filters', { pattern: 'T(?P<a>[a-z ]+)!', url_template: 'https://t.example/?q={a}&r={+a}' });
  const link = (n: number) => `<a href="https://issues.example/${n}">#${n}</a>`;
  assert.equal(await rendered(mia, 'see #12, (#13) #14'), `<p>see ${link(12)}, (${link(13)}) ${link(14)}</p>`);
  assert.equal(await rendered(mia, 'x#12 #12a #12#13'), `<p>x#12 #12a ${link(12)}#13</p>`);
  assert.equal(await rendered(mia, '**#12**'), `<p><strong>${link(12)}</strong></p>`);
  assert.equal(
    await rendered(mia, '`#12` [#12](https://a.example)'),
    '<p><code>#12</code> <a href="https://a.example">#12</a></p>',
  );
  assert.equal(await rendered(mia, 'Ta b!'), '<p><a href="https://t.example/?q=a%20b&amp;r=a%20b">Ta b!</a></p>');
});

test('a pattern with exponential backtracking does not block the server', async () => {
  const { abe, mia } = newTeam();
  await abe.post('/realm/filters', { pattern: '(?P<a>(a+)+)!', url_template: 'https://x.example/{a}' });
  for (const text of ['a'.repeat(9000), 'a '.repeat(4500)])
    assert.ok((await asyncCpuTime(() => rendered(mia, text))) < 2000, text.slice(0, 3));
});

test('a topic’s links are sent with its messages, and with its new name', async () => {
  const { abe, mia } = newTeam();
  await mia.post('/channels/create', { name: 'plaza', subscribers: [mia.id] });
  await abe.post('/realm/filters', ISSUE);
  const id = await mia.sendMessage('plaza', 'about #12', 'hello');
  const { message } = await mia.get(`/messages/${id}`);
  assert.deepEqual(message.topic_links, [{ text: '#12', url: 'https://issues.example/12' }]);
  const queue = await mia.registerQueue({ event_types: ['update_message'] });
  await mia.patch(`/messages/${id}`, { topic: 'about #13' });
  const [moved] = await queue.events();
  assert.deepEqual(moved!.topic_links, [{ text: '#13', url: 'https://issues.example/13' }]);
});

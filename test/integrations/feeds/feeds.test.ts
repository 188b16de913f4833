import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedReading } from '../../../src/chat/integrations/feeds/jobs.ts';
import { feedServer, item, rss } from '../../support/feed-server.ts';
import { newTeam, type Reply, type TestUser } from '../../support/team.ts';

const INTERVAL = 900;

async function setUp() {
  const team = newTeam();
  const { app, ada, mia, max, clock } = team;
  app.config.choices.allowPrivateWebhooks = true;
  const served = await feedServer();
  const { id: stream_id } = await ada.post('/channels/create', { name: 'news', subscribers: [mia.id, max.id] });
  const { user_id: bot_id } = await mia.post('/bots', { full_name: 'Reader', short_name: 'reader', bot_type: 2 });
  const place = { bot_id, stream_id };
  const run = async () => {
    clock.advance(INTERVAL);
    await feedReading.run(app);
  };
  const last = async (person: TestUser, count = 1): Promise<Reply[]> =>
    (await person.get('/messages', { anchor: 'newest', num_before: count, num_after: 0, apply_markdown: false }))
      .messages;
  /** The messages of the bot, each with its topic. */
  const posted = async (): Promise<[topic: string, content: string][]> =>
    (await last(max, 100))
      .filter(({ sender_id }) => sender_id === bot_id)
      .map(({ subject, content }) => [subject, content]);
  const add = (more: Record<string, unknown> = {}): Promise<Reply> =>
    mia.post('/feeds', { ...place, url: served.url, ...more });
  const feed = async (): Promise<Reply> => (await mia.get('/feeds')).feeds[0];
  return { ...team, ...served, place, stream_id, bot_id, run, last, posted, add, feed };
}

test('a bot posts the new entries of a feed, and none that were there before', async () => {
  const { add, answer, run, posted, feed } = await setUp();
  const { title } = await add();
  assert.equal(title, 'Marmot news');
  await run();
  assert.deepEqual(await posted(), []);
  const more =
    '<dc:creator>Mona</dc:creator><description>&lt;p&gt;It &lt;b&gt;whistles&lt;/b&gt;&lt;/p&gt;</description>';
  answer.body = rss([item('3'), item('2', more), item('1')]);
  await run();
  const expected = [
    ['Marmot news', '**[Entry 2](https://marmots.example/2)** · Mona\nIt **whistles**'],
    ['Marmot news', '**[Entry 3](https://marmots.example/3)**'],
  ];
  assert.deepEqual(await posted(), expected);
  await run();
  assert.deepEqual(await posted(), expected, 'each is posted once');
  assert.equal((await feed()).error, null);
});

const ATOM = (entry: string) => `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Atom</title>
<id>urn:feed</id><updated>2026-01-01T00:00:00Z</updated><link href="https://a.example/"/>${entry}</feed>`;
const FORMATS: Record<string, { empty: string; full: string | Buffer; type?: string; message: string }> = {
  'Atom with relative links': {
    empty: ATOM(''),
    full: ATOM(`<entry><title type="html">A &amp;lt;b&amp;gt; &lt;i&gt;c&lt;/i&gt;</title><id>urn:1</id>
      <link rel="replies" href="/no"/><link href="/p/1"/><updated>2026-01-01T00:00:00Z</updated>
      <content type="html">&lt;a href="/q"&gt;more&lt;/a&gt;</content></entry>`),
    message: '**[A &lt;b&gt; c](SERVER/p/1)**\n[more](SERVER/q)',
  },
  'JSON Feed': {
    empty: JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'J', items: [] }),
    full: JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      items: [{ id: 7, url: 'https://j.example/7', content_text: 'Plain', authors: [{ name: 'Mona' }] }],
    }),
    type: 'application/feed+json',
    message: '**[https&#58;//j.example/7](https://j.example/7)** · Mona\nPlain',
  },
  'RDF (RSS 1.0)': {
    empty:
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><title>R</title></channel></rdf:RDF>',
    full: '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><title>R</title></channel><item rdf:about="https://r.example/1"><title>One</title><link>https://r.example/1</link></item></rdf:RDF>',
    message: '**[One](https://r.example/1)**',
  },
  'an older encoding': {
    empty: rss([]),
    full: Buffer.from(
      rss([item('ü')])
        .replace('UTF-8', 'ISO-8859-1')
        .replaceAll('/ü', '/1'),
      'latin1',
    ),
    message: '**[Entry ü](https://marmots.example/1)**',
  },
};

for (const [format, { empty, full, type = 'text/xml', message }] of Object.entries(FORMATS))
  test(`a feed is read in this form: ${format}`, async () => {
    const { add, answer, run, posted, url } = await setUp();
    Object.assign(answer, { body: empty, type });
    await add({ topic: 'inbox' });
    answer.body = full;
    await run();
    const server = new URL(url).origin;
    assert.deepEqual(await posted(), [['inbox', message.replaceAll('SERVER', server)]]);
  });

test('the texts of a feed mention nobody and contain no command and no image', async () => {
  const { add, answer, run, max, last } = await setUp();
  await add();
  const texts = [
    '@**all** @_**Max|3** @*admins* #**news** ![x](https://x.example/1.png)',
    '&lt;img src="https://x.example/pixel.png"&gt;@&lt;b&gt;all&lt;/b&gt;',
  ];
  answer.body = rss([
    ...texts.map((text, at) => item(`@**all**${at}`, `<description>${text}</description>`)),
    '<item><guid>9</guid><description>/poll Which?</description></item>',
  ]);
  await run();
  const messages = await last(max, 3);
  assert.equal(messages.length, 3);
  for (const { flags, submessages, content } of messages) {
    assert.deepEqual([flags, submessages], [[], []], content);
    const { rendered } = await max.post('/messages/render', { content });
    assert.doesNotMatch(
      rendered,
      /<img (?!src="\/external_content\/)|class="(?:user-mention|stream|user-group)/,
      content,
    );
  }
});

test('of many new entries only the newest ten are posted, with the number of the others', async () => {
  const { add, answer, run, posted } = await setUp();
  answer.body = rss([]);
  await add();
  answer.body = rss(Array.from({ length: 25 }, (_, at) => item(`${25 - at}`)));
  await run();
  const contents = (await posted()).map(([, content]) => content);
  assert.equal(contents.length, 11);
  assert.equal(contents[0], '15 older entries: [Marmot news](https://marmots.example/)');
  assert.match(contents.at(-1)!, /Entry 25/);
  await run();
  assert.equal((await posted()).length, 11);
});

test('a feed is requested only if it changed', async () => {
  const { add, answer, run, requests, posted, feed } = await setUp();
  answer.headers = { ETag: '"a"', 'Last-Modified': 'Mon, 05 Jan 2026 10:00:00 GMT' };
  await add();
  await run();
  assert.equal(requests[1]!.headers['if-none-match'], '"a"');
  assert.equal(requests[1]!.headers['if-modified-since'], 'Mon, 05 Jan 2026 10:00:00 GMT');
  answer.headers = { ETag: '"b"' };
  answer.body = rss([item('2'), item('1')]);
  await run();
  assert.equal((await posted()).length, 1);
  assert.equal((await feed()).error, null);
});

test('a feed that is gone ends, which its bot’s owner learns once', async () => {
  const { add, answer, run, requests, last, mia, feed } = await setUp();
  await add();
  answer.status = 410;
  await run();
  await run();
  assert.equal(requests.length, 2);
  assert.match((await last(mia))[0]!.content, /`Marmot news` of your bot .* ended, because it is gone/);
  const { is_ended, error } = await feed();
  assert.deepEqual([is_ended, error], [true, 'The feed’s server says that it is gone']);
});

test('a failing feed is read less often, and its list says why', async () => {
  const { add, answer, run, requests, feed, clock } = await setUp();
  const { id } = await add();
  Object.assign(answer, { status: 503 });
  await run();
  assert.equal((await feed()).error, 'The feed’s server answered with status 503');
  await run();
  assert.equal(requests.length, 2, 'it waits');
  clock.advance(INTERVAL);
  await run();
  assert.equal(requests.length, 3);
  Object.assign(answer, { status: 200, body: '<html><title>No</title></html>' });
  clock.advance(86_400);
  await run();
  assert.equal((await feed()).error, 'The document is not an RSS, Atom or JSON feed');
  answer.body = rss([]);
  clock.advance(86_400);
  await run();
  assert.deepEqual([(await feed()).error, (await feed()).id], [null, id]);
});

test('a feed in an archived channel reports why nothing is posted', async () => {
  const { add, answer, run, ada, stream_id, app } = await setUp();
  await add();
  await ada.delete(`/streams/${stream_id}`);
  answer.body = rss([item('2')]);
  await run();
  assert.match(app.feeds.list()[0]!.error!, /Not authorized to send to channel/);
});

test('a feed can be read at once', async () => {
  const { add, answer, mia, posted } = await setUp();
  const { id } = await add();
  answer.body = rss([item('2'), item('1')]);
  const [one, other] = await Promise.all([1, 2].map(() => mia.post(`/feeds/${id}/read`, {})));
  assert.equal(one!.posted + other!.posted, 1, 'posted once, although two read it');
  assert.equal((await posted()).length, 1);
});

test('a feed is posted where it was moved, and no longer after it was removed', async () => {
  const { add, answer, run, mia, max, ada, last, feed } = await setUp();
  const { id } = await add({ topic: 'inbox' });
  const { id: stream_id } = await ada.post('/channels/create', { name: 'hall', subscribers: [mia.id, max.id] });
  await mia.patch(`/feeds/${id}`, { stream_id, topic: '' });
  assert.deepEqual([(await feed()).stream_id, (await feed()).topic], [stream_id, null]);
  answer.body = rss([item('2')]);
  await run();
  const [message] = await last(max);
  assert.deepEqual([message!.display_recipient, message!.subject], ['hall', 'Marmot news']);
  await mia.delete(`/feeds/${id}`);
  answer.body = rss([item('3')]);
  await run();
  assert.equal((await last(max))[0]!.id, message!.id);
});

test('the feeds of an OPML document are added, each once', async () => {
  const { mia, place, url, answer, run, posted } = await setUp();
  const outline = (address: string) => `<outline type="rss" text="A" xmlUrl="${address}"/>`;
  const opml = `<opml version="2.0"><body><outline text="G">${outline(url)}${outline(url)}</outline>
    ${outline(`${url}?b`)}${outline('ftp://x.example')}</body></opml>`;
  const { added, skipped } = await mia.post('/feeds/import', { ...place, opml });
  assert.deepEqual([added, skipped], [2, 0]);
  const again = await mia.post('/feeds/import', { ...place, opml });
  assert.deepEqual([again.added, again.skipped], [0, 2]);
  await run();
  assert.deepEqual(await posted(), []);
  assert.deepEqual(
    (await mia.get('/feeds')).feeds.map(({ title }: Reply) => title),
    ['Marmot news', 'Marmot news'],
  );
  answer.body = rss([item('2')]);
  await run();
  assert.equal((await posted()).length, 2);
});

test('a feed that cannot be added is rejected with the reason', async () => {
  const { add, answer, url, app, mia, place } = await setUp();
  const reason = async (more: Record<string, unknown> = {}): Promise<string> => {
    const { status, msg } = await mia.request('POST', '/feeds', { ...place, url, ...more });
    assert.equal(status, 400);
    return msg;
  };
  answer.status = 404;
  assert.equal(await reason(), 'The feed’s server answered with status 404');
  Object.assign(answer, { status: 302, headers: { Location: '/' } });
  assert.equal(await reason(), 'The feed’s server redirects more than 5 times');
  Object.assign(answer, { status: 200, headers: {}, body: 'x'.repeat(6 * 2 ** 20) });
  assert.equal(await reason(), 'The feed is larger than 5 MiB');
  for (const address of ['file:///etc/passwd', 'nothing', 'https://a:b@example.com/'])
    assert.match(await reason({ url: address }), /not a URL|Invalid/i);
  answer.body = rss([item('1')]);
  await add();
  assert.equal(await reason(), 'The bot posts this feed in the channel already');
  app.config.choices.allowPrivateWebhooks = false;
  assert.equal(await reason({ url: `${url}?b` }), 'The feed’s address is not one of the public Internet');
});

test('a hostile document ends the process that reads it, not the server', async () => {
  const { add, answer, mia, place, url } = await setUp();
  const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "${'x'.repeat(1000)}">${Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY ${'bcdefghij'[at]} "${`&${'abcdefghi'[at]};`.repeat(10)}">`,
  ).join('')}]><rss version="2.0"><channel><title>&j;</title></channel></rss>`;
  const bodies = [bomb, `<rss version="2.0">${'<a>'.repeat(200_000)}`, `{"version":${'['.repeat(1e6)}`];
  for (const [at, body] of bodies.entries()) {
    answer.body = body;
    const { result, title = '' } = await mia.request('POST', '/feeds', { ...place, url: `${url}?${at}` });
    assert.ok(result === 'error' || title.length < 10, `${at}`);
  }
  answer.body = rss([]);
  await add({ url: `${url}?fine` });
});

test('only who manages the bot adds feeds to it, and only to channels where both may be', async () => {
  const { max, mia, ada, place, url, add } = await setUp();
  const { id } = await add();
  for (const [method, path, fields] of [
    ['POST', '/feeds', { ...place, url: `${url}?b` }],
    ['PATCH', `/feeds/${id}`, { topic: 'x' }],
    ['DELETE', `/feeds/${id}`, {}],
    ['POST', `/feeds/${id}/read`, {}],
  ] as const)
    assert.ok((await max.request(method, path, fields)).status >= 400, `${method} ${path}`);
  const { id: vault } = await ada.post('/channels/create', { name: 'vault', subscribers: [ada.id], invite_only: true });
  assert.equal((await mia.request('POST', '/feeds', { ...place, url, stream_id: vault })).status, 400);
  assert.deepEqual((await max.get('/feeds')).feeds, []);
});

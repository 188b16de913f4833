import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { fetchPreviews, forgettingPreviews } from '../../../src/chat/files/external-content/jobs.ts';
import { newTeam } from '../../support/team.ts';

const HEAD =
  '<title>Old</title><meta property="og:title" content="The Plan"><meta property="og:description" content="All of it">';
const PICTURE = '<meta property="og:image" content="/plan.png">';

/** A site on this machine with configurable responses that counts its requests. */
async function site() {
  const asked: { path: string; headers: NodeJS.Dict<string | string[]> }[] = [];
  const here = { answer: page(HEAD + PICTURE) as RequestListener };
  const server = createServer((request, response) => {
    asked.push({ path: request.url!, headers: request.headers });
    here.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close().closeAllConnections());
  return { asked, here, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const page =
  (head: string, type = 'text/html'): RequestListener =>
  (_, response) =>
    response
      .writeHead(200, { 'Content-Type': type })
      .end(`<!doctype html><html><head>${head}</head><body>…</body></html>`);

async function setUp() {
  const team = newTeam();
  const { app, ada, mia, max } = team;
  await ada.patch('/realm', { inline_url_embed_preview: true });
  await ada.post('/channels/create', { name: 'hall', subscribers: [mia.id, max.id] });
  const html = async (id: number) => named((await mia.get(`/messages/${id}`)).message.content);
  return { ...team, ...(await site()), html, run: () => fetchPreviews(app, true) };
}

const link = (url: string) => `<p><a href="${url}">${url}</a></p>`;
/** External pictures are proxied: this reads the original URL from the proxy URL. */
const named = (html: string) =>
  html.replace(/\/external_content\/[0-9a-f]{40}\/([0-9a-f]+)/g, (_, hex: string) =>
    Buffer.from(hex, 'hex').toString(),
  );
const embed = (url: string, image: string, title = 'The Plan', description = 'All of it') =>
  `\n<div class="message_embed"><a class="message_embed_image" href="${url}" style="background-image: url(&quot;${image}&quot;)"></a>` +
  `<div class="data-container"><div class="message_embed_title"><a href="${url}" title="${title}">${title}</a></div>` +
  `<div class="message_embed_description">${description}</div></div></div>`;

test('a link gets a preview once its page has responded, and the recipients of the message receive it', async () => {
  const { mia, max, gus, origin, asked, html, run } = await setUp();
  const url = `${origin}/plan`;
  const id = await mia.sendMessage('hall', 'links', url);
  assert.equal(await html(id), link(url), 'the message does not wait for the page');
  const queue = await gus.registerQueue();
  const [update] = await max.assertReceives(run, {
    type: 'update_message',
    user_id: null,
    rendering_only: true,
    message_id: id,
    message_ids: [id],
    content: url,
    flags: [],
  });
  assert.equal(named(update!.rendered_content), link(url) + embed(url, `${origin}/plan.png`));
  assert.deepEqual(await queue.events(), [], 'who is not there hears nothing');
  const { message } = await mia.get(`/messages/${id}`);
  assert.equal(named(message.content), link(url) + embed(url, `${origin}/plan.png`));
  assert.equal(message.last_edit_timestamp, undefined, 'nobody edited it');
  assert.equal(message.edit_history, undefined);
  assert.equal(asked.length, 1);
  for (const secret of ['cookie', 'authorization', 'referer']) assert.equal(asked[0]!.headers[secret], undefined);
});

test('a page is fetched at most once a week, regardless of who links to it', async () => {
  const { app, clock, mia, max, origin, asked, html, run } = await setUp();
  await mia.sendMessage('hall', 'links', origin);
  await run();
  const again = await max.sendDirectMessage([mia], `see ${origin}`);
  assert.match(await html(again), /message_embed/, 'known at once');
  await run();
  assert.equal(asked.length, 1);
  clock.advance(8 * 86_400);
  forgettingPreviews.run(app);
  await mia.sendMessage('hall', 'links', origin);
  await run();
  assert.equal(asked.length, 2);
});

test('a message edited during the fetch keeps its new content', async () => {
  const { mia, origin, html, run } = await setUp();
  const id = await mia.sendMessage('hall', 'links', `${origin}/a`);
  await mia.patch(`/messages/${id}`, { content: 'never mind' });
  await run();
  assert.equal(await html(id), '<p>never mind</p>');
  const other = await mia.sendMessage('hall', 'links', `${origin}/b`);
  const going = run();
  await mia.patch(`/messages/${other}`, { content: `better: ${origin}/c` });
  await going;
  assert.doesNotMatch(await html(other), /message_embed/);
  await run();
  assert.match(await html(other), /^<p>better: .*message_embed_title/s);
});

test('there are no previews if turned off, for bots, in quotes, in code, or for links to this server', async () => {
  const { ada, mia, max, team, app, origin, asked, run } = await setUp();
  await ada.patch('/realm', { inline_url_embed_preview: false });
  await mia.sendMessage('hall', 'links', origin);
  await ada.patch('/realm', { inline_url_embed_preview: true });
  const bot = team.addUser('Robot', 400, { bot_type: 1, bot_owner_id: max.id });
  await bot.sendDirectMessage([mia], origin);
  await mia.sendMessage('hall', 'links', `> ${origin}\n\n\`${origin}\`\n\n${app.config.url}/x [mail](mailto:a@b.de)`);
  await mia.sendMessage('hall', 'links', 'http://user:secret@127.0.0.1/');
  await run();
  assert.equal(asked.length, 0);
});

test('pending fetches are dropped when the setting is turned off', async () => {
  const { ada, mia, origin, asked, html, run } = await setUp();
  const id = await mia.sendMessage('hall', 'links', origin);
  await ada.patch('/realm', { inline_url_embed_preview: false });
  await run();
  assert.equal(asked.length, 0);
  assert.equal(await html(id), link(origin));
});

test('only the first five links of a message get previews', async () => {
  const { mia, origin, asked, html, run } = await setUp();
  const id = await mia.sendMessage('hall', 'links', Array.from({ length: 7 }, (_, i) => `${origin}/${i}`).join(' '));
  await run();
  await run();
  assert.deepEqual(asked.map(({ path }) => path).sort(), ['/0', '/1', '/2', '/3', '/4']);
  assert.equal((await html(id)).match(/message_embed"/g)!.length, 5);
});

test('a video gets its thumbnail without a request', async () => {
  const { mia, asked, html, run } = await setUp();
  const url = 'https://www.youtube.com/watch?t=5&v=aqz-KE-bpKQ';
  const id = await mia.sendMessage('hall', 'links', url);
  const href = url.replace('&', '&amp;');
  assert.equal(
    await html(id),
    `${link(href)}\n<div class="youtube-video message_inline_image"><a data-id="aqz-KE-bpKQ" href="${href}"><img src="https://i.ytimg.com/vi/aqz-KE-bpKQ/mqdefault.jpg"></a></div>`,
  );
  await run();
  assert.equal(asked.length, 0);
});

test('the texts of a preview are plain, on one line and limited in length, whatever the page contains', async () => {
  const { mia, here, origin, html, run } = await setUp();
  const rows: [head: string, title: string | undefined, description?: string][] = [
    [
      `<meta property="og:title" content='"><script>alert(1)</script>'>${PICTURE}`,
      '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
    ],
    [`<title>a\n\u202eb\u0000 &lt;b&gt; &amp; c</title>${PICTURE}`, 'a b\ufffd &lt;b&gt; &amp; c'],
    [`<title>${'x'.repeat(500)}</title>${PICTURE}`, `${'x'.repeat(199)}…`],
    ['<title>No picture</title>', undefined],
    [`<script>"<meta property='og:image' content='/x'>"</script><!--${PICTURE}--><style>${PICTURE}</style>`, undefined],
    [`</head><body>${PICTURE}`, undefined],
    ['<title>x</title><meta property="og:image" content="javascript:alert(1)">', undefined],
    ['<title>x</title><meta property="og:image" content="data:image/png;base64,AAAA">', undefined],
  ];
  for (const [i, [head, title]] of rows.entries()) {
    here.answer = page(head);
    const id = await mia.sendMessage('hall', 'links', `${origin}/${i}`);
    await run();
    const shown = await html(id);
    if (title === undefined) assert.doesNotMatch(shown, /message_embed/, head);
    else assert.ok(shown.includes(` title="${title}">`), `${head}: ${shown}`);
  }
  here.answer = page(
    `<title>x</title><meta property="og:image" content='https://a.b/);"&apos;\\22)}body{x:url(//evil'>`,
  );
  const id = await mia.sendMessage('hall', 'links', `${origin}/css`);
  await run();
  const { content } = (await mia.get(`/messages/${id}`)).message;
  assert.match(content, /url\(&quot;\/external_content\/[0-9a-f]+\/[0-9a-f]+&quot;\)"/);
});

test('a page in another encoding is decoded correctly', async () => {
  const { mia, here, origin, html, run } = await setUp();
  here.answer = (_, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=ISO-8859-1' })
      .end(Buffer.from(`<title>Büro</title>${PICTURE}`, 'latin1'));
  const id = await mia.sendMessage('hall', 'links', origin);
  await run();
  assert.match(await html(id), /title="Büro"/);
});

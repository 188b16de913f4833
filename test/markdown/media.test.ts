import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Directory, Thumbnailed, Upload } from '../../src/markdown/directory.ts';
import { renderMessage } from '../../src/markdown/render.ts';
import { assertAllowed } from './allowed-html.ts';
import { directory } from './directory.ts';

const picture: Thumbnailed = { ready: true, width: 1920, height: 1080, animated: false, format: '840x560.webp' };
const UPLOADS: Record<string, Upload> = {
  '1/a/cat.png': { content_type: 'image/png', picture },
  '1/a/dog.png': { content_type: 'image/png', picture },
  '1/a/käse.png': { content_type: 'image/png', picture },
  '1/a/new.jpg': { content_type: 'image/jpeg', picture: { ...picture, ready: false } },
  '1/a/wave.gif': { content_type: 'image/gif', picture: { ...picture, animated: true, format: '840x560-anim.webp' } },
  '1/a/scan.tiff': { content_type: 'image/tiff', picture: { ...picture, transcoded: '4032x3024.webp' } },
  '1/a/asis.png': { content_type: 'image/png', picture: 'itself' },
  '1/a/bomb.png': { content_type: 'image/png' },
  '1/a/film.webm': { content_type: 'video/webm' },
  '1/a/song.mp3': { content_type: 'audio/mpeg' },
  '1/a/page.html': { content_type: 'text/plain' },
};
const seeing: Directory = {
  ...directory,
  previews: true,
  upload: (path) => UPLOADS[path],
  proxyUrl: (url) => `/external_content/${'a'.repeat(40)}/${Buffer.from(url).toString('hex')}`,
};
const html = (source: string, people: Directory = seeing): string => {
  const rendered = renderMessage(source, people).html;
  assertAllowed(rendered);
  return rendered;
};

const original = (type = 'image/png') => `data-original-content-type="${type}" data-original-dimensions="1920x1080"`;
const shown = (name: string, title = name): string =>
  `<div class="message_inline_image"><a href="/user_uploads/1/a/${name}"${title && ` title="${title}"`}>` +
  `<img ${original()} src="/user_uploads/thumbnail/1/a/${name}/840x560.webp"></a></div>`;
const CAT = '[cat.png](/user_uploads/1/a/cat.png)';
const DOG = '[dog.png](/user_uploads/1/a/dog.png)';
const A_CAT = '<a href="/user_uploads/1/a/cat.png">cat.png</a>';
const A_DOG = '<a href="/user_uploads/1/a/dog.png">dog.png</a>';
const elsewhere = (url: string) => `/external_content/${'a'.repeat(40)}/${Buffer.from(url).toString('hex')}`;
const HTTP = 'https://e.org/x.png';

const TABLE: [what: string, source: string, html: string][] = [
  ['a picture is shown below its paragraph', CAT, `<p>${A_CAT}</p>\n${shown('cat.png')}`],
  [
    'the link text of a picture is its title',
    '[a <b> "cat"](/user_uploads/1/a/cat.png)',
    `<p><a href="/user_uploads/1/a/cat.png">a &lt;b&gt; "cat"</a></p>\n${shown('cat.png', 'a &lt;b&gt; &quot;cat&quot;')}`,
  ],
  [
    'several pictures in one paragraph are shown in order',
    `see ${CAT} and ${DOG}`,
    `<p>see ${A_CAT} and ${A_DOG}</p>\n${shown('cat.png')}${shown('dog.png')}`,
  ],
  [
    'each picture is shown below its own paragraph',
    `${CAT}\n\n${DOG}\n\nend`,
    `<p>${A_CAT}</p>\n${shown('cat.png')}<p>${A_DOG}</p>\n${shown('dog.png')}<p>end</p>`,
  ],
  ['a picture linked twice is shown once', `${CAT} ${CAT}`, `<p>${A_CAT} ${A_CAT}</p>\n${shown('cat.png')}`],
  [
    'a picture in a list is shown at the end of its item',
    `* ${CAT}\n* b`,
    `<ul>\n<li>${A_CAT}${shown('cat.png')}</li>\n<li>b</li>\n</ul>`,
  ],
  ['a picture in a quote is not shown', `> ${CAT}\n\nhm`, `<blockquote>\n<p>${A_CAT}</p>\n</blockquote>\n<p>hm</p>`],
  [
    'a picture in a heading is shown at the end of the message',
    `# ${CAT}\n\nhm`,
    `<h1>${A_CAT}</h1>\n<p>hm</p>\n${shown('cat.png')}`,
  ],
  [
    'a picture in a table is shown at the end of the message',
    `a | b\n-- | --\n${CAT} | c`,
    `<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>${A_CAT}</td>\n<td>c</td>\n</tr>\n</tbody>\n</table>\n${shown('cat.png')}`,
  ],
  [
    'a picture within emphasis is shown at the end of the message',
    `**${CAT}**\n\nhm`,
    `<p><strong>${A_CAT}</strong></p>\n<p>hm</p>\n${shown('cat.png')}`,
  ],
  [
    'a picture in a spoiler is shown within it',
    `\`\`\`spoiler x\n${CAT}\n\`\`\``,
    `<div class="spoiler-block"><div class="spoiler-header">\n<p>x</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>${A_CAT}</p>\n${shown('cat.png')}</div></div>`,
  ],
  ['a picture in code is not shown', `\`${CAT}\``, `<p><code>${CAT}</code></p>`],
  [
    'an exclamation mark before a picture changes nothing at this feature level',
    `!${CAT}`,
    `<p>!${A_CAT}</p>\n${shown('cat.png')}`,
  ],
  [
    'a picture linked with the full URL of this server is shown',
    'https://chat.example/user_uploads/1/a/cat.png',
    `<p><a href="/user_uploads/1/a/cat.png">https://chat.example/user_uploads/1/a/cat.png</a></p>\n${shown('cat.png', 'https://chat.example/user_uploads/1/a/cat.png')}`,
  ],
  [
    'a picture’s name may be in any script',
    '[k](/user_uploads/1/a/k%C3%A4se.png)',
    `<p><a href="/user_uploads/1/a/k%C3%A4se.png">k</a></p>\n${shown('k%C3%A4se.png', 'k')}`,
  ],
  [
    'a picture without a thumbnail yet has a placeholder',
    '[n](/user_uploads/1/a/new.jpg)',
    `<p><a href="/user_uploads/1/a/new.jpg">n</a></p>\n<div class="message_inline_image"><a href="/user_uploads/1/a/new.jpg" title="n"><img class="image-loading-placeholder" ${original('image/jpeg')} src="/static/images/loading/loader-black.svg"></a></div>`,
  ],
  [
    'an animated picture has an animated thumbnail',
    '[w](/user_uploads/1/a/wave.gif)',
    `<p><a href="/user_uploads/1/a/wave.gif">w</a></p>\n<div class="message_inline_image"><a href="/user_uploads/1/a/wave.gif" title="w"><img data-animated="true" ${original('image/gif')} src="/user_uploads/thumbnail/1/a/wave.gif/840x560-anim.webp"></a></div>`,
  ],
  [
    'a picture in a format that browsers cannot show is transcoded',
    '[s](/user_uploads/1/a/scan.tiff)',
    `<p><a href="/user_uploads/1/a/scan.tiff">s</a></p>\n<div class="message_inline_image"><a href="/user_uploads/1/a/scan.tiff" title="s"><img ${original('image/tiff')} data-transcoded-image="4032x3024.webp" src="/user_uploads/thumbnail/1/a/scan.tiff/840x560.webp"></a></div>`,
  ],
  [
    'a picture without thumbnails is shown unscaled',
    '[i](/user_uploads/1/a/asis.png)',
    `<p><a href="/user_uploads/1/a/asis.png">i</a></p>\n<div class="message_inline_image"><a href="/user_uploads/1/a/asis.png" title="i"><img src="/user_uploads/1/a/asis.png"></a></div>`,
  ],
  [
    'a file that is too large, unknown or no picture is not shown',
    '[b](/user_uploads/1/a/bomb.png) [u](/user_uploads/1/a/u.png) [p](/user_uploads/1/a/page.html)',
    '<p><a href="/user_uploads/1/a/bomb.png">b</a> <a href="/user_uploads/1/a/u.png">u</a> <a href="/user_uploads/1/a/page.html">p</a></p>',
  ],
  [
    'a video is shown',
    '[f](/user_uploads/1/a/film.webm)',
    '<p><a href="/user_uploads/1/a/film.webm">f</a></p>\n<div class="message_inline_image message_inline_video"><a href="/user_uploads/1/a/film.webm" title="f"><video preload="metadata" src="/user_uploads/1/a/film.webm"></video></a></div>',
  ],
  [
    'an audio file with an exclamation mark has a player',
    'hear ![a "song"](/user_uploads/1/a/song.mp3)!',
    '<p>hear <audio controls preload="metadata" src="/user_uploads/1/a/song.mp3" title="a &quot;song&quot;"></audio>!</p>',
  ],
  [
    'a link to an audio file has no player',
    '[s](/user_uploads/1/a/song.mp3)',
    '<p><a href="/user_uploads/1/a/song.mp3">s</a></p>',
  ],
  [
    'an external picture that stands alone replaces its URL',
    HTTP,
    `<div class="message_inline_image"><a href="${HTTP}"><img src="${elsewhere(HTTP)}"></a></div>`,
  ],
  [
    'an external picture alone in a list item replaces its URL',
    `* ${HTTP}`,
    `<ul>\n<li><div class="message_inline_image"><a href="${HTTP}"><img src="${elsewhere(HTTP)}"></a></div></li>\n</ul>`,
  ],
  [
    'an external picture within text is shown below it',
    `look: ${HTTP}`,
    `<p>look: <a href="${HTTP}">${HTTP}</a></p>\n<div class="message_inline_image"><a href="${HTTP}"><img src="${elsewhere(HTTP)}"></a></div>`,
  ],
  [
    'an external picture with a link text is shown below it',
    `[x](${HTTP}?a=1&b=2)`,
    `<p><a href="${HTTP}?a=1&amp;b=2">x</a></p>\n<div class="message_inline_image"><a href="${HTTP}?a=1&amp;b=2" title="x"><img src="${elsewhere(`${HTTP}?a=1&b=2`)}"></a></div>`,
  ],
  [
    'a page whose query ends like a picture is not shown',
    'https://e.org/x?y=z.png',
    '<p><a href="https://e.org/x?y=z.png">https://e.org/x?y=z.png</a></p>',
  ],
];

for (const [what, source, expected] of TABLE) test(what, () => assert.equal(html(source), expected));

test('with previews turned off, only audio players are shown', () => {
  const unseeing = { ...seeing, previews: false };
  assert.equal(html(CAT, unseeing), `<p>${A_CAT}</p>`);
  assert.match(html('![s](/user_uploads/1/a/song.mp3)', unseeing), /<audio/);
});

test('a message with more than 24 links has no previews', () => {
  const links = (count: number) => Array.from({ length: count }, (_, i) => `https://e.org/${i}.png`).join(' ');
  assert.equal(html(links(24)).match(/message_inline_image/g)!.length, 24);
  assert.doesNotMatch(html(links(25)), /message_inline_image/);
  assert.equal(renderMessage(links(25), seeing).has_image, false);
  assert.equal(
    html(`${links(24)}\n\n> https://e.org/quoted.png`).match(/message_inline_image/g)!.length,
    24,
    'quotes do not count',
  );
});

test('the extracted facts name the previews', () => {
  const { has_image, has_link, has_attachment, is_me_message } = renderMessage(`/me ${CAT}`, seeing);
  assert.deepEqual(
    { has_image, has_link, has_attachment, is_me_message },
    { has_image: true, has_link: true, has_attachment: true, is_me_message: false },
  );
  assert.equal(renderMessage(HTTP, seeing).has_image, true);
  assert.equal(renderMessage('![s](/user_uploads/1/a/song.mp3)', seeing).has_attachment, true);
});

const YOUTUBE = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';
const STILL = elsewhere('https://i.ytimg.com/vi/aqz-KE-bpKQ/mqdefault.jpg');
const youtube = (url: string) =>
  `<div class="youtube-video message_inline_image"><a data-id="aqz-KE-bpKQ" href="${url}"><img src="${STILL}"></a></div>`;

test('a YouTube video has its thumbnail below its paragraph', () => {
  const link = `<a href="${YOUTUBE}">${YOUTUBE}</a>`;
  assert.equal(html(YOUTUBE), `<p>${link}</p>\n${youtube(YOUTUBE)}`);
  assert.equal(html(`${YOUTUBE}\n\nafter`), `<p>${link}</p>\n${youtube(YOUTUBE)}<p>after</p>`);
  assert.equal(html(`> ${YOUTUBE}`), `<blockquote>\n<p>${link}</p>\n</blockquote>`);
  for (const url of ['https://youtu.be/aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'])
    assert.ok(html(url).endsWith(youtube(url)), url);
  assert.equal(renderMessage(YOUTUBE, seeing).has_image, true);
  assert.equal(html(YOUTUBE, { ...seeing, previews: false }), `<p>${link}</p>`);
});

test('a link to an external video file is replaced by the video', () => {
  const url = 'https://e.org/film.mp4';
  const film = (title = '') =>
    `<div class="message_inline_image message_inline_video"><a href="${url}"${title}><video data-video-original-url="${url}" preload="metadata" src="${elsewhere(url)}"></video></a></div>`;
  assert.equal(html(url), film());
  assert.equal(html(`[words](${url})`), `<p><a href="${url}">words</a></p>\n${film(' title="words"')}`);
  assert.equal(html('https://e.org/film.mov'), '<p><a href="https://e.org/film.mov">https://e.org/film.mov</a></p>');
});

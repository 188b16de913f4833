import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMessage } from '../../src/markdown/render.ts';
import { directory } from './directory.ts';

const a = (url: string, words = url) => `<a href="${url}">${words}</a>`;
const web = (words: string) => a(`http://${words}`, words);
const mail = (words: string) => a(`mailto:${words}`, words);
const emoji = (code: string, name: string) => {
  const spoken = name.replaceAll('_', ' ');
  return `<span aria-label="${spoken}" class="emoji emoji-${code}" role="img" title="${spoken}">:${name}:</span>`;
};

const TABLES: Record<string, [source: string, html: string][]> = {
  'domains without a scheme': [
    ['zulip.com/help and zulip.com.', `<p>${web('zulip.com/help')} and ${web('zulip.com')}.</p>`],
    ['(see zulip.com/a_(b)), www.пример.рф: ok', `<p>(see ${web('zulip.com/a_(b)')}), ${web('www.пример.рф')}: ok</p>`],
    ['README.md main.py x.zip 3.14 e.g. this a.b', '<p>README.md main.py x.zip 3.14 e.g. this a.b</p>'],
    ['*zulip.com* x:smile:zulip.com', `<p><em>${web('zulip.com')}</em> x${emoji('1f642', 'smile')}zulip.com</p>`],
    ['`zulip.com` [zulip.com](/x)', '<p><code>zulip.com</code> <a href="/x">zulip.com</a></p>'],
    ['    zulip.com', '<div class="codehilite"><pre><span></span><code>zulip.com\n</code></pre></div>'],
    [
      '- zulip.com\n> *zulip.com*',
      `<ul>\n<li>${web('zulip.com')}<blockquote>\n<p><em>${web('zulip.com')}</em></p>\n</blockquote>\n</li>\n</ul>`,
    ],
    [
      'a | b\n--|--\nzulip.com | a@b.de',
      `<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>${web('zulip.com')}</td>\n<td>${mail('a@b.de')}</td>\n</tr>\n</tbody>\n</table>`,
    ],
    [
      '[x](zulip.com/a "t") [](zulip.com) [x](zulip)',
      '<p><a href="http://zulip.com/a" title="t">x</a> <a href="http://zulip.com">http://zulip.com</a> <a href="http://zulip">x</a></p>',
    ],
    ['zulip.com"x zulip.com:80 /zulip.com', '<p>zulip.com"x zulip.com:80 /zulip.com</p>'],
    ['not:zulip.com,zulip.com?!', `<p>not:zulip.com,${web('zulip.com')}?!</p>`],
    ['javascript:foo.com about:blank.com', `<p>javascript:${web('foo.com')} about:${web('blank.com')}</p>`],
    ['"is.gd/foo/" is.gd/a::trollface::b', `<p>"${web('is.gd/foo/')}" ${web('is.gd/a::trollface::b')}</p>`],
    ['例え.みんな/パス 例え.jp/パス。', `<p>${web('例え.みんな/パス')} ${web('例え.jp/パス。')}</p>`],
    ['love...it a.commandstuff()', '<p>love...it a.commandstuff()</p>'],
  ],
  'e-mail addresses': [
    ['ada@example.org, <mia@a.co.uk>', `<p>${mail('ada@example.org')}, &lt;${mail('mia@a.co.uk')}&gt;</p>`],
    ['**a.b+c@d-e.de**.', `<p><strong>${mail('a.b+c@d-e.de')}</strong>.</p>`],
    [
      '`a@b.de` [a@b.de](/x) foo@bar @b.de a@b@c.de',
      '<p><code>a@b.de</code> <a href="/x">a@b.de</a> foo@bar @b.de a@b@c.de</p>',
    ],
    ['[x](a@b.de)', '<p><a href="mailto:a@b.de">x</a></p>'],
    ['http://zulip.com/a@b.de', `<p>${a('http://zulip.com/a@b.de')}</p>`],
  ],
  'URLs of this server': [
    [
      'https://chat.example/#narrow/channel/7-design/topic/x.20y/near/12.',
      '<p><a class="message-link" href="/#narrow/channel/7-design/topic/x.20y/near/12">#design &gt; x y @ 💬</a>.</p>',
    ],
    [
      'https://chat.example/#narrow/stream/7-old-name/topic/a/with/5',
      '<p><a class="stream-topic" data-stream-id="7" href="/#narrow/channel/7-design/topic/a/with/5">#design &gt; a</a></p>',
    ],
    [
      'https://chat.example/#narrow/channel/7',
      '<p><a class="stream" data-stream-id="7" href="/#narrow/channel/7-design">#design</a></p>',
    ],
    [
      'https://chat.example/#narrow/channel/7/topic/.3Cb.3E.22',
      '<p><a class="stream-topic" data-stream-id="7" href="/#narrow/channel/7-design/topic/.3Cb.3E.22">#design &gt; &lt;b&gt;"</a></p>',
    ],
    [
      'https://chat.example/#narrow/channel/99-secret',
      `<p>${a('/#narrow/channel/99-secret', 'https://chat.example/#narrow/channel/99-secret')}</p>`,
    ],
    [
      'https://chat.example/#narrow/channel/7/topic/.ff',
      `<p>${a('/#narrow/channel/7/topic/.ff', 'https://chat.example/#narrow/channel/7/topic/.ff')}</p>`,
    ],
    ['[x](https://chat.example/user_uploads/2/ab/c.png)', `<p>${a('/user_uploads/2/ab/c.png', 'x')}</p>`],
    ['https://chat.example.evil/user_uploads/x', `<p>${a('https://chat.example.evil/user_uploads/x')}</p>`],
    ['https://chat.example/help', `<p>${a('https://chat.example/help')}</p>`],
  ],
};

for (const [subject, rows] of Object.entries(TABLES)) {
  test(`${subject} become the same links as in Zulip`, () => {
    for (const [source, html] of rows) assert.equal(renderMessage(source, directory).html, html, source);
  });
}

test('an uploaded file is recognized however its URL is written, and a file on another server is not', () => {
  const facts = (source: string) => {
    const { has_link, has_attachment, has_image } = renderMessage(source, directory);
    return { has_link, has_attachment, has_image };
  };
  const picture = { has_link: true, has_attachment: true, has_image: true };
  assert.deepEqual(facts('https://chat.example/user_uploads/2/ab/c.png'), picture);
  assert.deepEqual(facts('[x](https://chat.example/user_uploads/2/ab/c.png)'), picture);
  const link = { has_link: true, has_attachment: false, has_image: false };
  assert.deepEqual(facts('https://elsewhere.example/user_uploads/2/ab/c.png'), link);
  assert.deepEqual(facts('zulip.com'), link);
});

test('emoticons become emoji where they stand alone, for users who turned this on', () => {
  const rows: [string, string][] = [
    [':) x:) :/ <3', `<p>${emoji('1f642', 'smile')} x:) ${emoji('1f615', 'confused')} ${emoji('2764', 'heart')}</p>`],
    [
      'so :). !:)? (:D) ":p"',
      `<p>so ${emoji('1f642', 'smile')}. !${emoji('1f642', 'smile')}? (${emoji('1f600', 'grinning')}) "${emoji('1f61b', 'stuck_out_tongue')}"</p>`,
    ],
    [
      ':-) :-D (-: 5:-D',
      `<p>${emoji('1f642', 'smile')} ${emoji('1f600', 'grinning')} ${emoji('1f642', 'smile')} 5:-D</p>`,
    ],
    ['(:\n;)', `<p>${emoji('1f642', 'smile')}<br>\n${emoji('1f609', 'wink')}</p>`],
    [
      '*:p* `:)` :D:D :smile::)',
      `<p><em>${emoji('1f61b', 'stuck_out_tongue')}</em> <code>:)</code> :D:D ${emoji('1f642', 'smile')}:)</p>`,
    ],
    ['zulip.com/ :( http://a.b/:)', `<p>${web('zulip.com/')} ${emoji('1f641', 'frown')} ${a('http://a.b/')}:)</p>`],
  ];
  for (const [source, html] of rows) {
    assert.equal(renderMessage(source, { ...directory, emoticons: true }).html, html, source);
    assert.ok(!renderMessage(':) <3', directory).html.includes('emoji'));
  }
});

test('a URL is a link even if a linkifier matches a part of it', () => {
  const linksIn = (text: string) =>
    Array.from(text.matchAll(/[A-Z]+-\d+/g), ({ 0: word, index }) => ({
      from: index,
      to: index + word.length,
      url: `https://t.example/${word}`,
    }));
  assert.equal(
    renderMessage('AB-1 AB-1@b.de x.de/AB-2', { ...directory, linksIn }).html,
    '<p><a href="https://t.example/AB-1">AB-1</a> <a href="mailto:AB-1@b.de">AB-1@b.de</a> <a href="http://x.de/AB-2">x.de/AB-2</a></p>',
  );
});

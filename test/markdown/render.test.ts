import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMessage } from '../../src/markdown/render.ts';
import { directory } from './directory.ts';

const ADA = '<span class="user-mention" data-user-id="9">@Ada Lovelace</span>';
const GONE = '<span class="user-mention silent" data-user-id="13">Gone</span>';
const QUIET_ADA = '<span class="user-mention silent" data-user-id="9">Ada Lovelace</span>';
const emoji = (code: string, name: string) => {
  const spoken = name.replaceAll('_', ' ');
  return `<span aria-label="${spoken}" class="emoji emoji-${code}" role="img" title="${spoken}">:${name}:</span>`;
};
const code = (text: string, attribute = '') =>
  `<div class="codehilite"${attribute}><pre><span></span><code>${text}\n</code></pre></div>`;

const TABLES: Record<string, [source: string, html: string][]> = {
  paragraphs: [
    ['', ''],
    ['hello', '<p>hello</p>'],
    ['it\'s "lunch" time', '<p>it\'s "lunch" time</p>'],
    ['one\ntwo\r\nthree', '<p>one<br>\ntwo<br>\nthree</p>'],
    ['one\n\n\ntwo', '<p>one</p>\n<p>two</p>'],
    ['a\n  b\n      c', '<p>a<br>\n  b<br>\n      c</p>'],
    ['  a', '<p>a</p>'],
    ['c:\\new\\*x', '<p>c:\\new\\*x</p>'],
    ['-5 degrees, 3.5', '<p>-5 degrees, 3.5</p>'],
  ],
  'HTML in the source': [
    ['<h1>stay</h1> thanks', '<p>&lt;h1&gt;stay&lt;/h1&gt; thanks</p>'],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
    ['<img src=x onerror="alert(1)">\n*x*', '<p>&lt;img src=x onerror="alert(1)"&gt;<br>\n<em>x</em></p>'],
    ['& &amp; &amp;amp; &lt;b&gt; &nope;', '<p>&amp; &amp; &amp;amp; &lt;b&gt; &amp;nope;</p>'],
    ['`<&nbsp;>`', '<p><code>&lt;&amp;nbsp;&gt;</code></p>'],
  ],
  emphasis: [
    ['*foo* **bar** ***baz***', '<p><em>foo</em> <strong>bar</strong> <strong><em>baz</em></strong></p>'],
    ['_foo_ __bar__', '<p>_foo_ __bar__</p>'],
    ['const char *x = (char *)y', '<p>const char *x = (char *)y</p>'],
    ['2 * 3 * 4', '<p>2 * 3 * 4</p>'],
    ['out **any time\nleave**', '<p>out **any time<br>\nleave**</p>'],
    ['*a **b** c*', '<p><em>a <strong>b</strong> c</em></p>'],
    ['**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>'],
    ['a*b*c', '<p>a<em>b</em>c</p>'],
    ['**a `**` b**', '<p><strong>a <code>**</code> b</strong></p>'],
    ['a ****', '<p>a ****</p>'],
    ['~~gone~~ ~~ gone ~~ ~no~ ~~~no~~~', '<p><del>gone</del> <del> gone </del> ~no~ ~~~no~~~</p>'],
    ['~~a **b**~~', '<p><del>a <strong>b</strong></del></p>'],
  ],
  code: [
    ['` outer ` ```    space    ```', '<p><code> outer </code> <code>    space    </code></p>'],
    ['``a`b`` `*x*` `open', '<p><code>a`b</code> <code>*x*</code> `open</p>'],
    ['    def foo(): pass', code('def foo(): pass')],
    ['~~~\nint x = 3\n* 4;   \n\n~~~', code('int x = 3\n* 4;')],
    [
      'said:\n``` py\nprint("<\'&")\n```\nok',
      `<p>said:</p>\n${code('<span class="nb">print</span><span class="p">(</span><span class="s2">&quot;&lt;&#39;&amp;&quot;</span><span class="p">)</span>', ' data-code-language="Python"')}\n<p>ok</p>`,
    ],
    ['~~~~.python \nx\n~~~~', code('<span class="n">x</span>', ' data-code-language="Python"')],
    ['```inventedlanguage\nx\n```', code('x', ' data-code-language="inventedlanguage"')],
    ['```"><script>\nx\n```', `<p>\`\`\`"&gt;&lt;script&gt;<br>\nx</p>\n${code('')}`],
    ['```\nopen', code('open')],
  ],
  quotes: [
    ['> a\nb\n\nc', '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n<p>c</p>'],
    ['>', '<p>&gt;</p>'],
    ['>>>', '<blockquote>\n<blockquote>\n<p>&gt;</p>\n</blockquote>\n</blockquote>'],
    ['a\n>\n>\n\n>\n> b', '<p>a<br>\n&gt;<br>\n&gt;</p>\n<blockquote>\n<p>b</p>\n</blockquote>'],
    ['> a\n\n> b', '<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>'],
    ['>\n>\ntext', '<blockquote>\n<p>text</p>\n</blockquote>'],
    ['> a\n>\nb\nc\n\nd', '<blockquote>\n<p>a</p>\n<p>b<br>\nc</p>\n</blockquote>\n<p>d</p>'],
    ['>\n    a', '<blockquote>\n<p>a</p>\n</blockquote>'],
    ['> a\n>\n- b', '<blockquote>\n<p>a</p>\n</blockquote>\n<ul>\n<li>b</li>\n</ul>'],
    ['- > a\n>b', '<ul>\n<li>\n<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n</li>\n</ul>'],
    [
      'said:\n~~~ quote\nTo **be**\n\nor\n~~~\nend',
      '<p>said:</p>\n<blockquote>\n<p>To <strong>be</strong></p>\n<p>or</p>\n</blockquote>\n<p>end</p>',
    ],
    [
      '```quote\n```txt\nx\n```\n> y\n```\nz',
      `<blockquote>\n${code('x', ' data-code-language="txt"')}\n<blockquote>\n<p>y</p>\n</blockquote>\n</blockquote>\n<p>z</p>`,
    ],
    [
      '````quote\n```quote\na\n```\nb\n````',
      '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>',
    ],
    ['```quote\nnever closed', '<blockquote>\n<p>never closed</p>\n</blockquote>'],
    ['- ```quote\n  a\n  ```\n- b', '<ul>\n<li>\n<blockquote>\n<p>a</p>\n</blockquote>\n</li>\n<li>b</li>\n</ul>'],
  ],
  lists: [
    ['list:\n* One\n* Two', '<p>list:</p>\n<ul>\n<li>One</li>\n<li>Two</li>\n</ul>'],
    ['3. A\n3. B', '<ol start="3">\n<li>A</li>\n<li>B</li>\n</ol>'],
    ['* a\n  * b\n* c', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>'],
    ['* a\n\n* b', '<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>'],
    ['*', '<ul>\n<li></li>\n</ul>'],
  ],
  'headings, rules and tables': [
    ['# Hello\n###### six\n#no\n####### seven', '<h1>Hello</h1>\n<h6>six</h6>\n<p>#no<br>\n####### seven</p>'],
    ['text\n---\nmore', '<p>text</p>\n<hr>\n<p>more</p>'],
    [
      'a | b\n--|:-:\n*1* | 2',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align: center;">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><em>1</em></td>\n<td style="text-align: center;">2</td>\n</tr>\n</tbody>\n</table>',
    ],
  ],
  links: [
    ['[hello](https://github.com)', '<p><a href="https://github.com">hello</a></p>'],
    ['[](https://a.b) [ ](/x)', '<p><a href="https://a.b">https://a.b</a> <a href="/x">/x</a></p>'],
    ['[a [b] `]` *c*](#narrow "t\'i")', '<p><a href="#narrow" title="t&#39;i">a [b] <code>]</code> *c*</a></p>'],
    [
      '[a](tel:+1415) [b](sms:+1415) [c](ftp://a.b)',
      '<p><a href="tel:+1415">a</a> <a href="sms:+1415">b</a> [c](ftp://a.b)</p>',
    ],
    ['**[x](mailto:a@b.c)**', '<p><strong><a href="mailto:a@b.c">x</a></strong></p>'],
    ['[x](http://a.b/?q="&r=<)', '<p><a href="http://a.b/?q=&quot;&amp;r=&lt;">x</a></p>'],
    [
      '[x](javascript:alert(1)) [x](JaVaScRiPt&#58;a) [x](data:text/html,y)',
      '<p>[x](javascript:alert(1)) [x](JaVaScRiPt:a) [x](data:text/html,y)</p>',
    ],
    [
      '[x](//evil.example) [x](/\\evil.example) [x](foo)',
      '<p>[x](//evil.example) [x](/\\evil.example) <a href="http://foo">x</a></p>',
    ],
    ['[x](java\nscript:a)', '<p>[x](java<br>\nscript:a)</p>'],
    ['![cat](https://a.b/c.png)', '<p>!<a href="https://a.b/c.png">cat</a></p>'],
    [
      'Hello [world]\n\n[world]: https://a.b',
      '<p>Hello [world]</p>\n<p>[world]: <a href="https://a.b">https://a.b</a></p>',
    ],
    [
      'https://a.b/A_(c), (http://x.y).',
      '<p><a href="https://a.b/A_(c)">https://a.b/A_(c)</a>, (<a href="http://x.y">http://x.y</a>).</p>',
    ],
    [
      '*http://a.b* **http://a.b** xhttp://a.b http:// HTTP://A.B',
      '<p><em><a href="http://a.b">http://a.b</a></em> <strong><a href="http://a.b">http://a.b</a></strong> xhttp://a.b http:// <a href="HTTP://A.B">HTTP://A.B</a></p>',
    ],
    ['mailto:a@b.co, javascript://x', '<p><a href="mailto:a@b.co">mailto:a@b.co</a>, javascript://x</p>'],
    ['`http://a.b`', '<p><code>http://a.b</code></p>'],
  ],
  mentions: [
    ['@**Ada Lovelace** @**ada lovelace** @**Ada Lovelace|9** @**|9**', `<p>${ADA} ${ADA} ${ADA} ${ADA}</p>`],
    ['@_**Ada Lovelace**', `<p>${QUIET_ADA}</p>`],
    ["@**Mia O'Neil <b>**", '<p><span class="user-mention" data-user-id="10">@Mia O\'Neil &lt;b&gt;</span></p>'],
    [
      '@**Nobody** @**Twin** @**Ada|9** @**|99**',
      '<p>@<strong>Nobody</strong> @<strong>Twin</strong> @<strong>Ada|9</strong> @<strong>|99</strong></p>',
    ],
    ['@**Twin|12**', '<p><span class="user-mention" data-user-id="12">@Twin</span></p>'],
    ['mail@**Ada Lovelace**', '<p>mail@<strong>Ada Lovelace</strong></p>'],
    ['`@**Ada Lovelace**`', '<p><code>@**Ada Lovelace**</code></p>'],
    ['    @**Ada Lovelace**', code('@**Ada Lovelace**')],
    ['**hi @**Ada Lovelace**!**', `<p><strong>hi ${ADA}!</strong></p>`],
    ['[@**Ada Lovelace**](/x)', '<p><a href="/x">@**Ada Lovelace**</a></p>'],
    ['> @**Ada Lovelace**', `<blockquote>\n<p>${QUIET_ADA}</p>\n</blockquote>`],
    ['```quote\n- @**Ada Lovelace**\n```', `<blockquote>\n<ul>\n<li>${QUIET_ADA}</li>\n</ul>\n</blockquote>`],
    [
      '@**all** @_**all**',
      '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span> <span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span></p>',
    ],
    [
      '@**topic** @_**topic**',
      '<p><span class="topic-mention">@topic</span> <span class="topic-mention silent">topic</span></p>',
    ],
    [
      '@*designers* @_*Designers* @*none*',
      '<p><span class="user-group-mention" data-user-group-id="5">@designers</span> <span class="user-group-mention silent" data-user-group-id="5">designers</span> @<em>none</em></p>',
    ],
  ],
  'deactivated users and groups': [
    ['@**Gone** @**Gone|13**', `<p>${GONE} ${GONE}</p>`],
    ['@*disbanded*', '<p><span class="user-group-mention silent" data-user-group-id="6">disbanded</span></p>'],
  ],
  'differences to CommonMark': [
    ['# \n#\n   # a\n## b', '<p># <br>\n#<br>\n   # a</p>\n<h2>b</h2>'],
    ['\\`a`', '<p>\\`a`</p>'],
    ['\\\\`b`', '<p>\\\\<code>b</code></p>'],
    ['❤ \u2764\ufe0f ↔ 1\u20e3', `<p>❤ ${emoji('2764', 'heart')} ↔ 1\u20e3</p>`],
    [
      '| `a|b` | c|`\n|--|--|--\n``x`|`` | y | z',
      '<table>\n<thead>\n<tr>\n<th><code>a|b</code></th>\n<th>c</th>\n<th>`</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>x`|</code></td>\n<td>y</td>\n<td>z</td>\n</tr>\n</tbody>\n</table>',
    ],
  ],
  'channels and topics': [
    ['#**design**', '<p><a class="stream" data-stream-id="7" href="/#narrow/channel/7-design">#design</a></p>'],
    [
      '#**design>the topic**',
      '<p><a class="stream-topic" data-stream-id="7" href="/#narrow/channel/7-design/topic/the.20topic">#design &gt; the topic</a></p>',
    ],
    [
      '#**Büro (R&D) 2.0**',
      '<p><a class="stream" data-stream-id="8" href="/#narrow/channel/8-B.C3.BCro-.28R.26D.29-2.2E0">#Büro (R&amp;D) 2.0</a></p>',
    ],
    [
      '#**design>"><b>**',
      '<p><a class="stream-topic" data-stream-id="7" href="/#narrow/channel/7-design/topic/.22.3E.3Cb.3E">#design &gt; "&gt;&lt;b&gt;</a></p>',
    ],
    [
      '#**design>**',
      '<p><a class="stream-topic" data-stream-id="7" href="/#narrow/channel/7-design/topic/">#design &gt; <em>general chat</em></a></p>',
    ],
    [
      '#**design>x@12**',
      '<p><a class="message-link" href="/#narrow/channel/7-design/topic/x/near/12">#design &gt; x @ 💬</a></p>',
    ],
    ['#**secret** a#**design**', '<p>#<strong>secret</strong> a#<strong>design</strong></p>'],
  ],
  emoji: [
    [':thumbs_up: :+1:', `<p>${emoji('1f44d', 'thumbs_up')} ${emoji('1f44d', '+1')}</p>`],
    [
      ':cat:hello:dog::rabbit:',
      `<p>${emoji('1f408', 'cat')}hello${emoji('1f415', 'dog')}${emoji('1f407', 'rabbit')}</p>`,
    ],
    ['x::y::z :nosuch: :) **:smile:**', `<p>x::y::z :nosuch: :) <strong>${emoji('1f642', 'smile')}</strong></p>`],
    ['💩❤️ ok\u26932', `<p>${emoji('1f4a9', 'poop')}${emoji('2764', 'heart')} ok${emoji('2693', 'anchor')}2</p>`],
    ['🤷‍♀️ #️⃣ 5', `<p>${emoji('1f937-200d-2640', 'woman_shrugging')} ${emoji('0023-20e3', 'hash')} 5</p>`],
    ['© 2 → ↔ 🍋‍🟪 👍🏽', '<p>© 2 → ↔ 🍋‍🟪 👍🏽</p>'],
    ['`:smile: 💩`', '<p><code>:smile: 💩</code></p>'],
  ],
};

for (const [subject, rows] of Object.entries(TABLES)) {
  test(`${subject}: the HTML is the same as Zulip’s`, () => {
    for (const [source, html] of rows) assert.equal(renderMessage(source, directory).html, html, source);
  });
}

const NOTHING = {
  mentioned_user_ids: [],
  mentioned_group_ids: [],
  mentions_channel: false,
  mentions_topic: false,
  has_link: false,
  has_image: false,
  has_attachment: false,
  is_me_message: false,
  unknown_links: [],
};

test('the extracted facts describe the message', () => {
  const rows: [string, object][] = [
    ['hello', {}],
    [
      '@**Twin|12** @**Ada Lovelace** @**Twin|12** @*designers*',
      { mentioned_user_ids: [9, 12], mentioned_group_ids: [5] },
    ],
    ['@_**Ada Lovelace** @_*designers* @_**all** @_**topic** `@**all**`\n> @**all** @**topic** @**Ada Lovelace**', {}],
    ['@**everyone** @**topic**', { mentions_channel: true, mentions_topic: true }],
    ['see http://a.b', { has_link: true }],
    ['[cat.png](/user_uploads/2/ab/cat.png)', { has_link: true, has_attachment: true, has_image: true }],
    ['[notes](/user_uploads/2/ab/notes.txt?x=.png)', { has_link: true, has_attachment: true }],
    ['#**design** [x](javascript:a)', { has_link: true }],
    ['#**design>colours**', { has_link: true }],
    ['[x](javascript:a)', {}],
    ['/me waves', { is_me_message: true }],
    ['/me waves\n*twice*', { is_me_message: true }],
    ['/me\nwaves', {}],
    ['/me has\n\ntwo paragraphs', {}],
    ['/me lists\n* one', {}],
  ];
  for (const [source, facts] of rows) {
    const { html: _, ...found } = renderMessage(source, directory);
    assert.deepEqual(found, { ...NOTHING, ...facts }, source);
  }
});

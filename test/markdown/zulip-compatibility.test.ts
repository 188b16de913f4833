import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMessage } from '../../src/markdown/render.ts';
import { directory } from './directory.ts';

const html = (source: string) => renderMessage(source, directory).html;
const BOX = '<div class="codehilite"><pre><span></span><code>\n</code></pre></div>';

function assertRendered(rows: readonly (readonly [source: string, expected: string])[]): void {
  for (const [source, expected] of rows) assert.equal(html(source), expected, source);
}

test('an unclosed fence is an empty block, and one closed immediately is nothing', () => {
  assertRendered([
    ['```', BOX],
    ['a\n```', `<p>a</p>\n${BOX}`],
    ['```\n\n```', BOX],
    ['```\n```', ''],
    ['```\n```\nafter', '<p>after</p>'],
    ['```quote', '<blockquote>\n</blockquote>'],
    [
      '```spoiler head',
      '<div class="spoiler-block"><div class="spoiler-header">\n<p>head</p>\n</div><div class="spoiler-content" aria-hidden="true">\n</div></div>',
    ],
  ]);
});

test('the header of a spoiler is Markdown', () => {
  const spoiler = (header: string) =>
    `<div class="spoiler-block"><div class="spoiler-header">\n${header}</div><div class="spoiler-content" aria-hidden="true">\n<p>b</p>\n</div></div>`;
  assertRendered([
    ['```spoiler **h**\nb\n```', spoiler('<p><strong>h</strong></p>\n')],
    ['```spoiler\nb\n```', spoiler('')],
    ['```spoiler # h\nb\n```', spoiler('<h1>h</h1>\n')],
    ['```spoiler * h\nb\n```', spoiler('<ul>\n<li>h</li>\n</ul>\n')],
  ]);
});

test('a link destination may contain blanks', () => {
  assertRendered([
    ['[x](https://a/b c)', '<p><a href="https://a/b%20c">x</a></p>'],
    ['[x](https://a/b c "t")', '<p><a href="https://a/b%20c" title="t">x</a></p>'],
    ['[x](https://a/b(c d)) e', '<p><a href="https://a/b(c%20d)">x</a> e</p>'],
    ['[x](/user_uploads/2/ab/my notes.txt)', '<p><a href="/user_uploads/2/ab/my%20notes.txt">x</a></p>'],
    ['[x](see below)', '<p>[x](see below)</p>'],
    ['[x](javascript:a b)', '<p>[x](javascript:a b)</p>'],
  ]);
});

test('a URL ends where only punctuation stands before the next blank', () => {
  const link = (url: string) => `<a href="${url}">${url}</a>`;
  assertRendered([
    ['"http://x/a.js"<b>', '<p>"http://x/a.js"&lt;b&gt;</p>'],
    ['http://x/a"b', '<p>http://x/a"b</p>'],
    ['http://x"<b>', '<p>http://x"&lt;b&gt;</p>'],
    ['"http://x/a.js".', `<p>"${link('http://x/a.js')}".</p>`],
    ['<http://x/a>', `<p>&lt;${link('http://x/a')}&gt;</p>`],
    ['http://x/a<b>c', `<p>${link('http://x/a&lt;b&gt;c')}</p>`],
    ['**"http://x/a"**', `<p><strong>"${link('http://x/a')}"</strong></p>`],
  ]);
});

test('a mention of a role’s group shows the name of the role', () => {
  const lookup = { ...directory, groupNamed: (name: string) => ({ id: 5, name }) };
  assert.equal(
    renderMessage('@*role:members* @_*role:owners*', lookup).html,
    '<p><span class="user-group-mention" data-user-group-id="5">@Members</span> <span class="user-group-mention silent" data-user-group-id="5">Owners</span></p>',
  );
});

test('a time in the first century is an error', () => {
  for (const written of ['0001-01-01', '0001-01-01T00:00:00Z', '0099-12-31', '-62135596800'])
    assert.equal(
      html(`<time:${written}>`),
      `<p><span class="timestamp-error">Invalid time format: ${written}</span></p>`,
    );
  assert.match(html('<time:0100-01-01>'), /<time datetime="0100-01-01T00:00:00Z">/);
});

test('PHP is highlighted without an opening tag, and within other languages', () => {
  const code = (language: string, source: string) => html(`\`\`\`${language}\n${source}\n\`\`\``);
  assert.match(code('php', 'echo 1;'), /<span class="k">echo<\/span> <span class="mi">1<\/span>/);
  assert.match(code('php', '<?php\necho 1;'), /<span class="cp">&lt;\?php<\/span>\n<span class="k">echo/);
  for (const [language, name, source, tag] of [
    ['css+php', 'CSS+PHP', 'a { color: <?= $x ?>; }', '<span class="k">color</span>'],
    ['html+php', 'HTML+PHP', '<p><?= $x ?></p>', '<span class="nt">p</span>'],
    ['javascript+php', 'JavaScript+PHP', 'var a = <?= $x ?>;', '<span class="kd">var</span>'],
    ['js+php', 'JavaScript+PHP', 'var a = <?= $x ?>;', '<span class="nx">a</span>'],
    ['xml+php', 'XML+PHP', '<a><?= $x ?></a>', '<span class="nt">&lt;/a&gt;</span>'],
  ] as const) {
    const shown = code(language, source);
    assert.ok(shown.includes(`data-code-language="${name}"`), shown);
    assert.ok(shown.includes(tag), shown);
    assert.ok(
      shown.includes('<span class="cp">&lt;?=</span> <span class="nv">$x</span> <span class="cp">?&gt;</span>'),
    );
  }
});

test('highlighted code marks errors and whitespace as Pygments does', () => {
  const code = (language: string, source: string) =>
    /<code>(.*)\n<\/code>/s.exec(html(`\`\`\`\`${language}\n${source}\n\`\`\`\``))![1]!;
  const blank = '<span class="w"> </span>';
  assert.equal(code('python', 'x ?'), '<span class="n">x</span> <span class="err">?</span>');
  assert.equal(code('js', '#'), '<span class="err">#</span>');
  assert.equal(code('sql', '$$'), '<span class="err">$$</span>');
  assert.equal(code('python', 'def f'), `<span class="k">def</span>${blank}<span class="nf">f</span>`);
  assert.equal(
    code('python', 'from a import b'),
    `<span class="kn">from</span>${blank}<span class="nn">a</span>${blank}<span class="kn">import</span> <span class="n">b</span>`,
  );
  assert.equal(code('diff', ' a'), `${blank}a`);
  assert.equal(code('java', 'class A'), '<span class="kd">class</span> <span class="nc">A</span>');
  for (const [language, source] of [
    ['bash', 'a $ b'],
    ['css', 'é {}'],
    ['rust', 'a # b'],
    ['python', 'a \\ b'],
  ] as const)
    assert.doesNotMatch(code(language, source), /err/, language);
});

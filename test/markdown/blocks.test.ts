import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMessage } from '../../src/markdown/render.ts';
import { LANGUAGES } from '../../src/shared/code-languages.ts';
import { assertAllowed } from './allowed-html.ts';
import { directory } from './directory.ts';

const ADA = '<span class="user-mention" data-user-id="9">@Ada Lovelace</span>';
const code = (language: string, text: string) =>
  `<div class="codehilite"${language && ` data-code-language="${language}"`}><pre><span></span><code>${text}\n</code></pre></div>`;
const spoiler = (header: string, content: string) =>
  `<div class="spoiler-block"><div class="spoiler-header">\n${header}</div><div class="spoiler-content" aria-hidden="true">\n${content}\n</div></div>`;
const x = (kind: string) =>
  `<span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"${kind}><semantics><mrow><mi>x</mi></mrow>` +
  '<annotation encoding="application/x-tex">x</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">' +
  '<span class="base"><span class="strut" style="height:0.4306em;"></span><span class="mord mathnormal">x</span></span></span></span>';
const X = x('');
const BIG_X = `<span class="katex-display">${x(' display="block"')}</span>`;

const TABLES: Record<string, [source: string, html: string][]> = {
  'highlighted code': [
    [
      '```py\ndef f(x):\n    return "a" + 1 # c\n```',
      code(
        'Python',
        '<span class="k">def</span><span class="w"> </span><span class="nf">f</span><span class="p">(</span><span class="n">x</span><span class="p">):</span>\n    <span class="k">return</span> <span class="s2">&quot;a&quot;</span> <span class="o">+</span> <span class="mi">1</span> <span class="c1"># c</span>',
      ),
    ],
    [
      '``` {.JavaScript}\nlet a = null; /* b\n  c */\n```',
      code(
        'JavaScript',
        '<span class="kd">let</span><span class="w"> </span><span class="nx">a</span><span class="w"> </span><span class="o">=</span><span class="w"> </span><span class="kc">null</span><span class="p">;</span><span class="w"> </span><span class="cm">/* b</span>\n<span class="cm">  c */</span>',
      ),
    ],
    [
      '~~~c++\n0x1f 1.5\n~~~',
      code('C++', '<span class="mh">0x1f</span><span class="w"> </span><span class="mf">1.5</span>'),
    ],
    [
      '```py\nf"a{b}c"\n```',
      code(
        'Python',
        '<span class="sa">f</span><span class="s2">&quot;a</span><span class="si">{</span><span class="n">b</span><span class="si">}</span><span class="s2">c&quot;</span>',
      ),
    ],
    [
      '```c\n#include <a.h>\n```',
      code('C', '<span class="cp">#include</span><span class="w"> </span><span class="cpf">&lt;a.h&gt;</span>'),
    ],
    ['```py\n@cached\n```', code('Python', '<span class="nd">@cached</span>')],
    ['```diff\n+a\n-b\n```', code('Diff', '<span class="gi">+a</span>\n<span class="gd">-b</span>')],
    [
      '```html\n<b id="x">\n```',
      code(
        'HTML',
        '<span class="p">&lt;</span><span class="nt">b</span> <span class="na">id</span><span class="o">=</span><span class="s">&quot;x&quot;</span><span class="p">&gt;</span>',
      ),
    ],
    ['```Klingon\nlet a = 1\n```', code('klingon', 'let a = 1')],
    ['```zig\nconst a = 1\n```', code('Zig', 'const a = 1')],
    ['```constructor\nx\n```', code('constructor', 'x')],
    ['```text\nlet a\n```', code('Text only', 'let a')],
    ['```js and words\na\n```', code('JavaScript', '<span class="nx">a</span>')],
    ['    let a = 1', code('', 'let a = 1')],
  ],
  'nested fences': [
    [
      '~~~ quote\n~~~~js\n1\n~~~\n~~~~\nb\n~~~\nc',
      `<blockquote>\n${code('JavaScript', '<span class="mf">1</span>\n<span class="o">~~~</span>')}\n<p>b</p>\n</blockquote>\n<p>c</p>`,
    ],
    ['````quote\n```quote\na\n```\n````', '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n</blockquote>'],
    ['```quoted\na\n~~~\n```\n~~~\n```\nb', `<blockquote>\n<p>a</p>\n${code('', '```')}\n</blockquote>\n<p>b</p>`],
    [
      '```quote\n```spoiler s\na\n```\nb\n```',
      `<blockquote>\n${spoiler('<p>s</p>\n', '<p>a</p>')}\n<p>b</p>\n</blockquote>`,
    ],
    [
      '> ```js\n> 1\n> ```\nb',
      `<blockquote>\n${code('JavaScript', '<span class="mf">1</span>')}\n</blockquote>\n<p>b</p>`,
    ],
    ['> ```\n> a\n\nb', `<blockquote>\n${code('', 'a')}\n</blockquote>\n<p>b</p>`],
    ['```\n````\n```', code('', '````')],
    ['a\n```\n```\nb', '<p>a</p>\n<p>b</p>'],
    ['```\n\n```', code('', '')],
    [
      '- ```js\n  1\n  ```\n- b',
      `<ul>\n<li>\n${code('JavaScript', '<span class="mf">1</span>')}\n</li>\n<li>b</li>\n</ul>`,
    ],
  ],
  spoilers: [
    ['```spoiler\na\n```\nb', `${spoiler('', '<p>a</p>')}\n<p>b</p>`],
    [
      '```spoiler The *end* @**Ada Lovelace**\n- a\n```',
      spoiler(`<p>The <em>end</em> ${ADA}</p>\n`, '<ul>\n<li>a</li>\n</ul>'),
    ],
    [
      '```spoiler <b>\n```js\n1\n```\na\n```',
      spoiler('<p>&lt;b&gt;</p>\n', `${code('JavaScript', '<span class="mf">1</span>')}\n<p>a</p>`),
    ],
    ['```spoiler a\n```spoiler b\nc\n```\n```', spoiler('<p>a</p>\n', spoiler('<p>b</p>\n', '<p>c</p>'))],
    ['```SPOILER a\nnever closed', spoiler('<p>a</p>\n', '<p>never closed</p>')],
  ],
  formulas: [
    ['is $$x$$, *b $$x$$*', `<p>is ${X}, <em>b ${X}</em></p>`],
    [
      '$$\\nope$$ $$a<$$',
      `<p><span class="tex-error">$$\\nope$$</span> ${renderMessage('$$a<$$', directory).html.slice(3)}`,
    ],
    ['$$\\nope<b>$$', '<p><span class="tex-error">$$\\nope&lt;b&gt;$$</span></p>'],
    ['a$$x$$ $$x$$b $$$x$$$ $$_x$$ $$x\n$$ $$$$ 5$$', '<p>a$$x$$ $$x$$b $$$x$$$ $$_x$$ $$x<br>\n$$ $$$$ 5$$</p>'],
    ['`$$x$$`', '<p><code>$$x$$</code></p>'],
    ['```math\nx\n```', `<p>${BIG_X}</p>`],
    [
      'a\n~~~ math\nx\n\nx\n\n\\nope{&}\n~~~',
      `<p>a</p>\n<p>${BIG_X}\n\n${BIG_X}\n\n<span class="tex-error">\\nope{&amp;}</span></p>`,
    ],
    ['```quote\n```math\nx\n```\n```', `<blockquote>\n<p>${BIG_X}</p>\n</blockquote>`],
  ],
  times: [
    ['at <time:2026-11-21T12:00:00Z>', '<p>at <time datetime="2026-11-21T12:00:00Z">2026-11-21T12:00:00Z</time></p>'],
    [
      '<time:2026-11-21T13:30:00+01:30>',
      '<p><time datetime="2026-11-21T12:00:00Z">2026-11-21T13:30:00+01:30</time></p>',
    ],
    ['<time:2026-11-21 02:00 PST>', '<p><time datetime="2026-11-21T10:00:00Z">2026-11-21 02:00 PST</time></p>'],
    ['<time:2026-11-21>', '<p><time datetime="2026-11-21T00:00:00Z">2026-11-21</time></p>'],
    ['<time:Nov 21 2026, 2:30 pm>', '<p><time datetime="2026-11-21T14:30:00Z">Nov 21 2026, 2:30 pm</time></p>'],
    ['<time:21 November 2026 14:30>', '<p><time datetime="2026-11-21T14:30:00Z">21 November 2026 14:30</time></p>'],
    [
      '<time:20261121> <time:20261121T143000Z> <time:2026/11/21 2pm> <time:11/21/2026> <time:21.11.2026>',
      '<p><time datetime="2026-11-21T00:00:00Z">20261121</time> <time datetime="2026-11-21T14:30:00Z">20261121T143000Z</time> ' +
        '<time datetime="2026-11-21T14:00:00Z">2026/11/21 2pm</time> <time datetime="2026-11-21T00:00:00Z">11/21/2026</time> ' +
        '<time datetime="2026-11-21T00:00:00Z">21.11.2026</time></p>',
    ],
    ['<time:1700000000>', '<p><time datetime="2023-11-14T22:13:20Z">1700000000</time></p>'],
    ['<time:tea & cake>', '<p><span class="timestamp-error">Invalid time format: tea &amp; cake</span></p>'],
    [
      '<time:2026-02-31> <time:>',
      '<p><span class="timestamp-error">Invalid time format: 2026-02-31</span> <span class="timestamp-error">Invalid time format: </span></p>',
    ],
    [
      '**<time:2026-11-21>** `<time:1>` <time:1',
      '<p><strong><time datetime="2026-11-21T00:00:00Z">2026-11-21</time></strong> <code>&lt;time:1&gt;</code> &lt;time:1</p>',
    ],
  ],
};

for (const [subject, rows] of Object.entries(TABLES)) {
  test(`${subject}: the HTML is the same as Zulip’s`, () => {
    for (const [source, html] of rows) {
      const rendered = renderMessage(source, directory).html;
      assert.equal(rendered, html, source);
      assertAllowed(rendered);
    }
  });
}

/** Each · is a blank at the beginning of a block. */
const WITH_BLANKS = [
  '-·a\n*·b\n+·c',
  '1.·a\n2.·b',
  'text\n-·a\n\nmore',
  '-··a',
  '·-·a\n·-·b',
  '-·a\n··-·b\n····-·c',
  '1.·a\n··-·b',
  '#·heading',
  '###·heading\ntext',
  'text\n#·heading',
  '>·quote\n>·more',
  '>·-·a\n>·-·b',
  '>·#·heading',
  '-·>·quote',
  '```·js\nlet a;\n```',
  '```·quote\n-·a\n```·',
  '~~~·spoiler·Head\ntext\n~~~',
  '-·-·-',
  '*·*·*',
  '|·a·|·b·|\n|·-·|·-·|\n|·c·|·d·|'.replace(/·([abcd])·/g, ' $1 '),
  '/me·waves',
];

test('a block may begin with non-breaking spaces, as on GitHub', () => {
  for (const source of WITH_BLANKS) {
    const expected = renderMessage(source.replaceAll('·', ' '), directory);
    assert.deepEqual(renderMessage(source.replaceAll('·', '\u00a0'), directory), expected, source);
    assert.deepEqual(renderMessage(source.replace('·', '\u00a0').replaceAll('·', ' '), directory), expected, source);
  }
  assert.equal(renderMessage('\u00a0/me\u00a0waves', directory).is_me_message, true);
});

test('a non-breaking space within a text stays', () => {
  for (const text of [
    '10\u00a0000 km',
    'Oui\u00a0! Non\u00a0?',
    '«\u00a0a\u00a0»',
    '–\u00a05',
    '\u00a0\u00a0far in',
    '#a\u00a0b',
  ])
    assert.equal(renderMessage(text, directory).html, `<p>${text}</p>`);
  assert.equal(renderMessage('- 10\u00a0km', directory).html, '<ul>\n<li>10\u00a0km</li>\n</ul>');
  assert.match(renderMessage('```\nlet a\u00a0= 1;\n```', directory).html, /a\u00a0=/);
  assert.match(renderMessage('`-\u00a0a`', directory).html, /-\u00a0a/);
});

test('fenced code without a language uses the organization’s default', () => {
  const rows: [string, string][] = [
    ['```\n1\n```', code('Python', '<span class="mi">1</span>')],
    ['```js\n1\n```', code('JavaScript', '<span class="mf">1</span>')],
    ['```text\n1\n```', code('Text only', '1')],
    ['    1', code('', '1')],
  ];
  for (const [source, html] of rows)
    assert.equal(renderMessage(source, { ...directory, default_code_language: 'python' }).html, html);
  assert.equal(renderMessage('```\n1\n```', { ...directory, default_code_language: '' }).html, code('', '1'));
});

test('every language works under each of its names, and the code is unchanged', () => {
  const text =
    'let f = "a<b>" + \'c\'; // d & e\n<p class="q">/* 1.5 */</p>\n# x: {y: [0x1f, null]}\n(defun z (w) `v`)';
  const names = Object.values(LANGUAGES).flatMap((aliases) => aliases.split(' '));
  for (const name of names)
    assert.equal(assertAllowed(renderMessage(`\`\`\`${name}\n${text}\n\`\`\``, directory).html), `${text}\n`, name);
});

test('code and formulas over the limit are shown as source', () => {
  assert.equal(
    renderMessage(`\`\`\`js\n${'1 '.repeat(10_001)}\n\`\`\``, directory).html,
    code('JavaScript', '1 '.repeat(10_001).trimEnd()),
  );
  const long = renderMessage(`$$${'x'.repeat(4000)}$$`, directory).html;
  assert.equal(long, `<p><span class="tex-error">$$${'x'.repeat(4000)}$$</span></p>`);
  // On a busy machine, no formula may finish in time.
  const many = Array.from({ length: 5 }, () => renderMessage('$$x$$ '.repeat(1600), directory).html);
  assert.ok(
    many.some((html) => html.startsWith(`<p>${X} ${X}`)) &&
      many.every((html) => html.endsWith('<span class="tex-error">$$x$$</span></p>')),
  );
});

test('a short formula with definitions has the time limit of a long one', () => {
  renderMessage('$$x$$', directory);
  const repeated = `{${'x'.repeat(190)}}`;
  const calls = `${'\\a'.repeat(16)}`;
  for (const tex of [
    `\\def\\a${repeated}\\def\\b{${calls}}${'\\b'.repeat(16)}`,
    `\\gdef\\a${repeated}\\xdef\\b{${calls}}${'\\b'.repeat(16)}`,
    `\\newcommand\\a${repeated}\\providecommand\\b{${calls}}${'\\b'.repeat(16)}`,
    `\\renewcommand\\hat${repeated}\\let\\a\\hat\\def\\b{${calls}}${'\\b'.repeat(16)}`,
  ]) {
    assert.ok(tex.length < 400);
    const before = process.threadCpuUsage();
    assert.match(renderMessage(`$$${tex}$$`, directory).html, /tex-error/);
    const { user, system } = process.threadCpuUsage(before);
    // The limit is the same on any machine. Without it, a fast one takes twice as long.
    assert.ok((user + system) / 1000 < 250, `${(user + system) / 1000} ms: ${tex}`);
  }
});

test('no formula can use links, pictures, classes or endless macros', () => {
  for (const tex of [
    '\\href{javascript:alert(1)}{x}',
    '\\url{javascript:alert(1)}',
    '\\includegraphics{https://evil.example/x.png}',
    '\\htmlClass{spoiler-block}{x}',
    '\\htmlStyle{position:fixed}{x}',
    '\\htmlData{user-id=9}{x}',
    '\\color{red;position:fixed}x',
    '\\def\\a{\\a\\a}\\a',
    '\\text{<script>alert(1)</script>}',
    '\\rule{99999em}{99999em}',
    `${'{'.repeat(2000)}`,
    '\\begin{CD} A @>a>> B \\\\ @VbVV @AAcA \\\\ C @= D \\end{CD}',
    '\\overbrace{a}^{b} \\underline{x} \\widehat{abc} \\xrightarrow{a} \\bcancel{x} \\sout{x} \\angl{n} \\phase{x} \\fcolorbox{red}{#0f0}{x}',
    '\\left\\{ \\begin{array}{c|c:c} a & b & c \\\\ \\hline 1 & 2 & 3 \\end{array} \\right. \\tag{1} \\ce \\Huge x \\mathbb{R} \\vec{x} \\overset{!}{=}',
  ]) {
    const { html } = renderMessage(`$$${tex}$$\n\n\`\`\`math\n${tex}\n\`\`\``, directory);
    assertAllowed(html);
    assert.doesNotMatch(html, /<a |<img| href=| style="[^"]*position:fixed| data-/);
  }
});

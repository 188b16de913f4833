import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMessage } from '../../src/markdown/render.ts';
import { bestCpuTime } from '../support/cpu-time.ts';
import { fc, runs } from '../support/random.ts';
import { assertAllowed } from './allowed-html.ts';
import { directory } from './directory.ts';

const PIECES = (
  '* ** *** ~~ _ ` `` ``` ~~~ [ ] ( ) ](/x) ](http://a.b) ](javascript:x) ![ < > " \' & &amp; &#60; &#x202e; <script> <img/onerror=x> ' +
  '# ## - + 1. | --- |-| : :smile: :nope: http:// https://a.b/c mailto:a@b.c @** @_** @* @_* #** @**Ada@Lovelace** @_**Twin|12** @**all** ' +
  '@**topic** @*designers* #**design** #**design>x** #**design>x@1** ```quote ```js ```spoiler ```math ~~~~ $$ $$x$$ $$\\frac{a}{b}$$ \\href{javascript:x}{y} \\htmlClass{a}{b} \\color{red;x} <time:2026-11-21> <time:<b> <time: 👍 ❤️ é 中 \\ \ud83d \u0000 \u202e /me word'
)
  .split(' ')
  .map((piece) => piece.replace('Ada@', 'Ada '))
  .concat([
    "](/x 't\"<')",
    '\n```\n',
    '\n```spoiler *head* @**Ada Lovelace**\n',
    '\n```math\n\\sqrt{x<"}\n```\n',
    '\n```js\n',
    '\n```html\n<a b="',
    ' ',
    '    ',
    '\n',
    '\n\n',
    '\n> ',
    '\n- ',
    '\n  ',
    '\t',
    '\r\n',
  ]);

const message = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 })), { maxLength: 40 })
    .map((pieces) => pieces.join('')),
);

test('any input produces only allowed HTML, and the extracted facts match it', () => {
  fc.assert(
    fc.property(message, (source) => {
      const rendered = renderMessage(source, directory);
      const { html } = rendered;
      assertAllowed(html);
      assert.deepEqual(rendered.mentioned_user_ids, ids(html, /class="user-mention" data-user-id="(\d+)"/g));
      assert.deepEqual(
        rendered.mentioned_group_ids,
        ids(html, /class="user-group-mention" data-user-group-id="(\d+)"/g),
      );
      assert.equal(rendered.mentions_channel, html.includes('class="user-mention channel-wildcard-mention" '));
      assert.equal(rendered.mentions_topic, html.includes('class="topic-mention"'));
      assert.equal(rendered.has_link, html.includes('<a '));
      assert.equal(rendered.has_attachment, html.includes('<a href="/user_uploads/'));
    }),
    runs(2500),
  );
});

test('text without markup has the same result with and without the parser', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab é中.,;()?!\'"<>&/$%^={}-+_1'.split('')), maxLength: 60 });
  fc.assert(
    fc.property(text, (words) => {
      const alone = renderMessage(words, directory).html;
      const parsed = renderMessage(`${words}\n\n*x*`, directory).html;
      assert.equal(parsed, alone === '' ? '<p><em>x</em></p>' : `${alone}\n<p><em>x</em></p>`);
    }),
    runs(1500),
  );
});

const ids = (html: string, pattern: RegExp) =>
  [...new Set(Array.from(html.matchAll(pattern), ([, id]) => Number(id)))].sort((a, b) => a - b);

const HOSTILE = (
  '[|*|**a |*a |***|*a **b** |> |>|`|``` |~~|~~a |@**|@*|@**Ada Lovelace**|#**|#**a>|:|:a:|:smile:|http://|http://a(|[](|[a](b "|[a](b (|![|' +
  '- |1. |* a\n|```quote\n|```spoiler x\n|```math\n|```\n|$$|$$x$$ |$$\\$|<time:|<time:1> |> ```quote\n|&|&#|<|\\|\n|💩|👨‍|**`|[`|> - |](|x\n=\n'
).split('|');

test('any 10,000 characters take at most 200 ms, and the output has a limited size', () => {
  const sources = [
    ...HOSTILE.map((piece) => piece.repeat(Math.ceil(10_000 / piece.length)).slice(0, 10_000)),
    '['.repeat(5000) + ']'.repeat(5000),
    Array.from({ length: 140 }, (_, i) => '`'.repeat(i + 1)).join(' '),
    `${'|a'.repeat(1250)}\n${'|-'.repeat(1250)}\n${'a\n'.repeat(2500)}`,
    `${'a|'.repeat(20)}\n${'-|'.repeat(20)}\n${'a\n'.repeat(4900)}`,
    `\`\`\`\n${' '.repeat(9980)}x\n\`\`\``,
    `http://a.b/${'('.repeat(9900)}`,
    `http://a.b/${'.'.repeat(9900)}`,
  ];
  for (const source of sources) {
    const { html } = renderMessage(source, directory);
    const took = bestCpuTime(() => renderMessage(source, directory), 200);
    assert.ok(took < 200, `${took} ms for ${source.slice(0, 30)}`);
    assert.ok(html.length < 1_000_000, `${html.length} characters for ${source.slice(0, 30)}`);
    assertAllowed(html);
  }
});

test('text below the maximum nesting depth is not lost', () => {
  for (const marker of ['> ', '- ', '1. ', '> - ']) {
    assert.match(assertAllowed(renderMessage(`${marker.repeat(200)}word`, directory).html), /word$/m, marker);
  }
});

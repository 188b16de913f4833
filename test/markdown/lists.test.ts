import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMessage } from '../../src/markdown/render.ts';
import { bestCpuTime } from '../support/cpu-time.ts';
import { directory } from './directory.ts';

/** `ul(a, b)`: a tight list, with line breaks as in Zulip's output. */
const ul = (...items: string[]) => `<ul>\n${items.map((item) => `<li>${item}</li>\n`).join('')}</ul>`;
const ol = (...items: string[]) => ul(...items).replace(/^<ul>(.*)<\/ul>$/s, '<ol>$1</ol>');
const from = (start: number, list: string) => list.replace('<ol>', `<ol start="${start}">`);
const p = (text: string) => `\n<p>${text}</p>\n`;

const ROWS: [source: string, html: string][] = [
  ['text\n* a\n* b\n\nmore', `<p>text</p>\n${ul('a', 'b')}\n<p>more</p>`],
  ['text\n2. a\n3. b', `<p>text</p>\n${from(2, ol('a', 'b'))}`],
  ['in\n1986. great\n-\n- x', `<p>in<br>\n1986. great<br>\n-</p>\n${ul('x')}`],
  ['1) x\n2) y', '<p>1) x<br>\n2) y</p>'],
  ['1. a\n  * b\n  * c\n2. d', ol(`${p('a')}${ul('b', 'c')}\n`, p('d'))],
  ['10. a\n  - b\n    - c\n11. d', from(10, ol(`${p('a')}${ul(`b${ul('c')}\n`)}\n`, 'd'))],
  ['* a\n  1. b\n  2. c\n* d', ul(`${p('a')}${ol('b', 'c')}\n`, p('d'))],
  ['* a\n  - b\n  - c\n* d', ul(`a${ul('b', 'c')}\n`, 'd')],
  ['* a\n    * b\n        * c\n* d', ul(`a${ul(`b${ul('c')}\n`)}\n`, 'd')],
  ['* a\n * b\n  * c', ul('a', `b${ul('c')}\n`)],
  ['* a\n  lazy\n    * c\nlazier\n* d', ul(`${p('a<br>\nlazy')}${ul('c<br>\nlazier')}\n`, p('d'))],
  ['1. a\n\n  more\n2. b', ol(`${p('a')}<p>more</p>\n`, p('b'))],
  ['1. a\n\n1. b\n5. c', ol(p('a'), p('b'), 'c')],
  ['* a\n- b\n+ c', ul('a', 'b', 'c')],
  ['* a\n\n- b\n- c', ul(p('a'), p('b'), 'c')],
  ['* a\n* b\n\n* c\n* d', ul('a', p('b'), p('c'), 'd')],
  ['* a\nmore\n* b\n* c', ul(p('a<br>\nmore'), p('b'), 'c')],
  ['* a\n  * x\n\n  * y', ul(`${p('a')}${ul(p('x'), p('y'))}\n`)],
  ['* a\n> b\n* c', ul(`${p('a')}<blockquote>${p('b')}</blockquote>\n`, p('c'))],
  ['1. a\n> b\nb', ol(`a<blockquote>${p('b<br>\nb')}</blockquote>\n`)],
  ['* a\n# b\n* c', `${ul('a')}\n<h1>b</h1>\n${ul('c')}`],
  ['> * a\n> ## b', `<blockquote>\n${ul('a')}\n<h2>b</h2>\n</blockquote>`],
  ['* a\n\n> b', `${ul('a')}\n<blockquote>${p('b')}</blockquote>`],
  ['* a\n  - x\n  + y\n- b', ul(`a${ul('x', 'y')}\n`, 'b')],
  ['* a\n1. b', `${ul('a')}\n${ol('b')}`],
  ['> 1. a\n>   * b\n> - c', `<blockquote>\n${ol(`a${ul('b')}\n`)}\n${ul('c')}\n</blockquote>`],
  ['* * *\n- - -', '<hr>\n<hr>'],
  ['*a\n-b\n1.c', '<p>*a<br>\n-b<br>\n1.c</p>'],
];

test('lists are parsed as leniently as by Zulip', () => {
  for (const [source, html] of ROWS) assert.equal(renderMessage(source, directory).html, html, source);
});

test('ten thousand characters of lists take little time', () => {
  for (const piece of [
    '* a\n- b\n',
    '* a\n\n- b\n\n',
    '1. a\n  * b\n',
    '* a\n    * b\n',
    '- a\n\n  b\n\n',
    '* a\nlazy\n',
    '1. a\n* b\n',
  ]) {
    const source = piece.repeat(Math.floor(10_000 / piece.length));
    assert.ok(bestCpuTime(() => renderMessage(source, directory), 500) < 500, piece);
  }
});

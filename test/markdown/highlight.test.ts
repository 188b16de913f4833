import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlightHtml, highlightText, splitTokens } from '../../src/markdown/highlight.ts';
import { bestCpuTime } from '../support/cpu-time.ts';
import { fc } from '../support/random.ts';

const one = (...words: string[]) => {
  const wanted = new Set(words);
  return (word: string) => wanted.has(word);
};
/** One character of each block of those that are not shown. */
const INVISIBLE = [
  0xad, 0x34f, 0x61c, 0x115f, 0x180b, 0x180e, 0x200b, 0x200c, 0x200e, 0x200f, 0x202a, 0x2060, 0x2066, 0x206f, 0x3164,
  0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0x1d173, 0xe0001, 0xe0100,
].map((code) => String.fromCodePoint(code));
const mark = (text: string) => `<span class="highlight">${text}</span>`;

test('words are runs of letters, digits and marks; letters of scripts without blanks are words of their own', () => {
  const rows: [string, string[]][] = [
    ['', []],
    ['Hello, World! v1.2 thumbs_up', ['hello', 'world', 'v1', '2', 'thumbs', 'up']],
    ["don't co-op a@b.c", ['don', 't', 'co', 'op', 'a', 'b', 'c']],
    ['Café CAFE\u0301 Ångström Ёлка', ['cafe', 'cafe', 'angstrom', 'елка']],
    ['日本語のテスト', ['日', '本', '語', 'の', 'テ', 'ス', 'ト']],
    ['ガラス コーヒー', ['ガ', 'ラ', 'ス', 'コ', 'ー', 'ヒ', 'ー']],
    ['한국어 문서', ['한', '국', '어', '문', '서']],
    ['สวัสดี ប្រាក់', ['ส', 'วั', 'ส', 'ดี', 'ប្', 'រា', 'ក់']],
    [
      'Straße Łódź Smørrebrød Þór Kırmızı Œuvre Ærø',
      ['strasse', 'lodz', 'smorrebrod', 'thor', 'kirmizi', 'oeuvre', 'aero'],
    ],
    ['Donau\u00addampf می\u200cخواهم', ['donaudampf', 'میخواهم']],
    ['مُحَمَّد محمد', ['محمد', 'محمد']],
    ...INVISIBLE.map((character): [string, string[]] => [
      `gar${character}den ${character} 日${character}本 ${character}end${character}`,
      ['garden', '日', '本', 'end'],
    ]),
    ['abc中文def', ['abc', '中', '文', 'def']],
    ['हिन्दी שלום שָׁלוֹם', ['हिन्दी', 'שלום', 'שלום']],
    ['👍 ©', []],
  ];
  for (const [text, tokens] of rows) assert.deepEqual(splitTokens(text), tokens, text);
});

test('matching words are marked in the text of HTML, never in tags or entities', () => {
  const rows: [string, (word: string) => boolean, string][] = [
    ['<p>Hello hello, shello</p>', one('hello'), `<p>${mark('Hello')} ${mark('hello')}, shello</p>`],
    [
      '<p class="p">p &amp; <a href="/p">amp</a></p>',
      one('p', 'amp'),
      `<p class="p">${mark('p')} &amp; <a href="/p">${mark('amp')}</a></p>`,
    ],
    ['<p>Café</p>', one('cafe'), `<p>${mark('Café')}</p>`],
    ['<p>x日本語y</p>', one('日', '本'), `<p>x${mark('日本')}語y</p>`],
    ['<p>日<em>本</em></p>', one('日', '本'), `<p>${mark('日')}<em>${mark('本')}</em></p>`],
    ['<p>a&#39;b</p>', one('39', 'b'), `<p>a&#39;${mark('b')}</p>`],
    ['<p>nothing</p>', one(), '<p>nothing</p>'],
    ['<math x><mi>p</mi></math><i>p</i>', one('p'), `<math x><mi>p</mi></math><i>${mark('p')}</i>`],
  ];
  for (const [html, matches, marked] of rows) assert.equal(highlightHtml(html, matches), marked);
});

test('a word with characters that are not shown is marked whole, also within a phrase', () => {
  for (const character of INVISIBLE) {
    const word = `gar${character}den`;
    assert.equal(highlightHtml(`<p>a ${word}</p>`, one('garden')), `<p>a ${mark(word)}</p>`);
    assert.equal(
      highlightHtml(`<p>new ${character} ${word}</p>`, one(), [['new', 'garden']]),
      `<p>${mark('new')} ${character} ${mark(word)}</p>`,
    );
  }
});

test('a phrase is marked only where its words follow each other', () => {
  const html = '<p>new plan, a new <em>idea</em>, an idea new</p>';
  assert.equal(
    highlightHtml(html, one(), [['new', 'idea']]),
    `<p>new plan, a ${mark('new')} <em>${mark('idea')}</em>, an idea new</p>`,
  );
  assert.equal(highlightHtml('<p>日本語</p>', one(), [['本', '語']]), `<p>日${mark('本語')}</p>`);
});

test('a topic is escaped and its matches are marked', () => {
  assert.equal(
    highlightText('R&D <b> "plan" it\'s', one('plan', 'b')),
    `R&amp;D &lt;${mark('b')}&gt; &quot;${mark('plan')}&quot; it&#39;s`,
  );
  assert.equal(highlightText('amp & lt', one('amp', 'lt')), `${mark('amp')} &amp; ${mark('lt')}`);
});

test('removing the marks restores the HTML, and marking takes linear time', () => {
  const html = fc
    .array(fc.constantFrom('<p>', '</p>', '&amp;', '&', '<', '>', 'ab', '中', 'é', ' ', "'"))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(html, (text) => {
      assert.equal(
        highlightHtml(text, () => true)
          .replaceAll('<span class="highlight">', '')
          .replaceAll('</span>', ''),
        text,
      );
    }),
  );
  for (const piece of ['<', '&', '&a', '中', 'a ', 'a', '\u0301', '<p']) {
    const took = bestCpuTime(() => highlightHtml(piece.repeat(200_000), () => true, [['a', 'b']]), 1000);
    assert.ok(took < 1000, `${took} ms for ${piece}`);
  }
});

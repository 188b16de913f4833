import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeText } from '../../src/markdown/escape.ts';
import {
  channelLink,
  groupMention,
  inlineCode,
  linkTo,
  plainLines,
  plainText,
  quoteBlock,
  topicLink,
  userMention,
} from '../../src/markdown/generated.ts';
import { renderMessage } from '../../src/markdown/render.ts';
import { fc, runs } from '../support/random.ts';
import { directory } from './directory.ts';

const html = (source: string) => renderMessage(source, directory).html;

const HOSTILE = [
  '@**all**',
  'x @**all** [free](https://evil.example)',
  '@*designers*',
  '** @**all** **',
  '#**design>x** @**Ada Lovelace**',
  'https://evil.com/a',
  'see evil.com/x?y=1, a@evil.com; mailto:a@evil.com',
  'a <time:2026-01-01> b',
  ':tada: 10:30:45',
  '$$x^2$$',
  '`code` ~~gone~~ *em*',
  '> quote',
  '```quote',
  '1. one',
  '2) two',
  '- item',
  '+ item',
  '# heading',
  '---',
  '___',
  '| a | b |',
  '/me waves',
  '/poll x',
  '&amp; &lt; &#42; &nbsp;',
  'a ](https://evil.com) b',
  'C:\\x\\`y`',
  '!audio[x](/user_uploads/1)',
];

test('plainText shows exactly its text in every place where names are used', () => {
  for (const text of HOSTILE) {
    const shown = escapeText(text);
    assert.equal(html(plainText(text)), `<p>${shown}</p>`);
    assert.equal(html(`x **${plainText(text)}**: y`), `<p>x <strong>${shown}</strong>: y</p>`);
    assert.equal(html(`* ${plainText(text)}`), `<ul>\n<li>${shown}</li>\n</ul>`);
    const link = html(linkTo(text, 'https://chat.org/x'));
    assert.equal(link, `<p><a href="https://chat.org/x">${shown}</a></p>`);
  }
});

test('plainText shows exactly its text, whatever characters the text contains', () => {
  const parts = [
    ...'*_~`[]()|\\<>@#$:&.;/!-+=> \t1a',
    '**',
    '@**',
    'all',
    'evil.com',
    'http',
    '://',
    'time:',
    'tada',
    '&#42;',
  ];
  const texts = fc
    .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 14 })
    .map((some) => some.join('').trim());
  const property = fc.property(
    texts.filter((text) => text !== ''),
    (text) => {
      const rendered = renderMessage(`Now ${plainText(text)}`, directory);
      assert.equal(rendered.html, `<p>Now ${escapeText(text)}</p>`);
      assert.deepEqual([rendered.mentions_channel, rendered.mentioned_user_ids, rendered.has_link], [false, [], false]);
      assert.equal(html(plainText(text)), `<p>${escapeText(text)}</p>`);
    },
  );
  fc.assert(property, runs(2000));
});

test('plainText joins several lines into one, and plainLines keeps them', () => {
  assert.equal(plainText('one\n\n```\ntwo'), 'one &#96;&#96;&#96; two');
  assert.equal(html(plainLines('# one\n- two')), '<p># one<br>\n- two</p>');
});

test('a link to a topic names it exactly, whatever its name is', () => {
  const design = { id: 7, name: 'design' };
  assert.equal(topicLink(design, 'colors'), '#**design>colors**');
  assert.equal(topicLink(design, 'colors', 12), '#**design>colors@12**');
  assert.equal(topicLink(design, ''), '#**design>**');
  for (const topic of [...HOSTILE, 'fair@12']) {
    const rendered = renderMessage(
      `moved from ${topicLink(design, topic)} **now** by ${plainText('**x**')}`,
      directory,
    );
    assert.equal(rendered.mentions_channel, false);
    const [, href, words] = /^<p>moved from <a [^>]*href="([^"]*)"[^>]*>(.*)<\/a> <strong>now<\/strong>/.exec(
      rendered.html,
    )!;
    assert.equal(decodeURIComponent(href!.replace(/^.*\/topic\//, '').replaceAll('.', '%')), topic);
    assert.equal(words, `#design &gt; ${escapeText(topic)}`);
  }
});

test('a link to a channel leads to it, whatever its name is', () => {
  assert.equal(channelLink({ id: 7, name: 'design' }), '#**design**');
  for (const name of ['a*b', 'a>b', '@**all**', 'x](https://evil.com)', '`x'])
    assert.match(
      html(channelLink({ id: 8, name })),
      /^<p><a [^>]*href="\/#narrow\/channel\/8-[^"]*">#[^<]*<\/a><\/p>$/,
    );
});

test('generated mentions notify nobody', () => {
  for (const written of [
    userMention({ id: 9, full_name: 'Ada Lovelace' }),
    groupMention('designers'),
    groupMention('a* @**all** *b'),
    userMention({ id: 9, full_name: `${'😀'.repeat(130)}[x](https://evil.com)` }),
  ]) {
    const rendered = renderMessage(written, directory);
    assert.deepEqual(
      [rendered.mentioned_user_ids, rendered.mentioned_group_ids, rendered.mentions_channel, rendered.has_link],
      [[], [], false, false],
    );
  }
});

test('a generated link leads only to its URL', () => {
  assert.equal(linkTo('x', 'javascript:alert(1)'), 'x');
  assert.equal(
    html(`**${linkTo('x', 'https://a.org/(b)**c [d](e)"')}**`),
    '<p><strong><a href="https://a.org/%28b%29%2A%2Ac%20%5Bd%5D%28e%29%22">x</a></strong></p>',
  );
});

test('no quoted text ends its quote block', () => {
  const text = '```\n@**all**\n~~~~\n````quote\n@**all**';
  const rendered = renderMessage(`${quoteBlock(text)}\n${quoteBlock('```')}`, directory);
  assert.equal(rendered.mentions_channel, false);
  assert.equal(html(inlineCode('a ``b` @**all**')), '<p><code> a ``b` @**all** </code></p>');
});

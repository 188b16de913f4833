import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { forMail } from '../../../src/chat/notifications/missed-messages/html-views.ts';
import { renderMessage } from '../../../src/markdown/render.ts';
import { ATTACKS } from '../../markdown/attacks.ts';
import { directory } from '../../markdown/directory.ts';

const ORIGIN = 'https://chat.example';
const mailed = (source: string) => forMail(renderMessage(source, { ...directory, emoticons: true }).html, ORIGIN);

const ELEMENTS = new Set(
  'p br hr em strong del code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td a'.split(' '),
);

function assertPlain(node: DefaultTreeAdapterTypes.ChildNode, source: string): void {
  if ('value' in node) return;
  assert.ok('attrs' in node, `${node.nodeName}: ${source}`);
  assert.ok(ELEMENTS.has(node.tagName), `${node.tagName}: ${source}`);
  for (const { name, value } of node.attrs) {
    assert.ok(['style', 'class', 'href', 'start'].includes(name), `${name}: ${source}`);
    if (name === 'style') assert.doesNotMatch(value, /url|expression|@|\\|position/, source);
    if (name === 'href') assert.match(value, /^(https?|mailto):/i, source);
  }
  for (const child of node.childNodes) assertPlain(child, source);
}

test('no attack that a browser survives works in a mail', () => {
  for (const attack of ATTACKS) {
    const fragment = parseFragment(mailed(attack).html, {
      onParseError: ({ code }) => assert.ok(/control-character|noncharacter/.test(code), `${code}: ${attack}`),
    });
    for (const node of fragment.childNodes) assertPlain(node, attack);
  }
});

test('the plain-text version of a message is readable', () => {
  const cases: Record<string, string> = {
    'a **b** *c* ~~d~~ `e < f`': 'a b c d e < f',
    'one\ntwo\n\nthree': 'one\ntwo\n\nthree',
    '* a\n* b\n  * c': '* a\n* b\n  * c',
    '1. x\n2. y\n   * z': '1. x\n2. y\n  * z',
    '> said\n\nanswer': '> said\n\nanswer',
    'so:\n```\n  code & more\n```': 'so:\n\n      code & more',
    '[here](https://example.com/x) and https://example.com/y': 'here (https://example.com/x) and https://example.com/y',
    '🙂 :octopus:': '🙂 🐙',
    '| a | b |\n|---|---|\n| 1 | 2 |': 'a | b\n1 | 2',
  };
  for (const [source, text] of Object.entries(cases)) assert.equal(mailed(source).text, text, source);
  assert.equal(mailed('```spoiler\nthe end\n```').text.includes('the end'), false);
  assert.equal(mailed('````quote\n```spoiler it\nthe end\n```\n````').text.includes('the end'), false);
});

test('links within the server are absolute in mails', () => {
  assert.match(
    forMail('<p><a href="/user_uploads/1/a.png">a.png</a></p>', ORIGIN).html,
    /href="https:\/\/chat\.example\/user_uploads\/1\/a\.png"/,
  );
  assert.match(
    forMail('<p><a href="#narrow/channel/1">x</a></p>', ORIGIN).html,
    /href="https:\/\/chat\.example\/#narrow\/channel\/1"/,
  );
  assert.equal(forMail('<p><a href="//evil.example">x</a></p>', ORIGIN).html.includes('evil'), false);
});

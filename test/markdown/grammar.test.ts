import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { renderMessage } from '../../src/markdown/render.ts';
import { fc, runs } from '../support/random.ts';
import { assertAllowed } from './allowed-html.ts';
import { directory } from './directory.ts';
import { assertHarmless } from './harmless-html.ts';

/** Messages of every construct within every other. */
const { message } = fc.letrec<{ inline: string; block: string; blocks: string; message: string }>((tie) => {
  const words = fc.constantFrom(
    'word',
    'two words',
    'é 中',
    '😀',
    'a_b',
    '*',
    '`',
    '<b>',
    '"q"',
    "it's",
    '&amp;',
    '\\',
    ':)',
    '\u202e',
    '\ud83d',
    '#',
    '|',
  );
  const facts = fc.constantFrom(
    ...[
      '@**Ada Lovelace**',
      '@_**Ada Lovelace**',
      '@**Twin|12**',
      '@**Twin**',
      '@**nobody**',
      '@**all**',
      '@_**all**',
      '@**topic**',
      '@*designers*',
    ],
    ...[
      '@_*designers*',
      '#**design**',
      '#**design>x**',
      '#**design>x@7**',
      ':smile:',
      ':parrot:',
      '<time:2026-11-21>',
      '$$x^2$$',
      '$$\\bad$$',
    ],
    ...[
      'https://a.b/(c)',
      'zulip.com',
      'a@b.de',
      'https://chat.example/#narrow/channel/7-design/topic/x',
      '/me waves',
      '/poll a?',
    ],
  );
  const around = (...marks: [string, string][]) =>
    fc.tuple(fc.constantFrom(...marks), tie('inline')).map(([[open, close], text]) => open + text + close);
  const prefixed = (first: string, rest: string) =>
    tie('blocks').map((text) => first + text.replaceAll('\n', `\n${rest}`));
  const fenced = (...openings: string[]) =>
    fc
      .tuple(fc.constantFrom(...openings), fc.integer({ min: 3, max: 5 }), tie('blocks'))
      .map(([opening, length, text]) => {
        const fence = '`'.repeat(length);
        return `${fence}${opening}\n${text}\n${fence}`;
      });
  return {
    inline: fc.oneof(
      { maxDepth: 6, depthIdentifier: 'text' },
      words,
      facts,
      around(
        ['*', '*'],
        ['**', '**'],
        ['***', '***'],
        ['~~', '~~'],
        ['`', '`'],
        ['[', '](/x)'],
        ['[', '](https://a.b "t")'],
        ['[x](', ')'],
        ['![', '](/y)'],
        ['$$', '$$'],
      ),
      fc.tuple(tie('inline'), fc.constantFrom(' ', '', '\n', ', '), tie('inline')).map((parts) => parts.join('')),
    ),
    block: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'blocks' },
      tie('inline'),
      fc.tuple(fc.integer({ min: 1, max: 7 }), tie('inline')).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
      prefixed('> ', '> '),
      prefixed('- ', '  '),
      prefixed('2. ', '   '),
      prefixed('    ', '    '),
      fenced('quote', 'spoiler', 'spoiler @**Ada Lovelace** *b*', 'math', 'js', 'python', 'html', 'nothing', ''),
      fc.tuple(tie('inline'), tie('inline')).map(([a, b]) => `${a} | ${b}\n:--|--:\n${b} | ${a}`),
      fc.constantFrom('---', '***', '- - -', '```', '~~~', '>', '- ', '1.'),
    ),
    blocks: fc
      .array(fc.tuple(tie('block'), fc.constantFrom('\n', '\n\n')), { maxLength: 4 })
      .map((parts) => parts.flat().join('')),
    message: tie('blocks'),
  };
});

test('any combination of constructs produces only allowed HTML, and the extracted facts match it', () => {
  fc.assert(
    fc.property(fc.oneof(message, fc.string({ unit: 'binary', maxLength: 300 })), (source) => {
      const rendered = renderMessage(source, { ...directory, emoticons: true });
      assertAllowed(rendered.html);
      assertHarmless(rendered.html, source);
      const seen = mentionsIn(parseFragment(rendered.html).childNodes);
      assert.deepEqual(rendered.mentioned_user_ids, ascending(seen.users));
      assert.deepEqual(rendered.mentioned_group_ids, ascending(seen.groups));
      assert.equal(rendered.mentions_channel, seen.channel);
      assert.equal(rendered.mentions_topic, seen.topic);
    }),
    runs(1500),
  );
});

test('rendering is deterministic', () => {
  fc.assert(
    fc.property(message, (source) => {
      // On a busy machine, a formula may time out once.
      let [first, second] = [renderMessage(source, directory), renderMessage(source, directory)];
      for (let n = 0; n < 2 && !isDeepStrictEqual(first, second); n++)
        [first, second] = [renderMessage(source, directory), renderMessage(source, directory)];
      assert.deepEqual(first, second);
    }),
    runs(250),
  );
});

const ascending = (ids: Set<number>) => [...ids].sort((a, b) => a - b);

/** The users whom the HTML mentions with a notification, as a client reads it. */
function mentionsIn(nodes: readonly DefaultTreeAdapterTypes.ChildNode[]) {
  const seen = { users: new Set<number>(), groups: new Set<number>(), channel: false, topic: false };
  const visit = (node: DefaultTreeAdapterTypes.ChildNode): void => {
    if (!('attrs' in node)) return;
    const of = (name: string) => node.attrs.find((attribute) => attribute.name === name)?.value ?? '';
    const classes = of('class').split(' ');
    if (!classes.includes('silent')) {
      if (classes.includes('topic-mention')) seen.topic = true;
      if (classes.includes('user-group-mention')) seen.groups.add(Number(of('data-user-group-id')));
      if (classes.includes('user-mention')) {
        if (of('data-user-id') === '*') seen.channel = true;
        else seen.users.add(Number(of('data-user-id')));
      }
    }
    node.childNodes.forEach(visit);
  };
  nodes.forEach(visit);
  return seen;
}

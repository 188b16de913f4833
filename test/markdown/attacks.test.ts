import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { App } from '../../src/app.ts';
import { cleanDescription, cleanName, renderDescription } from '../../src/chat/channels/channels/rules.ts';
import { compilePattern, linksIn } from '../../src/chat/organization/linkifiers/types.ts';
import type { Directory } from '../../src/markdown/directory.ts';
import { highlightHtml, highlightText } from '../../src/markdown/highlight.ts';
import { renderMessage } from '../../src/markdown/render.ts';
import { allowedUrl } from '../../src/markdown/urls.ts';
import { ATTACKS } from './attacks.ts';
import { directory } from './directory.ts';
import { assertHarmless } from './harmless-html.ts';

const linkifiers = [
  { pattern: '(?P<all>\\S+)', url_template: 'https://tracker.example/{+all}' },
  { pattern: '[a-z]+:(?P<rest>.+)', url_template: 'https://tracker.example/{rest}' },
].map(({ pattern, url_template }, i) => ({
  linkifier: {
    id: i + 1,
    pattern,
    url_template,
    example_input: null,
    reverse_template: null,
    alternative_url_templates: [],
  },
  compiled: compilePattern(pattern),
}));
const always = () => true;
/** The context of a rendered description: linkifiers, emoji and channels of any name. */
const place = {
  linkifiers: { compiled: () => linkifiers },
  realmEmoji: {
    named: (name: string) => (name === 'parrot' ? { source_url: '/user_avatars/1/emoji/images/0a.gif' } : undefined),
  },
  channels: {
    named: (name: string) => ({ id: 5, name }),
    byId: (id: number) => ({ id, name: '"><img src=x onerror=alert(1)>' }),
  },
  users: {
    named: (name: string) => [{ id: 3, full_name: name }],
    byId: (id: number) => ({ id, full_name: '"><img src=x onerror=alert(1)>' }),
  },
  groups: { named: (name: string) => ({ id: 4, name, deactivated: false }) },
  config: { url: 'https://chat.example' },
  realm: { get: () => '' },
} as unknown as App;

test('there are at least 1,500 different attacks', () => {
  assert.ok(new Set(ATTACKS).size === ATTACKS.length && ATTACKS.length >= 1500, String(ATTACKS.length));
});

const PICTURE = { ready: true, width: 1, height: 1, format: '840x560.webp', animated: false };
const addressed = (url: string): string => `/external_content/${'0'.repeat(40)}/${Buffer.from(url).toString('hex')}`;

const PLACES: Record<string, (attack: string) => string> = {
  'a message': (attack) => renderMessage(attack, { ...directory, emoticons: true }).html,
  'a message with linkifiers': (attack) =>
    renderMessage(attack, { ...directory, linksIn: (text) => linksIn(text, linkifiers) }).html,
  'a message that mentions a channel and users with hostile names': (attack) =>
    renderMessage(NAMING, named(attack)).html,
  'a message with search highlighting': (attack) =>
    highlightHtml(renderMessage(attack, directory).html, always, [['a', 'x']]),
  'a topic with search highlighting': (attack) => highlightText(attack, always, [['a', 'x']]),
  'a description': (attack) => renderDescription(place, undefined, cleanDescription(attack.slice(0, 1000))),
  'a message with previews of hostile pages': (attack) =>
    renderMessage(`https://a.b/${attack} ${attack} https://c.d/`, {
      ...directory,
      preview: () => ({ title: attack, description: attack, image: `https://a.b/${attack}` }),
    }).html,
  'a message with previews of pictures, videos and sounds': (attack) =>
    renderMessage(
      `${attack} [${attack}](/user_uploads/1/ab/${attack}.png) ![${attack}](/user_uploads/1/ab/${attack}.mp3)\n\n* ${attack}`,
      {
        ...directory,
        previews: true,
        upload: (path) => ({
          content_type: path.endsWith('mp3') ? 'audio/mpeg' : path.length % 2 ? 'video/mp4' : 'image/png',
          picture: PICTURE,
        }),
        proxyUrl: (url) => addressed(url),
      },
    ).html,
  'a poll’s question': (attack) => renderMessage(`/poll ${attack}\n${attack}`, directory).html,
  'a file’s name': (attack) => renderMessage(`[${attack}](/user_uploads/1/ab/${attack})`, directory).html,
  'a spoiler and a list in a quote': (attack) =>
    renderMessage(`> - \`\`\`spoiler ${attack}\n>   ${attack}`, directory).html,
};

const NAMING = '@**x** @_**x** @*x* #**x** #**x>y** #**x>y@3** :parrot:';
const named = (name: string): Directory => ({
  ...directory,
  usersNamed: () => [{ id: 3, full_name: name }],
  groupNamed: () => ({ id: 4, name }),
  channelNamed: () => ({ id: 5, name }),
});

for (const [place, render] of Object.entries(PLACES)) {
  test(`no attack works in ${place}`, () => {
    for (const attack of ATTACKS) assertHarmless(render(attack), attack);
  });
}

test('no attack makes a topic link lead anywhere but to the web', () => {
  for (const attack of ATTACKS) {
    for (const { url } of linksIn(attack, linkifiers)) {
      assert.ok(url.startsWith('https://tracker.example/'), url);
      assert.ok(allowedUrl(url), `${url}: ${attack}`);
    }
  }
});

test('the assertion that detects attacks detects one', () => {
  for (const html of [
    '<a href="javascript:x">',
    '<a href="//x">x</a>',
    '<p onclick="x"></p>',
    '<script></script>',
    '<a href="/\u202ex">x</a>',
    '<p>a</b>',
  ])
    assert.throws(() => assertHarmless(html, html), assert.AssertionError, html);
});

test('no invisible character changes how a message is parsed', () => {
  for (const mark of ['\u202e', '\u2066', '\u200f', '\u0001', '\u001b', '\u0085', '\u2028']) {
    const { html } = renderMessage(`a${mark}<b>${mark}*c*${mark}`, directory);
    assert.equal(assertHarmless(html, mark), `a${mark}<b>${mark}c${mark}`);
    for (const source of [
      `http://a.b/${mark}c`,
      `[x](http://a.b/${mark}c)`,
      `[x](${mark}/c)`,
      `a.com/${mark}c`,
      `@**Ada${mark} Lovelace**`,
    ])
      assertHarmless(renderMessage(source, directory).html, source);
  }
  assert.throws(() => cleanName('a\u0001b'), /Invalid character/);
});

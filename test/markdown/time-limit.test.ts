import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOSTILE } from '../../scripts/bench/hostile.ts';
import { renderMessage } from '../../src/markdown/render.ts';
import { bestCpuTime } from '../support/cpu-time.ts';
import { assertAllowed } from './allowed-html.ts';
import { directory } from './directory.ts';

test('a message that takes too long to format is shown as source with an apology, and notifies nobody', () => {
  const endless = {
    ...directory,
    linksIn: () => {
      for (;;);
    },
  };
  const source = `@**Ada Lovelace** <b>\n${'word '.repeat(300)}`;
  const { html, ...facts } = renderMessage(source, endless);
  assert.match(html, /^<p>Sorry, this message [^<]*<\/p>\n<p>@\*\*Ada Lovelace\*\* &lt;b&gt;<br>\n(word )+<\/p>$/);
  assert.deepEqual(facts.mentioned_user_ids, []);
  assert.equal(renderMessage(`${source} *after*`, directory).mentioned_user_ids[0], 9);
});

test('every hostile message of 10,000 characters takes at most 200 ms and produces allowed HTML', () => {
  for (const [name, make] of Object.entries(HOSTILE)) {
    const source = make(10_000);
    const { html } = renderMessage(source, { ...directory, emoticons: true });
    const took = bestCpuTime(() => renderMessage(source, { ...directory, emoticons: true }), 200);
    assert.ok(took < 200, `${name}: ${took} ms`);
    assert.ok(html.length < 1_000_000, `${name}: ${html.length} characters`);
    assertAllowed(html);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinParts, makeExcerpt, splitMessage } from '../../src/web/views/compose/message-parts.ts';
import { fc, runs } from '../support/random.ts';

const QUOTE =
  '@_**Max|9** [said](https://x.example/#narrow/channel/1-a/topic/b/near/7):\n```quote\nSoup\n\ntoday\n```\n';
const FILE = '[plan.pdf](/user_uploads/2/ab/plan.pdf)';
const SOUND = '![bell.wav](/user_uploads/2/ab/bell.wav)';

test('a message is split into quotes, text and files', () => {
  const { quotes, text, files } = splitMessage(`${QUOTE}\n${QUOTE}Yes.\n\n${FILE}\n${SOUND}\n`);
  assert.deepEqual(
    quotes.map(({ author, text }) => [author, text]),
    [
      ['Max', 'Soup\n\ntoday'],
      ['Max', 'Soup\n\ntoday'],
    ],
  );
  assert.equal(text, 'Yes.\n');
  assert.deepEqual(
    files.map(({ name, href }) => [name, href]),
    [
      ['plan.pdf', '/user_uploads/2/ab/plan.pdf'],
      ['bell.wav', '/user_uploads/2/ab/bell.wav'],
    ],
  );
});

test('an excerpt of a quotation is what its author wrote, without Markdown of links and mentions', () => {
  const excerpt = (text: string) => makeExcerpt({ markdown: '', author: 'Mia', href: '', text });
  assert.equal(excerpt(`${QUOTE}Which soup,\n@**Max|9**? See [the plan](/plan).`), 'Which soup, @Max? See the plan.');
  assert.equal(excerpt(`${FILE}\n${SOUND}`), 'plan.pdf bell.wav');
});

test('quotes and files within the text stay text', () => {
  for (const content of [`So: ${QUOTE}`, `${FILE} and more`, `See ${FILE}`, `Well\n${QUOTE}Yes`, `\n${QUOTE}`])
    assert.deepEqual(splitMessage(content), { quotes: [], text: content, files: [] });
  const longer = QUOTE.replaceAll('```', '````').replace('Soup', '```\nSoup\n```');
  assert.equal(splitMessage(longer).quotes[0]!.text, '```\nSoup\n```\n\ntoday');
});

test('the parts of a message are the message, unchanged but for blanks at its ends', () => {
  const words = ['word', ' ', '\n', '\n\n', QUOTE, QUOTE.trimEnd(), FILE, SOUND, `\n${FILE}`, '```quote\n', '```'];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 8 }), (pieces) => {
      const content = pieces.join('');
      assert.equal(joinParts(splitMessage(content)).trim(), content.trim());
    }),
    runs(3000),
  );
});

test('a quote or file that is removed or added stands on lines of its own', () => {
  const parts = splitMessage(`${QUOTE}${FILE}`);
  assert.equal(joinParts({ ...parts, quotes: [], text: 'Yes' }), `Yes\n${FILE}`);
  assert.equal(joinParts({ ...parts, files: [] }), QUOTE);
  const [quote] = splitMessage(QUOTE.trimEnd()).quotes;
  assert.equal(joinParts({ quotes: [quote!], text: 'Yes', files: [] }), `${QUOTE}Yes`);
});

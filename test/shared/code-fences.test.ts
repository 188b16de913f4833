import assert from 'node:assert/strict';
import { test } from 'node:test';
import { separateFences } from '../../src/shared/code-fences.ts';

/** A text; how a message here means it; how Discord and Rocket.Chat mean it, if that is another way. */
const ROWS: [text: string, here: string, there?: string][] = [
  ['```js\nlet a = 1```\nafter', '```js\nlet a = 1\n```\nafter'],
  ['```js\nlet a = 1``` after', '```js\nlet a = 1\n```\nafter'],
  ['```\na\n``` after', '```\na\n```\nafter'],
  ['see ```js\na\n```\nmore', 'see\n```js\na\n```\nmore'],
  ['```let a = 1\nlet b```', '```\nlet a = 1\nlet b\n```'],
  ['```\na```\ntext\n```\nb\n```\nend', '```\na\n```\ntext\n```\nb\n```\nend'],
  ['> ```\n> a```\n> b', '> ```\n> a\n> ```\n> b'],
  ['````\n```\na````\nb', '````\n```\na\n````\nb'],
  ['```quote\n```js\na\n```\n```', '```quote\n```js\na\n```\n```'],
  ['```js\nnever closed', '```js\nnever closed'],
  ['no fence, `code` and ``a`b``', 'no fence, `code` and ``a`b``'],
  ['``` ``` empty', '``` ``` empty'],
  ['> said ```a``` there', '> said ```a``` there'],
  ['```a``` inline', '```a``` inline', '```\na\n```\ninline'],
  ['So: ```let b```', 'So: ```let b```', 'So: \n```\nlet b\n```'],
  ['one ```a``` two ```b``` end', 'one ```a``` two ```b``` end', 'one \n```\na\n```\ntwo \n```\nb\n```\nend'],
  ['one ```a``` two ```js\nb\n```', 'one ```a``` two\n```js\nb\n```', 'one \n```\na\n```\ntwo \n```js\nb\n```'],
  ['```\na``` and ```b\nc\n```', '```\na``` and ```b\nc\n```', '```\na\n```\nand \n```b\nc\n```'],
  ['```\na\n```and so on', '```\na\n```and so on', '```\na\n```\nand so on'],
  ['```\necho ```x``` y\n```\nz', '```\necho ```x``` y\n```\nz', '```\necho \n```\nx\n``` y\n```\nz'],
  ["```\necho '```'\n```\nz", "```\necho '```'\n```\nz"],
];

test('fences beside text are put on lines of their own', () => {
  for (const [text, here, there = here] of ROWS) {
    assert.equal(separateFences(text), here);
    assert.equal(separateFences(text, { isLoose: true }), there);
    // What is separated does not change again.
    assert.equal(separateFences(here), here);
    assert.equal(separateFences(there), there);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMessage } from '../../src/markdown/render.ts';
import { type PieceStyle, splitLines, splitPieces } from '../../src/web/views/compose/markdown-styles.ts';
import { directory } from '../markdown/directory.ts';
import { fc, runs } from '../support/random.ts';

/** Each visible character with its styles, as the formatted view shows it. */
const viewed = (text: string): string[] =>
  splitLines(text)
    .flatMap(splitPieces)
    .filter(({ styles }) => !styles.includes('mark'))
    .flatMap((piece) => [...piece.text].filter((char) => char.trim()).map((char) => char + listStyles(piece.styles)));

const listStyles = (styles: readonly PieceStyle[]): string =>
  ['bold', 'italic', 'strike', 'code'].filter((style) => styles.includes(style as PieceStyle)).join();

const ELEMENTS: Record<string, string> = { strong: 'bold', em: 'italic', del: 'strike', code: 'code' };

/** Each visible character with its styles, in the server's HTML. */
function rendered(text: string): string[] {
  const open: string[] = [];
  return [...renderMessage(text, directory).html.matchAll(/<(\/?)(\w+)[^>]*>|&(\w+);|([^<\s])/g)].flatMap(
    ([, close, tag, , char]) => {
      const style = tag && ELEMENTS[tag];
      if (style && close) open.splice(open.lastIndexOf(style), 1);
      else if (style) open.push(style);
      return char ? [char + listStyles(open as PieceStyle[])] : [];
    },
  );
}

test('the formatted view shows the same bold, italic, struck and code text as the server', () => {
  const words = ['a', 'bc', ' ', ' x ', '*', '**', '***', '~~', '`', '``', '\\'];
  const texts = fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((pieces) => `so ${pieces.join('')}`);
  fc.assert(
    fc.property(texts, (text) => assert.deepEqual(viewed(text), rendered(text), text)),
    runs(2000),
  );
});

test('the pieces of a text are the text, unchanged', () => {
  const words =
    'word|*|**|`|```|~~~|> |# |- |1. |\n|@**Ada**|#**design>x**|[x](/y)|https://a.b|$$|\\|~~|  |\u{1f600}'.split('|');
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words)), (pieces) => {
      const text = pieces.join('');
      const lines = splitLines(text).map((line) => splitPieces(line).map((piece) => piece.text));
      assert.equal(lines.map((line) => line.join('')).join('\n'), text);
    }),
    runs(1000),
  );
});

test('code in fences is not formatted, quotes are, and a heading needs a word', () => {
  const kinds = (text: string) => splitLines(text).map(({ kind }) => kind);
  assert.deepEqual(kinds('```js\n**a**\n```\nb'), ['fence', 'code', 'fence', 'text']);
  assert.deepEqual(kinds('````quote\n```\nx\n```\ny\n````'), ['fence', 'fence', 'code', 'fence', 'quoted', 'fence']);
  const [heading, empty] = splitLines('# Plan\n# ');
  assert.deepEqual(splitPieces(heading!), [
    { text: '# ', styles: ['mark'] },
    { text: 'Plan', styles: ['heading'] },
  ]);
  assert.deepEqual(splitPieces(empty!), [{ text: '# ', styles: [] }]);
});

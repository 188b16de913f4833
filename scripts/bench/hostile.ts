/** Inputs that could make a Markdown parser slow. Each returns a text of about `length` characters. */

const repeated = (piece: string) => (length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
/** `a` repeated for half of the text, then `b`. */
const halves = (a: string, b: string) => (length: number) => repeated(a)(length / 2) + repeated(b)(length / 2);
const around = (before: string, piece: string, after: string) => (length: number) =>
  before + repeated(piece)(length - before.length - after.length) + after;
/** Growing pieces: `piece` once, twice, three times… separated by `between`. */
const growing = (piece: string, between: string) => (length: number) => {
  let text = '';
  for (let n = 1; text.length < length; n++) text += piece.repeat(n) + between;
  return text.slice(0, length);
};
/** Lines that are nested deeper and deeper. */
const staircase = (marker: string) => (length: number) => {
  let text = '';
  for (let depth = 0; text.length < length; depth = (depth + 1) % 60) text += `${'  '.repeat(depth)}${marker} a\n`;
  return text.slice(0, length);
};
const table = (columns: number) => (length: number) =>
  `${'a|'.repeat(columns)}\n${'-|'.repeat(columns)}\n${repeated('b|\n')(length - 4 * columns)}`;

export const HOSTILE: Record<string, (length: number) => string> = {
  'opening brackets': repeated('['),
  'brackets that all pair': halves('[', ']'),
  'images begun': repeated('!['),
  'links begun': repeated('[a]('),
  'links with a title begun': repeated('[a](b "'),
  'destinations in brackets': repeated('[a](<b'),
  'parentheses in a destination': around('[a](/', '(', ')'),
  stars: repeated('*'),
  'emphasis begun': repeated('*a '),
  'strong begun': repeated('**a '),
  'strong in emphasis': repeated('*a **b** '),
  'emphasis nested': halves('*a **b ', ' c** d*'),
  'both begun': repeated('***a '),
  'strike begun': repeated('~~a '),
  'backticks growing': growing('`', ' '),
  'backtick and star': repeated('`*'),
  'code spans': repeated('`a` '),
  'quotes nested': repeated('> '),
  'quotes and bullets nested': repeated('> - '),
  'quote fences nested': repeated('```quote\n'),
  'quote fences in quotes': repeated('> ```quote\n'),
  'fences of all lengths': growing('`', 'js\n'),
  'spoilers nested': repeated('```spoiler a\n'),
  'bullets nested': repeated('- '),
  'a staircase of bullets': staircase('*'),
  'a staircase of numbers': staircase('1.'),
  'bullets of changing kind': repeated('* a\n- b\n'),
  'bullets of changing kind, loose': repeated('* a\n\n- b\n\n'),
  'items with lazy lines': repeated('1. a\nb\n'),
  'a wide table': table(40),
  'a widest table': (length) =>
    `${repeated('|a')(length / 3)}\n${repeated('|-')(length / 3)}\n${repeated('a\n')(length / 3)}`,
  'tables begun': repeated('a|b\n-|-\n'),
  'mentions begun': repeated('@**'),
  'mentions of nobody': repeated('@**Nobody** '),
  mentions: repeated('@**Ada Lovelace** '),
  'group mentions begun': repeated('@*a '),
  'topics begun': repeated('#**design>'),
  topics: repeated('#**design>a@1** '),
  'colons and names': repeated(':a'),
  emoji: repeated(':smile:'),
  'Unicode emoji joined': repeated('👩‍'),
  'tones and flags': repeated('🇩👍🏽'),
  'schemes begun': repeated('http://'),
  'parentheses in a URL': around('http://a.b/', '(', ''),
  'full stops after a URL': around('http://a.b/', '.', ''),
  'URLs in parentheses': repeated('(http://a.b/('),
  'domain labels': repeated('a.'),
  domains: repeated('a.com '),
  'domains that nearly end': repeated('a.com),'),
  'domains with brackets': repeated('a.com/(,'),
  'addresses begun': repeated('a@'),
  addresses: repeated('a@b.de '),
  'addresses of this server': repeated('https://chat.example/#narrow/channel/7/topic/.41.42/near/1 '),
  'entities begun': repeated('&'),
  'number entities': repeated('&#1234;'),
  'less than': repeated('<'),
  'tags begun': repeated('<a b="'),
  backslashes: repeated('\\'),
  'blank lines': repeated(' \n'),
  'blanks after text': around('a', ' ', 'b'),
  'underlined headings': repeated('a\n=\n'),
  headings: repeated('# a\n'),
  'formulas begun': repeated('$$'),
  formulas: repeated('$$a$$ '),
  'a formula nested': around('$$', '{', '$$'),
  'times begun': repeated('<time:'),
  'code of brackets': around('```js\n', '({[', '\n```'),
  'code of quotes': around('```python\n', '"\'', '\n```'),
  'code of slashes': around('```c\n', '/*', '\n```'),
  'code of templates': around('```ts\n', '`${', '\n```'),
  'code of regular expressions': around('```js\n', '=/a', '\n```'),
  'code of here-documents': around('```ruby\n', '<<A\n', '\n```'),
  'code of shell texts': around('```bash\n', '"$(', '\n```'),
  'code of tags': around('```html\n', '<a b=', '\n```'),
  'code of rules': around('```css\n', '@a{b:', '\n```'),
  'code of keys and blanks': around('```yaml\n', 'a          ', '\n```'),
  'code of raw texts': around('```rust\n', 'r#"', '\n```'),
  'quotes of nothing': repeated('>\n'),
  'quotes of nothing, and text': repeated('>\n>\na\n'),
  'emoticons, wanted': repeated(':) '),
  'direction marks': repeated('\u202e\u2066a'),
  'marks without end': repeated('a\u0301\u0301\u0301\u0301'),
};

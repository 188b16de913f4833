import { type Grammar, mapWords } from './lexer.ts';
import { BLANKS, COMMENTS, named, quoted, WORD } from './pieces.ts';

export const go: Grammar = {
  name: 'nx',
  words: mapWords({
    k: 'break default select case defer go else goto switch fallthrough if range continue for return',
    kd: 'var func struct chan type interface const',
    kn: 'import package',
    kc: 'true false iota nil',
    kt: 'map uint uint8 uint16 uint32 uint64 int int8 int16 int32 int64 float float32 float64 complex64 complex128 byte rune string bool error uintptr any comparable',
  }),
  states: {
    root: [
      BLANKS,
      ...COMMENTS,
      [
        /(?:uint(?:8|16|32|64)?|int(?:8|16|32|64)?|float(?:32|64)?|complex(?:64|128)?|byte|rune|string|bool|error|uintptr|print|println|panic|recover|close|real|imag|len|cap|append|copy|delete|new|make|clear|min|max)\b(?=\()/y,
        'nb',
      ],
      [/0[xX][\da-fA-F_]+/y, 'mh'],
      [/0[bB][01_]+/y, 'mb'],
      [/\d+(?:\.\d*(?:[eE][-+]?\d+)?|[eE][-+]?\d+)i?|\.\d+(?:[eE][-+]?\d+)?i?/y, 'mf'],
      [/0[oO]?[0-7_]+/y, 'mo'],
      [/\d[\d_]*/y, 'mi'],
      [/'(?:\\[\s\S]{1,9}?|[^\\])'/y, 'sc'],
      [/`[^`]*(?:`|$)/y, 's'],
      [/"(?:\\[\s\S]|[^"\\\n])*"?/y, 's'],
      [
        /<<=|>>=|&\^=|<<|>>|&\^|\+=|-=|\*=|\/=|%=|&=|\|=|&&|\|\||<-|\+\+|--|==|!=|<=|>=|:=|\.\.\.|[+*/%&~=<>!^|-]/y,
        'o',
      ],
      [/[()[\]{}.,;:]/y, 'p'],
      WORD,
    ],
  },
};

export const rust: Grammar = {
  plain: /#/,
  words: mapWords({
    k: 'as async await box break const continue crate dyn else extern final for if impl in loop match move mut pub ref return static super trait try unsafe use where while yield macro self',
    kd: 'let',
    kc: 'true false',
    kt: 'u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 usize isize f32 f64 char str bool',
    bp: 'self Self',
    nb: 'Copy Send Sized Sync Unpin Drop Fn FnMut FnOnce AsMut AsRef From Into DoubleEndedIterator ExactSizeIterator Extend IntoIterator Iterator Option Some None Result Ok Err ToOwned ToString String Vec Box Clone Default Debug Eq Ord PartialEq PartialOrd Hash Display',
    'k>tag': 'enum struct type union trait',
    'k>space': 'mod',
    'k>function': 'fn',
  }),
  states: {
    root: [
      [/#!?\[/y, 'cp', 'attribute'],
      BLANKS,
      [/\/\/[/!][^\n]*/y, 'sd'],
      ...COMMENTS,
      [/r(#{0,3})"[\s\S]{0,1000}?"\1/y, 's'],
      [/\b(?:let|fn)\b/y, '*'],
      [/[A-Za-z_]\w*!(?=\s*[([{])/y, 'fm'],
      [/b(?=["'])/y, 'sa'],
      [/"/y, 's', 'string'],
      [/'(?:\\(?:['"\\nrt0]|x[\da-fA-F]{2}|u\{[\da-fA-F_]{1,6}\})|[^\\'\n])'/y, 'sc'],
      [/'(?:static|_)\b/y, 'nb'],
      [/(')([A-Za-z_]\w*)/y, ['o', 'na']],
      [/(0[xX])([\da-fA-F_]+)((?:[ui](?:8|16|32|64|128|size))?)/y, ['mh', 'mh', 'kt']],
      [/0[oO][0-7_]+/y, 'mo'],
      [/0[bB][01_]+/y, 'mb'],
      [/(\d[\d_]*(?:\.\d[\d_]*(?:[eE][+-]?\d+)?|[eE][+-]?\d+))((?:f32|f64)?)/y, ['mf', 'kt']],
      [/(\d[\d_]*)((?:[ui](?:8|16|32|64|128|size)|f32|f64)?)/y, ['mi', 'kt']],
      [/\.\.=?|\.\.\./y, 'o'],
      [/->|::|[{}()[\],.;:]/y, 'p'],
      [/&(?=[\s]*(?:'|mut\b|[A-Za-z_([&]))(?!&)/y, 'kp'],
      [/[+*/&~^!|<>=@%?-]/y, 'o'],
      WORD,
    ],
    attribute: [
      [/\[/y, 'cp', 'attribute'],
      [/\]/y, 'cp', '-'],
      [/"(?:\\[\s\S]|[^"\\])*"/y, 's'],
      [/[^"\][\n]+/y, 'cp'],
      [/\n/y, ''],
    ],
    string: quoted('"', 's'),
    tag: named('nc'),
    space: named('nn'),
    function: named('nf'),
  },
};

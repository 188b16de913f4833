import { type Grammar, mapWords, type Rule } from './lexer.ts';
import { BLANKS, COMMENTS, WORD } from './pieces.ts';

const JS_WORDS = {
  k: 'for while do break return continue switch case default if else throw try catch finally yield await async this of static export import debugger extends super',
  ow: 'typeof instanceof in void delete new',
  kd: 'var let const with function class',
  kr: 'abstract boolean byte char double enum final float goto implements int interface long native package private protected public short synchronized throws transient volatile from constructor',
  kc: 'true false null NaN Infinity undefined',
  nb: 'Array Boolean Date BigInt Function Math ArrayBuffer Number Object RegExp String Promise Proxy decodeURI decodeURIComponent encodeURI encodeURIComponent eval isFinite isNaN parseFloat parseInt DataView document window globalThis Symbol Intl WeakSet WeakMap Set Map Reflect JSON Atomics Int8Array Int16Array Int32Array BigInt64Array Float32Array Float64Array Uint8ClampedArray Uint8Array Uint16Array Uint32Array BigUint64Array',
  ne: 'Error EvalError InternalError RangeError ReferenceError SyntaxError TypeError URIError',
};
const JS_ROOT: Rule[] = [
  BLANKS,
  ...COMMENTS,
  // A slash at the place of a value begins a regular expression.
  [
    /(?<=(?:^|[=(,:;!&|?{}[\n]|\breturn|\btypeof|=>)[^\S\n]*)\/(?![*/])(?:\\.|[^[/\\\n]|\[(?:\\.|[^\]\\\n])*\])+\/[gimsuydv]*/y,
    'sr',
  ],
  [/0[bB][01]+n?/y, 'mb'],
  [/0[oO]?[0-7]+n?/y, 'mo'],
  [/0[xX][\da-fA-F]+n?/y, 'mh'],
  [/\d+n/y, 'mi'],
  [/(?:\.\d+|\d+\.\d*|\d+)(?:[eE][-+]?\d+)?/y, 'mf'],
  [/\.\.\.|=>/y, 'p'],
  [/\+\+|--|~|\?\?=?|\?|:|(?:<<|>>>?|==?|!=?|\*\*|\|\||&&|[-<>+*%&|^/])=?=?/y, 'o'],
  [/[{([;,})\].]/y, 'p'],
  [/"(?:\\[\s\S]|[^"\\])*(?:"|$)/y, 's2'],
  [/'(?:\\[\s\S]|[^'\\])*(?:'|$)/y, 's1'],
  [/`/y, 'sb', 'template'],
  [/#[\w$]+/y, 'nx'],
  WORD,
];
const JS_TEMPLATE: Record<string, Rule[]> = {
  template: [
    [/\$\{/y, 'si', 'within'],
    [/`/y, 'sb', '-'],
    [/\\[\s\S]/y, 'sb'],
    [/(?:[^`\\$]|\$(?!\{))+/y, 'sb'],
  ],
  within: [[/\}/y, 'si', '-'], [/\{/y, 'p', 'braces'], ...JS_ROOT, [/\n/y, '']],
  braces: [[/\}/y, 'p', '-'], [/\{/y, 'p', 'braces'], ...JS_ROOT, [/\n/y, '']],
};
export const javascript: Grammar = {
  name: 'nx',
  words: mapWords(JS_WORDS),
  states: { root: [[/(?<![\s\S])#!.*/y, 'ch'], ...JS_ROOT], ...JS_TEMPLATE },
};

export const typescript: Grammar = {
  name: 'nx',
  words: mapWords({
    ...JS_WORDS,
    k: `${JS_WORDS.k} implements private protected public readonly abstract package declare`,
    kd: `${JS_WORDS.kd} interface enum type namespace`,
    kr: 'as from constructor override satisfies keyof infer is asserts module',
    kt: 'any bigint boolean never number object string symbol unique unknown',
  }),
  states: {
    root: [[/@\w+/y, 'nd'], [/(?<=[\w$)\]]\??:[^\S\n]*)[A-Z]\w*/y, 'kt'], ...JS_ROOT],
    ...JS_TEMPLATE,
  },
};

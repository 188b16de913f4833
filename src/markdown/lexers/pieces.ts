import type { Rule } from './lexer.ts';

export const COMMENTS: Rule[] = [
  [/\/\/[^\n]*/y, 'c1'],
  [/\/\*[\s\S]*?(?:\*\/|$)/y, 'cm'],
];
export const BLANKS: Rule = [/[^\S\n]+/y, 'w'];
const HEX: Rule = [/0[xX][\da-fA-F_']+[uUlLnizwsx\d]*/y, 'mh'];
const BINARY: Rule = [/0[bB][01_']+[uUlLn\di]*/y, 'mb'];
const FLOAT: Rule = [
  /(?:\d[\d_']*\.\d[\d_']*(?:[eE][+-]?\d+)?|\d[\d_']*[eE][+-]?\d+|\.\d[\d_']*(?:[eE][+-]?\d+)?)[fFlLdDm]?|\d[\d_]*[fFdDm]\b|\d[\d_]*\.(?![\w.])/y,
  'mf',
];
const INTEGER: Rule = [/-?\d[\d_']*[uUlLn]*/y, 'mi'];
export const NUMBERS = [HEX, BINARY, FLOAT, INTEGER];
export const WORD: Rule = [/[\p{L}_$][\p{L}\p{N}_$]*/uy, '*'];
/** A name that the previous word announces, with this class. */
export const named = (kind: string): Rule[] => [
  [/\s+/y, 'w'],
  [/[\p{L}_$][\p{L}\p{N}_$]*/uy, kind, '-'],
];
/** A quoted string: its class, and the class of escapes within. */
export const quoted = (quote: string, kind: string): Rule[] => [
  [new RegExp(`[^\\\\${quote}\\n]+`, 'y'), kind],
  [/\\(?:x[\da-fA-F]{1,4}|u\{?[\da-fA-F]{1,8}\}?|[0-7]{1,3}|[\s\S])/y, 'se'],
  [new RegExp(quote, 'y'), kind, '-'],
];

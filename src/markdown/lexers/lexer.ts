/**
 * A rule of a lexer.
 *
 * - `pattern`: sticky.
 * - `kind`: the class, or a list with one class per group. '*': by the grammar's words. '@name': by another grammar.
 *   '': none.
 * - `then`: the next state. '-': the previous one. '=name': replaces the current one.
 * - `first`: the characters that the pattern may begin with, to save time.
 */
export type Rule = readonly [pattern: RegExp, kind: string | readonly string[], then?: string, first?: string];

/**
 * A language: for each state, the rules that are tried in turn. If none matches, the state ends. In the first state, an
 * unmatched character is an error.
 */
export interface Grammar {
  readonly states: Readonly<Record<string, readonly Rule[]>> & { readonly root: readonly Rule[] };
  /** The class of each word, optionally with the next state (`kd>name`). */
  readonly words?: ReadonlyMap<string, string>;
  /** The class of other words. */
  readonly name?: string;
  /** Words are case-insensitive. */
  readonly lax?: boolean;
  /** Characters that no rule matches and that are not errors. */
  readonly plain?: RegExp;
  /** The state in which this code starts, above `root`. Undefined: `root`. */
  readonly startIn?: (code: string) => string | undefined;
  /** The language in which this one is embedded. Everything of class `x` is lexed as one text of that language. */
  readonly outer?: string;
}

/** Builds a word table from lists: `{ k: 'if else' }`. */
export const mapWords = (classes: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(classes).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)));

/** More nesting than people write. */
const MAX_DEPTH = 100;
/** Steps without progress. */
const IDLE = MAX_DEPTH + 10;

type Put = (text: string, kind: string) => void;

/** Lexes code. `put` receives each piece and its class, in order. */
export function lex(code: string, grammar: Grammar, grammars: (name: string) => Grammar, put: Put): void {
  if (grammar.outer !== undefined) lexTemplate(code, grammar, grammars, put);
  else lexAlone(code, grammar, grammars, put);
}

/**
 * Lexes a template: first its own code, then all text between as one text of the outer language. Puts both in order.
 */
function lexTemplate(code: string, grammar: Grammar, grammars: (name: string) => Grammar, put: Put): void {
  const pieces: [text: string, kind: string][] = [];
  lexAlone(code, grammar, grammars, (...piece) => pieces.push(piece));
  const outer: [text: string, kind: string][] = [];
  const text = pieces.map(([part, kind]) => (kind === 'x' ? part : '')).join('');
  lex(text, grammars(grammar.outer!), grammars, (...piece) => outer.push(piece));
  let at = 0;
  let used = 0;
  for (const [part, kind] of pieces) {
    if (kind !== 'x') {
      put(part, kind);
      continue;
    }
    for (let left = part.length; left > 0; ) {
      const [outerPart, outerKind] = outer[at]!;
      const taken = outerPart.slice(used, used + left);
      put(taken, outerKind);
      left -= taken.length;
      used += taken.length;
      if (used === outerPart.length) {
        at++;
        used = 0;
      }
    }
  }
}

function lexAlone(code: string, grammar: Grammar, grammars: (name: string) => Grammar, put: Put): void {
  const start = grammar.startIn?.(code);
  const states = start === undefined ? ['root'] : ['root', start];
  let pos = 0;
  let idle = 0;
  while (pos < code.length) {
    // Rules that only change the state must not loop forever.
    if (idle++ > IDLE) {
      put(code[pos++]!, '');
      idle = 0;
    }
    let found: RegExpExecArray | null = null;
    let rule: Rule | undefined;
    for (rule of grammar.states[states.at(-1)!]!) {
      if (rule[3] && !rule[3].includes(code[pos]!)) continue;
      rule[0].lastIndex = pos;
      if ((found = rule[0].exec(code))) break;
    }
    if (!found || !rule) {
      if (states.length > 1) states.pop();
      else putUnknown();
      continue;
    }
    const [, kind, then] = rule;
    const word = kind === '*' ? wordAt(found[0], grammar) : [];
    if (typeof kind !== 'string') for (const [i, one] of kind.entries()) paint(found[i + 1] ?? '', one);
    else paint(found[0], word[0] ?? kind);
    follow(states, word[1] ?? then);
    pos += found[0].length;
    if (found[0] !== '') idle = 0;
  }

  /** A character that the language does not know is an error, as in Pygments. Blanks are not errors. */
  function putUnknown(): void {
    const character = String.fromCodePoint(code.codePointAt(pos)!);
    put(character, /\s/.test(character) || grammar.plain?.test(character) ? '' : 'err');
    pos += character.length;
    idle = 0;
  }

  function paint(text: string, kind: string): void {
    if (kind[0] === '@') lex(text, grammars(kind.slice(1)), grammars, put);
    else if (text !== '') put(text, kind);
  }
}

function wordAt(text: string, { words, name = 'n', lax }: Grammar): string[] {
  return (words?.get(lax ? text.toLowerCase() : text) ?? name).split('>');
}

function follow(states: string[], then: string | undefined): void {
  if (then === '-') {
    if (states.length > 1) states.pop();
  } else if (then?.startsWith('=')) states[states.length - 1] = then.slice(1);
  else if (then !== undefined && states.length < MAX_DEPTH) states.push(then);
}

/**
 * How a stretch of code is read: what it looks like (sticky), its class (one for each group where it is a list; '*': by the grammar's
 * words; '@name': by another grammar; '': none), and the state that follows ('-': the one before,
 * '=name': that one instead); where it saves time, also the characters it may begin with.
 */
export type Rule = readonly [pattern: RegExp, kind: string | readonly string[], then?: string, first?: string];

/** A language: in each state, the rules that are tried in turn. Where none fits, the state ends; in the first one, a character is an error. */
export interface Grammar {
  readonly states: Readonly<Record<string, readonly Rule[]>> & { readonly root: readonly Rule[] };
  /** Words by their class, perhaps with the state that follows (`kd>name`). */
  readonly words?: ReadonlyMap<string, string>;
  /** The class of other words. */
  readonly name?: string;
  /** Words are the same in capitals. */
  readonly lax?: boolean;
  /** Characters that no rule reads and that are no errors. */
  readonly plain?: RegExp;
  /** The state in which this code starts, above `root`; undefined: in `root`. */
  readonly startIn?: (code: string) => string | undefined;
  /** The language of the text that this one is embedded in: what has the class `x` is read as one text of that language. */
  readonly outer?: string;
}

/** What is known of words: `{ k: 'if else' }`. */
export const wordsOf = (classes: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(Object.entries(classes).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)));

/** Deeper than people write. */
const DEEPEST = 100;
/** Steps on the spot. */
const IDLE = DEEPEST + 10;

type Put = (text: string, kind: string) => void;

/** Reads code; `put` receives each piece and its class, in order. */
export function lex(code: string, grammar: Grammar, grammars: (name: string) => Grammar, put: Put): void {
  if (grammar.outer !== undefined) lexTemplate(code, grammar, grammars, put);
  else lexAlone(code, grammar, grammars, put);
}

/** Reads a template: first its own code, then all text between that as one text of the outer language, and puts both in order. */
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
    // Rules that only change the state may not do so for ever.
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

  /** A character that the language does not know is an error, as Pygments marks it; blanks are none. */
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
  else if (then !== undefined && states.length < DEEPEST) states.push(then);
}

import type { StateInline } from 'markdown-it';
import { once } from '../shared/memo.ts';
import { escapeText } from './escape.ts';
import { type Katex, katex as loadKatex } from './packages.cjs';

const INLINE = /\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?!\$)/y;
const WORD = /[\p{L}\p{N}_]/u;

/** Parses `$$…$$` within a line, outside of words. Returns its written length. */
export function mathAt(src: string, pos: number): { length: number; tex: string } | undefined {
  if (!src.startsWith('$$', pos) || (pos > 0 && (src[pos - 1] === '$' || WORD.test(src[pos - 1]!)))) return undefined;
  INLINE.lastIndex = pos;
  const found = INLINE.exec(src);
  if (!found || WORD.test(src[INLINE.lastIndex] ?? '')) return undefined;
  return { length: found[0].length, tex: found[1]! };
}

export function math(state: StateInline): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x24) return false;
  const found = mathAt(state.src, state.pos);
  if (!found || state.pos + found.length > state.posMax) return false;
  state.push('math', 'math', 0).content = found.tex;
  state.pos += found.length;
  return true;
}

/** The fixed cost of a formula, besides its characters. */
const FIXED_COST = 20;

/** The rendering budget of a message's code and formulas. */
export interface Effort {
  readonly highlighted: boolean;
  /** Characters of formulas. KaTeX turns one into a hundred. */
  formulas: number;
  /** Emoji stay characters. */
  readonly emojiAsText?: boolean;
}

/** The commands of KaTeX that define others. */
const DEFINITION = /\\(?:[gex]?def|let|futurelet|(?:new|renew|provide)command)/;

/** The characters that KaTeX may have to typeset. Definitions repeat others any number of times. */
export const formulaLength = (tex: string): number => (DEFINITION.test(tex) ? Number.POSITIVE_INFINITY : tex.length);

export function inlineMathHtml(tex: string, effort: Effort): string {
  return katexHtml(tex, false, effort) ?? `<span class="tex-error">$$${escapeText(tex)}$$</span>`;
}

/** Each paragraph is a separate formula. */
export function mathBlockHtml(source: string, effort: Effort): string {
  const lines = source.split('\n').map((line) => line.trimEnd());
  const formulas = lines.join('\n').split('\n\n');
  const html = formulas.map(
    (tex) => katexHtml(tex, true, effort) ?? `<span class="tex-error">${escapeText(tex)}</span>`,
  );
  return `<p>${html.join('\n\n')}</p>\n`;
}

/** Loads KaTeX with the first formula, because most servers never render one. */
export const loadMath = once((): Katex => loadKatex());

const silence = () => {};

/** Keeps `work` from writing to the console. Formulas can (`\message`), and KaTeX warns about unusual characters. */
export function quietly<T>(work: () => T): T {
  const { log, warn, error } = console;
  Object.assign(console, { log: silence, warn: silence, error: silence });
  try {
    return work();
  } finally {
    Object.assign(console, { log, warn, error });
  }
}

function katexHtml(tex: string, displayMode: boolean, effort: Effort): string | undefined {
  effort.formulas -= tex.length + FIXED_COST;
  if (effort.formulas < 0) return undefined;
  try {
    return loadMath().renderToString(tex, {
      displayMode,
      throwOnError: true,
      strict: false,
      trust: false,
      maxSize: 100,
      maxExpand: 300,
    });
  } catch {
    // The formula is invalid, or too deep for the stack.
    return undefined;
  }
}

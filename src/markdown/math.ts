import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createContext, Script } from 'node:vm';
import type { StateInline } from 'markdown-it';
import { escapeText } from './escape.ts';

const INLINE = /\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?!\$)/y;
const WORD = /[\p{L}\p{N}_]/u;

/** `$$…$$` within a line, not in the midst of a word, and how long it is written. */
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

/** What a formula costs beside its characters. */
const LEAST = 20;

/** How much may be made of a message's code and formulas. */
export interface Effort {
  readonly coloured: boolean;
  /** Characters of formulas: KaTeX makes a hundred of one. */
  formulas: number;
}

export function inlineMathHtml(tex: string, effort: Effort): string {
  return katexHtml(tex, false, effort) ?? `<span class="tex-error">$$${escapeText(tex)}$$</span>`;
}

/** Each paragraph is a formula of its own. */
export function mathBlockHtml(source: string, effort: Effort): string {
  const lines = source.split('\n').map((line) => line.trimEnd());
  const formulas = lines.join('\n').split('\n\n');
  const html = formulas.map((tex) => katexHtml(tex, true, effort) ?? `<span class="tex-error">${escapeText(tex)}</span>`);
  return `<p>${html.join('\n\n')}</p>\n`;
}

const load = createRequire(import.meta.url);

interface Katex {
  renderToString(tex: string, options: object): string;
}
let katex: Katex | undefined;

/** With the first formula, for most servers never see one; in a world of its own, whose console, where it complains of strange characters, nobody reads. */
export function loadMath(): Katex {
  if (katex) return katex;
  const file = load.resolve('katex');
  const world = createContext({ module: { exports: {} }, exports: {} });
  new Script(readFileSync(file, 'utf8'), { filename: file }).runInContext(world);
  katex = world.module.exports as Katex;
  return katex;
}

function katexHtml(tex: string, displayMode: boolean, effort: Effort): string | undefined {
  effort.formulas -= tex.length + LEAST;
  if (effort.formulas < 0) return undefined;
  try {
    return loadMath().renderToString(tex, { displayMode, throwOnError: true, strict: false, trust: false, maxSize: 100, maxExpand: 300 });
  } catch {
    // Wrong, or too deep for the stack.
    return undefined;
  }
}

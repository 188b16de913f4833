import type { StateInline } from 'markdown-it';
import { memoByObject } from '../shared/memo.ts';
import { mathAt } from './math.ts';
import { channelLinkAt, mentionAt } from './names.ts';
import { backtickRun, codeEnd } from './spans.ts';

const STAR = 0x2a;
const TILDE = 0x7e;
const NEWLINE = 0x0a;

/**
 * Parses `***both***`, `**strong**` and `*emphasis*`, on one line and with stars only. An underscore is a plain
 * character.
 */
export function stars(state: StateInline): boolean {
  const { pos, src } = state;
  if (src.charCodeAt(pos) !== STAR) return false;
  const both = strongEmphasisEnd(state, pos);
  if (both !== -1) return wrap(state, ['strong', 'em'], pos + 3, both, both + 3);
  if (src.charCodeAt(pos + 1) === STAR) {
    const strong = strongEnd(state, pos);
    return strong !== -1 && wrap(state, ['strong'], pos + 2, strong, strong + 2);
  }
  const em = emphasisEnd(state, pos);
  return em !== -1 && wrap(state, ['em'], pos + 1, em, em + 1);
}

/** Parses `~~deleted~~`. Blanks inside are allowed. */
export function strikethrough(state: StateInline): boolean {
  const { pos, src } = state;
  if (!src.startsWith('~~', pos) || src[pos - 1] === '~' || src[pos + 2] === '~') return false;
  const end = next(state, pos + 2, TILDE);
  if (end === -1 || end === pos + 2 || end + 2 > state.posMax || src[end + 1] !== '~' || src[end + 2] === '~')
    return false;
  return wrap(state, ['del'], pos + 2, end, end + 2);
}

function wrap(state: StateInline, tags: string[], start: number, end: number, after: number): true {
  const max = state.posMax;
  for (const tag of tags) state.push('tag_open', tag, 1);
  state.pos = start;
  state.posMax = end;
  state.md.inline.tokenize(state);
  for (const tag of tags.toReversed()) state.push('tag_close', tag, -1);
  state.pos = after;
  state.posMax = max;
  return true;
}

function strongEmphasisEnd(state: StateInline, pos: number): number {
  const { src } = state;
  if (!src.startsWith('***', pos) || !/[^\s*]/.test(src.charAt(pos + 3))) return -1;
  const end = next(state, pos + 3, STAR);
  return end !== -1 && end + 3 <= state.posMax && src.startsWith('***', end) && !isBlank(src, end - 1) ? end : -1;
}

function strongEnd(state: StateInline, pos: number): number {
  for (let at = next(state, pos + 3, STAR); at !== -1; at = next(state, at + 1, STAR)) {
    if (state.src.charCodeAt(at + 1) === STAR && at + 2 <= state.posMax) return at;
  }
  return -1;
}

/** The position of the next single closing star. Complete strong spans before it belong to the content. */
function emphasisEnd(state: StateInline, pos: number): number {
  const { src } = state;
  if (isBlank(src, pos + 1)) return -1;
  let at = next(state, pos + 1, STAR);
  while (at !== -1 && src.charCodeAt(at + 1) === STAR && at + 1 < state.posMax) {
    const strong = strongEnd(state, at);
    if (strong === -1) return -1;
    at = next(state, strong + 2, STAR);
  }
  return at === -1 || isBlank(src, at - 1) ? -1 : at;
}

const isBlank = (src: string, pos: number) => pos >= src.length || /\s/.test(src[pos]!);

/** The next such character on this line that is outside of code, formulas, mentions and channel names. */
function next(state: StateInline, from: number, marker: number): number {
  const { src, posMax } = state;
  const known = knownNext(state, marker);
  const passed: number[] = [];
  let pos = from;
  let found = -1;
  for (let char = src.charCodeAt(pos); pos < posMax && char !== NEWLINE; char = src.charCodeAt(pos)) {
    if (char === marker) {
      found = pos;
      break;
    }
    if (char === 0x40 || char === 0x23) {
      const before = known.get(pos);
      if (before !== undefined) {
        found = before;
        break;
      }
      passed.push(pos);
    }
    if (char === 0x60) pos = codeEnd(state, pos) ?? pos + backtickRun(src, pos);
    else if (char === 0x24) pos += mathAt(src, pos)?.length ?? 1;
    else if (char === 0x40) pos += mentionAt(src, pos)?.length ?? 1;
    else if (char === 0x23) pos += channelLinkAt(src, pos)?.length ?? 1;
    else pos++;
  }
  for (const name of passed) known.set(name, found);
  return found;
}

const getSearches = memoByObject((_: StateInline) => new Map<number, Map<number, number>>());

/** Results found so far, so that a row of names is not searched again and again. */
function knownNext(state: StateInline, marker: number): Map<number, number> {
  const searches = getSearches(state);
  const search = state.posMax * 0x80 + marker;
  let known = searches.get(search);
  if (!known) searches.set(search, (known = new Map()));
  return known;
}

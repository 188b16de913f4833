import tlds from 'tlds' with { type: 'json' };
import { once } from '../shared/memo.ts';

/** These are more often file extensions than domains. */
const FILES = new Set(['java', 'md', 'mov', 'py', 'zip']);
const topLevel = once((): ReadonlySet<string> => new Set(tlds.filter((one) => !FILES.has(one))));
/** Whether a lower-case name is a top-level domain that links may end in. */
export const isTopLevelDomain = (name: string): boolean => topLevel().has(name);

/** A run of the characters of domains and e-mail addresses, at a place where a link may begin. */
const RUN = /(?<![^\s'"(,:<])[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.@+-]*/gu;
const DOMAIN = /^(?:[\p{L}\p{N}\p{M}_-]+\.)+([\p{L}\p{N}\p{M}-]+)$/u;
const ADDRESS = /^[\p{L}\p{N}\p{M}_.+-]+@(?:[\p{L}\p{N}\p{M}_-]+\.)+[\p{L}\p{N}\p{M}_]+$/u;
const PATH = /\/[^\s"`\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]*/uy;
/** The characters that may stand between a link and the next blank. */
const AFTER = /[!:;?),.'">]*(?=\s|$)/y;
const MAX_DOMAIN = 254;

/** A part of plain text that is a link, from `from` to `to` (exclusive). */
export interface FoundLink {
  readonly from: number;
  readonly to: number;
  readonly url: string;
}

/**
 * Finds domains without a scheme, with or without a path, and e-mail addresses. `lengthOf` returns how much of a path
 * belongs to the link.
 */
export function domainsIn(text: string, lengthOf: (path: string) => number): FoundLink[] {
  const found: FoundLink[] = [];
  if (!text.includes('.')) return found;
  let done = 0;
  for (const { 0: run, index: from } of text.matchAll(RUN)) {
    if (from < done || run.length > MAX_DOMAIN) continue;
    const name = run.replace(/[.+-]+$/, '');
    const to = from + name.length;
    const scheme = schemeFor(name);
    if (!scheme) continue;
    const path = scheme === 'http://' && name === run ? pathAt(text, to) : '';
    const length = lengthOf(path);
    if (!standsAlone(text, to + length)) continue;
    done = to + length;
    found.push({ from, to: done, url: scheme + name + path.slice(0, length) });
  }
  return found;
}

const WEB = /(?<![^\s'"(,:<])https?:\/\/[\p{L}\p{N}_[][^\s<>"`\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]*/giu;

/** Finds the web addresses in a line without Markdown, such as a topic. Addresses without a scheme become https. */
export function addressesIn(line: string, lengthOf: (path: string) => number): FoundLink[] {
  if (!line.includes('.') && !line.includes('://')) return [];
  const found: FoundLink[] = Array.from(line.matchAll(WEB), ({ 0: whole, index: from }) => {
    const url = whole.slice(0, lengthOf(whole));
    return { from, to: from + url.length, url };
  });
  for (const { from, to, url } of domainsIn(line, lengthOf))
    if (url.startsWith('http://') && found.every((other) => to <= other.from || other.to <= from))
      found.push({ from, to, url: `https${url.slice(4)}` });
  return found.sort((a, b) => a.from - b.from);
}

function schemeFor(name: string): string | undefined {
  if (name.includes('@')) return ADDRESS.test(name) ? 'mailto:' : undefined;
  const top = DOMAIN.exec(name)?.[1];
  return top !== undefined && isTopLevelDomain(top.toLowerCase()) ? 'http://' : undefined;
}

function pathAt(text: string, at: number): string {
  PATH.lastIndex = at;
  return PATH.exec(text)?.[0] ?? '';
}

function standsAlone(text: string, at: number): boolean {
  AFTER.lastIndex = at;
  return AFTER.test(text);
}

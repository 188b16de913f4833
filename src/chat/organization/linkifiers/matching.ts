import { RE2JS } from 're2js';
import { expand } from './templates.ts';
import type { Linkifier } from './types.ts';

/** A part of a text that is a link: from `from` up to `to`. */
export interface FoundLink {
  from: number;
  to: number;
  url: string;
}

/**
 * Compiles a pattern. Throws if it is no regular expression. Matching takes time linear in the text, whatever the
 * pattern.
 */
export function compilePattern(pattern: string): RE2JS {
  // Compiled alone first: the pattern must not close a bracket of what is put around it.
  RE2JS.compile(pattern);
  return RE2JS.compile(`(^|[\\s'"(,:<])(${pattern})($|[^\\pL\\pN])`);
}

/** The named groups of a pattern. */
export const groupsOf = (compiled: RE2JS): string[] => Object.keys(compiled.namedGroups());

/** All links that linkifiers find in a text, in order. Where two overlap, the earlier linkifier wins. */
export function linksIn(text: string, linkifiers: readonly { linkifier: Linkifier; compiled: RE2JS }[]): FoundLink[] {
  const found: FoundLink[] = [];
  for (const { linkifier, compiled } of linkifiers) {
    const names = groupsOf(compiled);
    const matcher = compiled.matcher(text);
    // The character after one match can precede the next.
    for (let at = 0; at <= text.length && matcher.find(at); at = Math.max(matcher.end(2), at + 1)) {
      const [from, to] = [matcher.start(2), matcher.end(2)];
      if (from === to || found.some((other) => from < other.to && other.from < to)) continue;
      const values = Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? undefined]));
      found.push({ from, to, url: expand(linkifier.url_template, values) });
    }
  }
  return found.sort((a, b) => a.from - b.from);
}

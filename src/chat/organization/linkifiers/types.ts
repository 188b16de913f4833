import { RE2JS } from 're2js';
import { type Static, Type } from 'typebox';
import { badRequest } from '../../../kernel/errors.ts';

/** A linkifier: an RE2 pattern with named groups, and an RFC 6570 template with the same names. */
export const Linkifier = Type.Object({ id: Type.Integer(), pattern: Type.String(), url_template: Type.String() });
export type Linkifier = Static<typeof Linkifier>;

/** An error that names the wrong parameter. */
export const invalid = (name: string, message: string) => badRequest(message, { errors: { [name]: [message] } });

/**
 * How each kind of expression in RFC 6570 prints its values: prefix, separator, with names, and keeping reserved
 * characters.
 */
const KINDS: Record<string, { first: string; between: string; named?: 'always' | 'unless empty'; reserved?: true }> = {
  '': { first: '', between: ',' },
  '+': { first: '', between: ',', reserved: true },
  '#': { first: '#', between: ',', reserved: true },
  '.': { first: '.', between: '.' },
  '/': { first: '/', between: '/' },
  ';': { first: ';', between: ';', named: 'unless empty' },
  '?': { first: '?', between: '&', named: 'always' },
  '&': { first: '&', between: '&', named: 'always' },
};

const EXPRESSION = /\{([+#./;?&]?)([^{}]*)\}/g;
const VARIABLE = /^([A-Za-z0-9_.]+)(\*|:[1-9]\d{0,3})?$/;

/** What is wrong with a URL template, or undefined. Only web addresses are allowed. */
export function templateError(template: string): string | undefined {
  if (template.length > 2000) return 'Invalid URL template.';
  const rest = template.replace(EXPRESSION, (_, _kind: string, list: string) =>
    list.split(',').every((one) => VARIABLE.test(one)) ? '' : '{',
  );
  if (/[{}\s\p{Cc}]/u.test(rest) || !/^https?:\/\/[^/\\?#]/i.test(template)) return 'Invalid URL template.';
  return undefined;
}

/** The variables of a template, each once. */
export function listVariables(template: string): string[] {
  const names = [...template.matchAll(EXPRESSION)].flatMap(([, , list]) =>
    list!.split(',').map((one) => VARIABLE.exec(one)![1]!),
  );
  return [...new Set(names)];
}

/** Expands a template; variables without a value are left out. */
function expand(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(EXPRESSION, (_, kind: string, list: string) => {
    const { first, between, named, reserved } = KINDS[kind]!;
    const parts = list.split(',').flatMap((one) => {
      const [, name, modifier = ''] = VARIABLE.exec(one)!;
      const value = values[name!];
      if (value === undefined) return [];
      const shown = encodeValue(
        modifier.startsWith(':') ? [...value].slice(0, Number(modifier.slice(1))).join('') : value,
        reserved ?? false,
      );
      if (!named) return [shown];
      return [named === 'unless empty' && shown === '' ? name! : `${name}=${shown}`];
    });
    return parts.length > 0 ? first + parts.join(between) : '';
  });
}

/** Percent-encodes a value; `reserved`: keeps characters that have a meaning in URLs, and existing escapes. */
function encodeValue(value: string, reserved: boolean): string {
  const strictly = (text: string) =>
    encodeURIComponent(text.toWellFormed()).replace(
      /[!'()*]/g,
      (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  if (!reserved) return strictly(value);
  return value.replace(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]+/g, (part) =>
    /^%[0-9A-Fa-f]{2}$/.test(part) ? part : strictly(part),
  );
}

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
export const listGroups = (compiled: RE2JS): string[] => Object.keys(compiled.namedGroups());

/** All links that linkifiers find in a text, in order. Where two overlap, the earlier linkifier wins. */
export function linksIn(text: string, linkifiers: readonly { linkifier: Linkifier; compiled: RE2JS }[]): FoundLink[] {
  const found: FoundLink[] = [];
  for (const { linkifier, compiled } of linkifiers) {
    const names = listGroups(compiled);
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

import { badRequest } from '../../../kernel/errors.ts';

/** A refusal that says which parameter is wrong. */
export const invalid = (name: string, message: string) => badRequest(message, { errors: { [name]: [message] } });

/** How each kind of expression of RFC 6570 puts its values: before the first, between them, with names, and keeping reserved characters. */
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

/** What is wrong with an address of this kind, or undefined. Only web addresses will do: a link leads nowhere else. */
export function templateError(template: string): string | undefined {
  if (template.length > 2000) return 'Invalid URL template.';
  const rest = template.replace(EXPRESSION, (_, _kind: string, list: string) =>
    list.split(',').every((one) => VARIABLE.test(one)) ? '' : '{',
  );
  if (/[{}\s\p{Cc}]/u.test(rest) || !/^https?:\/\/[^/\\?#]/i.test(template)) return 'Invalid URL template.';
  return undefined;
}

/** The names an address has places for, each once. */
export function variablesOf(template: string): string[] {
  const names = [...template.matchAll(EXPRESSION)].flatMap(([, , list]) =>
    list!.split(',').map((one) => VARIABLE.exec(one)![1]!),
  );
  return [...new Set(names)];
}

/** The address with values in their places; what has no value is left out. */
export function expand(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(EXPRESSION, (_, kind: string, list: string) => {
    const { first, between, named, reserved } = KINDS[kind]!;
    const parts = list.split(',').flatMap((one) => {
      const [, name, modifier = ''] = VARIABLE.exec(one)!;
      const value = values[name!];
      if (value === undefined) return [];
      const shown = encoded(
        modifier.startsWith(':') ? [...value].slice(0, Number(modifier.slice(1))).join('') : value,
        reserved ?? false,
      );
      if (!named) return [shown];
      return [named === 'unless empty' && shown === '' ? name! : `${name}=${shown}`];
    });
    return parts.length > 0 ? first + parts.join(between) : '';
  });
}

/** Percent-encoded; `reserved`: but for what means something in an address, and what is encoded already. */
function encoded(value: string, reserved: boolean): string {
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

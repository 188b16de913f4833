import { escapeAttribute } from '../../markdown/escape.ts';

/** What may stand in a template: text and numbers are escaped, HTML stands as it is, lists are joined, and nothing is nothing. */
export type Content = Html | string | number | boolean | null | undefined | readonly Content[];

/** Text that is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A template whose values cannot break out of text between tags, or of an attribute in double quotes. It reads the cooked strings:
 * the bundlers write letters beyond Latin-1 as escape sequences, which only the raw strings would show.
 */
export const html = (texts: readonly string[], ...values: readonly Content[]): Html =>
  new Html(texts.map((text, at) => text + (at < values.length ? textOf(values[at]) : '')).join(''));

/** HTML made elsewhere in the server, as an SVG. */
export const trusted = (text: string): Html => new Html(text);

function textOf(value: Content): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join('');
  return value === null || value === undefined || typeof value === 'boolean' ? '' : escapeAttribute(String(value));
}

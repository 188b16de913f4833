import { escapeAttribute } from '../../markdown/escape.ts';

/**
 * Values that a template accepts. Text and numbers are escaped, HTML is inserted as it is, lists are joined, and empty
 * values insert nothing.
 */
export type Content = Html | string | number | boolean | null | undefined | readonly Content[];

/** Text that is already HTML. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A template whose values cannot break out of text between tags, or of an attribute in double quotes. It reads the
 * cooked strings, because bundlers write letters beyond Latin-1 as escape sequences, which the raw strings would show.
 */
export const html = (texts: readonly string[], ...values: readonly Content[]): Html =>
  new Html(texts.map((text, at) => text + (at < values.length ? renderText(values[at]) : '')).join(''));

/** HTML from another part of the server, such as an SVG. */
export const trustHtml = (text: string): Html => new Html(text);

function renderText(value: Content): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(renderText).join('');
  return value === null || value === undefined || typeof value === 'boolean' ? '' : escapeAttribute(String(value));
}

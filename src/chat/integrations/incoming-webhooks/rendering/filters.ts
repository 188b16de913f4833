import { inlineCode, linkTo, plainLines, plainText, quoteBlock, timeMarkdown } from '../../../../markdown/generated.ts';
import { listFacts } from './facts.ts';
import { findField } from './find-field.ts';
import { plainJira } from './jira-markup.ts';
import { linkAddresses, slackMarkdown } from './slack-markdown.ts';
import { branchName, firstLine, isAddress, silenceMentions, spaceWords } from './wording.ts';

/** The longest text of a payload that a message shows. */
const LONGEST_TEXT = 3000;
/** As many elements of a list as a message can show. */
export const MOST_ELEMENTS = 200;

/** Finished Markdown, which is not escaped again. */
class Markdown {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

const asText = (value: unknown): string => {
  if (value instanceof Markdown) return value.text;
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
};

const shorten = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT).toWellFormed()}…`;

/**
 * What is left of a value when a delivery may make no more than `left` characters into Markdown. Each counts, and each
 * element of a list.
 */
export function takeText(value: unknown, left: number): { taken: unknown; left: number } {
  if (Array.isArray(value)) {
    const taken: unknown[] = [];
    for (const one of value.slice(0, MOST_ELEMENTS)) {
      const part = takeText(one, left);
      taken.push(part.taken);
      left = part.left;
    }
    return { taken, left };
  }
  if (typeof value !== 'string') return { taken: value, left };
  const taken = value.length <= left ? value : value.slice(0, left).toWellFormed();
  return { taken, left: left - Math.min(taken.length, LONGEST_TEXT) };
}

/** What stands for a value in a Markdown template. */
export const escapeValue = (value: unknown): string =>
  value instanceof Markdown ? value.text : plainText(shorten(asText(value)));

/** Filters of Liquid itself that templates may use. */
export const STANDARD_FILTERS = [
  'abs',
  'at_least',
  'ceil',
  'compact',
  'default',
  'divided_by',
  'first',
  'floor',
  'last',
  'map',
  'minus',
  'plus',
  'raw',
  'reverse',
  'round',
  'size',
  'slice',
  'times',
  'uniq',
  'where',
];

/** Those of them that look at each element of a list. */
export const LIST_FILTERS = ['compact', 'map', 'reverse', 'uniq', 'where'];

export type Filter = (value: unknown, ...more: unknown[]) => unknown;
const markdownFilter =
  (make: (text: string, ...more: unknown[]) => string): Filter =>
  (value, ...more) => {
    const text = asText(value).trim();
    return text === '' ? '' : new Markdown(make(shorten(text), ...more));
  };

const link: Filter = (value, url) => {
  const text = asText(value).trim();
  if (value instanceof Markdown) return value;
  if (isAddress(url)) return new Markdown(linkTo(text === '' ? url.trim() : shorten(text), url.trim()));
  return text;
};

/** A block stands in its own paragraph. */
const block = (text: string): string => `\n\n${text}\n`;

/** A text without the comments of HTML, which templates of issues contain for their authors. */
function withoutComments(text: string): string {
  const [before = '', ...parts] = text.split('<!--');
  const after = parts.map((part) => {
    const end = part.indexOf('-->');
    return end < 0 ? `<!--${part}` : part.slice(end + 3);
  });
  return before + after.join('');
}

const fence = (text: string): string =>
  '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)));
const codeBlock = (text: string, language: unknown = ''): string => {
  const marks = fence(text);
  const name = typeof language === 'string' ? language.replaceAll(/[^\w+#-]/g, '') : '';
  return block(`${marks}${name}\n${text}\n${marks}`);
};

/** How programs in Go print times, such as `2026-05-01 10:00:00.5 +0000 UTC m=+1.5`. */
const GO_TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,9})?) ([+-]\d\d)(\d\d)(?: .*)?$/;

/** Seconds of a Unix time in seconds or milliseconds, or of a date. */
function seconds(value: unknown): number | undefined {
  const number = typeof value === 'number' || (typeof value === 'string' && /^\d{9,14}(?:\.\d+)?$/.test(value));
  const time = number ? Number(value) : Date.parse(asText(value).replace(GO_TIME, '$1T$2$3:$4')) / 1000;
  const found = Math.floor(time > 1e11 ? time / 1000 : time);
  return found > 0 && found < 1e11 ? found : undefined;
}

const asList = (value: unknown): unknown[] =>
  Array.isArray(value)
    ? value.slice(0, MOST_ELEMENTS)
    : value === undefined || value === null || value === ''
      ? []
      : [value];

/** `a`, `a and b`, `a, b and c`. */
const sentence: Filter = (value) => {
  const parts = asList(value).filter((one) => asText(one).trim() !== '');
  const texts = parts.map(escapeValue);
  if (texts.length <= 1) return new Markdown(texts.join(''));
  return new Markdown(`${texts.slice(0, -1).join(', ')} and ${texts.at(-1)!}`);
};

const plural: Filter = (value, one, many) => {
  const count = Array.isArray(value) ? value.length : Number(asText(value) || 0);
  return `${count} ${count === 1 ? asText(one) : asText(many ?? `${asText(one)}s`)}`;
};

const unescapeHtml = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/p|\/div|\/li|\/h\d)\b[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** Currencies whose amounts have no decimals, and those with three. */
const WHOLE = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
const IN_THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));
const countDecimals = (currency: string): number => (WHOLE.has(currency) ? 0 : IN_THOUSANDTHS.has(currency) ? 3 : 2);

/** Filters that make Markdown of texts. What they return is not escaped again. */
export const MARKDOWN_FILTERS: Readonly<Record<string, Filter>> = {
  link,
  sentence,
  code: markdownFilter((text) => inlineCode(text)),
  bold: (value) => {
    const text = escapeValue(value).trim();
    return text === '' ? '' : new Markdown(`**${text}**`);
  },
  quote: (value) => {
    const text = shorten(withoutComments(asText(value)).trim());
    return text === '' ? '' : new Markdown(block(quoteBlock(text)));
  },
  code_block: markdownFilter(codeBlock),
  json: (value) =>
    value === undefined ? '' : new Markdown(codeBlock(shorten(JSON.stringify(value, null, 2)), 'json')),
  lines: markdownFilter((text) => plainLines(text)),
  linked_lines: markdownFilter((text) => linkAddresses(text)),
  markdown: markdownFilter(silenceMentions),
  slack: markdownFilter((text) => slackMarkdown(text)),
  facts: (value, ...hidden) => {
    const list = listFacts(value, hidden.map(asText));
    return list === '' ? '' : new Markdown(list);
  },
  join: (value, separator = ', ') =>
    new Markdown(asList(value).map(escapeValue).filter(Boolean).join(asText(separator))),
};

/** The other filters of Klatch, whose results are escaped. */
export const FILTERS: Readonly<Record<string, Filter>> = {
  plural,
  time: (value) => {
    const time = seconds(value);
    return time === undefined ? asText(value) : new Markdown(timeMarkdown(time));
  },
  jira: (value) => plainJira(shorten(asText(value))),
  from_html: (value) => unescapeHtml(shorten(asText(value))),
  first_line: (value) => firstLine(asText(value)),
  short_sha: (value) => asText(value).slice(0, 11),
  branch: (value) => branchName(asText(value)),
  words: (value) => spaceWords(asText(value)),
  append: (value, end) => asText(value) + asText(end),
  prepend: (value, start) => asText(start) + asText(value),
  split: (value, separator) => asText(value).split(asText(separator)),
  replace: (value, from, to = '') => asText(value).replaceAll(asText(from), () => asText(to)),
  remove: (value, part) => asText(value).replaceAll(asText(part), ''),
  remove_first: (value, part) => asText(value).replace(asText(part), ''),
  upcase: (value) => asText(value).toUpperCase(),
  downcase: (value) => asText(value).toLowerCase(),
  strip: (value) => asText(value).trim(),
  past: (value) => {
    const text = asText(value).trim();
    if (text === '' || text.endsWith('ed')) return text;
    return text.endsWith('e') ? `${text}d` : text.replace(/(?<![aeiou])y$/, 'i').concat('ed');
  },
  sentence_case: (value) => {
    const text = asText(value);
    return text.charAt(0).toUpperCase() + text.slice(1);
  },
  plain_join: (value, separator = ', ') => asList(value).map(asText).filter(Boolean).join(asText(separator)),
  concat_lines: (value, ...more) => [value, ...more].flatMap(asList).map(asText).join('\n'),
  limit: (value, most) => asList(value).slice(0, Number(most)),
  starts_with: (value, start) => asText(value).startsWith(asText(start)),
  find_field: (value, ...names) => findField(value, names.map(asText)),
  is_list: (value) => Array.isArray(value),
  is_text: (value) => typeof value === 'string' && value.trim() !== '',
  is_object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  parse_json: (value) => {
    try {
      return typeof value === 'string' && value.length < 100_000 ? (JSON.parse(value) as unknown) : value;
    } catch {
      return value;
    }
  },
  number: (value) => {
    const number = Number(asText(value));
    return Number.isFinite(number) ? number : 0;
  },
  // An amount in the smallest unit of its currency.
  money: (value, currency = '', digits) => {
    const unit = asText(currency).toUpperCase();
    const decimals = Number(digits ?? countDecimals(unit));
    return `${(Number(asText(value)) / 10 ** decimals).toFixed(decimals)} ${unit}`.trim();
  },
};

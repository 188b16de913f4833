import type { Reference, RichText } from '../chat/organization/imports/types.ts';
import { separateFences } from '../shared/code-fences.ts';
import { quoteParts } from './markdown.ts';

/** How a product's Markdown marks blocks, where it differs from Zulip's. */
export interface BlockStyle {
  /** Code may begin and end in the middle of a line: "```code```". */
  hasLooseFences?: boolean;
  /** `>>>` quotes all of the text that follows. */
  hasLongQuotations?: boolean;
}

/** Puts fences on lines of their own, and marks each line of a long quotation. */
export function separateBlocks(text: string, { hasLooseFences, hasLongQuotations }: BlockStyle): string {
  const separated = hasLooseFences ? separateFences(text, { isLoose: true }) : text;
  return hasLongQuotations ? markLongQuotation(separated) : separated;
}

function markLongQuotation(text: string): string {
  const lines = text.split('\n');
  let fence: string | undefined;
  for (const [at, line] of lines.entries()) {
    const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
    if (fence === undefined && /^>>> /.test(line))
      return [...lines.slice(0, at), ...[line.slice(4), ...lines.slice(at + 1)].map((one) => `> ${one}`)].join('\n');
    if (fence === undefined) fence = mark;
    else if (line.trimEnd() === fence) fence = undefined;
  }
  return text;
}

const isQuotation = (line: string): boolean => /^ {0,3}>/.test(line);

/** Joins parts of a message that stand on lines of their own. Two quotations stay apart. */
export function joinBlocks(blocks: readonly RichText[]): RichText {
  const joined: (string | Reference)[] = [];
  let wasQuotation = false;
  for (const block of blocks) {
    if (block.every((part) => part === '')) continue;
    const isQuoted = typeof block[0] === 'string' && isQuotation(block[0]);
    if (joined.length > 0) joined.push(isQuoted && wasQuotation ? '\n\n' : '\n');
    joined.push(...block);
    wasQuotation = isQuoted;
  }
  return joined;
}

/** What programs add to a message: the parts of an attachment or embed, as far as it has them, in Markdown. */
export interface Card {
  pretext?: string | undefined;
  author?: string | undefined;
  authorUrl?: string | undefined;
  title?: string | undefined;
  titleUrl?: string | undefined;
  text?: string | undefined;
  fields?: readonly { name: string; value: string }[];
  /** The address of a picture. */
  image?: string | undefined;
  footer?: string | undefined;
}

/** The blocks of a card: its text before the quotation, and the quotation. `translate` reads the product's Markdown. */
export function cardBlocks(card: Card, translate: (text: string) => RichText): RichText[] {
  const { pretext = '', author, authorUrl, title, titleUrl, text = '', fields = [], image, footer } = card;
  const lines = [
    author && linkText(author, authorUrl),
    title ? `**${linkText(title, titleUrl)}**` : isWebAddress(titleUrl) && titleUrl,
    text,
    ...fields.map(({ name, value }) => (name === '' ? value : `**${name}**: ${value}`)),
    isWebAddress(image) && linkText(nameOfAddress(image), image),
    footer,
  ];
  const quotation = lines.filter(Boolean).join('\n').trim();
  return [translate(pretext), quotation === '' ? [] : quoteParts(translate(quotation))];
}

const isWebAddress = (url: string | undefined): url is string =>
  url !== undefined && /^https?:\/\/[^\s<>]+$/i.test(url) && URL.canParse(url);

/** The last part of an address's path. */
const nameOfAddress = (url: string): string => {
  const { pathname, hostname } = new URL(url);
  return pathname.split('/').findLast(Boolean) ?? hostname;
};

/** A text with a link, if the address is one of the web. */
function linkText(text: string, url: string | undefined): string {
  if (!isWebAddress(url)) return text;
  const label = text.replaceAll(/[[\]\\\n]/g, ' ').trim();
  return `[${label || url}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

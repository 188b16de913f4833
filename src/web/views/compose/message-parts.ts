import type { Chips, FileLink, Quote } from '../../store/local/message-parts.ts';

/** A message in the form in which a field shows it: quotations, text, files. */
export interface MessageParts extends Chips {
  text: string;
}

const QUOTE = /\n?@_\*\*([^*|\n]+)(?:\|\d+)?\*\* \[[^\]\n]*\]\(([^()\s]+)\):\n(`{3,})quote\n([\s\S]*?)\n\3(?:\n|$)/y;
/** A line of its own. An empty line before the first one would get lost. */
const LAST_FILE = /(?:^|(?<=[\s\S])\n)(!?\[([^[\]\n]+)\]\((\/user_uploads\/[^()\s]+)\))$/;

/**
 * Splits a message into the quotations that it begins with, its text, and the files that it ends with. `joinParts`
 * returns the same message, except for blanks at its ends.
 */
export function splitMessage(content: string): MessageParts {
  const quotes: Quote[] = [];
  QUOTE.lastIndex = 0;
  let begin = 0;
  // Only a quotation after another one may follow an empty line.
  for (let found = QUOTE.exec(content); found && (begin > 0 || found[0][0] === '@'); found = QUOTE.exec(content)) {
    const [markdown, author, href, , text] = found;
    quotes.push({ markdown, author: author!, href: href!, text: text! });
    begin = QUOTE.lastIndex;
  }
  const files: FileLink[] = [];
  let text = content.slice(begin);
  for (;;) {
    const [whole, markdown, name, href] = LAST_FILE.exec(files.length > 0 ? text : text.trimEnd()) ?? [];
    if (whole === undefined) return { quotes, text, files };
    files.unshift({ markdown: markdown!, name: name!, href: href! });
    text = (files.length > 1 ? text : text.trimEnd()).slice(0, -whole.length);
  }
}

/** The Markdown of a message. */
export function joinParts({ quotes, text, files }: MessageParts): string {
  const quoted = quotes
    .map(({ markdown }) => markdown)
    .join('')
    .replace(/^\n/, '');
  const rest = [...(text === '' ? [] : [text]), ...files.map(({ markdown }) => markdown)].join('\n');
  return quoted + (quoted && rest && !quoted.endsWith('\n') ? '\n' : '') + rest;
}

/** What a quotation says, in one line: without its own quotations, and links and mentions as their text. */
export function makeExcerpt({ text: content }: Quote): string {
  const { text, files } = splitMessage(content);
  return (text || files.map(({ name }) => name).join(' ') || content)
    .replace(/!?\[([^\]\n]*)\]\([^()\s]*\)/g, '$1')
    .replace(/([@#])_?\*\*([^*|\n]+)(?:\|\d+)?\*\*/g, '$1$2')
    .replace(/\s+/g, ' ')
    .trim();
}

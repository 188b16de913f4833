import MarkdownIt, { type StateCore, type Token } from 'markdown-it';
import { LIMITS } from '../limits.ts';
import { useBlockRules, withPlainBlanks } from './blocks.ts';
import { asEnv, type Context, getContext, newContext } from './context.ts';
import type { Directory } from './directory.ts';
import { renderEmbeds } from './embeds.ts';
import { hasEmoticon } from './emoticons.ts';
import { escapeText } from './escape.ts';
import { loadFor, renderHtml } from './html.ts';
import { useInlineRules } from './inline.ts';
import { linkify } from './linkify.ts';
import { useListRules } from './lists.ts';
import { quietly } from './math.ts';
import { placeMedia } from './media.ts';
import { withTimeLimit } from './time-limit.ts';

export interface Rendered {
  html: string;
  /** Personal mentions that notify, ascending, without duplicates. */
  mentioned_user_ids: number[];
  /** Group mentions that notify, ascending, without duplicates. */
  mentioned_group_ids: number[];
  /** `@**all**`, `@**everyone**`, `@**channel**` or `@**stream**`, not silent. */
  mentions_channel: boolean;
  /** `@**topic**`, not silent. */
  mentions_topic: boolean;
  has_link: boolean;
  /** The message links to an uploaded picture. */
  has_image: boolean;
  /** The message links to `/user_uploads/`. */
  has_attachment: boolean;
  /** Starts with `/me ` and is one paragraph. */
  is_me_message: boolean;
  /** URLs whose previews would be shown if they were fetched. */
  unknown_links: string[];
}

export function renderMessage(source: string, directory: Directory): Rendered {
  const text = withPlainBlanks(source.toWellFormed());
  const context = newContext(directory);
  if (isPlain(text) && !directory.linksIn && !(directory.emoticons && hasEmoticon(text)))
    return makeRendered(text, `<p>${escapeText(text)}</p>`, context);
  const parse = () => parser.parse(text, asEnv(context));
  // A short text needs no time limit: the timer would take longer than the text.
  const tokens = text.length < SHORT_SOURCE ? parse() : withTimeLimit(PARSE_LIMIT, parse);
  const html = tokens && finishTokens(tokens);
  if (html !== undefined) return makeRendered(text, html, context);
  const apology = tokens ? TOO_LONG : TOO_SLOW;
  return makeRendered(text, renderUnformatted(text, apology), newContext(directory));
}

const TOO_SLOW = 'Sorry, this message could not be formatted in time.';
const TOO_LONG = 'Sorry, this message would be too long once formatted.';

/** Characters, and milliseconds. No known text takes a tenth of it. */
const SHORT_SOURCE = 1000;
const PARSE_LIMIT = 1000;

/** The last resort: the text itself, with an apology. */
function renderUnformatted(text: string, apology: string): string {
  const lines = text.split('\n').map(escapeText).join('<br>\n');
  return `<p>${apology} It is shown as it was written:</p>\n<p>${lines}</p>`;
}

function makeRendered(text: string, formatted: string, context: Context): Rendered {
  const { html, unknown } = renderEmbeds(context);
  return {
    html: formatted + html,
    mentioned_user_ids: sortIds(context.users),
    mentioned_group_ids: sortIds(context.groups),
    mentions_channel: context.channel,
    mentions_topic: context.topic,
    has_link: context.link,
    has_image: context.image,
    has_attachment: context.attachment,
    is_me_message:
      text.startsWith('/me ') && formatted.startsWith('<p>') && formatted.indexOf('</p>') === formatted.length - 4,
    unknown_links: unknown,
  };
}

/** The time limit for highlighting a message's code and typesetting its formulas, in milliseconds. */
const RICH_LIMIT = 60;

const TRIES = 4;

/** Code and formulas of this many characters cannot take long. A timer would cost more than they do. */
const FEW_CHARACTERS = 400;

/**
 * The HTML of a text. Code and formulas that would take too long are shown as written. Code, formulas and emoji are
 * also shown as written if the HTML would be too long. Undefined: it is too long even so.
 */
function finishTokens(tokens: readonly Token[]): string | undefined {
  const full = richest(tokens);
  if (full.length <= LIMITS.rendered_length) return full;
  const simple = renderHtml(tokens, { highlighted: false, formulas: 0, emojiAsText: true });
  return simple.length <= LIMITS.rendered_length ? simple : undefined;
}

function richest(tokens: readonly Token[]): string {
  const characters = loadFor(tokens);
  const renderFully = () => renderHtml(tokens, { highlighted: true, formulas: 3000 });
  if (characters === 0) return renderFully();
  if (characters <= FEW_CHARACTERS) return quietly(renderFully);
  return (
    quietly(() => withCpuLimit(RICH_LIMIT, renderFully)) ?? renderHtml(tokens, { highlighted: false, formulas: 0 })
  );
}

/** Like `withTimeLimit`, but counts only CPU time, so that a busy machine renders messages like any other. */
function withCpuLimit<T>(milliseconds: number, work: () => T): T | undefined {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = process.threadCpuUsage();
    const result = withTimeLimit(milliseconds, work);
    if (result !== undefined) return result;
    const { user, system } = process.threadCpuUsage(before);
    if ((user + system) / 1000 > milliseconds / 2) break;
  }
  return undefined;
}

/**
 * Anything that may be markup: a line break, an entity, an emoji, the first character of a block, or a trailing blank.
 */
const MARKUP =
  /[\n\r\0*~`[@#|]|\$\$|<time:|:(?! )|\.[\p{L}\p{N}]|&[#a-z]|[\p{Extended_Pictographic}\p{Regional_Indicator}]|^[\s\-+=_>]|^\d+[.)]|^$|\s$/iu;

const isPlain = (text: string) => !MARKUP.test(text);

const sortIds = (ids: Set<number>) => [...ids].sort((a, b) => a - b);

const parser = new MarkdownIt({ maxNesting: 100 });
useListRules(parser);
useBlockRules(parser);
useInlineRules(parser);
parser.core.ruler.at('inline', inline);
parser.core.ruler.push('media', placeMedia);
parser.core.ruler.enableOnly(['normalize', 'block', 'merge_lists', 'inline', 'media']);

/** Parses the text of each block and records whether it is within a quote. */
function inline(state: StateCore): void {
  const context = getContext(state.env);
  let quotes = 0;
  for (const token of state.tokens) {
    if (token.type === 'blockquote_open') quotes++;
    else if (token.type === 'blockquote_close') quotes--;
    else if (token.type === 'inline') {
      context.quoted = quotes > 0;
      state.md.inline.parse(token.content, state.md, state.env, token.children!);
      linkify(token.children!, context);
    }
  }
}

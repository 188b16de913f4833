import MarkdownIt, { type StateCore, type Token } from 'markdown-it';
import { LIMITS } from '../limits.ts';
import { useBlockRules } from './blocks.ts';
import { within } from './bounded.ts';
import { asEnv, type Context, contextOf, newContext } from './context.ts';
import { embedsOf, type Preview } from './embeds.ts';
import { hasEmoticon } from './emoticons.ts';
import { escapeText } from './escape.ts';
import { htmlOf, loadFor } from './html.ts';
import { useInlineRules } from './inline.ts';
import { linkify } from './linkify.ts';
import { useListRules } from './lists.ts';
import { quietly } from './math.ts';
import { placeMedia, type Upload } from './media.ts';

/** Somebody; who is not active any more is named without being called. */
export interface Named {
  id: number;
  full_name: string;
  is_active?: boolean;
}

/** The lookup of names, which the server implements. */
export interface Directory {
  /** Case-insensitive and exact; there may be several. */
  usersNamed(name: string): readonly Named[];
  userById(id: number): Named | undefined;
  groupNamed(name: string): { id: number; name: string; deactivated?: boolean } | undefined;
  /** The organisation's own emoji in use, by its exact name; they come before all others. */
  realmEmoji(name: string): { source_url: string } | undefined;
  /** Only channels the author may know of. */
  channelNamed(name: string): { id: number; name: string } | undefined;
  /** A topic's newest message, if the author may read it. */
  newestIn?(channel: number, topic: string): number | undefined;
  channelById?(id: number): { id: number; name: string } | undefined;
  /** This server's address, without a slash at the end: links to it are written as its own. */
  readonly origin?: string;
  /** The author wants emoticons made emoji. */
  readonly emoticons?: boolean;
  /** The language of fenced code that names none. */
  readonly default_code_language?: string;
  /** What a page elsewhere says of itself; null: nothing to show; undefined: not known yet. Left out: none are shown. */
  preview?(url: string): Preview | null | undefined;
  /** Pictures and films that a text links to are shown. */
  readonly previews?: boolean;
  /** An uploaded file that the author may read, by its address below /user_uploads/. */
  upload?(path: string): Upload | undefined;
  /** The address under which this server gives a picture of elsewhere in the web. */
  proxied?(url: string): string;
  /** What of a plain text is a link by the organisation's own rules, in its order; left out where there are none. */
  linksIn?(text: string): readonly { from: number; to: number; url: string }[];
}

export interface Rendered {
  html: string;
  /** Loud personal mentions, ascending, each once. */
  mentioned_user_ids: number[];
  /** Loud mentions of groups, ascending, each once. */
  mentioned_group_ids: number[];
  /** `@**all**`, `@**everyone**`, `@**channel**` or `@**stream**`, loud. */
  mentions_channel: boolean;
  /** `@**topic**`, loud. */
  mentions_topic: boolean;
  has_link: boolean;
  /** A link to an uploaded picture. */
  has_image: boolean;
  /** A link to `/user_uploads/`. */
  has_attachment: boolean;
  /** Starts with `/me ` and is one paragraph. */
  is_me_message: boolean;
  /** Addresses whose previews would be shown if they were known. */
  unknown_links: string[];
}

export function renderMessage(source: string, directory: Directory): Rendered {
  const text = source.toWellFormed();
  const context = newContext(directory);
  if (isPlain(text) && !directory.linksIn && !(directory.emoticons && hasEmoticon(text)))
    return rendered(text, `<p>${escapeText(text)}</p>`, context);
  const parse = () => parser.parse(text, asEnv(context));
  // A short text needs no watch, which takes longer than it.
  const tokens = text.length < BRIEF ? parse() : within(UNHEARD_OF, parse);
  const html = tokens && finished(tokens);
  if (html !== undefined) return rendered(text, html, context);
  const apology = tokens ? TOO_LONG : TOO_SLOW;
  return rendered(text, unformatted(text, apology), newContext(directory));
}

const TOO_SLOW = 'Sorry, this message could not be formatted in time.';
const TOO_LONG = 'Sorry, this message would be too long once formatted.';

/** Characters, and milliseconds: no text is known that takes a tenth of it. */
const BRIEF = 1000;
const UNHEARD_OF = 1000;

/** Last of all ways: the text itself, with an apology. */
function unformatted(text: string, apology: string): string {
  const lines = text.split('\n').map(escapeText).join('<br>\n');
  return `<p>${apology} It is shown as it was written:</p>\n<p>${lines}</p>`;
}

function rendered(text: string, formatted: string, context: Context): Rendered {
  const { html, unknown } = embedsOf(context);
  return {
    html: formatted + html,
    mentioned_user_ids: ascending(context.users),
    mentioned_group_ids: ascending(context.groups),
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

/** Milliseconds in which a message's code is coloured and its formulas are set. */
const LONGEST = 60;

const TRIES = 4;

/** Characters of code and formulas that cannot take long: watching costs more than they do. */
const SHORT = 400;

/**
 * The HTML of a text. Code and formulas that would take too long are shown as they were written, and so are code, formulas and emoji where
 * the HTML would be too long. undefined: it is too long even so.
 */
function finished(tokens: readonly Token[]): string | undefined {
  const full = richest(tokens);
  if (full.length <= LIMITS.rendered_length) return full;
  const simple = htmlOf(tokens, { coloured: false, formulas: 0, emojiAsText: true });
  return simple.length <= LIMITS.rendered_length ? simple : undefined;
}

function richest(tokens: readonly Token[]): string {
  const characters = loadFor(tokens);
  const richly = () => htmlOf(tokens, { coloured: true, formulas: 3000 });
  if (characters === 0) return richly();
  if (characters <= SHORT) return quietly(richly);
  return quietly(() => atWork(LONGEST, richly)) ?? htmlOf(tokens, { coloured: false, formulas: 0 });
}

/** As `within`, but time in which the machine did other things does not count: on a busy one a message is not less than elsewhere. */
function atWork<T>(milliseconds: number, work: () => T): T | undefined {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = process.threadCpuUsage();
    const result = within(milliseconds, work);
    if (result !== undefined) return result;
    const { user, system } = process.threadCpuUsage(before);
    if ((user + system) / 1000 > milliseconds / 2) break;
  }
  return undefined;
}

/** Anything that may mean something: markup, a line break, an entity, an emoji, a block's first or a trailing blank character. */
const MEANS_SOMETHING =
  /[\n\r\0*~`[@#|]|\$\$|<time:|:(?! )|\.[\p{L}\p{N}]|&[#a-z]|[\p{Extended_Pictographic}\p{Regional_Indicator}]|^[\s\-+=_>]|^\d+[.)]|^$|\s$/iu;

const isPlain = (text: string) => !MEANS_SOMETHING.test(text);

const ascending = (ids: Set<number>) => [...ids].sort((a, b) => a - b);

const parser = new MarkdownIt({ maxNesting: 100 });
useListRules(parser);
useBlockRules(parser);
useInlineRules(parser);
parser.core.ruler.at('inline', inline);
parser.core.ruler.push('media', placeMedia);
parser.core.ruler.enableOnly(['normalize', 'block', 'merge_lists', 'inline', 'media']);

/** Reads each block's text, knowing whether a quote is around it. */
function inline(state: StateCore): void {
  const context = contextOf(state.env);
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

import { LIMITS } from '../../../../limits.ts';
import { inlineCode, linkTo, plainLines, plainText } from '../../../../markdown/generated.ts';

/**
 * Tokens of Slack's markup, in this order: code, `<…>` (links, mentions), links of Markdown, which many programs send
 * to Slack, URLs, emoji, and bold, italic or struck-out words.
 */
const TOKEN = new RegExp(
  [
    '```(?<block>[^]*?)```',
    '`(?<code>[^`\\n]+)`',
    '<(?<angle>[^<>\\n]*)>',
    '\\[(?<label>[^[\\]\\n]{1,500})\\]\\((?<target>https?://[^\\s<>()]{1,2000})\\)',
    '(?<url>https?://[^\\s<>|`*]+)',
    '(?<emoji>:[a-z0-9_+-]+:)',
    '(?<![\\w*])\\*(?<bold>[^*\\n]+)\\*(?![\\w*])',
    '(?<![\\w_])_(?<italic>[^_\\n]+)_(?![\\w_])',
    '(?<![\\w~])~(?<struck>[^~\\n]+)~(?![\\w~])',
  ].join('|'),
  'g',
);
/** Placeholders for finished Markdown while the text around it is escaped. */
const FIRST_HELD = 0xe000;
const HELD = /[\ue000-\uf8ff]/g;
const MOST_HELD = 0xf8ff - FIRST_HELD;
const DEEPEST = 3;

/** Converts Slack's markup to Markdown that looks the same and mentions nobody. */
export function slackMarkdown(text: string): string {
  return convertText(text.slice(0, LIMITS.message_length).toWellFormed().replaceAll(HELD, ''), 0).trim();
}

const WEB_ADDRESS = /https?:\/\/[^\s<>"|`*]+/g;
/** What belongs to the sentence and not to the address before it. */
const PUNCTUATION = `.,:;!?)]}'`;

/** The lines of a plain text, of which only the addresses are links. They show where they lead. */
export function linkAddresses(text: string): string {
  const held: string[] = [];
  const marked = text.replaceAll(HELD, '').replace(WEB_ADDRESS, (found) => {
    let end = found.length;
    while (PUNCTUATION.includes(found[end - 1]!)) end -= 1;
    if (held.length >= MOST_HELD) return found;
    held.push(address(found.slice(0, end)));
    return String.fromCharCode(FIRST_HELD + held.length - 1) + found.slice(end);
  });
  return plainLines(marked).replaceAll(HELD, (letter) => held[letter.charCodeAt(0) - FIRST_HELD] ?? '');
}

function convertText(text: string, depth: number): string {
  const held: string[] = [];
  const hold = (markdown: string): string => {
    if (markdown === '') return '';
    held.push(markdown);
    return String.fromCharCode(FIRST_HELD + held.length - 1);
  };
  const marked = text.replace(TOKEN, (whole: string, ...more: unknown[]) => {
    const groups = more.at(-1) as Record<string, string | undefined>;
    const token = held.length < MOST_HELD ? makeMarkdown(groups, depth) : undefined;
    return token === undefined ? whole : hold(token);
  });
  const lines = marked.split(/\r\n|[\r\n]/).map((line) => {
    const quoted = /^\s*(?:>|&gt;)\s?/.exec(line)?.[0];
    const words = plainText(unescapeText(quoted === undefined ? line : line.slice(quoted.length)));
    return quoted === undefined ? words : `> ${words}`;
  });
  return lines.join('\n').replaceAll(HELD, (letter) => held[letter.charCodeAt(0) - FIRST_HELD] ?? '');
}

/** One token as Markdown; undefined: plain text. */
function makeMarkdown(groups: Record<string, string | undefined>, depth: number): string | undefined {
  const { block, code, angle, label, target, url, emoji, bold, italic, struck } = groups;
  if (block !== undefined) return codeBlock(unescapeText(block));
  if (code !== undefined) return inlineCode(unescapeText(code));
  if (angle !== undefined) return inAngles(angle);
  if (label !== undefined && target !== undefined) return linkTo(unescapeText(label), unescapeText(target));
  if (url !== undefined) return address(unescapeText(url));
  if (emoji !== undefined) return emoji;
  if (depth >= DEEPEST) return undefined;
  for (const [sign, inner] of [
    ['**', bold],
    ['*', italic],
    ['~~', struck],
  ] as const)
    if (inner !== undefined && inner.trim() === inner) {
      const words = convertText(inner, depth + 1);
      return words === '' ? '' : `${sign}${words}${sign}`;
    }
  return undefined;
}

/** `<https://…|text>`, `<@U123|name>`, `<#C123|name>`. Mentions of everybody (`<!here>`) are left out. */
function inAngles(inner: string): string | undefined {
  const [target = '', ...rest] = inner.split('|');
  const shown = unescapeText(rest.join('|'));
  if (/^(?:https?|mailto):/.test(target))
    return shown === '' ? address(unescapeText(target)) : linkTo(shown, unescapeText(target));
  if (target.startsWith('!')) return /^!(?:channel|here|everyone)/.test(target) ? '' : plainText(shown);
  if (/^[@#]/.test(target)) return plainText(`${target[0]}${shown === '' ? target.slice(1) : shown}`);
  return undefined;
}

/** A URL as it is, if no character in it has a meaning in Markdown. */
const address = (url: string): string =>
  /^(?:https?|mailto):[\w.~:/?#@!&+,;=%-]+$/.test(url) && !/[_~]{2}/.test(url) ? url : linkTo(url, url);

function codeBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)));
  return `\n${fence}\n${text.replace(/^\n|\n$/g, '')}\n${fence}\n`;
}

const unescapeText = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

import type { Reference, RichText } from '../../../chat/organization/imports/types.ts';
import { isRaw, type Raw, rawsOf, textOf } from '../records.ts';
import { codeBlock, linkTo } from './mrkdwn.ts';

type Parts = (string | Reference)[];

/**
 * Translates the rich text that Slack's own programs send, which is more exact than the text beside it. undefined: the
 * message has none, or something besides.
 */
export function blocksToRich(blocks: unknown): RichText | undefined {
  const all = rawsOf(blocks);
  if (all.length === 0 || !all.every(({ type }) => type === 'rich_text')) return undefined;
  const parts = all.flatMap((block) => rawsOf(block.elements).flatMap(section));
  return parts.length === 0 ? undefined : parts;
}

function section(element: Raw): Parts {
  const inner = inline(rawsOf(element.elements));
  switch (element.type) {
    case 'rich_text_list':
      return list(element);
    case 'rich_text_quote':
      return ['\n', ...quoted(inner), '\n\n'];
    case 'rich_text_preformatted':
      return [codeBlock(inner.map((part) => (typeof part === 'string' ? part : plainOf(part))).join(''))];
    default:
      return inner;
  }
}

/** Items of one level; Slack gives the level with each list. */
function list({ elements, style, indent, offset }: Raw): Parts {
  const level = typeof indent === 'number' && indent > 0 && indent < 20 ? indent : 0;
  const first = typeof offset === 'number' ? offset + 1 : 1;
  return [
    '\n',
    ...rawsOf(elements).flatMap((item, at) => [
      `${'  '.repeat(level)}${style === 'ordered' ? `${first + at}.` : '*'} `,
      ...inline(rawsOf(item.elements)),
      '\n',
    ]),
  ];
}

const quoted = (parts: Parts): Parts => [
  '> ',
  ...parts.map((part) => (typeof part === 'string' ? part.replaceAll('\n', '\n> ') : part)),
];

/** A reference inside code is text. */
function plainOf(reference: Reference): string {
  if ('url' in reference && typeof reference.url === 'string') return reference.url;
  if ('emoji' in reference) return `:${reference.emoji}:`;
  if ('user' in reference) return `@${reference.user}`;
  if ('channel' in reference) return `#${reference.name}`;
  return '@everyone';
}

const inline = (elements: readonly Raw[]): Parts => elements.flatMap((element) => inlinePart(element));

function inlinePart(element: Raw): string | Reference {
  const text = textOf(element.text) ?? '';
  switch (element.type) {
    case 'user':
      return { user: textOf(element.user_id) ?? '' };
    case 'channel':
      return { channel: textOf(element.channel_id) ?? '', name: text || (textOf(element.channel_id) ?? '') };
    case 'emoji':
      return { emoji: textOf(element.name) ?? '' };
    case 'broadcast':
      return { everyone: true };
    case 'link':
      return linkTo(textOf(element.url) ?? '', text || undefined);
    case 'usergroup':
      return '@group';
    case 'date':
      return textOf(element.fallback) ?? '';
    default:
      return styled(text, isRaw(element.style) ? element.style : {});
  }
}

/** Blanks at the ends stay outside of the marks, which would not work otherwise. */
function styled(text: string, { bold, italic, strike, code }: Raw): string {
  const inner = text.trim();
  if (inner === '' || !(bold || italic || strike || code)) return text;
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  if (code) return `${before}\`${inner}\`${after}`;
  const marks = `${strike ? '~~' : ''}${bold ? '**' : ''}${italic ? '*' : ''}`;
  const lines = inner
    .split('\n')
    .map((line) => (line.trim() === '' ? line : marks + line + [...marks].reverse().join('')));
  return `${before}${lines.join('\n')}${after}`;
}

import type { Reference, RichText } from '../../chat/organization/imports/types.ts';
import { codeSpan, quoteParts } from '../markdown.ts';
import { isRaw, type Raw, readId, readNumber, readRaws, readText } from '../records.ts';
import { codeBlock, linkTo, mrkdwnToRich } from './mrkdwn.ts';
import type { SlackGroups } from './users.ts';

export type Parts = (string | Reference)[];

/** What blocks refer to besides users and channels. */
export interface BlockContext {
  groups: SlackGroups;
  /** A link to a file; undefined: Slack has deleted it. */
  getFile(file: Raw): Reference | string | undefined;
}

/**
 * Translates the blocks of a message, which Slack shows instead of the text beside them. Of unknown blocks, their texts
 * remain. undefined: the message has no blocks with content.
 */
export function blocksToRich(blocks: unknown, context: BlockContext): RichText | undefined {
  const lines = readRaws(blocks).map((block) => translate(block, context));
  const parts = joinAll(lines, '\n');
  return parts.every((part) => typeof part === 'string' && part.trim() === '') ? undefined : parts;
}

/** Puts a text between the parts that have content. */
const joinAll = (all: readonly Parts[], between: string): Parts =>
  all
    .filter((parts) => parts.some((part) => part !== ''))
    .flatMap((parts, at) => (at === 0 ? parts : [between, ...parts]));

type Translate = (block: Raw, context: BlockContext) => Parts;

const BLOCKS: Readonly<Record<string, Translate>> = {
  rich_text: ({ elements }, context) => readRaws(elements).flatMap((element) => richElement(element, context)),
  section: ({ text, fields, accessory }, context) =>
    joinAll(
      [
        textObject(text, context),
        ...readRaws(fields).map((field) => textObject(field, context)),
        isRaw(accessory) ? translate(accessory, context) : [],
      ],
      '\n',
    ),
  header: ({ text }, context) => makeBold(textObject(text, context)),
  context: ({ elements }, context) =>
    joinAll(
      readRaws(elements).map((element) => translate(element, context)),
      ' ',
    ),
  actions: ({ elements }, context) =>
    joinAll(
      readRaws(elements).map((element) => translate(element, context)),
      ' · ',
    ),
  context_actions: ({ elements }, context) =>
    joinAll(
      readRaws(elements).map((element) => translate(element, context)),
      ' · ',
    ),
  divider: () => ['\n---\n'],
  markdown: ({ text }) => [readText(text) ?? ''],
  image: ({ title, alt_text, image_url, slack_file }, context) => {
    const label = writePlain(textObject(title, context)) || readText(alt_text) || 'image';
    if (readText(image_url)) return [linkTo(readText(image_url)!, label)];
    const file = isRaw(slack_file) ? slack_file : {};
    const named = { ...file, name: label, url_private: file.url };
    return readId(file.id) === undefined
      ? [readText(file.url) ? linkTo(readText(file.url)!, label) : label]
      : [context.getFile(named) ?? label];
  },
  video: (block, context) => {
    const { title, title_url, video_url, description, author_name, provider_name } = block;
    const url = readText(title_url) ?? readText(video_url);
    const label = writePlain(textObject(title, context)) || readText(block.alt_text) || 'video';
    const names = [author_name, provider_name].flatMap((one) => readText(one) || []).join(', ');
    return joinAll([[url ? linkTo(url, label) : label], textObject(description, context), [names]], '\n');
  },
  file: ({ file, ...block }, context) => (isRaw(file) ? [context.getFile(file) ?? ''] : textsIn(block, context)),
  call: ({ call, ...block }) => {
    const details = isRaw(call) ? (readRaws(Object.values(call)).at(-1) ?? call) : block;
    const url = readText(details.join_url) ?? readText(details.desktop_app_join_url);
    const label = readText(details.name) || readText(details.display_id) || 'call';
    return [url ? linkTo(url, label) : label];
  },
  input: ({ label, element, hint }, context) => {
    const value = isRaw(element) ? translate(element, context) : [];
    return joinAll([joinAll([makeBold(textObject(label, context)), value], ' '), textObject(hint, context)], '\n');
  },
  table: ({ rows }, context) => table(Array.isArray(rows) ? rows : [], context),
  button: ({ text, url }, context) => {
    const label = textObject(text, context);
    return readText(url) ? [linkTo(readText(url)!, writePlain(label))] : label;
  },
  mrkdwn: textObject,
  plain_text: textObject,
};

const translate: Translate = (block, context) => {
  const type = readText(block.type) ?? '';
  return Object.hasOwn(BLOCKS, type) ? BLOCKS[type]!(block, context) : textsIn(block, context);
};

/** A text with or without markup, or a plain string. */
function textObject(value: unknown, { groups }: BlockContext): Parts {
  const text = isRaw(value) ? readText(value.text) : readText(value);
  if (!text) return [];
  return isRaw(value) && value.type === 'mrkdwn' ? [...mrkdwnToRich(text, groups)] : [...plainText(text)];
}

/** Text without markup; it may have emoji. */
const plainText = (text: string): Parts =>
  text.split(/:([a-z0-9_+'-]+(?:::skin-tone-\d)?):/).map((part, at) => (at % 2 === 1 ? { emoji: part } : part));

const makeBold = (parts: Parts): Parts => (parts.length === 0 ? [] : ['**', ...parts, '**']);

/** How deep unknown blocks are searched for texts. */
const DEEPEST = 12;
/** Fields whose texts people see. */
const SHOWN = new Set([
  'text',
  'title',
  'label',
  'name',
  'description',
  'placeholder',
  'fallback',
  'alt_text',
  'hint',
  'body',
  'subtitle',
]);

/** The texts in a block of an unknown type, in the order in which they come. */
function textsIn(value: unknown, context: BlockContext, depth = 0): Parts {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value))
    return joinAll(
      value.map((one) => (isRaw(one) ? readKnown(one, context, depth) : [])),
      '\n',
    );
  if (!isRaw(value)) return [];
  const found = Object.entries(value).map(([field, inner]): Parts => {
    if (typeof inner === 'string') return SHOWN.has(field) ? [...plainText(inner)] : [];
    return isRaw(inner) ? readKnown(inner, context, depth) : textsIn(inner, context, depth + 1);
  });
  return joinAll(found, '\n');
}

/** An inner object may be of a known type. */
function readKnown(value: Raw, context: BlockContext, depth: number): Parts {
  const type = readText(value.type) ?? '';
  if (Object.hasOwn(BLOCKS, type)) return BLOCKS[type]!(value, context);
  return /^rich_text_/.test(type) ? richElement(value, context) : textsIn(value, context, depth + 1);
}

/** One row a line. Cells are in one line, and have no borders in their texts. */
function table(rows: readonly unknown[], context: BlockContext): Parts {
  const cells = rows.map((row) => (Array.isArray(row) ? row : []).map((cell) => readCell(cell, context)));
  const width = Math.max(0, ...cells.map((row) => row.length));
  if (width === 0) return [];
  const lines = cells.map(
    (row): Parts => ['|', ...Array.from({ length: width }, (_, at) => [' ', ...(row[at] ?? []), ' |']).flat(), '\n'],
  );
  const [head = [], ...rest] = lines;
  return ['\n', ...head, `|${' --- |'.repeat(width)}\n`, ...rest.flat(), '\n'];
}

function readCell(cell: unknown, context: BlockContext): Parts {
  const value = isRaw(cell) ? (readNumber(cell.value) ?? readNumber(cell.text)) : readNumber(cell);
  if (value !== undefined) return [String(value)];
  const parts = isRaw(cell)
    ? translate({ ...cell, type: cell.type === 'raw_text' ? 'plain_text' : cell.type }, context)
    : textObject(cell, context);
  return parts.map((part) => (typeof part === 'string' ? inOneLine(part).replaceAll('|', '\\|') : part));
}

function richElement(element: Raw, context: BlockContext): Parts {
  const inner = (): Parts => readRaws(element.elements).flatMap((one) => inlineOrNested(one, context));
  switch (element.type) {
    case 'rich_text_list':
      return addBorder(element, list(element, context));
    case 'rich_text_quote':
      return ['\n', ...quoteParts(inner()), '\n\n'];
    case 'rich_text_preformatted':
      return addBorder(element, [codeBlock(writePlain(inner()))]);
    case 'rich_text_section':
      return inner();
    default:
      return Array.isArray(element.elements) ? inner() : inlinePart(element, context);
  }
}

/** Lists and code in a quotation have a border. */
const addBorder = ({ border }: Raw, parts: Parts): Parts =>
  (readNumber(border) ?? 0) > 0 ? ['\n', ...quoteParts(trimParts(parts)), '\n\n'] : parts;

/** The lines of a cell, joined by blanks. */
const inOneLine = (text: string): string => {
  const lines = text.split('\n');
  if (lines.length === 1) return text;
  return lines.map((line) => line.trim()).join(' ');
};

/** Without line ends around it. */
const trimParts = (parts: Parts): Parts =>
  parts.map((part, at) => {
    if (typeof part !== 'string') return part;
    const text = at === 0 ? part.replace(/^\n+/, '') : part;
    return at === parts.length - 1 ? withoutLineEnds(text) : text;
  });

/** Items of one level; Slack gives the level with each list. Some programs put lists into items. */
function list({ elements, style, indent, offset }: Raw, context: BlockContext, outer = 0): Parts {
  const level = outer + (typeof indent === 'number' && indent > 0 && indent < 20 ? indent : 0);
  let number = typeof offset === 'number' ? offset : 0;
  return [
    '\n',
    ...readRaws(elements).flatMap((item): Parts => {
      if (item.type === 'rich_text_list') return list({ ...item, indent: 0 }, context, level + 1).slice(1);
      number += 1;
      const mark = style === 'ordered' ? `${number}.` : '*';
      const content = trimParts(richElement(item, context));
      const indented = content.map((part) =>
        typeof part === 'string' ? part.replaceAll('\n', `\n${'  '.repeat(level + 1)}`) : part,
      );
      return [`${'  '.repeat(level)}${mark} `, ...indented, '\n'];
    }),
  ];
}

/** A reference inside code or a link is text. */
const writePlain = (parts: Parts): string =>
  parts.map((part) => (typeof part === 'string' ? part : plainReference(part))).join('');

function plainReference(reference: Reference): string {
  if ('url' in reference && typeof reference.url === 'string') return reference.url;
  if ('emoji' in reference) return `:${reference.emoji}:`;
  if ('user' in reference) return `@${reference.name ?? reference.user}`;
  if ('channel' in reference) return `#${reference.name}`;
  return 'name' in reference ? reference.name : '@everyone';
}

const inlineOrNested = (element: Raw, context: BlockContext): Parts =>
  /^rich_text_/.test(readText(element.type) ?? '') ? richElement(element, context) : inlinePart(element, context);

function inlinePart(element: Raw, context: BlockContext): Parts {
  const style = isRaw(element.style) ? element.style : {};
  const part = plainInline(element, context);
  if (part === undefined) return textsIn(element, context);
  return typeof part === 'string'
    ? [styleText(part, { ...style, code: style.code && element.type === 'text' })]
    : styledReference(part, style);
}

/** undefined: its type is unknown. */
function plainInline(element: Raw, { groups }: BlockContext): string | Reference | undefined {
  const text = readText(element.text) ?? '';
  switch (element.type) {
    case 'text':
      return text;
    case 'user':
      return { user: readText(element.user_id) ?? '', name: text.replace(/^@/, '') || undefined };
    case 'channel':
      return { channel: readText(element.channel_id) ?? '', name: text || (readText(element.channel_id) ?? '') };
    case 'emoji':
      return { emoji: readText(element.name) ?? '' };
    case 'broadcast':
      return { everyone: true };
    case 'link':
      return linkTo(readText(element.url) ?? '', text || undefined);
    case 'usergroup':
      return groups.mention(readText(element.usergroup_id) ?? '', text || undefined);
    case 'team':
      return text || '@team';
    case 'color':
      return readText(element.value) ?? '';
    case 'date':
      return readText(element.fallback) || timeTag(readNumber(element.timestamp));
    default:
      return text || undefined;
  }
}

const timeTag = (time: number | undefined): string =>
  time !== undefined && Math.abs(time) < 8e12 ? `<time:${new Date(time * 1000).toISOString()}>` : '';

/** Blanks at the ends stay outside of the marks, which would not work otherwise. */
function styleText(text: string, { bold, italic, strike, code }: Raw): string {
  const inner = text.trim();
  if (inner === '' || !(bold || italic || strike || code)) return text;
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  const marks = makeMarks({ bold, italic, strike });
  const content = code ? inner.replaceAll('\n', ' ') : inner;
  const lines = (code ? [codeSpan(content)] : content.split('\n')).map((line) =>
    line.trim() === '' ? line : marks + line + [...marks].reverse().join(''),
  );
  return `${before}${lines.join('\n')}${after}`;
}

function styledReference(reference: Reference, style: Raw): Parts {
  const marks = 'emoji' in reference ? '' : makeMarks(style);
  return marks === '' ? [reference] : [marks, reference, [...marks].reverse().join('')];
}

const makeMarks = ({ bold, italic, strike }: Raw): string =>
  `${strike ? '~~' : ''}${bold ? '**' : ''}${italic ? '*' : ''}`;

function withoutLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

import { LIMITS } from '../../../../limits.ts';
import { inlineCode, plainLines, plainText, quoteBlock, timeMarkdown } from '../../../../markdown/generated.ts';
import { Reading } from './reading.ts';
import { slackMarkdown } from './slack-markdown.ts';
import { link } from './wording.ts';

/** How a program marks up its texts: as Slack does, or with Markdown of which links and emphasis are kept. */
export type MarkUp = (text: string) => string;

/** The Markdown of a message in Slack's format: text, blocks and attachments. Empty if there is nothing to show. */
export function readSlackMessage(message: unknown, markUp: MarkUp = slackMarkdown): string {
  const reading = new Reading(message);
  const reader = new MessageReader(markUp);
  const blocks = reader.blocks(reading.at('blocks').list);
  const attachments = writeParts(reading.at('attachments').list, (one) => reader.attachment(one), '\n\n');
  // If there are blocks, the text is the fallback for clients that cannot show them.
  return joinParts([blocks === '' ? reader.markText(reading.at('text')) : blocks, attachments], '\n\n');
}

const joinParts = (parts: readonly string[], separator: string): string =>
  parts.filter((part) => part !== '').join(separator);

/** The Markdown of as many parts of a message as it can show. */
export function writeParts(
  readings: readonly Reading[],
  write: (one: Reading, at: number) => string,
  separator: string,
): string {
  const parts: string[] = [];
  let length = 0;
  for (const [at, one] of readings.entries()) {
    if (length > LIMITS.message_length) break;
    const part = write(one, at);
    length += part.length + 1;
    parts.push(part);
  }
  return joinParts(parts, separator);
}

const heading = (text: string): string => (text === '' ? '' : `## ${text}`);

class MessageReader {
  readonly #markUp: MarkUp;

  constructor(markUp: MarkUp) {
    this.#markUp = markUp;
  }

  markText(reading: Reading): string {
    return this.#markUp(reading.text ?? '');
  }

  blocks(blocks: readonly Reading[]): string {
    return writeParts(blocks, (one) => this.#block(one), '\n\n');
  }

  attachment(reading: Reading): string {
    const parts = [
      this.markText(reading.at('pretext')),
      link(reading.at('author_name').text ?? '', reading.at('author_link').text),
      heading(link(reading.at('title').text ?? '', reading.at('title_link').text)),
      this.markText(reading.at('text')),
      writeParts(reading.at('fields').list, (one) => this.#field(one), '\n'),
      this.blocks(reading.at('blocks').list),
      this.#actions(reading.at('actions')),
      image(reading),
      joinParts([plainText(reading.at('footer').text ?? ''), formatTime(reading.at('ts').text)], ' '),
    ];
    return joinParts(parts, '\n') || this.markText(reading.at('fallback'));
  }

  /** A text object, or plain text. */
  #text(reading: Reading): string {
    const text = reading.at('text').text ?? reading.text ?? '';
    return reading.at('type').text === 'plain_text' ? plainLines(text) : this.#markUp(text);
  }

  #block(reading: Reading): string {
    switch (reading.at('type').text) {
      case 'header':
        return heading(this.#text(reading.at('text')).replaceAll('\n', ' '));
      case 'divider':
        return '---';
      case 'image':
        return image(reading);
      case 'context':
        return writeParts(
          reading.at('elements').list,
          (one) => (one.at('type').text === 'image' ? image(one) : this.#text(one)),
          '\n',
        );
      case 'section':
        return joinParts(
          [
            this.#text(reading.at('text')),
            writeParts(reading.at('fields').list, (one) => this.#text(one), '\n'),
            this.#accessory(reading.at('accessory')),
          ],
          '\n',
        );
      case 'actions':
        return this.#actions(reading.at('elements'));
      case 'video':
        return link(reading.at('title', 'text').text ?? 'video', reading.first('title_url', 'video_url'));
      case 'markdown':
        return plainLines(reading.at('text').text ?? '');
      case 'rich_text':
        return richText(reading.at('elements').list);
      default:
        return '';
    }
  }

  #actions(buttons: Reading): string {
    return writeParts(buttons.list, (one) => this.#accessory(one), ' ');
  }

  /** An image, or a button with an address. */
  #accessory(reading: Reading): string {
    if (reading.at('type').text === 'image') return image(reading);
    const url = reading.at('url').text;
    return url === undefined ? '' : link(reading.at('text', 'text').text ?? reading.at('text').text ?? url, url);
  }

  #field(reading: Reading): string {
    const title = reading.at('title').text;
    const value = this.markText(reading.at('value'));
    if (title === undefined) return value;
    return value === '' ? `**${plainText(title)}**` : `**${plainText(title)}**: ${value}`;
  }
}

function image(reading: Reading): string {
  const url = reading.first('image_url', 'url');
  const shown = reading.at('alt_text').text ?? reading.at('title', 'text').text;
  if (reading.at('type').text !== 'image') return url === undefined ? '' : link('image', reading.at('image_url').text);
  return url === undefined && shown === undefined ? '' : link(shown ?? 'image', url);
}

function formatTime(text: string | undefined): string {
  const time = Number(text);
  return text !== undefined && time > 0 && time < 1e11 ? timeMarkdown(Math.floor(time)) : '';
}

const richText = (elements: readonly Reading[]): string => writeParts(elements, writeElement, '\n');

function writeElement(element: Reading): string {
  const parts = element.at('elements').list;
  switch (element.at('type').text) {
    case 'rich_text_list':
      return writeParts(parts, (one, at) => listItem(element, at) + richSection(one.at('elements').list), '\n');
    case 'rich_text_quote':
      return quoteBlock(plainWords(parts));
    case 'rich_text_preformatted':
      return `\`\`\`\`\n${plainWords(parts).replaceAll('````', '')}\n\`\`\`\``;
    default:
      return richSection(parts);
  }
}

const listItem = (list: Reading, at: number): string =>
  '  '.repeat(Math.min(Number(list.at('indent').text ?? 0) || 0, 5)) +
  (list.at('style').text === 'ordered' ? `${at + 1}. ` : '* ');

const plainWords = (parts: readonly Reading[]): string =>
  writeParts(parts, (one) => one.first('text', 'url') ?? '', '').slice(0, LIMITS.message_length);

/** The words of a rich text; mentions are shown without notifying anybody. */
const richSection = (parts: readonly Reading[]): string => writeParts(parts, writeWord, '');

function writeWord(one: Reading): string {
  // A blank between two links is a text too.
  const { value } = one.at('text');
  const text = typeof value === 'string' ? value : '';
  switch (one.at('type').text) {
    case 'link':
      return link(text === '' ? (one.at('url').text ?? '') : text, one.at('url').text);
    case 'emoji':
      return `:${(one.at('name').text ?? '').replaceAll(/[^\w+-]/g, '')}:`;
    case 'user':
    case 'usergroup':
      return plainText(`@${one.first('user_id', 'usergroup_id') ?? ''}`);
    case 'channel':
      return plainText(`#${one.at('channel_id').text ?? ''}`);
    case 'date':
      return formatTime(one.at('timestamp').text) || plainText(one.at('fallback').text ?? '');
    case 'broadcast':
      return plainText(`@${one.at('range').text ?? ''}`);
    default:
      return styleText(one, text);
  }
}

function styleText(reading: Reading, text: string): string {
  const inner = text.trim();
  if (inner === '') return text.includes('\n') ? '\n' : text === '' ? '' : ' ';
  const style = reading.at('style');
  let marked: string = style.at('code').isTrue ? inlineCode(inner) : plainLines(inner);
  if (style.at('bold').isTrue) marked = `**${marked}**`;
  if (style.at('italic').isTrue) marked = `*${marked}*`;
  if (style.at('strike').isTrue) marked = `~~${marked}~~`;
  return `${/^\s/.test(text) ? ' ' : ''}${marked}${/\s$/.test(text) ? ' ' : ''}`;
}

import { emojiOfShortcode } from '../../../../emoji/shortcodes.ts';
import { emojiNamed } from '../../../../emoji/table.ts';
import { plainText } from '../../../../markdown/generated.ts';
import { MOST_CHAT_TEXT } from '../rendering/bounds.ts';
import { Reading } from '../rendering/reading.ts';
import { linkAddresses } from '../rendering/slack-markdown.ts';
import { cleanTopic, link, silenceMentions } from '../rendering/wording.ts';
import type { CodeService, Delivery } from '../types.ts';

/** Messages for ntfy: a text with headers, or JSON. */
export const ntfy: CodeService = {
  name: 'ntfy',
  display_name: 'ntfy-compatible webhook',
  category: 'communication',
  all_event_types: null,
  most_text: MOST_CHAT_TEXT,
  read(delivery) {
    const { payload, query } = delivery;
    const own = (name: string, ...others: string[]) => findField(delivery, [name, ...others]);
    const message = typeof payload === 'string' ? payload : (own('message', 'm') ?? '');
    const title = own('title', 't', 'ti');
    const click = own('click');
    const attachment = own('attach', 'a');
    const urgency = ['4', '5', 'high', 'max', 'urgent'].includes((own('priority', 'prio', 'p') ?? '').toLowerCase())
      ? ':alert: '
      : '';
    const isMarkdown = ['true', 'yes', '1'].includes(own('markdown', 'md')?.toLowerCase() ?? '');
    const tags = (own('tags', 'tag', 'ta') ?? '').split(',').map((tag) => tag.trim());
    const emoji = tags.map(findEmoji).filter((name) => name !== undefined);
    const parts = [
      title === undefined ? '' : `**${link(title, click)}**`,
      isMarkdown ? silenceMentions(message) : linkAddresses(message),
      click !== undefined && title === undefined ? link(click, click) : '',
      attachment === undefined ? '' : link(own('filename', 'file', 'f') ?? 'attachment', attachment),
      ...actionLinks(delivery),
      plainText(tags.filter((tag) => findEmoji(tag) === undefined).join(', ')),
    ].filter((part) => part !== '');
    if (message.trim() === '' && title === undefined) throw new TypeError('the message is empty');
    return {
      topic: cleanTopic(query.ntfy_topic ?? new Reading(payload).at('topic').text ?? 'ntfy'),
      content: urgency + emoji.map((name) => `:${name}: `).join('') + parts.join('\n'),
    };
  },
  samples: [
    {
      headers: { Title: 'Backup', Priority: 'High', Click: 'https://example.com' },
      query: { ntfy_topic: 'backups' },
      payload: 'It failed',
      topic: 'backups',
      text: ':alert: **[Backup](https://example.com)**\nIt failed',
    },
    {
      payload: {
        topic: 'backups',
        message: 'It failed',
        tags: ['warning', 'disk'],
        actions: [
          { action: 'view', label: 'Open', url: 'https://example.com' },
          { action: 'http', label: 'Try again', url: 'https://example.com/again' },
        ],
      },
      topic: 'backups',
      text: ':warning: It failed\n[Open](https://example.com)\ndisk',
    },
    {
      headers: {
        // What a program that sends UTF-8 puts on the wire, and what one that encodes it does.
        Title: 'K\u00c3\u00bcche',
        Tags: '=?UTF-8?B?SGVyZA==?=',
        Actions: 'view, Open, https://example.com; http, Stop, https://example.com/stop',
        Markdown: 'yes',
      },
      query: { ntfy_topic: 'home' },
      payload: 'It is **hot**',
      topic: 'home',
      text: '**K\u00fcche**\nIt is **hot**\n[Open](https://example.com)\nHerd',
    },
  ],
};

/** The emoji that ntfy shows for a tag, before the title. */
const findEmoji = (tag: string): string | undefined => (emojiNamed(tag) ?? emojiOfShortcode(tag))?.name;

/** A field of the JSON, a header with or without `X-`, or a parameter of the URL. */
function findField({ payload, headers, query }: Delivery, names: readonly string[]): string | undefined {
  for (const name of names) {
    const field = new Reading(payload).at(name);
    const texts = field.list.map((one) => one.text).filter((text) => text !== undefined);
    const header = headers[name] ?? headers[`x-${name}`];
    const found =
      field.text ??
      (texts.length > 0 ? texts.join(', ') : undefined) ??
      (header === undefined ? undefined : decodeHeader(header)) ??
      query[name];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A word of a header as RFC 2047 encodes it. */
const ENCODED_WORD = /=\?utf-8\?([bq])\?([^?\s]{0,2000})\?=/gi;

/** The text of a header that a program wrote in UTF-8, which HTTP reads as Latin-1, or encoded. */
function decodeHeader(header: string): string {
  const text = Buffer.from(header, 'latin1').toString();
  return (text.includes('\ufffd') ? header : text).replace(ENCODED_WORD, (_, kind: string, word: string) =>
    kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : decodeQuotedPrintable(word),
  );
}

const decodeQuotedPrintable = (word: string): string =>
  Buffer.from(
    word
      .replaceAll('_', ' ')
      .replaceAll(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString();

/** The buttons that open a page. The others make requests, which a link must not. */
function actionLinks(delivery: Delivery): string[] {
  const actions = new Reading(delivery.payload).at('actions').list;
  if (actions.length > 0)
    return actions
      .filter((one) => (one.at('action').text ?? 'view') === 'view')
      .map((one) => link(one.at('label').text ?? '', one.at('url').text));
  const short = typeof delivery.payload === 'string' ? findField(delivery, ['actions', 'action']) : undefined;
  return (short ?? '')
    .split(';')
    .slice(0, 3)
    .map((one) => one.split(',').map((part) => part.trim()))
    .filter(([kind]) => kind === 'view')
    .map(([, label = '', url]) => link(label, url));
}

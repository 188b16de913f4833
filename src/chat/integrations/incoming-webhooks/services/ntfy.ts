import { plainLines, plainText } from '../../../../markdown/generated.ts';
import { Reading } from '../rendering/reading.ts';
import { cleanTopic, link } from '../rendering/wording.ts';
import type { CodeService, Delivery } from '../types.ts';

/** Messages for ntfy: a text with headers, or JSON. */
export const ntfy: CodeService = {
  name: 'ntfy',
  display_name: 'ntfy-compatible webhook',
  category: 'communication',
  all_event_types: null,
  read(delivery) {
    const { payload, query } = delivery;
    const reading = new Reading(payload);
    const own = (name: string, ...others: string[]) => findField(delivery, [name, ...others]);
    const message = typeof payload === 'string' ? payload : (own('message', 'm') ?? '');
    const title = own('title', 't');
    const click = own('click');
    const attachment = own('attach', 'a');
    const urgency = ['4', '5', 'high', 'max', 'urgent'].includes(own('priority', 'prio', 'p') ?? '') ? ':alert: ' : '';
    const head = title === undefined ? '' : `**${link(title, click)}**`;
    const parts = [
      head,
      plainLines(message),
      click !== undefined && title === undefined ? link(click, click) : '',
      attachment === undefined ? '' : link('attachment', attachment),
      ...actionLinks(reading),
      own('tags', 'tag') === undefined ? '' : plainText(own('tags', 'tag')!),
    ].filter((part) => part !== '');
    if (message.trim() === '' && title === undefined) throw new TypeError('the message is empty');
    return {
      topic: cleanTopic(query.ntfy_topic ?? reading.at('topic').text ?? 'ntfy'),
      content: urgency + parts.join('\n'),
    };
  },
  samples: [
    {
      headers: { Title: 'Backup', Priority: 'high', Click: 'https://example.com' },
      query: { ntfy_topic: 'backups' },
      payload: 'It failed',
      topic: 'backups',
      text: ':alert: **[Backup](https://example.com)**\nIt failed',
    },
    {
      payload: {
        topic: 'backups',
        message: 'It failed',
        tags: ['disk'],
        actions: [{ label: 'Open', url: 'https://example.com' }],
      },
      topic: 'backups',
      text: 'It failed\n[Open](https://example.com)\ndisk',
    },
  ],
};

/** A field of the JSON, a header with or without `X-`, or a parameter of the URL. */
function findField({ payload, headers, query }: Delivery, names: readonly string[]): string | undefined {
  for (const name of names) {
    const field = new Reading(payload).at(name);
    const texts = field.list.map((one) => one.text).filter((text) => text !== undefined);
    const found =
      field.text ??
      (texts.length > 0 ? texts.join(', ') : undefined) ??
      headers[name] ??
      headers[`x-${name}`] ??
      query[name];
    if (found !== undefined) return found;
  }
  return undefined;
}

const actionLinks = (reading: Reading): string[] =>
  reading.at('actions').list.map((one) => link(one.at('label').text ?? '', one.at('url').text));

import { plainText, timeMarkdown } from '../../../../markdown/generated.ts';
import { Reading } from '../rendering/reading.ts';
import { cleanTopic, link, silenceMentions } from '../rendering/wording.ts';
import type { CodeService } from '../types.ts';

const MOST = 10;

/** Payloads for the webhooks of Discord. */
export const discord: CodeService = {
  name: 'discord',
  display_name: 'Discord-compatible webhook',
  category: 'communication',
  all_event_types: null,
  read({ payload }) {
    const reading = new Reading(payload);
    const embeds = reading.at('embeds').list.slice(0, MOST).map(embed);
    const content = joinParts([markText(reading.at('content')), ...embeds], '\n\n');
    if (content === '') throw new TypeError('the message is empty');
    return { topic: cleanTopic(reading.first('thread_name', 'username') ?? ''), content };
  },
  samples: [
    {
      payload: {
        username: 'Gitea',
        content: 'Hello <@&12> at <t:1700000000:f>',
        embeds: [
          {
            title: 'Build',
            url: 'https://example.com',
            description: 'It **failed**',
            author: { name: 'mia', url: 'https://example.com/mia' },
            fields: [{ name: 'Branch', value: 'main' }],
            footer: { text: 'Runner 1' },
          },
        ],
      },
      topic: 'Gitea',
      text: 'Hello &#64;&amp;12 at <time:2023-11-14T22:13:20.000Z>\n\n[mia](https://example.com/mia)\n**[Build](https://example.com)**\nIt **failed**\n* Branch: main\nRunner 1',
    },
  ],
};

const joinParts = (parts: readonly string[], separator: string): string =>
  parts.filter((part) => part !== '').join(separator);

/** Discord's Markdown: its times are shown, and its mentions as words. */
const markText = (reading: Reading): string =>
  silenceMentions(reading.text ?? '')
    .replaceAll(/<t:(\d{1,11})(?::\w)?>/g, (_, time: string) => timeMarkdown(Number(time)))
    .replaceAll(/<(@[!&]?|#|a?:\w+:)(\d+)>/g, (_, sign: string, id: string) => plainText(`${sign}${id}`))
    .trim();

function embed(reading: Reading): string {
  const author = reading.at('author');
  const title = link(reading.at('title').text ?? '', reading.at('url').text);
  return joinParts(
    [
      link(author.at('name').text ?? '', author.at('url').text),
      title === '' ? '' : `**${title}**`,
      markText(reading.at('description')),
      ...reading
        .at('fields')
        .list.slice(0, 25)
        .map((field) => `* ${plainText(field.at('name').text ?? '')}: ${markText(field.at('value'))}`),
      link(reading.at('image', 'url').text === undefined ? '' : 'image', reading.at('image', 'url').text),
      plainText(reading.at('footer', 'text').text ?? ''),
    ],
    '\n',
  );
}

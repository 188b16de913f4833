import { plainText, timeMarkdown } from '../../../../markdown/generated.ts';
import { MOST_CHAT_TEXT } from '../rendering/bounds.ts';
import { Reading } from '../rendering/reading.ts';
import { writeParts } from '../rendering/slack-message.ts';
import { cleanTopic, link, silenceMentions } from '../rendering/wording.ts';
import type { CodeService } from '../types.ts';

const MOST = 10;

/** Payloads for the webhooks of Discord. */
export const discord: CodeService = {
  name: 'discord',
  display_name: 'Discord-compatible webhook',
  category: 'communication',
  all_event_types: null,
  most_text: MOST_CHAT_TEXT,
  read({ payload }) {
    const reading = new Reading(payload);
    const embeds = writeParts(reading.at('embeds').list.slice(0, MOST), embed, '\n\n');
    const parts = [markText(reading.at('content')), embeds, componentsText(reading.at('components'), 0)];
    const content = joinParts(parts, '\n\n');
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
    {
      payload: {
        flags: 32_768,
        components: [
          {
            type: 17,
            components: [
              { type: 10, content: '# Backup\nIt is **done**' },
              {
                type: 9,
                components: [{ type: 10, content: 'Of one server' }],
                accessory: { type: 2, style: 5, label: 'Log', url: 'https://example.com/log' },
              },
              { type: 12, items: [{ media: { url: 'https://example.com/chart.png' } }] },
            ],
          },
        ],
      },
      topic: '',
      text: '# Backup\nIt is **done**\nOf one server\n[Log](https://example.com/log)\n[file](https://example.com/chart.png)',
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

/** Components may contain others. Discord allows five levels, and forty of them. */
const DEEPEST = 5;
const MOST_COMPONENTS = 40;

/** The texts, links and pictures of a message that is made of components, and the links of buttons. */
function componentsText(components: Reading, depth: number): string {
  if (depth >= DEEPEST) return '';
  const texts = components.list.slice(0, MOST_COMPONENTS).map((one) => {
    const media = [...one.at('items').list.map((item) => item.at('media')), one.at('file'), one.at('media')];
    return joinParts(
      [
        markText(one.at('content')),
        one.at('url').text === undefined ? '' : link(one.at('label').text ?? 'link', one.at('url').text),
        ...media.map((found) => (found.at('url').text === undefined ? '' : link('file', found.at('url').text))),
        componentsText(one.at('components'), depth + 1),
        componentsText(new Reading([one.at('accessory').value]), depth + 1),
      ],
      '\n',
    );
  });
  return joinParts(texts, '\n');
}

function embed(reading: Reading): string {
  const author = reading.at('author');
  const title = link(reading.at('title').text ?? '', reading.at('url').text);
  return joinParts(
    [
      link(author.at('name').text ?? '', author.at('url').text),
      title === '' ? '' : `**${title}**`,
      markText(reading.at('description')),
      writeParts(
        reading.at('fields').list.slice(0, 25),
        (field) => `* ${plainText(field.at('name').text ?? '')}: ${markText(field.at('value'))}`,
        '\n',
      ),
      link(reading.at('image', 'url').text === undefined ? '' : 'image', reading.at('image', 'url').text),
      plainText(reading.at('footer', 'text').text ?? ''),
    ],
    '\n',
  );
}

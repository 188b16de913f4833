import { MOST_CHAT_TEXT } from '../rendering/bounds.ts';
import { Reading } from '../rendering/reading.ts';
import { readSlackMessage } from '../rendering/slack-message.ts';
import { cleanTopic } from '../rendering/wording.ts';
import type { CodeService } from '../types.ts';

/** Payloads of programs written for Slack's incoming webhooks. */
export const slackIncoming: CodeService = {
  name: 'slack_incoming',
  display_name: 'Slack-compatible webhook',
  category: 'communication',
  all_event_types: null,
  most_text: MOST_CHAT_TEXT,
  read({ payload }) {
    const reading = new Reading(payload);
    // An event of Slack itself, about a message that was posted before.
    if ([reading, reading.at('event')].some((one) => one.at('subtype').text === 'message_changed')) return undefined;
    const content = readSlackMessage(payload);
    if (content === '') throw new TypeError('the message is empty');
    return { topic: cleanTopic(reading.at('channel').text?.replace(/^[#@]/, '') ?? ''), content };
  },
  samples: [
    {
      payload: { text: '*Done* by <https://example.com|Mia>', channel: '#ops' },
      topic: 'ops',
      text: '**Done** by [Mia](https://example.com)',
    },
    {
      payload: {
        text: 'fallback',
        blocks: [
          { type: 'header', text: { type: 'plain_text', text: 'News' } },
          { type: 'section', text: { type: 'mrkdwn', text: 'well' }, fields: [{ type: 'mrkdwn', text: '*A*' }] },
          { type: 'context', elements: [{ type: 'image', image_url: 'https://example.com/i.png', alt_text: 'A' }] },
          { type: 'image', image_url: 'https://example.com/i.png', alt_text: 'A picture' },
          {
            type: 'rich_text',
            elements: [
              {
                type: 'rich_text_section',
                elements: [
                  { type: 'text', text: 'All ', style: { bold: true } },
                  { type: 'link', url: 'https://example.com', text: 'here' },
                ],
              },
            ],
          },
          { type: 'actions', elements: [{ type: 'button', text: { text: 'Open' }, url: 'https://example.com/open' }] },
        ],
      },
      topic: '',
      text: '## News\n\nwell\n**A**\n\n[A](https://example.com/i.png)\n\n[A picture](https://example.com/i.png)\n\n**All** [here](https://example.com)\n\n[Open](https://example.com/open)',
    },
    {
      payload: { attachments: [{ title: 'Disk', title_link: '/#/alerts', text: '~_*<!channel>*_~ Nearly full' }] },
      topic: '',
      text: '## Disk\nNearly full',
    },
    {
      payload: {
        attachments: [
          {
            fallback: 'A build failed',
            pretext: 'Look',
            author_name: 'CI',
            title: 'Build',
            title_link: 'https://example.com',
            text: 'It failed',
            image_url: 'https://example.com/i.png',
            fields: [{ title: 'Branch', value: 'main', short: true }],
            actions: [{ type: 'button', text: 'Run again', url: 'https://example.com/again' }],
            footer: 'Runner 1',
            ts: 1_700_000_000,
          },
        ],
      },
      topic: '',
      text: 'Look\nCI\n## [Build](https://example.com)\nIt failed\n**Branch**: main\n[Run again](https://example.com/again)\n[image](https://example.com/i.png)\nRunner 1 <time:2023-11-14T22:13:20.000Z>',
    },
  ],
};

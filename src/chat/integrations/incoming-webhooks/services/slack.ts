import { plainText } from '../../../../markdown/generated.ts';
import { MOST_CHAT_TEXT } from '../rendering/bounds.ts';
import { Reading } from '../rendering/reading.ts';
import { slackMarkdown } from '../rendering/slack-markdown.ts';
import { readSlackMessage } from '../rendering/slack-message.ts';
import { cleanTopic, link } from '../rendering/wording.ts';
import type { CodeService, Delivery, Notice } from '../types.ts';

const TOPIC = 'Message from Slack';

/** Messages in Slack's channels: of its events, and of its older outgoing webhooks. */
export const slack: CodeService = {
  name: 'slack',
  display_name: 'Slack',
  category: 'communication',
  all_event_types: null,
  most_text: MOST_CHAT_TEXT,
  read(delivery) {
    const reading = new Reading(delivery.payload);
    const event = reading.at('event');
    if (event.isStructure) return readEvent(event, delivery);
    // Slack tells that it left out events.
    if (reading.at('type').text === 'app_rate_limited') return undefined;
    const name = reading.required('user_name');
    if (name === 'slackbot' || reading.at('user_id').text === 'USLACKBOT') return undefined;
    const channel = reading.at('channel_name').text ?? '';
    return addressNotice(`**${plainText(name)}**: ${slackMarkdown(reading.at('text').text ?? '')}`, channel, delivery);
  },
  samples: [
    {
      query: { channels_map_to_topics: '1' },
      payload: { user_name: 'mia', channel_name: 'general', text: 'Hello *all*' },
      topic: 'channel: general',
      text: '**mia**: Hello **all**',
    },
    {
      payload: {
        type: 'event_callback',
        event: {
          type: 'message',
          user: 'U012',
          channel: 'C012',
          text: 'See the file',
          files: [{ name: 'plan.pdf', permalink: 'https://example.com/plan' }],
        },
      },
      topic: 'Message from Slack',
      text: '**U012**: See the file\n* [plan.pdf](https://example.com/plan)',
    },
    {
      payload: {
        type: 'event_callback',
        event: {
          type: 'message',
          user: 'U012',
          channel: 'C012',
          text: '<https://example.com/a|a> <https://example.com/b|b>',
          blocks: [
            {
              type: 'rich_text',
              elements: [
                {
                  type: 'rich_text_section',
                  elements: [
                    { type: 'link', url: 'https://example.com/a', text: 'a' },
                    { type: 'text', text: ' ' },
                    { type: 'link', url: 'https://example.com/b', text: 'b' },
                  ],
                },
              ],
            },
          ],
        },
      },
      topic: 'Message from Slack',
      text: '**U012**: [a](https://example.com/a) [b](https://example.com/b)',
    },
    {
      payload: {
        type: 'event_callback',
        event: {
          type: 'message',
          user: 'U012',
          user_profile: { display_name: '', real_name: 'Mia Hu' },
          channel: 'C012',
          text: 'See [the plan](https://example.com/plan)',
        },
      },
      topic: 'Message from Slack',
      text: '**Mia Hu**: See [the plan](https://example.com/plan)',
    },
  ],
};

function readEvent(event: Reading, delivery: Delivery): Notice | undefined {
  const subtype = event.at('subtype').text;
  if (event.required('type') !== 'message' || subtype === 'message_deleted') return undefined;
  const message = subtype === 'message_changed' ? event.requiredAt('message') : event;
  const name =
    message.first('username') ??
    message.at('user_profile').first('display_name', 'real_name') ??
    message.at('bot_profile').at('name').text ??
    message.first('user', 'bot_id') ??
    'Somebody';
  const { user, text } = { user: plainText(name), text: readSlackMessage(message.value) };
  const files = message.at('files').list.map((file) => {
    const title = file.first('title', 'name') ?? 'file';
    return `\n* ${link(title, file.first('permalink', 'url_private'))}`;
  });
  return addressNotice(`**${user}**: ${text}${files.join('')}`, event.at('channel').text ?? '', delivery);
}

/** With `channels_map_to_topics`, the name of Slack's channel is the topic (1), or the channel (0). */
function addressNotice(content: string, channel: string, { query }: Delivery): Notice {
  const { channels_map_to_topics: map } = query;
  if (map === '1') return { topic: cleanTopic(`channel: ${channel}`), content };
  return { topic: TOPIC, content, ...(map === '0' && { channel }) };
}

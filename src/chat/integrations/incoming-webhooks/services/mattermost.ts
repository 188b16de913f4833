import { MOST_CHAT_TEXT } from '../rendering/bounds.ts';
import { Reading } from '../rendering/reading.ts';
import { readSlackMessage } from '../rendering/slack-message.ts';
import { cleanTopic, silenceMentions } from '../rendering/wording.ts';
import type { CodeService } from '../types.ts';

/** Payloads for the incoming webhooks of Mattermost and Rocket.Chat: Slack's format with Markdown in the texts. */
export const mattermost: CodeService = {
  name: 'mattermost',
  display_name: 'Mattermost-compatible webhook',
  category: 'communication',
  all_event_types: null,
  most_text: MOST_CHAT_TEXT,
  read({ payload }) {
    const reading = new Reading(payload);
    const card = reading.at('props', 'card').text;
    const text = readSlackMessage(payload, silenceMentions);
    const content = [text, card === undefined ? '' : silenceMentions(card)].filter((part) => part !== '').join('\n\n');
    if (content === '') throw new TypeError('the message is empty');
    return { topic: cleanTopic(reading.at('channel').text?.replace(/^[#@]/, '') ?? ''), content };
  },
  samples: [
    {
      payload: { text: '**Done** by [Mia](https://example.com) @**all**', channel: 'ops' },
      topic: 'ops',
      text: '**Done** by [Mia](https://example.com) @\u200b**all**',
    },
    {
      payload: { attachments: [{ title: 'Build', title_link: 'https://example.com', text: 'It **failed**' }] },
      topic: '',
      text: '## [Build](https://example.com)\nIt **failed**',
    },
  ],
};

import { plainLines, plainText } from '../../../../markdown/generated.ts';
import type { Service } from '../types.ts';
import { Reading } from './reading.ts';
import { slackMarkdown } from './slack-markdown.ts';
import { link, topicOf } from './wording.ts';

/** Payloads of programs written for Slack's incoming webhooks. */
export const slackIncoming: Service = {
  name: 'slack_incoming',
  display_name: 'Slack-compatible webhook',
  all_event_types: null,
  read({ payload }) {
    const reading = new Reading(payload);
    const blocks = joined(reading.at('blocks').list.map(block), '\n\n');
    const attachments = reading.at('attachments').list.map(attachment);
    // If there are blocks, the text is the fallback for clients that cannot show them.
    const content = joined([blocks === '' ? markdown(reading.at('text')) : blocks, ...attachments], '\n\n');
    if (content === '') throw new TypeError('nothing said');
    return { topic: topicOf([reading.at('channel').text?.replace(/^[#@]/, '') ?? '']), content };
  },
};

const joined = (parts: readonly string[], separator: string): string =>
  parts.filter((part) => part !== '').join(separator);

const markdown = (reading: Reading): string => slackMarkdown(reading.text ?? '');

/** A text object, or plain text. */
function textOf(reading: Reading): string {
  const text = reading.at('text').text ?? reading.text ?? '';
  return reading.at('type').text === 'plain_text' ? plainLines(text) : slackMarkdown(text);
}

const heading = (text: string): string => (text === '' ? '' : `## ${text}`);

function image(reading: Reading): string {
  const url = reading.first('image_url', 'url');
  const shown = reading.at('alt_text').text ?? reading.at('title', 'text').text;
  return url === undefined && shown === undefined ? '' : link(shown ?? 'image', url);
}

function block(reading: Reading): string {
  switch (reading.at('type').text) {
    case 'header':
      return heading(textOf(reading.at('text')).replaceAll('\n', ' '));
    case 'divider':
      return '---';
    case 'image':
      return image(reading);
    case 'context':
      return joined(
        reading.at('elements').list.map((one) => (one.at('type').text === 'image' ? image(one) : textOf(one))),
        '\n',
      );
    case 'section':
      return joined([textOf(reading.at('text')), ...reading.at('fields').list.map(textOf)], '\n');
    default:
      return '';
  }
}

function attachment(reading: Reading): string {
  const title = reading.at('title').text;
  const imageUrl = reading.at('image_url').text;
  const parts = [
    markdown(reading.at('pretext')),
    title === undefined ? '' : heading(link(title, reading.at('title_link').text)),
    markdown(reading.at('text')),
    ...reading.at('fields').list.map(field),
    ...reading.at('blocks').list.map(block),
    imageUrl === undefined ? '' : link('image', imageUrl),
  ];
  return joined(parts, '\n') || markdown(reading.at('fallback'));
}

function field(reading: Reading): string {
  const title = reading.at('title').text;
  const value = markdown(reading.at('value'));
  if (title === undefined) return value;
  return value === '' ? `**${plainText(title)}**` : `**${plainText(title)}**: ${value}`;
}

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
    const given = new Reading(payload);
    const blocks = joined(given.at('blocks').list.map(block), '\n\n');
    const attachments = given.at('attachments').list.map(attachment);
    // If there are blocks, the text is the fallback for clients that cannot show them.
    const content = joined([blocks === '' ? markdown(given.at('text')) : blocks, ...attachments], '\n\n');
    if (content === '') throw new TypeError('nothing said');
    return { topic: topicOf([given.at('channel').text?.replace(/^[#@]/, '') ?? '']), content };
  },
};

const joined = (parts: readonly string[], separator: string): string =>
  parts.filter((part) => part !== '').join(separator);

const markdown = (given: Reading): string => slackMarkdown(given.text ?? '');

/** A text object, or plain text. */
function textOf(given: Reading): string {
  const text = given.at('text').text ?? given.text ?? '';
  return given.at('type').text === 'plain_text' ? plainLines(text) : slackMarkdown(text);
}

const heading = (text: string): string => (text === '' ? '' : `## ${text}`);

function image(given: Reading): string {
  const url = given.first('image_url', 'url');
  const shown = given.at('alt_text').text ?? given.at('title', 'text').text;
  return url === undefined && shown === undefined ? '' : link(shown ?? 'image', url);
}

function block(given: Reading): string {
  switch (given.at('type').text) {
    case 'header':
      return heading(textOf(given.at('text')).replaceAll('\n', ' '));
    case 'divider':
      return '---';
    case 'image':
      return image(given);
    case 'context':
      return joined(
        given.at('elements').list.map((one) => (one.at('type').text === 'image' ? image(one) : textOf(one))),
        '\n',
      );
    case 'section':
      return joined([textOf(given.at('text')), ...given.at('fields').list.map(textOf)], '\n');
    default:
      return '';
  }
}

function attachment(given: Reading): string {
  const title = given.at('title').text;
  const imageUrl = given.at('image_url').text;
  const parts = [
    markdown(given.at('pretext')),
    title === undefined ? '' : heading(link(title, given.at('title_link').text)),
    markdown(given.at('text')),
    ...given.at('fields').list.map(field),
    ...given.at('blocks').list.map(block),
    imageUrl === undefined ? '' : link('image', imageUrl),
  ];
  return joined(parts, '\n') || markdown(given.at('fallback'));
}

function field(given: Reading): string {
  const title = given.at('title').text;
  const value = markdown(given.at('value'));
  if (title === undefined) return value;
  return value === '' ? `**${plainText(title)}**` : `**${plainText(title)}**: ${value}`;
}

import type { Service } from '../types.ts';
import { link, words } from './wording.ts';

/** What programs send that were written for Slack's incoming webhooks. */
export const slackIncoming: Service = {
  name: 'slack_incoming',
  display_name: 'Slack-compatible webhook',
  all_event_types: null,
  read({ payload }) {
    const parts = [
      ...(payload.blocks ?? []).map(block),
      // Where there are blocks, the text is for those who cannot show them.
      ...(payload.text && !payload.blocks ? [markdown(payload.text)] : []),
      ...(payload.attachments ?? []).map(attachment),
    ].filter((part: string) => part !== '');
    if (parts.length === 0) throw new TypeError('nothing said');
    return { topic: payload.channel ? words(payload.channel).replace(/^[#@]/, '') : '', content: parts.join('\n\n') };
  },
};

/** Slack's marks as Markdown. */
function markdown(text: unknown): string {
  return words(text)
    .replaceAll(/<!(?:channel|here|everyone)(?:\|[^>]*)?>/g, '')
    .replaceAll(/<((?:https?|mailto):[^|>\s]+)\|([^>]+)>/g, (_, url: string, shown: string) => link(shown, url))
    .replaceAll(/<((?:https?|mailto):[^|>\s]+)>/g, '$1')
    .replaceAll(/(?<![\w*])\*([^*\n]+)\*(?![\w*])/g, '**$1**')
    .replaceAll(/(?<![\w_])_([^_\n]+)_(?![\w_])/g, '*$1*')
    .replaceAll(/(?<![\w~])~([^~\n]+)~(?![\w~])/g, '~~$1~~')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

const textOf = ({ type, text }: any): string => (type === 'plain_text' ? words(text) : markdown(text));

function block(given: any): string {
  if (given.type === 'header') return `## ${textOf(given.text)}`;
  if (given.type === 'divider') return '---';
  if (given.type === 'image') return link(given.alt_text ?? 'image', given.image_url);
  if (given.type === 'context')
    return given.elements
      .map((one: any) => (one.type === 'image' ? link(one.alt_text, one.image_url) : textOf(one)))
      .join('\n');
  if (given.type !== 'section') return '';
  return [...(given.text ? [textOf(given.text)] : []), ...(given.fields ?? []).map(textOf)].join('\n');
}

function attachment(given: any): string {
  const { pretext, title, title_link, text, fields, fallback, image_url } = given;
  const parts = [
    ...(pretext ? [markdown(pretext)] : []),
    ...(title ? [title_link ? `## ${link(title, title_link)}` : `## ${words(title)}`] : []),
    ...(text ? [markdown(text)] : []),
    ...(fields ?? []).map((field: any) =>
      field.title ? `**${words(field.title)}**: ${markdown(field.value)}` : markdown(field.value),
    ),
    ...(given.blocks ?? []).map(block),
    ...(image_url ? [link('image', image_url)] : []),
  ];
  return parts.length > 0 ? parts.join('\n') : fallback ? markdown(fallback) : '';
}

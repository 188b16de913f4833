import { quoteParts } from '../markdown.ts';
import { isRaw, type Raw, readNumber, readRaws, readText } from '../records.ts';
import { type BlockContext, blocksToRich, type Parts } from './blocks.ts';
import { decode, linkTo, mrkdwnToRich } from './mrkdwn.ts';

/** What a program attached to a message, or a message that was shared, as a quotation. */
export function attachmentParts(attachment: Raw, message: Raw, context: BlockContext): Parts {
  if (isPreview(attachment, message)) return [];
  const lines = makeLines(attachment, context).filter((line) => line.some((part) => part !== ''));
  const shown = lines.length > 0 ? lines : [[...mrkdwnToRich(readText(attachment.fallback) ?? '', context.groups)]];
  const content = shown.flatMap((line, at): Parts => (at === 0 ? line : ['\n', ...line]));
  return content.every((part) => part === '') ? [] : ['\n', ...quoteParts(content)];
}

/** The fields that only programs fill. */
const OF_PROGRAMS = ['app_id', 'bot_id', 'callback_id', 'is_app_unfurl', 'fields', 'actions', 'blocks', 'pretext'];

/** Whether Slack itself added it to show where a link in the text leads. Klatch makes its own previews. */
function isPreview(attachment: Raw, message: Raw): boolean {
  if (attachment.is_msg_unfurl === true || attachment.is_share === true) return false;
  const isOfProgram = OF_PROGRAMS.some((field) => {
    const value = attachment[field];
    return Array.isArray(value) ? value.length > 0 : Boolean(value);
  });
  if (isOfProgram) return false;
  const text = decode(readText(message.text) ?? '') + JSON.stringify(message.blocks ?? '');
  const urls = [attachment.original_url, attachment.from_url].map(readText).filter((url) => url !== undefined);
  return urls.some((url) => url !== '' && text.includes(url.replace(/\/$/, '')));
}

function makeLines(attachment: Raw, context: BlockContext): Parts[] {
  const markup = (value: unknown): Parts => [...mrkdwnToRich(readText(value) ?? '', context.groups)];
  const title = decode(readText(attachment.title) ?? '').trim();
  return [
    authorLine(attachment),
    markup(attachment.pretext),
    title === '' ? [] : [`**${linkText(title, attachment.title_link)}**`],
    [...(innerBlocks(attachment, context) ?? markup(attachment.text))],
    ...readRaws(attachment.fields).map((field): Parts => {
      const name = decode(readText(field.title) ?? '').trim();
      return [...(name === '' ? [] : [`**${name}**: `]), ...markup(field.value)];
    }),
    ...pictureLines(attachment, title),
    ...readRaws(attachment.files).map((file) => [context.getFile(file) ?? '']),
    actionLine(attachment),
    footerLine(attachment),
  ];
}

/** The author of a shared message is the link to it. */
function authorLine(attachment: Raw): Parts {
  const { author_name, author_subname, service_name, from_url, author_link } = attachment;
  const name = [author_name, author_subname, service_name].map(readText).find((one) => one?.trim()) ?? '';
  const isShared = attachment.is_msg_unfurl === true || attachment.is_share === true;
  if (isShared && readText(from_url)) return [linkTo(readText(from_url)!, decode(name))];
  return name === '' ? [] : [linkText(decode(name), author_link)];
}

/** The blocks of an attachment, or of the message that was shared. */
function innerBlocks({ blocks, message_blocks }: Raw, context: BlockContext) {
  const shared = readRaws(message_blocks).flatMap(({ message }) => (isRaw(message) ? readRaws(message.blocks) : []));
  return blocksToRich(blocks, context) ?? blocksToRich(shared, context);
}

function pictureLines({ image_url, thumb_url, video_html_url, fallback }: Raw, title: string): Parts[] {
  const url = [image_url, thumb_url, video_html_url].map(readText).find((one) => one && /^https?:/.test(one));
  return url === undefined
    ? []
    : [
        [
          linkText(
            title ||
              decode(readText(fallback) ?? '')
                .split('\n')[0]!
                .slice(0, 100) ||
              'image',
            url,
          ),
        ],
      ];
}

function actionLine({ actions }: Raw): Parts {
  const labels = readRaws(actions).flatMap(({ text, name, url }) => {
    const label = decode(readText(text) ?? readText(name) ?? '').trim();
    return label === '' ? [] : [linkText(label, url)];
  });
  return [labels.join(' · ')];
}

function footerLine({ footer, ts, is_msg_unfurl }: Raw): Parts {
  const text = decode(readText(footer) ?? '').trim();
  const time = readNumber(Number(ts));
  // The time of a shared message is that of the message.
  if (text === '' || is_msg_unfurl === true || !time || Math.abs(time) > 8e12) return [text];
  return [`${text} <time:${new Date(time * 1000).toISOString()}>`];
}

function linkText(text: string, url: unknown): string {
  const address = readText(url);
  return address && /^(?:https?|mailto):/.test(address)
    ? `[${text.replaceAll(/[[\]\n]/g, ' ').trim()}](${address})`
    : text;
}

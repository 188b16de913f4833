import { ApiError } from '../../../../kernel/errors.ts';
import { linkTo, plainText } from '../../../../markdown/generated.ts';
import type { Delivery } from '../types.ts';

/** A valid event that Klatch has no notice for. The sender did nothing wrong. */
export const unsupported = (webhook_name: string, event_type: string): ApiError =>
  new ApiError(
    200,
    'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
    `The '${event_type}' event isn't currently supported by the ${webhook_name} webhook; ignoring`,
    {
      webhook_name,
      event_type,
    },
  );

/** The header with the event's name. */
export function requireHeader({ headers }: Delivery, name: string): string {
  const value = headers[name.toLowerCase()];
  if (value === undefined || value === '')
    throw new ApiError(400, 'MISSING_HTTP_EVENT_HEADER', `Missing the HTTP event header '${name}'`, { header: name });
  return value;
}

/** A topic on one line. It is no Markdown, but older clients may put it into some. */
export const cleanTopic = (topic: string): string =>
  topic
    .replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .replaceAll(/@(?=_?\*)/g, '@\u200b');

/** A Markdown text of another program, which notifies nobody and shows no picture. */
export const silenceMentions = (text: string): string =>
  text
    .replaceAll(/@(?=[*_])/g, '@\u200b')
    .replaceAll(/#(?=\*\*)/g, '#\u200b')
    .replaceAll(/!(?=\[)/g, '');

const LONGEST_ADDRESS = 3000;

/** Whether a URL leads to a page or an address, and is not too long. Relative ones would lead to this server. */
export const isAddress = (url: unknown): url is string =>
  typeof url === 'string' && url.length <= LONGEST_ADDRESS && /^(?:https?|mailto):/i.test(url.trim());

/** A link with this text; only the text if there is no URL. */
export const link = (text: string, url: string | undefined): string =>
  isAddress(url) ? linkTo(text, url) : plainText(text);

/** A name like `pull_request`, `pull-request` or `pullRequest` as words. */
export const spaceWords = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replaceAll(/[_\-./:]+/g, ' ')
    .trim()
    .toLowerCase();

/** The first line of a longer text. */
export const firstLine = (text: string): string =>
  text
    .trim()
    .split(/[\r\n]/, 1)[0]!
    .trim();

/** The name in a Git ref. */
export const branchName = (ref: string): string => ref.replace(/^refs\/(?:heads|tags)\//, '');

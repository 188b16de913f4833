import { ApiError } from '../../../../kernel/errors.ts';
import { linkTo, plainText, quoteBlock } from '../../../../markdown/generated.ts';
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
export function requireHeader({ header }: Delivery, name: string): string {
  const value = header(name);
  if (value === undefined || value === '')
    throw new ApiError(400, 'MISSING_HTTP_EVENT_HEADER', `Missing the HTTP event header '${name}'`, { header: name });
  return value;
}

/** Joins the present parts into a topic. A topic is no Markdown, but older clients may put it into some. */
export const topicOf = (parts: readonly (string | undefined)[], separator = ' / '): string =>
  parts
    .filter((part) => part !== undefined)
    .join(separator)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/@(?=_?\*)/g, '@\u200b');

/** A link with this text; only the text if there is no URL. */
export const link = (text: string, url: string | undefined): string =>
  url === undefined ? plainText(text) : linkTo(text, url);

/** A name like `pull_request` as words. */
export const spaced = (name: string): string => plainText(name.replaceAll('_', ' '));

/** A user's Markdown in a block of its own, after the text before it; nothing if there is none. */
export const quote = (text: string | undefined): string => (text === undefined ? '' : `\n\n${quoteBlock(text)}`);

export const list = (items: readonly string[]): string => items.map((item) => `* ${item}`).join('\n');

/** The first line of a longer text. */
export const firstLine = (text: string): string => text.trim().split('\n', 1)[0]!.trim();

/** The name in a Git ref. */
export function namedBy(ref: string): { kind: 'branch' | 'tag'; name: string } {
  const kind = ref.startsWith('refs/tags/') ? 'tag' : 'branch';
  return { kind, name: ref.replace(/^refs\/(heads|tags)\//, '') };
}

/** `1 commit`, `2 commits`. */
export const commits = (count: number): string => (count === 1 ? '1 commit' : `${count} commits`);

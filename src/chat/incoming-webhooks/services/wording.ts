import { ApiError } from '../../../kernel/errors.ts';
import type { Delivery } from '../types.ts';

/** An event the service has and we say nothing of: no fault of the sender's. */
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

/** The header that says what happened. */
export function requireHeader({ header }: Delivery, name: string): string {
  const value = header(name);
  if (value === undefined || value === '')
    throw new ApiError(400, 'MISSING_HTTP_EVENT_HEADER', `Missing the HTTP event header '${name}'`, { header: name });
  return value;
}

/** A text or number the payload must have; throws at anything else. Others' words mention nobody here. */
export function words(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw new TypeError('not a text');
  return value.replaceAll(/@(?=_?\*)/g, '@\u200b');
}

/** A link with such a text. */
export const link = (text: unknown, url: unknown): string => `[${words(text).replaceAll(/[[\]]/g, '')}](${words(url)})`;

/** Others' words in a block of their own; nothing if they are empty. */
export function quote(text: unknown): string {
  if (text === undefined || text === null || text === '') return '';
  const fence = '~'.repeat(Math.max(3, ...[...words(text).matchAll(/~+/g)].map(([run]) => run.length + 1)));
  return `\n\n${fence} quote\n${words(text)}\n${fence}`;
}

export const list = (items: readonly string[]): string => items.map((item) => `* ${item}`).join('\n');

/** The first line of a longer text. */
export const firstLine = (text: unknown): string => words(text).split('\n', 1)[0]!;

export const branchOf = (ref: unknown): string => words(ref).replace(/^refs\/(heads|tags)\//, '');

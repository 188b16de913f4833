import { timingSafeEqual } from 'node:crypto';
import type { App } from '../../../app.ts';
import { seconds } from '../../../kernel/clock.ts';
import type { Channel } from '../../channels/channels/types.ts';
import { signText } from '../../organization/realm/key-rules.ts';
import type { User } from '../../people/users/types.ts';
import type { AddressOptions, MailTarget } from './types.ts';

const DAY = 86_400;
/** How long people can answer a notification by mail, in days. */
const REPLY_DAYS = 30;
/** The longest name of a channel in its address. With a mailbox of 20 characters, all options have room. */
const LONGEST_SLUG = 16;

/** Whether this server receives mail. */
export const receivesMail = ({ config: { choices } }: App): boolean =>
  choices.mailListen !== undefined || choices.mailImapUrl !== undefined;

/** What surrounds the part of an address that this server creates. */
function addressFrame({ config }: App): [before: string, after: string] {
  const { mailInAddress, mailListen, mailImapUrl } = config.choices;
  const ownHost = `*@${config.realmHost}`;
  const pattern = mailInAddress ?? (mailListen ? ownHost : (mailboxPattern(mailImapUrl) ?? ownHost));
  const star = pattern.indexOf('*');
  return star < 0 ? ['', `@${pattern}`] : [pattern.slice(0, star), pattern.slice(star + 1)];
}

/** Most mailboxes also receive mail to NAME+ANYTHING@HOST. undefined: the user of the mailbox is no address. */
function mailboxPattern(url: string | undefined): string | undefined {
  const user = url === undefined ? '' : decodeURIComponent(new URL(url).username);
  const at = user.lastIndexOf('@');
  return at < 1 ? undefined : `${user.slice(0, at)}+*${user.slice(at)}`;
}

const inFrame = (app: App, text: string): string => addressFrame(app).join(text);

/** The part of an address that this server created; undefined: the address is not one of this server. */
export function createdPart(app: App, address: string): string | undefined {
  const [before, after] = addressFrame(app).map((part) => part.toLowerCase()) as [string, string];
  const lower = address.trim().toLowerCase();
  return lower.length > before.length + after.length && lower.startsWith(before) && lower.endsWith(after)
    ? lower.slice(before.length, lower.length - after.length)
    : undefined;
}

/** Signs the numbers in an address: 80 bits, which nobody guesses by sending mail. */
const signNumbers = (app: App, kind: string, numbers: readonly number[]): string =>
  signText(app, 'mail_address_key', `${kind} ${numbers.join(' ')}`)
    .toString('hex')
    .slice(0, 20);

const inBase36 = (numbers: readonly number[]): string => numbers.map((each) => each.toString(36)).join('-');

/**
 * The address to which mail for a channel goes. It contains IDs, so it survives that the channel is renamed.
 * `sender`: who posts mails that no member wrote, if it is a bot of the creator.
 */
export function channelAddress(app: App, channel: Channel, creator: User, sender: User): string {
  const numbers = [channel.id, creator.id, sender.id];
  const signature = signNumbers(app, 'channel', [...numbers, app.mailIn.generation(channel.id) ?? 0]);
  const slug = channel.name
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('-')
    .slice(0, LONGEST_SLUG);
  return inFrame(app, `${slug === '' ? '' : `${slug}.`}c${inBase36(numbers)}-${signature}.show-sender`);
}

/** The address for one user's replies to the conversation of a message, wherever the message is moved. */
export function replyAddress(app: App, user: User, messageId: number): string {
  const numbers = [messageId, user.id, Math.ceil(seconds(app.clock) / DAY) + REPLY_DAYS];
  return inFrame(app, `r${inBase36(numbers)}-${signNumbers(app, 'reply', numbers)}`);
}

const TOKEN = /^([cr])([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9a-f]{20})$/;

/** What the created part of an address leads to; undefined: this server did not create it. */
export function mailTarget(app: App, created: string): MailTarget | undefined {
  const pieces = created.split(/[.+]/);
  const at = pieces.findIndex((piece) => TOKEN.test(piece));
  if (at < 0) return undefined;
  const [, kind, ...rest] = TOKEN.exec(pieces[at]!)!;
  const signature = rest.pop()!;
  const numbers = rest.map((text) => Number.parseInt(text, 36)) as [number, number, number];
  const [first, second, third] = numbers;
  if (kind === 'r')
    return isEqual(signature, signNumbers(app, 'reply', numbers))
      ? { kind: 'reply', message_id: first, user_id: second, expires: third * DAY }
      : undefined;
  const right = signNumbers(app, 'channel', [...numbers, app.mailIn.generation(first) ?? 0]);
  if (!isEqual(signature, right)) return undefined;
  const options = optionsIn(pieces.slice(at + 1));
  return { kind: 'channel', channel_id: first, creator_id: second, sender_id: third, options };
}

const isEqual = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other));

const optionsIn = (pieces: readonly string[]): AddressOptions => ({
  showsSender: pieces.includes('show-sender'),
  includesFooter: pieces.includes('include-footer'),
  includesQuotes: pieces.includes('include-quotes'),
  prefersHtml: pieces.includes('prefer-html'),
});

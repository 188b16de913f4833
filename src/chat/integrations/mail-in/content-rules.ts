import { IMAGE_END, IMAGE_START, type ReadMail } from '../../../kernel/mail/reading/types.ts';
import { inlineCode, markdown, plainText } from '../../../markdown/generated.ts';
import type { AddressOptions } from './types.ts';

/** Of a reply to a notification. */
export const REPLY_OPTIONS: AddressOptions = {
  showsSender: false,
  includesFooter: false,
  includesQuotes: false,
  prefersHtml: false,
};

/** How mail programs begin the subjects of replies and of forwarded mails, in several languages. */
const REPLY = /^(?:re|aw|sv|vs|antw|odp|ref|res|réf|ynt|回复|回覆|答复)(?:\[\d{1,3}\])?\s?[:：]/iu;
const FORWARD = /^(?:fwd|fw|wg|tr|rv|vb|doorst|i|enc|pd|转发|轉寄)(?:\[\d{1,3}\])?\s?[:：]/iu;

/** The subject without the marks of replies and forwarded mails. */
export function plainSubject(subject: string): string {
  let rest = subject.trim();
  for (let mark = findMark(rest); mark !== undefined; mark = findMark(rest)) rest = rest.slice(mark.length).trimStart();
  return rest;
}

const findMark = (subject: string): string | undefined => (REPLY.exec(subject) ?? FORWARD.exec(subject))?.[0];

/**
 * The text of a message from a mail, with markers where inline images belong; undefined: the mail has no text. Quotes
 * and signatures are cut unless the address asks for them. A forwarded mail consists of what would be a quote.
 */
export function mailText(mail: ReadMail, options: AddressOptions): string | undefined {
  const prefersHtml = mail.html.length > 0 && (options.prefersHtml || mail.text.length === 0);
  const fragments = prefersHtml ? mail.html : mail.text;
  const keepsQuotes = options.includesQuotes || FORWARD.test(mail.subject.trim());
  const kept = fragments.filter(
    ({ kind }) =>
      kind === 'text' || (kind === 'quote' && keepsQuotes) || (kind === 'signature' && options.includesFooter),
  );
  const text = kept
    .map(({ content }) => content)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (text !== '') return text;
  return mail.files.length > 0 ? '' : undefined;
}

/** Names the sender above a message that somebody else posts. */
export function withSender({ from }: ReadMail, text: string): string {
  if (!from) return text;
  const name = from.name.trim();
  const address = inlineCode(from.address);
  return `${name === '' ? address : markdown`**${plainText(name)}** ${address}`}\n\n${text}`;
}

/** Prevents that a text of somebody without an account mentions users. */
export const withoutMentions = (text: string): string => text.replace(/@(?=_?\*)/g, '&#64;');

/** A file of a mail after it was uploaded. */
interface PlacedFile {
  name: string;
  contentId: string | undefined;
  url: string;
}

/** Replaces the markers of inline images by links, and adds links to the other files. */
export function placeFiles(content: string, files: readonly PlacedFile[]): string {
  const placed = new Set<PlacedFile>();
  const place = (find: (file: PlacedFile) => boolean): string => {
    const file = files.find((each) => !placed.has(each) && find(each));
    if (!file) return '';
    placed.add(file);
    return linkToFile(file);
  };
  const text = content
    .replace(new RegExp(`${IMAGE_START}([^${IMAGE_END}]*)${IMAGE_END}`, 'g'), (_, id: string) =>
      place(({ contentId }) => contentId === id),
    )
    // Gmail and Outlook write these into plain text.
    .replace(/\[cid:([^\]\s]{1,200})\]/g, (_, id: string) => place(({ contentId }) => contentId === id))
    .replace(/\[image: ([^\]\n]{1,200})\]/g, (found, name: string) => place((file) => file.name === name) || found);
  const others = files.filter((file) => !placed.has(file)).map(linkToFile);
  return [text.trim(), others.join('\n')].filter((part) => part !== '').join('\n\n');
}

const linkToFile = ({ name, url }: PlacedFile): string => `[${name.replace(/[[\]\\]/g, '')}](${url})`;

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Address, Attachment, Email } from 'postal-mime';
import { Unreadable } from '../../reading/types.ts';
import { htmlFragments } from './html-markdown.ts';
import { findExcess } from './mail-structure.ts';
import { type Fragment, MAIL_LIMITS, type MailFile, type MailTask, type ReadMail } from './types.ts';

/** Decodes a mail, and writes its files into `folder`. Throws for mails that are rejected, with the reason. */
export async function readMail({ path, folder, prefersHtml }: MailTask): Promise<ReadMail> {
  const raw = await readFile(path);
  const excess = findExcess(raw);
  if (excess !== undefined) throw new Unreadable(excess);
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    maxNestingDepth: MAIL_LIMITS.depth,
    maxHeadersSize: MAIL_LIMITS.headers,
  });
  return decodeMail(email, folder, prefersHtml);
}

async function decodeMail(email: Email, folder: string, prefersHtml: boolean): Promise<ReadMail> {
  const values = (...names: string[]) =>
    email.headers.filter(({ key }) => names.includes(key)).map(({ value }) => value);
  const from = await onlySender(values('from'));
  const text = await replyFragments(cleanText(email.text ?? ''));
  return {
    from,
    recipients: recipientsIn(email, values('delivered-to', 'x-original-to', 'envelope-to')),
    subject: cleanLine(email.subject ?? '').slice(0, 500),
    messageId: idsIn(email.messageId)[0],
    references: [...new Set([...idsIn(email.inReplyTo), ...idsIn(email.references).reverse()])],
    automatic: automaticReason(values, from?.address ?? ''),
    authentication: values('authentication-results'),
    text,
    html: prefersHtml || text.length === 0 ? await htmlReply(email.html ?? '') : [],
    files: await writeFiles(email.attachments, folder),
  };
}

/** The sender; undefined if there are several, of whom one could hide behind another. */
async function onlySender(values: readonly string[]): Promise<ReadMail['from']> {
  const { addressParser, decodeWords } = await import('postal-mime');
  const [sender, ...others] = values.flatMap((value) => flattenAddresses(addressParser(value)));
  if (!sender || others.length > 0 || !sender.address.includes('@')) return undefined;
  return { name: cleanLine(decodeWords(sender.name)).slice(0, 200), address: sender.address.slice(0, 320) };
}

type Mailboxes = { name: string; address: string }[];

const flattenAddresses = (addresses: readonly (Address | undefined)[]): Mailboxes =>
  addresses.flatMap((each) => (each === undefined ? [] : each.group ? each.group : [each as Mailboxes[number]]));

/** Recipients beyond this number are ignored. */
const MOST_RECIPIENTS = 200;

function recipientsIn(email: Email, noted: readonly string[]): string[] {
  const named = flattenAddresses([...(email.to ?? []), ...(email.cc ?? [])]).map(({ address }) => address);
  const all = [...noted.map((value) => value.replace(/[<>]/g, '').trim()), ...named];
  return [...new Set(all.map((address) => address.toLowerCase()))].slice(0, MOST_RECIPIENTS);
}

/** References beyond this number are ignored. */
const MOST_REFERENCES = 100;

const idsIn = (value = ''): string[] =>
  [...value.slice(0, 50_000).matchAll(/<([^<>\s]{1,998})>/g)].slice(-MOST_REFERENCES).map(([, id]) => id!);

/** Why a mail was not sent by a person (RFC 3834, and what programs use besides). */
function automaticReason(values: (...names: string[]) => string[], from: string): string | undefined {
  const [submitted = 'no'] = values('auto-submitted');
  if (!/^\s*no\b/i.test(submitted)) return 'Auto-Submitted';
  if (values('precedence').some((value) => /^\s*(?:bulk|junk|list|auto_reply)\b/i.test(value))) return 'Precedence';
  if (values('list-id').length > 0) return 'List-Id';
  if (values('x-autoreply', 'x-autorespond', 'x-autoresponder').length > 0) return 'X-Autoreply';
  if (values('return-path').some((value) => value.replace(/\s/g, '') === '<>')) return 'empty return path';
  if (values('content-type').some((value) => /^\s*multipart\/report\b/i.test(value))) return 'delivery report';
  return /^(?:mailer-daemon|postmaster)@/i.test(from) ? 'mailer daemon' : undefined;
}

/** Without control characters, and the private characters that mark quotes and images. */
const cleanText = (text: string): string =>
  text
    .slice(0, MAIL_LIMITS.text)
    .replaceAll('\r\n', '\n')
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\uE000-\uE003]/g, '');
const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim();

/** Splits a text into what its author wrote, quotes and signatures. */
async function replyFragments(text: string): Promise<Fragment[]> {
  if (text.trim() === '') return [];
  const { default: EmailReplyParser } = await import('email-reply-parser');
  return new EmailReplyParser()
    .read(text)
    .getFragments()
    .map((each) => {
      const kind = !each.isHidden() ? 'text' : each.isQuoted() ? 'quote' : 'signature';
      return { kind, content: each.getContent() } as const;
    });
}

/** The HTML as Markdown. Quotes that no element marks are found as in plain text. */
async function htmlReply(html: string): Promise<Fragment[]> {
  if (html.trim() === '') return [];
  const fragments = await htmlFragments(html);
  const split = await Promise.all(
    fragments.map(async (each) => (each.kind === 'text' ? replyFragments(each.content) : [each])),
  );
  return split.flat();
}

async function writeFiles(attachments: readonly Attachment[], folder: string): Promise<MailFile[]> {
  const files: MailFile[] = [];
  for (const [at, { filename, mimeType, content, contentId }] of attachments.entries()) {
    const path = join(folder, String(at));
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    if (bytes.length === 0) continue;
    await writeFile(path, bytes, { mode: 0o600 });
    const name = cleanLine(filename ?? '') || unnamedFile(mimeType, at);
    files.push({ path, name: name.slice(0, 200), size: bytes.length, contentId: contentId?.replace(/[<>]/g, '') });
  }
  return files;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/calendar': 'invite.ics',
  'message/rfc822': 'message.eml',
  'application/ms-tnef': 'winmail.dat',
  'image/png': 'image.png',
  'image/jpeg': 'image.jpg',
  'image/gif': 'image.gif',
};

const unnamedFile = (type: string, at: number): string => EXTENSIONS[type] ?? `attachment-${at + 1}`;

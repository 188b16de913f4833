import { open, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Address, Attachment, Email } from 'postal-mime';
import { isFlowed, joinFlowedLines } from './flowed-text.ts';
import { convertHtml } from './html-markdown.ts';
import { decodeBody, type MailPart, parseHead, splitMail } from './mail-parts.ts';
import { replyFragments } from './reply-fragments.ts';
import { type Fragment, MAIL_LIMITS, type MailFile, type MailTask, type ReadMail } from './types.ts';

/** Decodes a mail, and writes its files into `folder`. Throws for mails that are rejected, with the reason. */
export async function readMail({ path, folder, prefersHtml }: MailTask): Promise<ReadMail> {
  const { root: email, parts } = await splitMail(await readRaw(path));
  const values = (...names: string[]) =>
    email.headers.filter(({ key }) => names.includes(key)).map(({ value }) => value);
  const from = await onlySender(values('from'));
  const { text, html, files } = await readParts(parts, folder);
  const fragments = replyFragments(cleanText(text), from?.name);
  return {
    from,
    recipients: recipientsIn(email, values('delivered-to', 'x-original-to', 'envelope-to')),
    subject: cleanLine(email.subject ?? '').slice(0, 500),
    messageId: idsIn(email.messageId)[0],
    references: [...new Set([...idsIn(email.inReplyTo), ...idsIn(email.references).reverse()])],
    automatic: automaticReason(values, from?.address ?? ''),
    authentication: values('authentication-results'),
    text: fragments,
    html: prefersHtml || fragments.length === 0 ? await htmlReply(html, from?.name) : [],
    files,
  };
}

/** Reads a file with one allocation, up to the first byte that is too many for a mail. */
async function readRaw(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const raw = Buffer.allocUnsafeSlow(Math.min((await file.stat()).size, MAIL_LIMITS.bytes + 1));
    const { bytesRead } = await file.read(raw, 0, raw.length, 0);
    return raw.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A text in one or both of its forms. */
type TextForms = Partial<Record<'text' | 'html', string>>;

/** Decodes the texts of a mail, and writes its files. Text is empty if some of it is only in HTML. */
async function readParts(parts: readonly MailPart[], folder: string) {
  const texts = new Map<unknown, TextForms>();
  const files: MailFile[] = [];
  const room = { text: MAIL_LIMITS.textBytes, html: MAIL_LIMITS.htmlBytes };
  for (const part of parts) {
    if (part.file) {
      const bytes = decodeBody(part);
      if (bytes.length > 0) files.push(await writePart(bytes, part.file, join(folder, String(files.length))));
    } else {
      const forms = texts.get(part.choice ?? part) ?? {};
      texts.set(part.choice ?? part, forms);
      await readText(part, forms, room);
    }
  }
  const all = [...texts.values()];
  const text = all.every((forms) => forms.text !== undefined) ? all.map((forms) => forms.text).join('\n') : '';
  return { text, html: all.map((forms) => forms.html ?? asHtml(forms.text ?? '')).join('\n'), files };
}

/** Adds a text to its forms. `room`: the bytes that are still read of each form; what is beyond is cut. */
async function readText(part: MailPart, forms: TextForms, room: Record<keyof TextForms, number>) {
  const form = /^text\/html/i.test(part.type) ? 'html' : 'text';
  const body = part.body.subarray(0, room[form]);
  room[form] -= body.length;
  const bytes = decodeBody({ ...part, body });
  // Mails of scripts often have no Content-Type, or one that is wrong.
  const type = part.type.replace(/^[^;]*/, form === 'html' ? 'text/html' : 'text/plain');
  const decoded = await decodeText(withCharset(type, bytes), bytes);
  const content = form === 'text' && isFlowed(part.type) ? joinFlowedLines(decoded, part.type) : decoded;
  forms[form] = forms[form] === undefined ? content : `${forms[form]}\n${content}`;
}

const FORMAT = /;\s*format\s*=\s*"?\w+"?/i;
const CHARSET = /;\s*charset\s*=\s*"?([\w.:-]+)"?/i;

/** Adds the character set that a text seems to have if it names none, or one without the letters that it contains. */
function withCharset(type: string, bytes: Buffer): string {
  const named = CHARSET.exec(type)?.[1];
  if (named !== undefined && !/^(?:us-)?ascii$/i.test(named)) return type;
  return `${type.replace(CHARSET, '')}; charset=${isUtf8(bytes) ? 'utf-8' : 'windows-1252'}`;
}

/** Whether a text is UTF-8. Its last character can be incomplete, because long texts are cut. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** Decodes the character set of a text. It is passed on as one line, because the parser needs much memory for many. */
async function decodeText(type: string, bytes: Buffer): Promise<string> {
  // The parser also joins flowed lines, but a quote with the words below it.
  const mail = `Content-Type: ${type.replace(FORMAT, '')}\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}`;
  const { text, html } = await parseHead(Buffer.from(mail));
  return text ?? html ?? '';
}

const asHtml = (text: string): string => `<pre>${text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)}</pre>`;

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
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\uE000-\uE004]/g, '');
const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim();

/** The HTML as Markdown, split as plain text is. */
async function htmlReply(html: string, author: string | undefined): Promise<Fragment[]> {
  return html.trim() === '' ? [] : replyFragments(await convertHtml(html), author);
}

async function writePart(
  bytes: Buffer,
  { filename, mimeType, contentId }: Attachment,
  path: string,
): Promise<MailFile> {
  await writeFile(path, bytes, { mode: 0o600 });
  const name = cleanLine(filename ?? '') || (EXTENSIONS[mimeType] ?? `attachment-${Number(basename(path)) + 1}`);
  return { path, name: name.slice(0, 200), size: bytes.length, contentId: contentId?.replace(/[<>]/g, '') };
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'text/calendar': 'invite.ics',
  'message/rfc822': 'message.eml',
  'application/ms-tnef': 'winmail.dat',
  'image/png': 'image.png',
  'image/jpeg': 'image.jpg',
  'image/gif': 'image.gif',
};

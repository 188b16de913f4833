import type { Attachment, Email } from 'postal-mime';
import { Unreadable } from '../../reading/types.ts';
import { MAIL_LIMITS } from './types.ts';

/** A part of a mail that contains no other parts. */
export interface MailPart {
  /** Its header fields. */
  head: Buffer;
  /** As it was transferred. */
  body: Buffer;
  /** What is known of it as a file, without content; undefined: it is a text to read. */
  file: Attachment | undefined;
  /** Content-Type; empty: none. */
  type: string;
  /** Content-Transfer-Encoding in lower case; empty: none. */
  encoding: string;
  /** Identifies the multipart/alternative around it; undefined: there is none. */
  choice: number | undefined;
}

/** A mail whose content is not decoded yet. */
export interface SplitMail {
  /** The header fields of the mail. */
  root: Email;
  parts: MailPart[];
}

interface Multipart {
  /** Its bytes as a latin1 string, as lines are compared. */
  boundary: string;
  choice: number | undefined;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const DASH = 0x2d;
const EQUALS = 0x3d;
/** A part with another Content-Type, or with none, is a text (RFC 2045, 5.2). */
const MEDIA_TYPE = /^[^\s/;]+\/[^\s/;]/;
const NAMED = /name\*?\d?\*?=|;\s*attachment/i;
/** Longer lines are no boundaries, bytes (RFC 2046 allows 70 characters). */
const LONGEST_BOUNDARY = 200;

/**
 * Finds the parts of a mail, in its order, without decoding or copying their bodies. Nested messages are one part.
 * Throws Unreadable for mails that exceed a limit.
 */
export async function splitMail(raw: Buffer): Promise<SplitMail> {
  requireSize(raw);
  const open: Multipart[] = [];
  const parts: MailPart[] = [];
  let root: Email | undefined;
  let headers = 0;
  let count = 0;
  for (let at: number | undefined = 0; at !== undefined; ) {
    const bodyAt = endOfHead(raw, at, open);
    const head = raw.subarray(at, bodyAt);
    headers += head.length;
    count += 1;
    requireLimits({ headers, parts: count, depth: open.length });
    const email = await parseHead(head);
    root ??= email;
    const value = (name: string) => email.headers.find(({ key }) => key === name)?.value.trim() ?? '';
    const type = value('content-type');
    const choice = open.at(-1)?.choice;
    const boundary = boundaryIn(type);
    if (boundary !== undefined) {
      const isChoice = /^multipart\/alternative/i.test(type);
      open.push({ boundary, choice: choice ?? (isChoice ? count : undefined) });
    }
    const { end, next } = findNextPart(raw, bodyAt, open);
    if (boundary === undefined) {
      const isFile = MEDIA_TYPE.test(type) || NAMED.test(`${type};${value('content-disposition')}`);
      const file = isFile ? email.attachments[0] : undefined;
      const encoding = value('content-transfer-encoding').toLowerCase();
      parts.push({ head, body: raw.subarray(bodyAt, end), file, type, encoding, choice });
    }
    at = next;
  }
  return { root: root!, parts };
}

function requireSize(raw: Buffer): void {
  if (raw.length > MAIL_LIMITS.bytes)
    throw new Unreadable(`The mail is larger than ${MAIL_LIMITS.bytes / 2 ** 20} MiB`);
  let lines = 0;
  for (let at = raw.indexOf(NEWLINE); at >= 0; at = raw.indexOf(NEWLINE, at + 1))
    if (++lines > MAIL_LIMITS.lines) throw new Unreadable(`The mail has more than ${MAIL_LIMITS.lines} lines`);
}

function requireLimits({ headers, parts, depth }: { headers: number; parts: number; depth: number }): void {
  if (headers > MAIL_LIMITS.headers)
    throw new Unreadable(`The mail has more than ${MAIL_LIMITS.headers / 1024} KiB of headers`);
  if (parts > MAIL_LIMITS.parts) throw new Unreadable(`The mail has more than ${MAIL_LIMITS.parts} parts`);
  if (depth > MAIL_LIMITS.depth) throw new Unreadable(`The mail has parts in more than ${MAIL_LIMITS.depth} levels`);
}

/** Where the header fields of a part end: after an empty line, or at a boundary. */
function endOfHead(raw: Buffer, start: number, open: readonly Multipart[]): number {
  let at = start;
  while (at < raw.length && at - start <= MAIL_LIMITS.headers) {
    const newline = raw.indexOf(NEWLINE, at);
    if (newline < 0) return raw.length;
    if (newline === at || (newline === at + 1 && raw[at] === RETURN)) return newline + 1;
    if (raw[at] === DASH && matchBoundary(raw, at, open)) return at;
    at = newline + 1;
  }
  return at;
}

/** Reads the header fields of a part, and its body if it follows. Bodies should be short. */
export async function parseHead(head: Buffer): Promise<Email> {
  const { default: PostalMime } = await import('postal-mime');
  return PostalMime.parse(head, { forceRfc822Attachments: true, maxHeadersSize: MAIL_LIMITS.headers });
}

function boundaryIn(type: string): string | undefined {
  if (!/^multipart\//i.test(type)) return undefined;
  const [, quoted, bare] = /;\s*boundary\s{0,20}=\s{0,20}(?:"([^"]*)"|([^\s;"]+))/i.exec(type) ?? [];
  const boundary = (quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '').trimEnd();
  if (boundary === '' || boundary.length > LONGEST_BOUNDARY)
    throw new Unreadable('The mail has parts with unusual boundaries');
  return Buffer.from(boundary).toString('latin1');
}

/** Where a body that begins at `from` ends, and where the next part begins. It closes what ends there. */
function findNextPart(raw: Buffer, from: number, open: Multipart[]): { end: number; next: number | undefined } {
  let end: number | undefined;
  for (let at = from - 1; open.length > 0; ) {
    at = raw[at + 1] === DASH && raw[at + 2] === DASH ? at : raw.indexOf('\n--', at + 1);
    if (at < 0) break;
    const found = matchBoundary(raw, at + 1, open);
    if (found) {
      end ??= raw[at - 1] === RETURN ? at - 1 : at;
      open.length = found.isLast ? found.level : found.level + 1;
      if (!found.isLast) return { end: Math.max(from, end), next: found.next };
    }
    at = raw.indexOf(NEWLINE, at + 1);
    if (at < 0) break;
  }
  return { end: Math.max(from, end ?? raw.length), next: undefined };
}

/** The multipart whose boundary a line is. */
function matchBoundary(raw: Buffer, at: number, open: readonly Multipart[]) {
  const newline = raw.indexOf(NEWLINE, at);
  const end = newline < 0 ? raw.length : newline;
  if (end - at > LONGEST_BOUNDARY + 6) return undefined;
  const line = raw.toString('latin1', at + 2, end).trimEnd();
  for (let level = open.length - 1; level >= 0; level--) {
    const { boundary } = open[level]!;
    if (line === boundary) return { level, isLast: false, next: Math.min(end + 1, raw.length) };
    if (line === `${boundary}--`) return { level, isLast: true, next: undefined };
  }
  return undefined;
}

/** Decodes a body in its own memory, because it never becomes longer. Returns the decoded bytes. */
export function decodeBody({ body, encoding }: MailPart): Buffer {
  if (encoding.includes('base64')) return body.subarray(0, decodeBase64(body));
  if (encoding.includes('quoted-printable')) return body.subarray(0, decodeQuotedPrintable(body));
  return body;
}

/** In tables of characters: no value. */
const NONE = 255;
/** The values of the characters of base64. */
const VALUES = new Uint8Array(256).fill(NONE);
for (const [value, char] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  VALUES[char.charCodeAt(0)] = value;

/** Characters that are not of base64 are left out. Some programs pad each line. */
function decodeBase64(body: Buffer): number {
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < body.length; at++) {
    const value = VALUES[body[at]!]!;
    if (value !== NONE) {
      bits = ((bits << 6) | value) & 0xfff;
      held += 6;
      if (held >= 8) {
        held -= 8;
        body[length++] = (bits >> held) & 0xff;
      }
    } else if (body[at] === EQUALS) held = 0;
  }
  return length;
}

/** The values of the digits of hexadecimal numbers. */
const HEX = new Uint8Array(256).fill(NONE);
for (const [value, chars] of [...'0123456789'].concat('aA', 'bB', 'cC', 'dD', 'eE', 'fF').entries())
  for (const char of chars) HEX[char.charCodeAt(0)] = value;

/** Wrong forms stay as they are. */
function decodeQuotedPrintable(body: Buffer): number {
  let length = 0;
  for (let at = 0; at < body.length; at++) {
    const newline = body[at + 1] === RETURN ? at + 2 : at + 1;
    if (body[at] !== EQUALS) body[length++] = body[at]!;
    else if (newline >= body.length || body[newline] === NEWLINE) at = newline;
    else {
      const high = HEX[body[at + 1]!]!;
      const low = HEX[body[at + 2]!] ?? NONE;
      const isValid = high !== NONE && low !== NONE;
      body[length++] = isValid ? (high << 4) | low : EQUALS;
      if (isValid) at += 2;
    }
  }
  return length;
}

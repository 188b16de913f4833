import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { failureReason } from '../http/failure-reason.ts';
import { giveToOwner, makeFolder } from '../owner.ts';

/** A mail as it is sent. */
export interface Outgoing {
  from: { name: string; address: string };
  to: string;
  /** Where replies go; undefined: to the sender. */
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html: string;
  date: Date;
  /** Without brackets: the same at every attempt, so that a mail server can recognize a repeated mail. */
  messageId: string;
  headers: Record<string, string>;
  /** Mails of the same conversation, as ids without brackets. */
  references?: string[] | undefined;
  /** For mailboxes that read only this: the newest of them. */
  inReplyTo?: string | undefined;
}

/** Where mail goes. */
export interface Transport {
  /** Resolves when the mail was accepted; throws NotTaken. */
  send(mail: Outgoing): Promise<void>;
  close(): void;
}

/** The mail server did not accept a mail. */
export class MailRejected extends Error {
  /** Permanently: for example, the mailbox does not exist. */
  readonly forGood: boolean;

  constructor(reason: string, forGood: boolean) {
    super(reason);
    this.forGood = forGood;
  }
}

/** The maximum number of connections kept open between mails. */
const CONNECTIONS = 3;

/**
 * Sends mail by SMTP. With a password, only over TLS, except on this machine. A mail server on this machine may have
 * any certificate: without one, the same mail would be sent in plain text. `name`: how this server introduces itself.
 */
export async function smtpTransport(url: string, name: string): Promise<Transport> {
  const { createTransport } = await import('nodemailer');
  const { hostname, username, protocol, search } = new URL(url.replace(/^smtp/, 'http'));
  const isHere = /^(localhost|127\.|\[::1\])/.test(hostname);
  const options = new URLSearchParams(search);
  if (username !== '' && protocol === 'http:' && !isHere && !options.has('requireTLS'))
    options.set('requireTLS', 'true');
  if (isHere && protocol === 'http:' && !options.has('requireTLS') && !options.has('tls.rejectUnauthorized'))
    options.set('tls.rejectUnauthorized', 'false');
  if (!options.has('name') && isIP(name) === 0 && name.includes('.')) options.set('name', name);
  const unreadable = await readAuthority(options);
  const pool = createTransport({
    url: `${url.replace(/\?.*$/, '')}?${options}`,
    pool: true,
    maxConnections: CONNECTIONS,
    // The caller repeats interrupted deliveries; the library must not.
    maxRequeues: 0,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object);
  return {
    async send(mail) {
      if (unreadable) throw unreadable;
      try {
        await pool.sendMail({ ...mail, ...SAFE });
      } catch (error) {
        throw notTaken(error as SmtpError, hostname);
      }
    },
    close: () => pool.close(),
  };
}

/** Replaces the file of `tls.ca` by its content, which the library needs. Returns why it cannot be read. */
async function readAuthority(options: URLSearchParams): Promise<MailRejected | undefined> {
  const file = options.get('tls.ca');
  if (file === null) return undefined;
  options.delete('tls.ca');
  try {
    options.set('tls.ca', await readFile(file, 'utf8'));
    return undefined;
  } catch (error) {
    return new MailRejected(`tls.ca of smtp-url: ${(error as Error).message}`, false);
  }
}

/** Writes mails to a folder, one file each, atomically. */
export async function fileTransport(folder: string): Promise<Transport> {
  const { createTransport } = await import('nodemailer');
  const writer = createTransport({
    streamTransport: true,
    buffer: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object);
  return {
    async send(mail) {
      try {
        const { message } = (await writer.sendMail({ ...mail, ...SAFE })) as unknown as { message: Buffer };
        makeFolder(folder);
        const name = `${mail.date.toISOString().replace(/[:.]/g, '-')}-${mail.messageId.replace(/@.*/, '')}.eml`;
        const temporary = join(folder, `.${randomBytes(8).toString('hex')}`);
        await writeFile(temporary, message, { mode: 0o600 });
        await rename(temporary, join(folder, name));
        giveToOwner(folder, join(folder, name));
      } catch (error) {
        throw new MailRejected((error as Error).message, false);
      }
    },
    close: () => {},
  };
}

/** Not every relay supports 8-bit content and long lines. */
const SAFE = { encoding: 'quoted-printable' as const, disableFileAccess: true, disableUrlAccess: true };

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

/** The server's answer or why there is none, and whether it is permanent. The operator can fix a wrong password. */
function notTaken(error: SmtpError, host: string): MailRejected {
  const { code, responseCode, response } = error;
  const forGood = responseCode !== undefined && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
  return new MailRejected(response ?? `${host} ${reasonIn(error)}`, forGood);
}

/** Why there was no answer. The library replaces the code of the connection's error by its own. */
function reasonIn(error: SmtpError): string {
  if (!/certificate|altnames/i.test(error.message)) return failureReason(error);
  const wayOut =
    'Add ?tls.ca=FILE to smtp-url, with the certificate of its authority, or ?tls.rejectUnauthorized=false';
  return `has a certificate that cannot be verified (${error.message}). ${wayOut}`;
}

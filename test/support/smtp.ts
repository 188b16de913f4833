import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { after } from 'node:test';
import { TLSSocket } from 'node:tls';

/** A mail that a mailbox received. */
export interface ReceivedMail {
  from: string;
  to: string;
  /** The headers, unfolded. Like the body, they are as they were sent. */
  headers: Map<string, string>;
  raw: string;
  /** The plain text, decoded. */
  text: string;
  html: string;
}

/** A mail server on loopback with few commands. It stores mails, and fails when a test says so. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** The maximum number of connections open at once. */
  maxConnections = 0;
  /** Error responses by the beginning of a command: `{ 'RCPT TO:<x@y.z>': '550 no such mailbox' }`. */
  errorResponses: Record<string, string> = {};
  /** Offers STARTTLS with this certificate. */
  certificate: { cert: string; key: string } | undefined;
  /** How clients introduced themselves, and whether by TLS. */
  readonly greetings: { name: string; isSecure: boolean }[] = [];
  /** Accepts a mail and drops the connection instead of acknowledging it. */
  breaksAfterData = false;
  /** The delay before it acknowledges a mail, in ms. */
  delay = 0;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly url: Promise<string>;

  constructor() {
    this.#server = createServer((socket) => this.#talk(socket));
    this.url = new Promise((resolve) =>
      this.#server.listen(0, '127.0.0.1', () =>
        resolve(`smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`),
      ),
    );
    after(() => this.stop());
  }

  stop(): void {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
  }

  /** The mails to one address. */
  mailsTo(address: string): ReceivedMail[] {
    return this.received.filter(({ to }) => to === address);
  }

  #talk(socket: Socket, isSecure = false): void {
    this.#open.add(socket);
    this.maxConnections = Math.max(this.maxConnections, this.#open.size);
    let buffered = '';
    const envelope: { from: string; to: string } = { from: '', to: '' };
    let inData = false;
    socket.on('close', () => this.#open.delete(socket));
    socket.on('error', () => {});
    if (!isSecure) socket.write('220 stub ESMTP\r\n');
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      buffered += chunk;
      for (;;) {
        const end = buffered.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + (inData ? 5 : 2));
        if (line === 'STARTTLS') {
          socket.write('220 go on\r\n');
          socket.removeAllListeners('data');
          return this.#talk(new TLSSocket(socket, { isServer: true, ...this.certificate }), true);
        }
        if (inData) {
          inData = false;
          this.received.push({ ...envelope, ...parseMail(line.replace(/^\.\./gm, '.')) });
          if (this.breaksAfterData) return void socket.destroy();
          setTimeout(() => socket.write('250 taken\r\n'), this.delay).unref();
        } else this.#answer(socket, line, envelope, () => (inData = true));
      }
    });
  }

  #answer(socket: Socket, line: string, envelope: { from: string; to: string }, data: () => void): void {
    const refusal = Object.entries(this.errorResponses).find(([command]) => line.startsWith(command))?.[1];
    if (refusal) return void socket.write(`${refusal}\r\n`);
    if (/^EHLO/i.test(line)) {
      const isSecure = socket instanceof TLSSocket;
      this.greetings.push({ name: line.slice(5), isSecure });
      const more = this.certificate && !isSecure ? '250-STARTTLS\r\n' : '';
      return void socket.write(`250-stub\r\n${more}250-AUTH PLAIN\r\n250 8BITMIME\r\n`);
    }
    const [, verb, address = ''] = /^(MAIL FROM|RCPT TO):<([^>]*)>/i.exec(line) ?? [];
    if (verb) envelope[verb === 'MAIL FROM' ? 'from' : 'to'] = address;
    if (line === 'DATA') data();
    socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
  }
}

/** A mail as a mail program reads it. */
export function parseMail(raw: string): Omit<ReceivedMail, 'from' | 'to'> {
  const { headers, body } = parsePart(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const parts =
    boundary === undefined
      ? [{ headers, body }]
      : body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((one) => parsePart(one.replace(/^\r\n/, '')));
  const ofType = (type: string) => parts.find((one) => one.headers.get('content-type')?.startsWith(type));
  const text = ofType('text/plain');
  const html = ofType('text/html');
  return { headers, raw, text: text ? decodeBody(text) : '', html: html ? decodeBody(html) : '' };
}

function parsePart(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  return { headers, body: raw.slice(end + 4) };
}

function decodeBody({ headers, body }: { headers: Map<string, string>; body: string }): string {
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString();
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString().replaceAll('\r\n', '\n');
}

/** The text of a header whose words beyond ASCII were encoded. */
export const decodeHeader = (value: string): string =>
  value.replace(/\?=\s+=\?/g, '?==?').replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, how: string, text: string) =>
    how.toUpperCase() === 'B'
      ? Buffer.from(text, 'base64').toString()
      : Buffer.from(
          text
            .replaceAll('_', ' ')
            .replace(/=([\dA-F]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ).toString(),
  );

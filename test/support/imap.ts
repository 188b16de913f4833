import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { after } from 'node:test';

const REJECTION = Buffer.from('{"status":"400","schemes":"Bearer","scope":"https://mail.google.com/"}').toString(
  'base64',
);

interface StoredMail {
  uid: number;
  raw: Buffer;
  flags: Set<string>;
}

/** A mailbox on loopback with few commands of IMAP. It announces new mails while its client waits (IDLE). */
export class MailboxServer {
  mails: StoredMail[] = [];
  uidValidity = 1;
  /** Closes the connection after a mail was read, before it is marked. */
  closesBeforeStore = 0;
  /** With it, only this access token signs in, and passwords do not. */
  accessToken: string | undefined;
  /** The access tokens that clients have tried. */
  readonly triedTokens: string[] = [];
  rejectsPasswords = false;
  /** Why it opens no folder. */
  closedFolder: string | undefined;
  /** How it says that it rejects an access token. */
  rejection = '[AUTHENTICATIONFAILED] Invalid credentials (Failure)';
  /** The tag of the command whose access token was rejected, before its client has answered. */
  #rejected = '';
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #nextUid = 1;
  readonly url: Promise<string>;

  constructor(user: string) {
    this.#server = createServer((socket) => this.#talk(socket));
    this.url = new Promise((resolve) =>
      this.#server.listen(0, '127.0.0.1', () => {
        const { port } = this.#server.address() as AddressInfo;
        resolve(`imap://${encodeURIComponent(user)}:pears@127.0.0.1:${port}`);
      }),
    );
    after(() => {
      this.disconnect();
      this.#server.close();
    });
  }

  /** Delivers a mail. */
  add(raw: Buffer): void {
    this.mails.push({ uid: this.#nextUid++, raw, flags: new Set() });
    for (const socket of this.#open) socket.write(`* ${this.mails.length} EXISTS\r\n`);
  }

  /** Gives all mails other UIDs, as after the mailbox was restored. */
  renumber(): void {
    this.uidValidity += 1;
    this.#nextUid += 1000;
    for (const mail of this.mails) mail.uid = this.#nextUid++;
  }

  /** Ends the sessions of clients that wait, as Microsoft does when their access token expires. */
  expireSessions(): void {
    for (const socket of this.#open) socket.end('* BYE Session invalidated - AccessTokenExpired\r\n');
  }

  disconnect(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #talk(socket: Socket): void {
    this.#open.add(socket);
    socket.on('close', () => this.#open.delete(socket)).on('error', () => {});
    const ways = this.accessToken === undefined ? '' : ' LOGINDISABLED SASL-IR AUTH=XOAUTH2';
    socket.write(`* OK [CAPABILITY IMAP4rev1 IDLE${ways}] ready\r\n`);
    let buffered = '';
    let idle = '';
    socket.on('data', (data) => {
      buffered += data;
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        if (line === '' && this.#rejected !== '') {
          socket.write(`${this.#rejected} NO ${this.rejection}\r\n`);
          this.#rejected = '';
          continue;
        }
        if (line === 'DONE') {
          socket.write(`${idle} OK done\r\n`);
          continue;
        }
        const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
        if (command === 'IDLE') {
          idle = tag;
          socket.write('+ idling\r\n');
        } else this.#answer(socket, tag, command);
      }
    });
  }

  #answer(socket: Socket, tag: string, command: string): void {
    if (/^(?:LOGIN|AUTHENTICATE)/.test(command) && !this.#signsIn(command)) {
      // Google and Microsoft first give the reason, and fail when the client has answered with an empty line.
      if (command.startsWith('AUTHENTICATE')) socket.write(`+ ${REJECTION}\r\n`);
      else return void socket.write(`${tag} NO [AUTHENTICATIONFAILED] Invalid credentials\r\n`);
      this.#rejected = tag;
      return;
    }
    if (this.closedFolder !== undefined && command.startsWith('SELECT')) {
      socket.write(`${tag} NO ${this.closedFolder}\r\n`);
      return;
    }
    const [, uid] = /^UID (?:FETCH|STORE) (\d+)/.exec(command) ?? [];
    const at = this.mails.findIndex((mail) => String(mail.uid) === uid);
    const mail = this.mails[at];
    if (command.startsWith('SELECT')) {
      socket.write(
        `* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (\\Seen \\*)]\r\n* ${this.mails.length} EXISTS\r\n` +
          `* OK [UIDVALIDITY ${this.uidValidity}]\r\n* OK [UIDNEXT ${this.#nextUid}]\r\n`,
      );
    } else if (command.startsWith('UID SEARCH')) {
      const unread = this.mails.filter(({ flags }) => !flags.has('$KlatchRead')).map((each) => ` ${each.uid}`);
      socket.write(`* SEARCH${unread.join('')}\r\n`);
    } else if (mail && command.startsWith('UID FETCH')) socket.write(fetched(mail, at + 1, command));
    else if (mail && command.startsWith('UID STORE')) {
      if (this.closesBeforeStore-- > 0) return void socket.destroy();
      mail.flags.add('$KlatchRead');
    }
    socket.write(`${tag} OK done\r\n`);
  }

  #signsIn(command: string): boolean {
    if (this.accessToken === undefined) return !this.rejectsPasswords;
    const [, initial = ''] = /^AUTHENTICATE XOAUTH2 (\S+)/.exec(command) ?? [];
    const [, token = ''] = /auth=Bearer ([^\x01]*)\x01/.exec(Buffer.from(initial, 'base64').toString()) ?? [];
    this.triedTokens.push(token);
    return token === this.accessToken;
  }
}

function fetched({ uid, raw }: StoredMail, number: number, command: string): Buffer {
  const [, from, length] = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/.exec(command) ?? [];
  const isWhole = command.includes('BODY.PEEK[]');
  const head = `* ${number} FETCH (UID ${uid} RFC822.SIZE ${raw.length}`;
  if (!isWhole) return Buffer.from(`${head})\r\n`);
  const start = Number(from ?? 0);
  const part = raw.subarray(start, length === undefined ? raw.length : start + Number(length));
  const name = from === undefined ? 'BODY[]' : `BODY[]<${start}>`;
  return Buffer.concat([Buffer.from(`${head} ${name} {${part.length}}\r\n`), part, Buffer.from(')\r\n')]);
}

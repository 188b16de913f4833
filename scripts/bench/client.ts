/**
 * A small HTTP/1.1 client that generates load: raw sockets, keep-alive, one request at a time on each, replies split by
 * Content-Length. On two cores the generator has one to itself. The cost of `fetch` or `http.request` would be measured
 * as the server's.
 */
import { connect, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';

export interface Person {
  id: number;
  email: string;
  /** The Authorization header. */
  auth: string;
}

export function person(id: number, email: string, apiKey: string): Person {
  return { id, email, auth: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` };
}

export interface Reply {
  status: number;
  body: string;
}

/** Read buffer of all connections. A chunk is used or copied before the next is read. */
const inbox = Buffer.allocUnsafeSlow(256 * 1024);
const HEAD_END = '\r\n\r\n';

export class Connection {
  readonly #socket: Socket;
  #settle: { resolve(reply: Reply): void; reject(error: Error): void } | null = null;
  /** Bytes of a reply whose header is incomplete. */
  #early: Buffer | null = null;
  /** The body being collected, if it did not arrive in one piece. */
  #body: Buffer | null = null;
  #filled = 0;
  #status = 0;
  #isPacked = false;
  /** All bytes received so far. */
  received = 0;

  private constructor(port: number, opened: (error: Error | null) => void) {
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: inbox,
        callback: (size) => {
          this.#arrived(inbox.subarray(0, size));
          return true;
        },
      },
    });
    this.#socket.once('connect', () => opened(null));
    this.#socket.on('error', (error) => {
      opened(error);
      this.#fail(error);
    });
    this.#socket.on('close', () => this.#fail(new Error('The server closed the connection before it answered')));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection: Connection = new Connection(port, (error) => (error ? reject(error) : resolve(connection)));
    });
  }

  /** Sends one request built by `get` or `post`. Send the next only after its reply. */
  request(text: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#settle) return reject(new Error('The reply before this request is still to come'));
      this.#settle = { resolve, reject };
      this.#socket.write(text, 'latin1');
    });
  }

  close(): void {
    this.#settle = null;
    this.#socket.destroy();
  }

  #arrived(chunk: Buffer): void {
    this.received += chunk.length;
    if (this.#body) this.#continue(this.#body, chunk);
    else this.#begin(this.#early ? Buffer.concat([this.#early, chunk]) : chunk);
  }

  #begin(bytes: Buffer): void {
    const headEnd = bytes.indexOf(HEAD_END);
    this.#early = headEnd < 0 ? Buffer.from(bytes) : null;
    if (headEnd < 0) return;
    const head = bytes.toString('latin1', 0, headEnd);
    this.#status = Number(head.slice(9, 12));
    this.#isPacked = /\r\ncontent-encoding: *gzip/i.test(head);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1]);
    const start = headEnd + HEAD_END.length;
    if (bytes.length === start + length) {
      this.#finish(bytes.subarray(start));
    } else if (bytes.length < start + length) {
      this.#body = Buffer.allocUnsafe(length);
      this.#filled = bytes.copy(this.#body, 0, start);
    } else {
      this.#fail(new Error(`A reply without Content-Length, or longer than that:\n${head}`));
    }
  }

  #continue(body: Buffer, chunk: Buffer): void {
    this.#filled += chunk.copy(body, this.#filled);
    if (this.#filled < body.length) return;
    this.#body = null;
    this.#finish(body);
  }

  #finish(bytes: Buffer): void {
    const settle = this.#settle;
    this.#settle = null;
    const body = (this.#isPacked ? gunzipSync(bytes) : bytes).toString('utf8');
    settle?.resolve({ status: this.#status, body });
  }

  #fail(error: Error): void {
    const settle = this.#settle;
    this.#settle = null;
    settle?.reject(error);
  }
}

const HEADERS = 'Host: 127.0.0.1\r\nUser-Agent: KlatchBench/1.0\r\n';

export function get(auth: string, path: string, query: Record<string, string | number> = {}): string {
  return withoutBody('GET', auth, path, query);
}

export function del(auth: string, path: string, query: Record<string, string | number>): string {
  return withoutBody('DELETE', auth, path, query);
}

function withoutBody(method: string, auth: string, path: string, query: Record<string, string | number>): string {
  const search = encoded(query);
  return `${method} /api/v1${path}${search && '?'}${search} HTTP/1.1\r\n${HEADERS}Authorization: ${auth}\r\n\r\n`;
}

export function post(auth: string, path: string, form: Record<string, string | number>): string {
  return postEncoded(auth, path, encoded(form));
}

/** `post` for a form that is already URL-encoded (and therefore ASCII). */
export function postEncoded(auth: string, path: string, form: string): string {
  return `POST /api/v1${path} HTTP/1.1\r\n${HEADERS}Authorization: ${auth}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`;
}

/** JSON to a path outside of the API, without credentials. */
export function postJson(path: string, value: unknown): string {
  const body = JSON.stringify(value);
  return `POST ${path} HTTP/1.1\r\n${HEADERS}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

function encoded(fields: Record<string, string | number>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** Returns the parsed reply. Throws on anything but success. */
export async function ask(connection: Connection, text: string): Promise<any> {
  return succeeded(await connection.request(text));
}

export function succeeded({ status, body }: Reply): any {
  if (status !== 200) throw new Error(`The server refused: ${status} ${body.slice(0, 500)}`);
  return JSON.parse(body);
}

/** `ask` on a new connection. */
export async function askOnce(port: number, text: string): Promise<any> {
  const connection = await Connection.open(port);
  try {
    return await ask(connection, text);
  } finally {
    connection.close();
  }
}

/** Streams of events: responses that stay open, on raw sockets as in client.ts. */
import { connect, type Socket } from 'node:net';
import { askOnce, get, type Person, post } from './client.ts';

/** The end of a part. In chunked encoding, what follows is the end of its chunk. */
const PART_END = '\n\n\r\n';
/** The last chunk of a stream that the server ends. */
const STREAM_END = '\r\n0\r\n\r\n';

export class Stream {
  readonly #socket: Socket;
  readonly #request: (lastEventId: number) => string;
  #text = '';
  #lastEventId: number;
  #received: ((part: string) => void) | undefined;

  private constructor(socket: Socket, request: (lastEventId: number) => string, lastEventId: number) {
    this.#socket = socket;
    this.#request = request;
    this.#lastEventId = lastEventId;
    socket.setEncoding('latin1').on('data', (text: string) => this.#arrived(text));
    this.#ask();
  }

  /** Registers a queue for message events, and opens a stream of it. */
  static async open(port: number, { auth }: Person): Promise<Stream> {
    const form = { event_types: JSON.stringify(['message']), apply_markdown: 'true' };
    const { queue_id, last_event_id } = await askOnce(port, post(auth, '/register', form));
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const request = (last: number) => get(auth, '/events', { queue_id, last_event_id: last, stream: 'true' });
    return new Stream(socket, request, last_event_id);
  }

  /** Waits for the next events. Returns the text of the part that contains them. */
  next(): Promise<string> {
    return new Promise((resolve) => {
      this.#received = resolve;
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #ask(): void {
    this.#socket.write(this.#request(this.#lastEventId), 'latin1');
  }

  #arrived(text: string): void {
    this.#text += text;
    for (let end = this.#text.indexOf(PART_END); end >= 0; end = this.#text.indexOf(PART_END)) {
      const part = this.#text.slice(0, end);
      // The line end of its chunk stays, since it is also the beginning of the end of a stream.
      this.#text = this.#text.slice(end + 2);
      const id = /"events":\[\{"id":(\d+),/.exec(part);
      if (!id) continue;
      this.#lastEventId = Number(id[1]);
      this.#received?.(part);
    }
    if (!this.#text.endsWith(STREAM_END)) return;
    this.#text = '';
    this.#ask();
  }
}

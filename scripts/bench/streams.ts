/** Streams of events: responses that stay open, on raw sockets as in client.ts. */
import { connect, type Socket } from 'node:net';
import { askOnce, get, type Person, post } from './client.ts';

/** The end of a part. In chunked encoding, what follows is the end of its chunk. */
const PART_END = '\n\n\r\n';
/** The ID and the type of an event in the list of events. Objects in it, such as a message, have a name before them. */
const EVENT_ID = /[[,]\{"id":(\d+),"type":"\w+"/g;
/** The last chunk of a stream that the server ends. */
const STREAM_END = '\r\n0\r\n\r\n';

interface Place {
  auth: string;
  queueId: string;
  lastEventId: number;
  /** Gives a request the headers and credentials of another client. */
  dress?: (text: string) => string;
}

export class Stream {
  readonly queueId: string;
  lastEventId: number;
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>;
  /** Whether the server does not know the queue. */
  isGone = false;
  /** Called with the text of each part with events. */
  onEvents: (part: string) => void = () => {};
  /** Bytes received so far. */
  received = 0;
  readonly #auth: string;
  readonly #dress: (text: string) => string;
  readonly #socket: Socket;
  #text = '';

  private constructor(socket: Socket, { auth, queueId, lastEventId, dress = (text) => text }: Place) {
    this.#auth = auth;
    this.#dress = dress;
    this.queueId = queueId;
    this.lastEventId = lastEventId;
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (text: string) => this.#arrived(text));
    this.#ask();
  }

  /** Registers a queue for message events, and opens a stream of it. */
  static async open(port: number, { auth }: Person): Promise<Stream> {
    const form = { event_types: JSON.stringify(['message']), apply_markdown: 'true' };
    const { queue_id, last_event_id } = await askOnce(port, post(auth, '/register', form));
    return Stream.resume(port, { auth, queueId: queue_id, lastEventId: last_event_id });
  }

  /** Opens a stream of a queue, after the last event that its client has. */
  static resume(port: number, place: Place): Stream {
    return new Stream(connect({ port, host: '127.0.0.1', noDelay: true }), place);
  }

  /** Waits for the next events. Returns the text of the part that contains them. */
  next(): Promise<string> {
    return new Promise((resolve) => {
      this.onEvents = resolve;
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #ask(): void {
    const query = { queue_id: this.queueId, last_event_id: this.lastEventId, stream: 'true' };
    this.#socket.write(this.#dress(get(this.#auth, '/events', query)), 'latin1');
  }

  #arrived(text: string): void {
    this.received += text.length;
    this.#text += text;
    for (let end = this.#text.indexOf(PART_END); end >= 0; end = this.#text.indexOf(PART_END)) {
      const part = this.#text.slice(0, end);
      // The line end of its chunk stays, since it is also the beginning of the end of a stream.
      this.#text = this.#text.slice(end + 2);
      const last = [...part.matchAll(EVENT_ID)].at(-1);
      if (!last) continue;
      this.lastEventId = Number(last[1]);
      this.onEvents(part);
    }
    if (this.#text.includes('"BAD_EVENT_QUEUE_ID"')) {
      this.isGone = true;
      this.close();
    } else if (this.#text.endsWith(STREAM_END)) {
      this.#text = '';
      this.#ask();
    }
  }
}

/** One person's client in the office: the requests of the web client or of a phone, and the messages it received. */
import { REGISTRATION } from '../../src/web/server/registration.ts';
import { Connection, get, type Person, post, succeeded } from './client.ts';
import type { Session } from './seed.ts';
import { Stream } from './streams.ts';

type Form = Record<string, string | number>;

const FORM: Form = Object.fromEntries(
  Object.entries(REGISTRATION).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]),
);
/** About as long as those of a browser. */
const BROWSER =
  `User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36
sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24"
sec-ch-ua-mobile: ?0
sec-ch-ua-platform: "Linux"
Accept: */*
Sec-Fetch-Site: same-origin
Sec-Fetch-Mode: cors
Sec-Fetch-Dest: empty
Accept-Encoding: gzip, deflate, br
Accept-Language: en-US,en;q=0.9`.replaceAll('\n', '\r\n');
const PHONE = 'User-Agent: ZulipMobile/30.0.260 (Android 15)\r\nAccept-Encoding: gzip';

export class OfficeClient {
  readonly who: Person;
  readonly #port: number;
  readonly #session: Session | undefined;
  /** The connection on which it waits for events: a phone polls, the web client reads a stream. */
  #events: Connection | Stream | undefined;
  #requests: Connection | undefined;
  /** The last request, after which the next begins. */
  #last: Promise<unknown> = Promise.resolve();
  #queue = '';
  /** The slices of the state that the web client keeps. */
  #slices: string[] = [];
  #lastEvent = -1;
  #presence = -1;
  /** Increases with each poll that replaces another. */
  #generation = 0;
  #earlier = 0;
  /** The newest message of the snapshot; later ones come as events. */
  since = 0;
  /** The messages that came as events after it. */
  readonly received = new Set<number>();
  doubled = 0;
  /** Receives the id of each message that comes. */
  onMessage: (id: number) => void = () => {};
  onError: (error: Error) => void = () => {};

  /** `session`: that of a web client; a phone has none. */
  constructor(port: number, who: Person, session: Session | undefined) {
    this.#port = port;
    this.who = who;
    this.#session = session;
  }

  /** Bytes received so far. */
  get bytes(): number {
    return this.#earlier + (this.#events?.received ?? 0) + (this.#requests?.received ?? 0);
  }

  /** Opens the application: the page, if it is in a browser, then the state, then it waits for events. */
  async open(): Promise<void> {
    this.close();
    this.#requests = await Connection.open(this.#port);
    if (this.#session) {
      const page = await this.#requests.request(this.#dressed('GET / HTTP/1.1\r\nAuthorization: x\r\n\r\n'));
      if (page.status !== 200) throw new Error(`The page has the status ${page.status}`);
    }
    const known = this.#session && { known_slices: JSON.stringify(this.#slices) };
    const reply = await this.#ask(post('x', '/register', { ...FORM, ...known }));
    const { queue_id, last_event_id, max_message_id, slices = [] } = reply;
    this.#slices = slices.map(({ id }: { id: string }) => id);
    this.#queue = queue_id;
    this.#lastEvent = last_event_id;
    this.#presence = -1;
    this.since = max_message_id;
    this.received.clear();
    await this.connect();
  }

  /** Waits for events on a new connection, as after a change of networks. */
  async connect(): Promise<void> {
    this.#drop(this.#events);
    const generation = ++this.#generation;
    if (this.#session) {
      this.#events = this.#stream(generation);
      return;
    }
    const polls = await Connection.open(this.#port);
    this.#events = polls;
    void this.#poll(polls, generation);
  }

  close(): void {
    this.#generation++;
    this.#drop(this.#events);
    this.#drop(this.#requests);
    this.#events = this.#requests = undefined;
  }

  /** Does it after everything that this client does already. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  get = (path: string, query: Form): Promise<any> => this.#ask(get('x', path, query));

  post = (path: string, form: Form): Promise<any> => this.#ask(post('x', path, form));

  async reportPresence(): Promise<void> {
    const onlyChanges = this.#session && { only_changes: 'true' };
    const form = { status: 'active', last_update_id: this.#presence, new_user_input: 'true', ...onlyChanges };
    const { presence_last_update_id } = await this.post('/users/me/presence', form);
    this.#presence = presence_last_update_id;
  }

  async #ask(text: string): Promise<any> {
    return succeeded(await this.#requests!.request(this.#dressed(text)));
  }

  #drop(connection: Connection | Stream | undefined): void {
    this.#earlier += connection?.received ?? 0;
    connection?.close();
  }

  /** A request with the headers of this kind of client, and with its credentials. */
  #dressed(text: string): string {
    const session = this.#session;
    if (!session) return text.replace(/User-Agent: .*/, PHONE).replace(/(Authorization: ).*/, `$1${this.who.auth}`);
    const cookies = `Host: 127.0.0.1\r\n${BROWSER}\r\nCookie: sessionid=${session.token}; csrftoken=${session.csrf}`;
    return text
      .replace(/Host: .*\r\nUser-Agent: .*\r\n/, '')
      .replace(/Authorization: .*/, `${cookies}\r\nX-CSRFToken: ${session.csrf}`)
      .replace(' /api/v1/', ' /json/');
  }

  #stream(generation: number): Stream {
    const place = { auth: 'x', queueId: this.#queue, lastEventId: this.#lastEvent };
    const stream = Stream.resume(this.#port, { ...place, dress: (text) => this.#dressed(text) });
    stream.onEvents = (part) => this.#receive(JSON.parse(part.slice(part.indexOf('data: ') + 6)).events);
    void stream.closed.then(() => {
      if (generation === this.#generation) this.onError(new Error('A stream ended'));
    });
    return stream;
  }

  async #poll(connection: Connection, generation: number): Promise<void> {
    try {
      while (generation === this.#generation) {
        const query = { queue_id: this.#queue, last_event_id: this.#lastEvent };
        const reply = await connection.request(this.#dressed(get('x', '/events', query)));
        if (generation === this.#generation) this.#receive(succeeded(reply).events);
      }
    } catch (error) {
      if (generation === this.#generation) this.onError(error as Error);
    }
  }

  #receive(events: { id: number; type: string; message?: { id: number } }[]): void {
    for (const { id, message } of events) {
      this.#lastEvent = id;
      if (!message) continue;
      if (this.received.has(message.id)) this.doubled++;
      this.received.add(message.id);
      this.onMessage(message.id);
    }
  }
}

/** Event queues and the long polls held on them. */
import { ask, Connection, del, get, type Person, post, succeeded } from './client.ts';

export class Poll {
  readonly #connection: Connection;
  readonly #auth: string;
  readonly queueId: string;
  lastEventId: number;

  private constructor(connection: Connection, auth: string, queueId: string, lastEventId: number) {
    this.#connection = connection;
    this.#auth = auth;
    this.queueId = queueId;
    this.lastEventId = lastEventId;
  }

  /** Registers a queue for message events, on its own connection. */
  static async open(port: number, { auth }: Person): Promise<Poll> {
    const connection = await Connection.open(port);
    const form = { event_types: JSON.stringify(['message']), apply_markdown: 'true' };
    const { queue_id, last_event_id } = await ask(connection, post(auth, '/register', form));
    return new Poll(connection, auth, queue_id, last_event_id);
  }

  /** Waits for the events after `lastEventId` and advances it. Returns the reply's text. */
  async next(): Promise<string> {
    const query = { queue_id: this.queueId, last_event_id: this.lastEventId };
    const reply = await this.#connection.request(get(this.#auth, '/events', query));
    if (reply.status !== 200) succeeded(reply);
    this.lastEventId = lastEventIdIn(reply.body);
    return reply.body;
  }

  /** Deletes the queue. No poll may be waiting on it. */
  async delete(): Promise<void> {
    await ask(this.#connection, del(this.#auth, '/events', { queue_id: this.queueId }));
    this.close();
  }

  close(): void {
    this.#connection.close();
  }
}

/** Opens a poll for each user, some at a time, so that no listen backlog overflows. */
export async function openPolls(port: number, people: readonly Person[], atOnce = 64): Promise<Poll[]> {
  const polls: Poll[] = [];
  for (let i = 0; i < people.length; i += atOnce) {
    polls.push(...(await Promise.all(people.slice(i, i + atOnce).map((person) => Poll.open(port, person)))));
  }
  return polls;
}

/** The id of the last event. Avoids parsing the whole reply if the id is at the start or the end of a message event. */
function lastEventIdIn(body: string): number {
  const last = body.lastIndexOf('"type":"message"');
  const atEnd = last < 0 ? null : /"id":(\d+)\}\](?:,"[^[{]*)?\}$/.exec(body.slice(-200));
  const atStart = last < 0 ? null : /\{"id":(\d+),$/.exec(body.slice(Math.max(0, last - 40), last));
  const found = atStart ?? atEnd;
  return found ? Number(found[1]) : JSON.parse(body).events.at(-1).id;
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';

/** Names of topics and IDs of sequences; the server of ntfy rejects all others. */
const NAME = /^[-_A-Za-z0-9]{1,64}$/;
/** Longer texts become attachments. In bytes. */
const LONGEST_MESSAGE = 4096;
const KNOWN_FIELDS = new Set(['topic', 'title', 'message', 'click', 'sequence_id']);

/** An event as ntfy's apps receive it from a subscribed topic. */
export interface NtfyEvent {
  id: string;
  event: 'message' | 'message_delete';
  topic: string;
  sequence_id: string;
  title?: string;
  message?: string;
  click?: string;
}

/**
 * A server that follows ntfy's documentation (Publish as JSON; Updating and deleting notifications). It rejects what
 * ntfy rejects, and fields that Klatch does not mean to send. Its topics only grow, as ntfy's do: it is the app that
 * replaces and removes notifications.
 */
export class NtfyServer {
  status = 200;
  requests = 0;
  published = 0;
  authorization: string | undefined;
  readonly events: NtfyEvent[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  url = '';

  static async start(): Promise<NtfyServer> {
    const ntfy = new NtfyServer();
    await new Promise<void>((done) => ntfy.#server.listen(0, '127.0.0.1', done));
    after(() => ntfy.#server.close());
    ntfy.url = `http://127.0.0.1:${(ntfy.#server.address() as AddressInfo).port}`;
    return ntfy;
  }

  /** The notifications that an app shows for a topic, the oldest first. */
  shown(topic: string): NtfyEvent[] {
    const shown = new Map<string, NtfyEvent>();
    for (const event of this.events.filter((each) => each.topic === topic)) {
      if (event.event === 'message_delete') shown.delete(event.sequence_id);
      else shown.set(event.sequence_id, event);
    }
    return [...shown.values()];
  }

  /** Their texts. */
  phone(topic: string): (string | undefined)[] {
    return this.shown(topic).map(({ message }) => message);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    this.requests++;
    this.authorization = request.headers.authorization;
    const status = this.status === 200 ? this.#take(request, text) : this.status;
    const body = status === 200 ? this.events.at(-1) : { http: status, error: 'rejected' };
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  #take({ method, url = '' }: IncomingMessage, text: string): number {
    const id = String(this.events.length + 1);
    if (method === 'POST' && url === '/') {
      const fields = JSON.parse(text) as Partial<NtfyEvent>;
      const { topic = '', sequence_id = id, message = '' } = fields;
      const isValid = NAME.test(topic) && NAME.test(sequence_id) && Buffer.byteLength(message) <= LONGEST_MESSAGE;
      if (!isValid || Object.keys(fields).some((name) => !KNOWN_FIELDS.has(name))) return 400;
      this.events.push({ ...fields, id, event: 'message', topic, sequence_id });
      this.published++;
      return 200;
    }
    const [, topic = '', sequence_id = '', ...rest] = url.split('/');
    if (method !== 'DELETE' || rest.length > 0 || !NAME.test(topic) || !NAME.test(sequence_id)) return 404;
    this.events.push({ id, event: 'message_delete', topic, sequence_id });
    return 200;
  }
}

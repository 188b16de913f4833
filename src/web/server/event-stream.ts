import type { ServerEvent } from './types.ts';

/** The server sends a first part at once. A later one means that a proxy collects the parts. */
const FIRST_PART_TIMEOUT = 3000;
/** A stream that ends so soon without events is of no use. */
const SHORTEST = 1000;
/** Polls replace streams for this time after a failure, ms, and for longer after each further one. */
const FIRST_PAUSE = 60_000;
const GROWTH = 4;

interface Streaming {
  /** Sends the request. */
  request: (signal: AbortSignal) => Promise<unknown>;
  /** Ends the stream. */
  signal: AbortSignal;
  /** Called for each part. */
  receive: (events: ServerEvent[]) => Promise<void>;
}

/**
 * Receives events in the parts of one response, which saves a request for each event. Where that does not work, because
 * a proxy collects the parts or cuts the response off, polls replace it for a while.
 */
export class EventStream {
  #pausedUntil = 0;
  #failures = 0;

  get isPossible(): boolean {
    return Date.now() >= this.#pausedUntil;
  }

  /**
   * Receives events until the response ends. The next request confirms them. Throws RequestError if the server rejects
   * the request, and what `receive` throws.
   */
  async listen({ request, signal, receive }: Streaming): Promise<void> {
    const begin = Date.now();
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), FIRST_PART_TIMEOUT);
    let hasEvents = false;
    try {
      const either = AbortSignal.any([signal, silence.signal]);
      const reply = (await request(either)) as Reply;
      for await (const events of 'response' in reply ? readEvents(reply.response) : [reply.events]) {
        clearTimeout(timer);
        hasEvents ||= events.length > 0;
        await receive(events);
      }
    } catch (error) {
      if (!silence.signal.aborted || signal.aborted) throw error;
    } finally {
      clearTimeout(timer);
    }
    if (signal.aborted) signal.throwIfAborted();
    if (hasEvents || (Date.now() - begin > SHORTEST && !silence.signal.aborted)) this.#failures = 0;
    else this.#pausedUntil = Date.now() + FIRST_PAUSE * GROWTH ** this.#failures++;
  }
}

/** The answer of a server that does not stream has the events itself. */
type Reply = { events: ServerEvent[] } | { response: Response };

/** The events of each part. A response that is cut off ends: what is missing comes with the next request. */
async function* readEvents({ body }: Response): AsyncGenerator<ServerEvent[]> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read().catch(() => ({ value: '', done: true }));
    if (done) return;
    const parts = (text + value).split('\n\n');
    text = parts.pop()!;
    for (const part of parts) yield (JSON.parse(part.slice('data: '.length)) as { events: ServerEvent[] }).events;
  }
}

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '../http/endpoint.ts';
import { getKind, METHODS } from '../metrics.ts';

/** A traced request, or one of its waits. Times are ms since 1970. */
export interface Span {
  traceId: string;
  spanId: string;
  /** The span that it is part of. */
  parentId?: string | undefined;
  name: string;
  start: number;
  end: number;
  attributes: Readonly<Record<string, string | number>>;
  /** The server answered with an error that is its own fault. */
  isFailed?: boolean;
  /** Whether it answers a request of another program. */
  isRequest?: boolean;
}

/** Spans that wait for the collector. More are dropped. */
const MOST_WAITING = 2048;
/** As many are sent at once. */
const BATCH = 512;
/** The waits of one request that become spans. */
const MOST_WAITS = 8;

/** Shorter waits are no spans of their own, ms. */
const SHORTEST_WAIT = 0.1;

interface TracedRequest {
  traceId: string;
  spanId: string;
  parentId: string | undefined;
  route?: string;
  /** It waits until something happens, which says nothing about the server. */
  isPoll?: boolean;
  waits: Span[];
}

interface Options {
  /** The share of requests that are traced, from 0 to 1. */
  ratio: number;
  /** Whether requests come from a proxy of the operator, whose traces they continue. */
  continues: boolean;
}

/**
 * Measures some of the requests. A span contains the route as the API reference has it, never a parameter, a header or
 * a name. Spans wait in a list with a limit until they are sent.
 */
export class Tracing {
  /** Spans that were sent, and those that were dropped. */
  readonly counts = { sent: 0, dropped: 0 };
  /** Called when a batch waits. */
  onBatch: () => void = () => {};
  readonly #options: Options;
  readonly #requests = new WeakMap<ServerResponse, TracedRequest>();
  #ended: Span[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /** Begins to trace a request, or not. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const { traceId, parentId } = this.#findParent(request) ?? { traceId: makeId(16) };
    if (!isSampled(traceId, this.#options.ratio)) return;
    const start = now();
    const traced: TracedRequest = { traceId, spanId: makeId(8), parentId, waits: [] };
    this.#requests.set(response, traced);
    response.once('close', () => {
      if (traced.isPoll) return;
      this.#add([describeRequest(traced, request, { start, status: response.statusCode }), ...traced.waits]);
    });
  }

  /** Names the endpoint that answers a request. */
  enter(response: ServerResponse, { root, path, hold }: Endpoint): void {
    const traced = this.#requests.get(response);
    if (traced) Object.assign(traced, { route: root ? path : `/api/v1${path}`, isPoll: hold !== undefined });
  }

  /** Measures how long a request waits for this. */
  async wait<T>(response: ServerResponse, name: string, work: Promise<T>): Promise<T> {
    const traced = this.#requests.get(response);
    if (!traced || traced.waits.length >= MOST_WAITS) return work;
    const { traceId, spanId: parentId } = traced;
    const start = now();
    try {
      return await work;
    } finally {
      const end = now();
      if (end - start >= SHORTEST_WAIT)
        traced.waits.push({ traceId, spanId: makeId(8), parentId, name, start, end, attributes: {} });
    }
  }

  /** The spans to send next. They wait until `remove` is called. */
  listWaiting(): readonly Span[] {
    return this.#ended.slice(0, BATCH);
  }

  /** Removes the first spans, which the collector has, or rejects. */
  remove(count: number, outcome: 'sent' | 'dropped'): void {
    this.#ended = this.#ended.slice(count);
    this.counts[outcome] += count;
  }

  #add(spans: readonly Span[]): void {
    const kept = spans.slice(0, Math.max(0, MOST_WAITING - this.#ended.length));
    this.#ended.push(...kept);
    this.counts.dropped += spans.length - kept.length;
    if (this.#ended.length >= BATCH) this.onBatch();
  }

  /** The span of the operator's proxy, as W3C's Trace Context names it. Anybody else could choose any. */
  #findParent({ headers }: IncomingMessage): { traceId: string; parentId: string } | undefined {
    if (!this.#options.continues) return undefined;
    const [, traceId, parentId] = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-/.exec(String(headers.traceparent)) ?? [];
    return traceId === undefined || /^0+$/.test(traceId) ? undefined : { traceId, parentId: parentId! };
  }
}

const now = (): number => performance.timeOrigin + performance.now();
const makeId = (bytes: number): string => randomBytes(bytes).toString('hex');

/** Programs with the same ratio choose the same traces. */
const isSampled = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52;

function describeRequest(
  { traceId, spanId, parentId, route }: TracedRequest,
  { method = '', url, httpVersion }: IncomingMessage,
  { start, status }: { start: number; status: number },
): Span {
  const kind = getKind(method, url);
  const attributes = {
    'http.request.method': METHODS.has(method) ? method : '_OTHER',
    ...(route !== undefined && { 'http.route': route }),
    'http.response.status_code': status,
    'network.protocol.version': httpVersion,
    'klatch.kind': kind,
  };
  const name = `${attributes['http.request.method']} ${route ?? kind}`;
  return { traceId, spanId, parentId, name, start, end: now(), attributes, isFailed: status >= 500, isRequest: true };
}

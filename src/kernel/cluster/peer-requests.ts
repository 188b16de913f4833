import { createReadStream } from 'node:fs';
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, request as send } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { LIMITS } from '../../limits.ts';
import { ApiError } from '../errors.ts';
import { hasBody, mayHaveBody } from '../http/body.ts';
import { isOwnHeader } from '../http/own-headers.ts';
import { forwardedOrigin, type Origin } from '../http/proxies.ts';
import { allowSlowRequest } from '../http/request-timeouts.ts';
import { PEER_PATH, type PeerSignature, type Reason } from './peer-signature.ts';

/** Where another process of this server listens for its peers. */
export type PeerAddress = { socketPath: string } | { host: string; port: number };

/** The turn that an answer refers to: the client gets it when this turn is in the copy here. */
export const TURN_HEADER = 'x-klatch-turn';

/** Headers of one connection. The length of a body is that of the body that is really sent. */
const NOT_FORWARDED = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/** How long a request between processes may take, ms. */
const TIMEOUT = 10_000;

export interface Forwarding {
  request: IncomingMessage;
  response: ServerResponse;
  to: PeerAddress;
  reason: Reason;
  origin: Origin;
  /** The parameters of a request whose body was read; undefined: the body is unread. */
  fields?: Record<string, string> | undefined;
  /** Resolves when this turn is in the copy here. */
  waitForTurn(turn: number): Promise<void>;
  /** The other process did not answer, and perhaps did not get the request. Nothing was sent to the client. */
  onFailure(isSent: boolean): void;
}

/** Requests to the other processes of a server. */
export class PeerRequests {
  readonly #signature: PeerSignature;
  readonly #agents = new Map<string, Agent>();

  constructor(signature: PeerSignature) {
    this.#signature = signature;
  }

  /** Sends JSON to a peer, and returns its answer. Throws if it does not answer, or rejects the request. */
  async call<T>(to: PeerAddress, path: string, body: object, timeout = TIMEOUT): Promise<T> {
    return this.#post<T>(to, path, JSON.stringify(body), timeout);
  }

  /** Sends a file. Throws like `call`. */
  async sendFile(to: PeerAddress, path: string, file: string): Promise<void> {
    await this.#post(to, path, createReadStream(file), TIMEOUT);
  }

  /** `timeout`: how long nothing may arrive or leave, ms. */
  async #post<T>(to: PeerAddress, path: string, body: string | Readable, timeout: number): Promise<T> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const signed = { method: 'POST', path: PEER_PATH + path };
      const headers = { ...this.#signature.makeHeaders(signed), 'Content-Type': 'application/json' };
      const request = send({ ...to, ...signed, agent: this.#agentOf(to), headers, timeout });
      request.once('response', resolve).once('error', reject);
      request.once('timeout', () => request.destroy(new Error('a process of this server does not answer')));
      if (typeof body === 'string') request.end(body);
      else pipeline(body, request, (error) => error && reject(error));
    });
    let received = '';
    for await (const part of answer.setEncoding('utf8')) received += part;
    if (answer.statusCode !== 200) throw refusal(answer.statusCode!, received);
    return JSON.parse(received) as T;
  }

  /** Lets a peer answer a client's request. The client gets the answer when its turn is here. */
  forward(forwarding: Forwarding): void {
    const { request, response, to, onFailure } = forwarding;
    const { method, url: path } = request;
    const form = makeForm(forwarding);
    const peer = send({ ...to, agent: this.#agentOf(to), method, path, headers: this.#headersOf(forwarding, form) });
    let isSent = false;
    let isAnswered = false;
    peer.once('response', async (answer) => {
      isAnswered = true;
      const turn = Number(answer.headers[TURN_HEADER] ?? 0);
      await forwarding.waitForTurn(turn);
      if (response.destroyed) return void answer.destroy();
      if (forwardedOrigin(request)) response.setHeader(TURN_HEADER, String(turn));
      // The rest of a rejected body is not read.
      if (!request.complete) response.setHeader('Connection', 'close');
      response.writeHead(answer.statusCode!, forwardable(answer.headers));
      pipeline(answer, response, () => {});
    });
    const end = () => {
      // The answer may come before the end of the body. No other request follows on a connection with a part of one.
      request.unpipe(peer).resume();
      peer.destroy();
    };
    peer.once('error', () => {
      // The request may be sent again.
      response.off('close', end);
      if (isAnswered || response.headersSent) response.destroy();
      else onFailure(isSent);
    });
    response.once('close', end);
    // The other process decides how long the body may take. It ends a request that takes longer.
    if (hasBody(request)) allowSlowRequest(request);
    const transmit = () => {
      isSent = true;
      if (form !== undefined || !hasBody(request)) peer.end(form);
      else if (peer.hasHeader('expect')) peer.flushHeaders();
      else request.pipe(peer);
    };
    peer.once('continue', () => request.pipe(peer));
    // What was read of a body could not be sent to another process.
    peer.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', transmit);
      else transmit();
    });
  }

  /** Fails all requests to a process that has ended. */
  forget(address: PeerAddress): void {
    this.#agents.get(getKey(address))?.destroy();
    this.#agents.delete(getKey(address));
  }

  #agentOf(address: PeerAddress): Agent {
    const key = getKey(address);
    let agent = this.#agents.get(key);
    if (!agent) this.#agents.set(key, (agent = new Agent({ keepAlive: true, scheduling: 'lifo' })));
    return agent;
  }

  #headersOf({ request, origin, reason }: Forwarding, form: string | undefined): OutgoingHttpHeaders {
    const { method = '', url: path = '', headers } = request;
    return {
      ...forwardable(headers),
      ...this.#signature.makeHeaders({ method, path, forwarded: { origin, reason } }),
      ...(form === undefined ? bodyHeaders(request) : formHeaders(form)),
    };
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
  }
}

const getKey = (address: PeerAddress): string =>
  'socketPath' in address ? address.socketPath : `${address.host}:${address.port}`;

/** The error that a peer answered with. */
function refusal(status: number, body: string): ApiError {
  const { msg = body, code = 'INTERNAL' } = JSON.parse(body) as { msg?: string; code?: string };
  return new ApiError(status, code, msg);
}

function forwardable(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const isForwardable = (name: string): boolean =>
    !name.startsWith(':') && !NOT_FORWARDED.has(name) && !isOwnHeader(name);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isForwardable(name.toLowerCase())));
}

/** The form of a request whose body was read. */
const makeForm = ({ request, fields }: Forwarding): string | undefined =>
  fields && mayHaveBody(request) ? String(new URLSearchParams(fields)) : undefined;

const formHeaders = (form: string): OutgoingHttpHeaders => ({
  'content-type': 'application/x-www-form-urlencoded',
  'content-length': String(Buffer.byteLength(form)),
});

/** How the end of an unread body is marked. A length without its body would take its bytes from the next request. */
function bodyHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  if (!hasBody(request)) return {};
  const { 'content-length': length } = request.headers;
  return {
    ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
    ...(isAskedFirst(request) && { expect: '100-continue' }),
  };
}

/** Whether the other process sees the headers first: it may reject a long body, which is then not read. */
export const isAskedFirst = ({ headers }: IncomingMessage): boolean =>
  headers.expect !== undefined || Number(headers['content-length']) > LIMITS.form_bytes;

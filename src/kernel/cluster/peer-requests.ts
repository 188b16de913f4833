import { createReadStream } from 'node:fs';
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, request as send } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { ApiError } from '../errors.ts';
import type { Origin } from '../http/proxies.ts';

/** Where another process of this server listens for its peers. */
export type PeerAddress = { socketPath: string } | { host: string; port: number };

/** Authenticates a process of this server to another one. */
export const TOKEN_HEADER = 'x-klatch-node';
/** The client of a forwarded request, as JSON of `Origin`. */
export const ORIGIN_HEADER = 'x-klatch-origin';
/**
 * Why a request is forwarded: its answer changes something, it is for an event queue of the other process, or the other
 * process has the organization. `rewrite`: its answer changes something, and the process that got it wrote no more.
 */
export const REASON_HEADER = 'x-klatch-reason';
/** The turn that an answer refers to: the client gets it when this turn is in the copy here. */
export const TURN_HEADER = 'x-klatch-turn';
/** The paths of requests between processes. */
export const PEER_PATH = '/peer/';

/** Headers of one connection, and those that only peers may send. */
const NOT_FORWARDED = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  TOKEN_HEADER,
  ORIGIN_HEADER,
  REASON_HEADER,
  TURN_HEADER,
]);

/** How long a request between processes may take, ms. */
const TIMEOUT = 10_000;

export interface Forwarding {
  request: IncomingMessage;
  response: ServerResponse;
  to: PeerAddress;
  reason: 'write' | 'rewrite' | 'queue' | 'read' | 'organization';
  origin: Origin;
  /** The parameters of a request whose body was read; undefined: the body is unread. */
  fields?: Record<string, string> | undefined;
  /** Resolves when this turn is in the copy here. */
  reached(turn: number): Promise<void>;
  /** The other process did not answer, and perhaps did not get the request. Nothing was sent to the client. */
  onFailure(isSent: boolean): void;
}

/** Requests to the other processes of a server. */
export class PeerRequests {
  readonly #token: string;
  readonly #agents = new Map<string, Agent>();

  constructor(token: string) {
    this.#token = token;
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
      const headers = { [TOKEN_HEADER]: this.#token, 'Content-Type': 'application/json' };
      const request = send({
        ...to,
        agent: this.#agentOf(to),
        method: 'POST',
        path: PEER_PATH + path,
        headers,
        timeout,
      });
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
    const { request, response, to, fields, onFailure } = forwarding;
    const { method, url: path } = request;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const body = hasBody && fields ? String(new URLSearchParams(fields)) : undefined;
    const peer = send({ ...to, agent: this.#agentOf(to), method, path, headers: this.#headersOf(forwarding, body) });
    let isSent = false;
    let isAnswered = false;
    peer.once('response', async (answer) => {
      isAnswered = true;
      const turn = Number(answer.headers[TURN_HEADER] ?? 0);
      await forwarding.reached(turn);
      if (response.destroyed) return void answer.destroy();
      if (request.headers[TOKEN_HEADER] !== undefined) response.setHeader(TURN_HEADER, String(turn));
      response.writeHead(answer.statusCode!, forwardable(answer.headers));
      pipeline(answer, response, () => {});
    });
    const end = () => peer.destroy();
    peer.once('error', () => {
      // The request may be sent again.
      response.off('close', end);
      if (isAnswered || response.headersSent) response.destroy();
      else onFailure(isSent);
    });
    response.once('close', end);
    const transmit = () => {
      isSent = true;
      if (hasBody && body === undefined) pipeline(request, peer, () => {});
      else peer.end(body);
    };
    // What was read of a body could not be sent to another process.
    peer.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', transmit);
      else transmit();
    });
  }

  /** Fails all requests to a process that has ended. */
  forget(address: PeerAddress): void {
    this.#agents.get(keyOf(address))?.destroy();
    this.#agents.delete(keyOf(address));
  }

  #agentOf(address: PeerAddress): Agent {
    const key = keyOf(address);
    let agent = this.#agents.get(key);
    if (!agent) this.#agents.set(key, (agent = new Agent({ keepAlive: true, scheduling: 'lifo' })));
    return agent;
  }

  #headersOf({ request, origin, reason }: Forwarding, body: string | undefined): OutgoingHttpHeaders {
    const headers: OutgoingHttpHeaders = {
      ...forwardable(request.headers),
      [TOKEN_HEADER]: this.#token,
      [ORIGIN_HEADER]: JSON.stringify(origin),
      [REASON_HEADER]: reason,
    };
    const encoding = request.headers['transfer-encoding'];
    if (body === undefined) return encoding === undefined ? headers : { ...headers, 'transfer-encoding': encoding };
    const contentType = 'application/x-www-form-urlencoded';
    return { ...headers, 'content-type': contentType, 'content-length': String(Buffer.byteLength(body)) };
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
  }
}

const keyOf = (address: PeerAddress): string =>
  'socketPath' in address ? address.socketPath : `${address.host}:${address.port}`;

/** The error that a peer answered with. */
function refusal(status: number, body: string): ApiError {
  const { msg = body, code = 'INTERNAL' } = JSON.parse(body) as { msg?: string; code?: string };
  return new ApiError(status, code, msg);
}

function forwardable(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !name.startsWith(':') && !NOT_FORWARDED.has(name.toLowerCase())),
  );
}

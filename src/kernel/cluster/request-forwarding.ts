import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, badQueue } from '../errors.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { forwardedOrigin, readOrigin } from '../http/proxies.ts';
import { sendError } from '../http/reply.ts';
import type { Kernel } from '../kernel.ts';
import type { Forwarding, PeerAddress, PeerRequests } from './peer-requests.ts';

/** Where the processes of a server listen for each other. */
export interface PeerDirectory {
  /** The one that writes; undefined: nobody writes now. */
  writer(): PeerAddress | undefined;
  /** Waits until one writes, at most `timeLimit` ms. Without it, there is always one. */
  untilWriter?(timeLimit: number): Promise<PeerAddress | undefined>;
  peer(name: string): PeerAddress | undefined;
  /** Waits for one that is restarted, but not forever; undefined: it is not. */
  untilBack?(name: string): Promise<PeerAddress | undefined> | undefined;
  /** All but this one. */
  others(): readonly PeerAddress[];
  /** Another one that follows. */
  reader?(): PeerAddress | undefined;
}

/** How long a request is sent again to a process that does not get it, ms: longer than the lease of one that ended. */
export const WRITER_LIMIT = 15_000;
export const RETRY_AFTER = 100;

/** The process that writes, or the next one if there is one before `until` (ms). */
export const writerUntil = async (peers: PeerDirectory, until: number): Promise<PeerAddress | undefined> =>
  peers.writer() ?? (await peers.untilWriter?.(until - performance.now()));

type Forwarded = Pick<Forwarding, 'request' | 'response' | 'fields' | 'reason'>;

interface Options {
  app: Kernel;
  requests: PeerRequests;
  peers: PeerDirectory;
  /** Whether this process writes, and nothing is confirmed at the moment. */
  isStalled: () => boolean;
  /** Resolves when this turn is in the copy here. */
  reached: (turn: number) => Promise<void>;
}

/** Lets other processes answer requests of clients: what only the writer may do, and polls of their event queues. */
export class RequestForwarding {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Forwards a request that another process must answer, or refuses it; false: this process answers it. */
  forwards(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#options.app.db.isFollower) {
      if (endpoint.runsAt !== 'writer') return false;
      this.forward(request, response);
      return true;
    }
    return this.#options.isStalled() && this.#spares(endpoint, request, response);
  }

  /**
   * While nothing is confirmed, this process accepts no writes, and its copy has rows that others may never get. So
   * another process answers what only reads.
   */
  #spares({ runsAt, constant }: Endpoint, request: IncomingMessage, response: ServerResponse): boolean {
    const reader = this.#options.peers.reader?.();
    if (runsAt === 'writer') this.#refuse(response, noWriter());
    else if (runsAt === 'any' && reader && !constant && !isForwarded(request))
      this.#forwardTo(reader, { request, response, fields: undefined, reason: 'read', failure: noWriter });
    else return false;
    return true;
  }

  /** Lets the writer answer a request, if necessary the next one. `fields`: its parameters, if its body was read. */
  forward(request: IncomingMessage, response: ServerResponse, fields?: Record<string, string>): void {
    const reason = isForwarded(request) ? 'rewrite' : 'write';
    void this.#forwardToWriter({ request, response, fields, reason }, performance.now() + WRITER_LIMIT);
  }

  /** The process that wrote may have ended a moment ago, so a request that did not arrive is sent again. */
  async #forwardToWriter(forwarded: Forwarded, until: number): Promise<void> {
    const { peers } = this.#options;
    const { response } = forwarded;
    const to = await writerUntil(peers, until);
    if (response.destroyed) return;
    if (!to) return this.#refuse(response, noWriter());
    const again = () => void setTimeout(() => void this.#forwardToWriter(forwarded, until), RETRY_AFTER);
    const retry = peers.untilWriter && performance.now() < until ? again : undefined;
    this.#forwardTo(to, { ...forwarded, failure: (isSent) => (isSent ? unconfirmed() : noWriter()), retry });
  }

  /** Forwards a request for an event queue of another process; false: this process answers it. */
  forwardsToQueue(
    { runsAt }: Endpoint,
    request: IncomingMessage,
    response: ServerResponse,
    fields: Record<string, string>,
  ): boolean {
    const { queue_id: queue = '' } = fields;
    if (runsAt !== 'queue' || queue.endsWith(this.#options.app.queues.suffix)) return false;
    // The id comes from the client, and the address of a process may be a path.
    const name = queue.slice(UUID_LENGTH + 1);
    if (!PROCESS_NAME.test(name)) return false;
    const forward = (to: PeerAddress) =>
      this.#forwardTo(to, { request, response, fields, reason: 'queue', failure: () => badQueue(queue) });
    const to = this.#options.peers.peer(name);
    if (to) {
      forward(to);
      return true;
    }
    const back = this.#options.peers.untilBack?.(name);
    void back?.then((found) => (found ? forward(found) : this.#refuse(response, badQueue(queue))));
    return back !== undefined;
  }

  #forwardTo(
    to: PeerAddress,
    {
      failure,
      retry,
      ...forwarded
    }: Forwarded & { failure: (isSent: boolean) => ApiError; retry?: (() => void) | undefined },
  ): void {
    const { app, requests, reached } = this.#options;
    const { request, response } = forwarded;
    requests.forward({
      ...forwarded,
      to,
      origin: readOrigin(request, app.config.choices.behindProxy),
      waitForTurn: reached,
      onFailure: (isSent) => {
        if (retry && !isSent) retry();
        else this.#refuse(response, failure(isSent));
      },
    });
  }

  #refuse(response: ServerResponse, error: ApiError): void {
    sendError(this.#options.app, response, error);
  }
}

const isForwarded = (request: IncomingMessage): boolean => forwardedOrigin(request) !== undefined;

/** A queue's id is a UUID, a hyphen and the name of its process. */
const UUID_LENGTH = 36;
const PROCESS_NAME = /^[\w-]{1,40}$/;

/** The change may be saved or not. A client that sends it again gets the same outcome if it names the same local ID. */
export const unconfirmed = (): ApiError =>
  new ApiError(503, 'SERVICE_UNAVAILABLE', 'The server cannot confirm that this is saved. Try again.');

/** Nobody writes at the moment; clients try again. */
export const noWriter = (): ApiError =>
  new ApiError(
    503,
    'SERVICE_UNAVAILABLE',
    'The server cannot save changes at the moment. Try again.',
    {},
    {
      'Retry-After': '1',
    },
  );

import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { NodeSqlite } from '../db/node-sqlite.ts';
import type { WriteAheadLog } from '../db/write-ahead-log.ts';
import { ApiError, badQueue } from '../errors.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { markForwarded, originOf } from '../http/proxies.ts';
import { send, sendError } from '../http/reply.ts';
import type { Confirmation, Journal } from '../journal/journal.ts';
import type { Kernel } from '../kernel.ts';
import { CopyingJournal, type TurnOutput } from './copying-journal.ts';
import { Follower } from './follower.ts';
import { type ListenerChange, Listeners } from './listeners.ts';
import {
  type Forwarding,
  ORIGIN_HEADER,
  PEER_PATH,
  type PeerAddress,
  PeerRequests,
  REASON_HEADER,
  TOKEN_HEADER,
  TURN_HEADER,
} from './peer-requests.ts';
import { listenerRepository, replicationRepository } from './repository.ts';
import type { TurnFeed } from './turn-feed.ts';
import { TurnRecorder } from './turn-recorder.ts';

export interface NodeOptions {
  app: Kernel;
  /** The connection of the app's database. */
  sqlite: NodeSqlite;
  /** Unique among the processes of the server: letters, digits and hyphens. */
  name: string;
  /** The secret that all processes of the server share. */
  token: string;
  /** Where the process that writes listens for its peers; undefined: nobody writes now. */
  writer: () => PeerAddress | undefined;
  /** Where another process listens for its peers. */
  peer: (name: string) => PeerAddress | undefined;
  /** Where others on this machine get the turns of this process. */
  feed?: TurnFeed;
}

interface Writing {
  epoch: number;
  output: TurnOutput;
  /** Makes turns durable on this machine. */
  local: (confirmation: Confirmation, openLog: () => WriteAheadLog) => Journal;
}

/**
 * This process among the others of its server. One process writes. The others follow: they have a copy of the database,
 * answer what only reads, hold the event queues of their clients, and forward everything else to the writer. See
 * docs/design/cluster.md.
 */
export class ClusterNode {
  readonly #options: NodeOptions;
  readonly #requests: PeerRequests;
  readonly #replication: ReturnType<typeof replicationRepository>;
  readonly #listeners: Listeners;
  readonly #calls: Kernel['peerCalls'];
  #recorder: TurnRecorder | undefined;
  #follower: Follower | undefined;

  constructor(options: NodeOptions) {
    const { app, name, token } = options;
    this.#options = options;
    this.#requests = new PeerRequests(token);
    this.#replication = replicationRepository(app.db);
    this.#listeners = new Listeners({
      app,
      name,
      repository: listenerRepository(app.db),
      callWriter: (path, body) => this.#callWriter(path, body),
    });
    this.#calls = {
      ...app.peerCalls,
      // A process that starts has no queues of its last run.
      forget: ({ node }: { node: string }) => this.#listeners.forget(node),
      listen: ({ node, users }: ListenerChange) => this.#listeners.store(node, users),
      unlisten: ({ node, users }: ListenerChange) => this.#listeners.drop(node, users),
    };
    app.queues.suffix = `-${name}`;
    app.events.copyEvents(app.declarations.events);
    app.node = this;
  }

  get isFollower(): boolean {
    return this.#follower !== undefined;
  }

  /** The follower of this process; undefined: it writes. */
  get follower(): Follower | undefined {
    return this.#follower;
  }

  /** Where the process that writes listens; undefined: nobody writes now. */
  get writerAddress(): PeerAddress | undefined {
    return this.#options.writer();
  }

  /** The last turn in this copy. */
  get turn(): number {
    return (this.#follower ?? this.#recorder)?.position.turn ?? 0;
  }

  /** From now on this process writes. */
  write({ epoch, output, local }: Writing): void {
    const { app, sqlite } = this.#options;
    this.#follower = undefined;
    app.db.follow(false);
    const recorder = new TurnRecorder(sqlite, this.#replication, epoch);
    this.#recorder = recorder;
    app.db.useJournal(
      (confirmation, openLog) =>
        new CopyingJournal(confirmation, { recorder, output, local: (inner) => local(inner, openLog) }),
    );
  }

  /** From now on this process follows the one that writes. Returns what applies its turns. */
  follow(): Follower {
    const { app, sqlite } = this.#options;
    this.#recorder = undefined;
    return (this.#follower = new Follower({ db: app.db, events: app.events, sqlite, replication: this.#replication }));
  }

  /** Removes the users of the last run of this process, which has no queues any more. Throws if nobody writes. */
  async forgetListeners(): Promise<void> {
    const { turn } = await this.#callWriter<{ turn: number }>('forget', { node: this.#options.name });
    this.#listeners.reset();
    await this.#follower?.reached(turn);
  }

  /** Makes sure that all turns from now on contain the events of this user. Throws if nobody writes. */
  listen(userId: number): Promise<void> {
    return this.#listeners.add(userId);
  }

  /** Lets the process that writes do one of `Kernel.peerCalls`, without waiting for it. */
  tellWriter(call: string, body: object): void {
    const { log } = this.#options.app;
    Promise.resolve()
      .then(() => this.#callWriter(call, body))
      .catch((err) => log.debug({ err, call }, 'the process that writes could not be told'));
  }

  /** Asks the process that writes to do one of its calls. Throws if it does not. */
  askWriter(call: string, body: object): Promise<{ turn: number }> {
    return this.#callWriter(call, body);
  }

  /** Tells the writer which users have no queues here any more. */
  prune(): Promise<void> {
    return this.#listeners.prune();
  }

  /** Forwards a request that only the writer may answer; false: this process answers it. */
  forwards(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.isFollower || endpoint.runsAt !== 'writer') return false;
    this.forward(request, response);
    return true;
  }

  /** Lets the writer answer a request. `fields`: its parameters, if its body was read. */
  forward(request: IncomingMessage, response: ServerResponse, fields?: Record<string, string>): void {
    const to = this.#options.writer();
    if (to) this.#forwardTo(to, { request, response, fields, reason: 'write', failure: noWriter });
    else this.#refuse(response, noWriter());
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
    const to = PROCESS_NAME.test(name) ? this.#options.peer(name) : undefined;
    if (!to) return false;
    this.#forwardTo(to, { request, response, fields, reason: 'queue', failure: () => badQueue(queue) });
    return true;
  }

  /** Wraps a listener so that it also answers the other processes. */
  answering(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { headers } = request;
      const token = headers[TOKEN_HEADER];
      if (token === undefined) return listener(request, response);
      if (!this.#isToken(String(token))) return this.#refuse(response, notPeer());
      if (request.url!.startsWith(PEER_PATH)) return void this.#answerPeer(request, response);
      if (headers[REASON_HEADER] === 'write' && this.isFollower) return this.#refuse(response, noWriter());
      markForwarded(request, JSON.parse(String(headers[ORIGIN_HEADER])));
      const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
      response.writeHead = (...head: unknown[]) => {
        response.setHeader(TURN_HEADER, String(this.isFollower ? 0 : this.turn));
        return writeHead(...head);
      };
      listener(request, response);
    };
  }

  close(): void {
    this.#requests.close();
  }

  #forwardTo(
    to: PeerAddress,
    {
      failure,
      ...forwarded
    }: Pick<Forwarding, 'request' | 'response' | 'fields' | 'reason'> & { failure: () => ApiError },
  ): void {
    const { request, response } = forwarded;
    this.#requests.forward({
      ...forwarded,
      to,
      origin: originOf(request, this.#options.app.config.choices.behindProxy),
      reached: async (turn) => this.#follower?.reached(turn),
      onFailure: () => this.#refuse(response, failure()),
    });
  }

  #callWriter<T>(path: string, body: object): Promise<T> {
    const to = this.#options.writer();
    if (!to) throw noWriter();
    return this.#requests.call(to, path, body);
  }

  async #answerPeer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { app, feed } = this.#options;
    try {
      const turns = /^\/peer\/turns\?after=(\d{1,15})$/.exec(request.url!);
      if (turns && feed) return feed.serve(Number(turns[1]), response);
      const body = JSON.parse(await text(request));
      if (this.isFollower) throw noWriter();
      const call = this.#calls[request.url!.slice(PEER_PATH.length)];
      if (!call) throw new ApiError(404, 'BAD_REQUEST', 'No such request between processes');
      call(body as never);
      await app.db.committed();
      send(response, 200, JSON.stringify({ turn: this.turn }));
    } catch (error) {
      sendError(app, response, error);
    }
  }

  #refuse(response: ServerResponse, error: ApiError): void {
    sendError(this.#options.app, response, error);
  }

  #isToken(sent: string): boolean {
    const [a, b] = [Buffer.from(sent), Buffer.from(this.#options.token)];
    return a.length === b.length && timingSafeEqual(a, b);
  }
}

/** A queue's id is a UUID, a hyphen and the name of its process. */
const UUID_LENGTH = 36;
const PROCESS_NAME = /^[\w-]{1,40}$/;

/** Nobody writes at the moment; clients try again. */
const noWriter = (): ApiError =>
  new ApiError(
    503,
    'SERVICE_UNAVAILABLE',
    'The server cannot save changes at the moment. Try again.',
    {},
    {
      'Retry-After': '1',
    },
  );

const notPeer = (): ApiError => new ApiError(403, 'BAD_REQUEST', 'This is no process of this server');

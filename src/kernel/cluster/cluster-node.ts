import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { NodeSqlite } from '../db/node-sqlite.ts';
import type { WriteAheadLog } from '../db/write-ahead-log.ts';
import { ApiError } from '../errors.ts';
import { BEAT } from '../http/control.ts';
import { removeOwnHeaders } from '../http/own-headers.ts';
import { markForwarded } from '../http/proxies.ts';
import { send, sendError } from '../http/reply.ts';
import { type Confirmation, immediateJournal, type Journal } from '../journal/journal.ts';
import type { Kernel } from '../kernel.ts';
import { CopyingJournal, type TurnOutput } from './copying-journal.ts';
import { Follower } from './follower.ts';
import { incomingName, incomingPath, listFiles, receiveFile, removeAll } from './incoming-files.ts';
import { type ListenerChange, Listeners } from './listeners.ts';
import type { Node } from './node.ts';
import { type PeerAddress, PeerRequests, TURN_HEADER } from './peer-requests.ts';
import { type ForwardedRequest, notPeer, PEER_PATH, PeerSignature } from './peer-signature.ts';
import { listenerRepository, replicationRepository } from './repository.ts';
import {
  noWriter,
  type PeerDirectory,
  RETRY_AFTER,
  RequestForwarding,
  unconfirmed,
  WRITER_LIMIT,
  writerUntil,
} from './request-forwarding.ts';
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
  /** Where the processes listen for each other. */
  peers: PeerDirectory;
  /** All other processes on the same machine, with which this one appears as one server. */
  beside?: readonly PeerAddress[];
  /** Where others on this machine get the turns of this process. */
  feed?: TurnFeed;
  /** Whether this process has received nothing of the others for so long that they may have changed something. */
  isCutOff?: () => boolean;
}

interface Writing {
  epoch: number;
  output: TurnOutput;
  /** Makes turns durable on this machine. */
  local: (confirmation: Confirmation, openLog: () => WriteAheadLog) => Journal;
  /** How long the oldest turn that is not confirmed waits, ms. */
  stalledFor?: () => number;
}

interface WriterCall {
  /** How long nothing may arrive, ms. */
  timeout?: number;
  /** Sends what the call needs, before it. */
  send?: (to: PeerAddress) => Promise<void>;
}

/** How long the other processes may take to apply a turn, ms. One that does not answer for longer counts as ended. */
const SPREAD_LIMIT = 3500;
/** How long an answer waits for its turn to be confirmed, ms. */
const CONFIRMATION_LIMIT = 12_000;
/** How long the process that writes may be silent while it runs a command, ms. It sends a beat meanwhile. */
const SILENCE = 6 * BEAT;
/** When a turn waits for this time, no further writes are accepted, ms: longer than an election among the servers. */
const STALLED_AFTER = 10_000;

/**
 * This process among the others of its server. One process writes. The others follow: they have a copy of the database,
 * answer what only reads, hold the event queues of their clients, and forward everything else to the writer. See
 * docs/design/cluster.md.
 */
export class ClusterNode implements Node {
  readonly #options: NodeOptions;
  /** Lets other processes answer requests of clients. */
  readonly forwarding: RequestForwarding;
  readonly #signature: PeerSignature;
  readonly #requests: PeerRequests;
  readonly #replication: ReturnType<typeof replicationRepository>;
  readonly #listeners: Listeners;
  readonly #calls: Kernel['peerCalls'];
  #recorder: TurnRecorder | undefined;
  #follower: Follower | undefined;
  /** The last turn that is confirmed: all other processes get it. */
  #durable = 0;
  #stalledFor: () => number = () => 0;
  /** In a cluster of machines: lets another one write. */
  stepDown: (() => Promise<void>) | undefined;

  constructor(options: NodeOptions) {
    const { app, name, token } = options;
    this.#options = options;
    this.#signature = new PeerSignature(token);
    this.#requests = new PeerRequests(this.#signature);
    this.#replication = replicationRepository(app.db);
    this.#listeners = new Listeners({
      app,
      name,
      repository: listenerRepository(app.db),
      callWriter: (path, body) => this.#callWriter(path, body),
    });
    this.forwarding = new RequestForwarding({
      app,
      requests: this.#requests,
      peers: options.peers,
      isStalled: () => this.#stalledFor() > STALLED_AFTER,
      reached: async (turn) => this.#follower?.reached(turn),
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
    return this.#options.app.db.isFollower;
  }

  get name(): string {
    return this.#options.name;
  }

  /** The follower of this process; undefined: it writes. */
  get follower(): Follower | undefined {
    return this.#follower;
  }

  /** Where the process that writes listens; undefined: nobody writes now. */
  get writerAddress(): PeerAddress | undefined {
    return this.#options.peers.writer();
  }

  /** The last turn in this copy. */
  get turn(): number {
    return (this.#follower ?? this.#recorder)?.position.turn ?? 0;
  }

  /** How long the oldest turn that is not confirmed waits, ms. */
  get unconfirmedFor(): number {
    return this.#stalledFor();
  }

  /** Whether nothing fits on the disk of this machine. */
  get isDiskFull(): boolean {
    return this.#options.app.disk.isFull;
  }

  /** Whether this copy may lack what others changed meanwhile, because the network cuts this process off. */
  get isCutOff(): boolean {
    return this.#options.isCutOff?.() ?? false;
  }

  /** From now on this process writes. */
  write({ epoch, output, local, stalledFor = () => 0 }: Writing): void {
    const { app, sqlite } = this.#options;
    this.#follower = undefined;
    this.#stalledFor = stalledFor;
    app.db.setFollower(false);
    const recorder = new TurnRecorder(sqlite, this.#replication, epoch);
    this.#recorder = recorder;
    this.#durable = recorder.position.turn;
    const counting: TurnOutput = {
      append: (turn, acknowledge) => output.append(turn, acknowledge),
      release: (turns) => {
        this.#durable = turns.at(-1)?.turn ?? this.#durable;
        output.release(turns);
      },
    };
    app.db.useJournal(
      (confirmation, openLog) =>
        new CopyingJournal(confirmation, { recorder, output: counting, local: (inner) => local(inner, openLog) }),
    );
  }

  /** From now on this process follows the one that writes. Returns what applies its turns. */
  follow(): Follower {
    const { app, sqlite } = this.#options;
    if (this.#recorder) app.db.useJournal(immediateJournal);
    this.#recorder = undefined;
    this.#stalledFor = () => 0;
    return (this.#follower = new Follower({ db: app.db, events: app.events, sqlite, replication: this.#replication }));
  }

  /** Forwards all writes from now on, although no other process writes yet. */
  pauseWriting(): void {
    this.#options.app.db.setFollower(true);
  }

  resumeWriting(): void {
    this.#options.app.db.setFollower(false);
  }

  /** Writes rows of this copy only. */
  writeLocal(work: () => void): void {
    this.#options.app.db.writeLocal(work);
  }

  /** Waits until everything written so far is durable. Throws ApiError if it is not confirmed in time. */
  async durable(): Promise<void> {
    const { db } = this.#options.app;
    if (this.isFollower) return db.committed();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const rest = Math.max(0, CONFIRMATION_LIMIT - this.#stalledFor());
    const timer = setTimeout(() => reject(unconfirmed()), rest);
    await Promise.race([db.committed(), late]).finally(() => clearTimeout(timer));
  }

  /**
   * Waits until the other processes have what is durable here, so that nobody keeps access in one of them after the
   * reply. One that has ended is not waited for.
   */
  async spread(): Promise<void> {
    if (this.isFollower) return;
    const turn = this.#durable;
    const asked = this.#options.peers.others().map((to) => this.#requests.call(to, 'reached', { turn }, SPREAD_LIMIT));
    await Promise.allSettled(asked);
  }

  /** What the other processes on this machine measure. One that does not answer is left out. */
  async measureOthers<Figures>(): Promise<Figures[]> {
    const { beside } = this.#options;
    const asked = (beside ?? []).map((to) => this.#requests.call<Figures>(to, 'measure', {}, SPREAD_LIMIT));
    const answers = await Promise.allSettled(asked);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
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
  askWriter(call: string, body: object): Promise<{ turn: number; result?: unknown }> {
    return this.#callWriter(call, body);
  }

  /**
   * Sends a command of this machine, and the files that it names, to the process that writes, which runs it however
   * long that takes. Resolves when this copy has what it changed. Throws ApiError.
   */
  async runAtWriter(command: { command: string; args: unknown }): Promise<object> {
    const files = listFiles(command, this.#options.app.files.incoming);
    const send = async (to: PeerAddress) => {
      for (const file of files) await this.#requests.sendFile(to, incomingPath(basename(file)), file);
    };
    const call = this.#callWriter<{ turn: number; result: object }>('command', command, { timeout: SILENCE, send });
    const { turn, result } = await call.finally(() => removeAll(files));
    await this.#follower?.reached(turn);
    return result;
  }

  /** The processes with users who have event queues. */
  listeningNodes(): string[] {
    return this.#listeners.nodes();
  }

  /** Removes the users of a process that ended long ago. Only the process that writes may call it. */
  forgetNode(name: string): void {
    this.#listeners.forget(name);
  }

  /** A process has ended: requests to it that are not answered yet fail. */
  forgetPeer(address: PeerAddress): void {
    this.#requests.forget(address);
  }

  /** Tells the writer which users have no queues here any more. */
  prune(): Promise<void> {
    return this.#listeners.prune();
  }

  /** Wraps a listener so that it also answers the other processes. `isPrivate`: it answers nobody else. */
  answerCommands(listener: RequestListener, { isPrivate = false } = {}): RequestListener {
    return (request, response) => {
      try {
        const sender = this.#signature.findSender(request);
        if (sender === 'process') return void this.#answerPeer(request, response);
        if (sender) this.#noteForwarded(sender, request, response);
        else if (isPrivate) throw notPeer();
        else removeOwnHeaders(request);
      } catch (error) {
        return this.#refuse(response, error as ApiError);
      }
      listener(request, response);
    };
  }

  close(): void {
    this.#requests.close();
  }

  /** Asks the writer, if necessary the next one. Throws ApiError. */
  async #callWriter<T>(path: string, body: object, { timeout, send }: WriterCall = {}): Promise<T> {
    const { peers } = this.#options;
    for (const until = performance.now() + WRITER_LIMIT; ; await wait(RETRY_AFTER)) {
      const to = await writerUntil(peers, until);
      if (!to) throw noWriter();
      try {
        await send?.(to);
        return await this.#requests.call<T>(to, path, body, timeout);
      } catch (error) {
        if (error instanceof ApiError) throw error;
        const isRepeatable = path !== 'command' || isUnreachable(error);
        if (!peers.untilWriter || !isRepeatable || performance.now() > until) throw noWriter();
      }
    }
  }

  /** The answer to a forwarded request carries its turn. Throws if this process may not answer it. */
  #noteForwarded({ origin, reason }: ForwardedRequest, request: IncomingMessage, response: ServerResponse): void {
    markForwarded(request, origin);
    // The writer may have changed on the way, but hardly twice.
    if (reason === 'rewrite' && this.isFollower) throw noWriter();
    const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
    response.writeHead = (...head: unknown[]) => {
      if (!response.hasHeader(TURN_HEADER))
        response.setHeader(TURN_HEADER, String(this.isFollower ? 0 : this.#durable));
      return writeHead(...head);
    };
  }

  async #answerPeer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { app, feed } = this.#options;
    try {
      const turns = /^\/peer\/turns\?after=(\d{1,15})$/.exec(request.url!);
      if (turns && feed) return feed.serve(Number(turns[1]), response);
      const call = request.url!.slice(PEER_PATH.length);
      const file = incomingName(call);
      if (file) {
        await receiveFile(request, join(app.files.incoming, file));
        return send(response, 200, '{}');
      }
      const body = JSON.parse(await text(request));
      if (call === 'reached') {
        await this.#follower?.reached(body.turn);
        return send(response, 200, '{}');
      }
      if (call === 'measure') return send(response, 200, JSON.stringify(app.measure?.() ?? {}));
      if (this.isFollower) throw noWriter();
      const run = this.#calls[call];
      if (!run) throw new ApiError(404, 'BAD_REQUEST', 'No such request between processes');
      const files = call === 'command' ? listFiles(body, app.files.incoming) : [];
      const beat = setInterval(() => response.writeProcessing(), BEAT);
      const result = await Promise.resolve(run(body as never)).finally(async () => {
        clearInterval(beat);
        await removeAll(files);
      });
      await this.durable();
      send(response, 200, JSON.stringify({ turn: this.#durable, result }));
    } catch (error) {
      sendError(app, response, error);
    }
  }

  #refuse(response: ServerResponse, error: ApiError): void {
    sendError(this.#options.app, response, error);
  }
}

/** Nothing of the request arrived. */
const isUnreachable = (error: unknown): boolean =>
  /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT)$/.test((error as NodeJS.ErrnoException).code ?? '');

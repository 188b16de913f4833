import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Endpoint } from '../http/endpoint.ts';

/** One of several processes of a server, as the rest of the process sees it; `ClusterNode` is what it is. */
export interface Node {
  readonly name: string;
  /** The last turn in this copy. */
  readonly turn: number;
  /** How long the oldest turn that is not confirmed waits, ms. */
  readonly unconfirmedFor: number;
  /** In a cluster of machines: lets another one write. */
  readonly stepDown: (() => Promise<void>) | undefined;
  /** Whether another process writes. */
  readonly isFollower: boolean;
  /** Whether this copy may lack what others changed meanwhile, because the network cuts this process off. */
  readonly isCutOff: boolean;
  /** Lets other processes answer requests of clients. */
  readonly forwarding: {
    /** Forwards a request that another process must answer, or refuses it; false: this process answers it. */
    forwards(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): boolean;
    /** Lets the writer answer a request. `fields`: its parameters, if its body was read. */
    forward(request: IncomingMessage, response: ServerResponse, fields?: Record<string, string>): void;
    /** Forwards a request for an event queue of another process; false: this process answers it. */
    forwardsToQueue(
      endpoint: Endpoint,
      request: IncomingMessage,
      response: ServerResponse,
      fields: Record<string, string>,
    ): boolean;
  };
  /** What applies the turns of the process that writes; undefined: this one writes. */
  readonly follower: { reached(turn: number): Promise<void> } | undefined;
  /** Waits until everything written so far is durable. Throws ApiError if it is not confirmed in time. */
  durable(): Promise<void>;
  /** Waits until the other processes have what is durable here. */
  spread(): Promise<void>;
  /** What the other processes on this machine measure. One that does not answer is left out. */
  measureOthers<Figures>(): Promise<Figures[]>;
  /** Makes sure that all turns from now on contain the events of this user. Throws if nobody writes. */
  listen(userId: number): Promise<void>;
  /** Lets the process that writes do one of `Kernel.peerCalls`, without waiting for it. */
  tellWriter(call: string, body: object): void;
}

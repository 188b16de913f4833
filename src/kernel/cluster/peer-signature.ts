import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { ApiError } from '../errors.ts';
import type { Origin } from '../http/proxies.ts';

/** The paths of requests between processes. A client's request never counts as one of them, whatever its path. */
export const PEER_PATH = '/peer/';

/** When the request was sent, ms since 1970, a full stop, and the signature. */
const SIGNATURE_HEADER = 'x-klatch-node';
/** The client of a forwarded request, as JSON of `Origin`. */
const ORIGIN_HEADER = 'x-klatch-origin';
const REASON_HEADER = 'x-klatch-reason';

/** For how long a signature is valid, and how much the clocks of two machines may differ, ms. */
const VALID_FOR = 300_000;

/**
 * Why a request is forwarded: its answer changes something, it is for an event queue of the other process, or the other
 * process has the organization. `rewrite`: its answer changes something, and the process that got it wrote no more.
 */
export type Reason = 'write' | 'rewrite' | 'queue' | 'read' | 'organization';

/** A request that another process forwards for a client. */
export interface ForwardedRequest {
  origin: Origin;
  reason: Reason;
}

interface Signed {
  method: string;
  path: string;
  /** Of a request that is forwarded; undefined: the process itself sends it. */
  forwarded?: ForwardedRequest;
}

/**
 * Signs the requests between the processes of a server, and checks them. The secret that the processes share stays in
 * them. A signature is valid for one method, path and client, so it is worth nothing in another request.
 */
export class PeerSignature {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The headers that another process recognizes a request by. */
  makeHeaders({ method, path, forwarded }: Signed): OutgoingHttpHeaders {
    const time = String(Date.now());
    const [origin, reason] = [forwarded && JSON.stringify(forwarded.origin), forwarded?.reason];
    const signature = this.#sign([time, method, path, origin, reason]);
    return {
      [SIGNATURE_HEADER]: `${time}.${signature}`,
      ...(forwarded && { [ORIGIN_HEADER]: origin, [REASON_HEADER]: reason }),
    };
  }

  /**
   * Who sent a request: another process for itself ('process') or for a client, or nobody of this server (undefined).
   * Throws ApiError for a signature that is wrong.
   */
  findSender({ method = '', url = '', headers }: IncomingMessage): 'process' | ForwardedRequest | undefined {
    const { [SIGNATURE_HEADER]: sent, [ORIGIN_HEADER]: origin, [REASON_HEADER]: reason } = headers;
    if (sent === undefined) return undefined;
    const [time = '', signature = ''] = String(sent).split('.');
    const expected = Buffer.from(this.#sign([time, method, url, one(origin), one(reason)]));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw notPeer();
    if (Math.abs(Date.now() - Number(time)) > VALID_FOR) throw wrongClock();
    // A process asks for these paths only for itself, and for no others.
    if (url.startsWith(PEER_PATH) !== (origin === undefined)) throw notPeer();
    return origin === undefined ? 'process' : { origin: JSON.parse(String(origin)), reason: reason as Reason };
  }

  #sign(parts: readonly (string | undefined)[]): string {
    return createHmac('sha256', this.#secret).update(JSON.stringify(parts)).digest('base64url');
  }
}

const one = (header: string | string[] | undefined): string | undefined => header && String(header);

/** Nothing more is accepted on the connection: what follows there is not to be trusted either. */
const CLOSE = { Connection: 'close' };

export const notPeer = (): ApiError => new ApiError(403, 'BAD_REQUEST', 'This is no process of this server', {}, CLOSE);

const wrongClock = (): ApiError =>
  new ApiError(
    503,
    'SERVICE_UNAVAILABLE',
    'The clocks of two machines of this server differ by more than five minutes. Set them with NTP.',
    {},
    CLOSE,
  );

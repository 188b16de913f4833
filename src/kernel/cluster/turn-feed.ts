import { type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { PeerAddress } from './peer-requests.ts';
import { PEER_PATH, type PeerSignature } from './peer-signature.ts';
import { joinTurns, type SealedTurn } from './turn.ts';

/** The feed keeps this many bytes of the newest turns, for processes that copied the database a moment ago. */
const MOST_KEPT = 64 * 1024 * 1024;
/** A process that is this many bytes behind is disconnected. */
const MOST_BEHIND = 256 * 1024 * 1024;

/** Sends the turns of the process that writes to the others on the same machine. */
export class TurnFeed {
  #kept: SealedTurn[] = [];
  #bytes = 0;
  /** The last turn that was sent. */
  #last: number;
  readonly #readers = new Set<ServerResponse>();

  /** `last`: the last turn before the feed. */
  constructor(last: number) {
    this.#last = last;
  }

  /** Sends durable turns. */
  send(turns: readonly SealedTurn[]): void {
    if (turns.length === 0) return;
    this.#last = turns.at(-1)!.turn;
    for (const turn of turns) {
      this.#kept.push(turn);
      this.#bytes += turn.bytes.length;
    }
    while (this.#bytes > MOST_KEPT) this.#bytes -= this.#kept.shift()!.bytes.length;
    if (this.#readers.size === 0) return;
    const joined = joinTurns(turns.map(({ bytes }) => bytes));
    for (const reader of this.#readers) {
      reader.write(joined);
      if (reader.writableLength > MOST_BEHIND) reader.destroy();
    }
  }

  /** Answers a process with all turns after this one, and with those to come. 410: some are not kept any more. */
  serve(after: number, response: ServerResponse): void {
    const first = this.#kept[0]?.turn ?? this.#last + 1;
    if (after < first - 1 || after > this.#last) return void response.writeHead(410).end();
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    response.write(joinTurns(this.#kept.filter(({ turn }) => turn > after).map(({ bytes }) => bytes)));
    this.#readers.add(response);
    response.once('close', () => this.#readers.delete(response));
  }
}

export interface FeedReader {
  /** The last turn here. */
  after: number;
  onTurn(bytes: Uint8Array): void;
  /** The feed ended, or does not have the next turn: 'gone'. */
  onEnd(reason: 'gone' | Error): void;
}

/** Reads the turns of the process that writes. Returns what ends it. */
export function readFeed(
  from: PeerAddress,
  signature: PeerSignature,
  { after, onTurn, onEnd }: FeedReader,
): () => void {
  const path = `${PEER_PATH}turns?after=${after}`;
  const request = send({ ...from, path, headers: signature.makeHeaders({ method: 'GET', path }) });
  let hasEnded = false;
  const end = (reason: 'gone' | Error) => {
    if (hasEnded) return;
    hasEnded = true;
    request.destroy();
    onEnd(reason);
  };
  request.once('error', end);
  request.once('response', (answer: IncomingMessage) => {
    if (answer.statusCode !== 200) return end(answer.statusCode === 410 ? 'gone' : new Error('the feed was refused'));
    answer.on('data', splitFrames(onTurn));
    answer.once('error', end).once('close', () => end(new Error('the process that writes has ended')));
  });
  request.end();
  return () => {
    hasEnded = true;
    request.destroy();
  };
}

/** Finds the turns in a stream of parts: each turn has its length before it. */
function splitFrames(onTurn: (bytes: Uint8Array) => void): (part: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  let wanted = 4;
  return (part) => {
    parts.push(part);
    size += part.length;
    if (size < wanted) return;
    let rest: Buffer = parts.length === 1 ? part : Buffer.concat(parts);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32BE()) {
      const end = 4 + rest.readUInt32BE();
      onTurn(rest.subarray(4, end));
      rest = rest.subarray(end);
    }
    parts = [rest];
    size = rest.length;
    wanted = size < 4 ? 4 : 4 + rest.readUInt32BE();
  };
}

/**
 * A child process with many clients of a server. Each client registers a queue and polls it on the same connection. The
 * process counts the messages that its clients receive.
 */
import type { Person } from './client.ts';
import { monotonicNow } from './measure.ts';
import { openPolls, type Poll } from './polls.ts';

export type ToReaders =
  | { kind: 'open'; port: number; people: Person[] }
  /** These messages come next: at most 31, whose texts are "Message N" with `first` and the numbers after it. */
  | { kind: 'expect'; first: number; count: number }
  | { kind: 'total' };

export type FromReaders =
  | { kind: 'open' }
  /** Each client has all expected messages. `at`: when the last client had them, by `monotonicNow`. */
  | { kind: 'complete'; at: number }
  /** `wrong`: received twice, or not expected. */
  | { kind: 'total'; received: number; wrong: number };

const MESSAGE = /<p>Message (\d+)<\/p>/g;

/** What the clients expect and have received. */
class Tally {
  received = 0;
  wrong = 0;
  #first = 0;
  #count = 0;
  #incomplete = 0;
  /** By client: a bit for each expected message that it has received. */
  readonly #seen: Uint32Array;

  constructor(clients: number) {
    this.#seen = new Uint32Array(clients);
  }

  expect(first: number, count: number): void {
    this.#first = first;
    this.#count = count;
    this.#incomplete = this.#seen.length;
    this.#seen.fill(0);
  }

  /** Counts the messages in a reply to a client. */
  add(client: number, reply: string): void {
    for (const [, text] of reply.matchAll(MESSAGE)) {
      const index = Number(text) - this.#first;
      const bit = 1 << index;
      const isExpected = index >= 0 && index < this.#count && (this.#seen[client]! & bit) === 0;
      if (!isExpected) {
        this.wrong++;
        continue;
      }
      this.received++;
      this.#seen[client]! |= bit;
      if (this.#seen[client] === 2 ** this.#count - 1 && --this.#incomplete === 0)
        tell({ kind: 'complete', at: monotonicNow() });
    }
  }
}

let tally: Tally;

process.on('message', async (message: ToReaders) => {
  if (message.kind === 'open') await open(message.port, message.people);
  else if (message.kind === 'expect') tally.expect(message.first, message.count);
  else tell({ kind: 'total', received: tally.received, wrong: tally.wrong });
});

async function open(port: number, people: Person[]): Promise<void> {
  tally = new Tally(people.length);
  const polls = await openPolls(port, people);
  for (const [client, poll] of polls.entries()) read(poll, client).catch(fail);
  tell({ kind: 'open' });
}

async function read(poll: Poll, client: number): Promise<void> {
  for (;;) tally.add(client, await poll.next()); // a heartbeat contains no message
}

const tell = (message: FromReaders): void => void process.send!(message);

function fail(error: Error): void {
  if (!process.connected) return; // the benchmark ends, and so does this process
  console.error(error);
  process.exit(1);
}

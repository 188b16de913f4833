import type { Readable, Writable } from 'node:stream';

// `organization move` talks to `organization receive` on the new machine over its standard input and output: a line of
// JSON for each message, and an answer to some of them.

/** Changes when older programs would misunderstand a newer one. */
export const PROTOCOL = 1;
/** Files are sent in blocks of at most this size, bytes. */
export const BLOCK = 256 * 1024;
const LONGEST_LINE = 64 * 1024;

/** Paths are relative to the data folder, with slashes. */
export type Message =
  | { kind: 'begin'; protocol: number; schema: number; host: string }
  /** `bytes` bytes follow the line. */
  | { kind: 'write'; path: string; offset: number; bytes: number }
  /** The file is complete, with this size. */
  | { kind: 'complete'; path: string; size: number }
  | { kind: 'remove'; path: string }
  /** Everything must be on disk. */
  | { kind: 'sync' }
  /** The organization belongs to the new machine from now on. */
  | { kind: 'finish' };

/** The answer to `begin`, `sync` and `finish`; to another message only when it failed. */
export type Answer = { done: Message['kind'] } | { refused: string };

/** Sends one message. Resolves when the stream takes more. */
export async function send(stream: Writable, message: Message | Answer, body?: Buffer): Promise<void> {
  stream.write(`${JSON.stringify(message)}\n`);
  if (body) stream.write(body);
  if (!stream.writableNeedDrain) return;
  await new Promise<void>((resolve, reject) => {
    const end = (work: () => void) => () => {
      stream.off('drain', drained).off('close', closed);
      work();
    };
    const drained = end(resolve);
    const closed = end(() => reject(new Error('the connection ended')));
    stream.on('drain', drained).on('close', closed);
  });
}

/** The messages of a stream, each with its bytes. Throws for what is no message. */
export async function* messagesFrom<M extends Message | Answer>(
  stream: Readable,
): AsyncGenerator<{ message: M; body: Buffer }> {
  let rest: Buffer = Buffer.alloc(0);
  let message: M | undefined;
  for await (const chunk of stream) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    for (;;) {
      if (!message) {
        const end = rest.indexOf('\n');
        if (end > LONGEST_LINE || (end < 0 && rest.length > LONGEST_LINE)) throw new Error('a message is too long');
        if (end < 0) break;
        message = JSON.parse(rest.toString('utf8', 0, end)) as M;
        rest = rest.subarray(end + 1);
      }
      const length = 'bytes' in message ? message.bytes : 0;
      if (length > BLOCK) throw new Error('a block is too large');
      if (rest.length < length) break;
      yield { message, body: rest.subarray(0, length) };
      rest = rest.subarray(length);
      message = undefined;
    }
  }
}

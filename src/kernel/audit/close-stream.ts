import type { Writable } from 'node:stream';

/** How long what was written may take to leave, ms. */
const CLOSE_TIMEOUT = 2000;

/** Ends a stream. Resolves when everything has left, when the stream failed, or after a short time. */
export function closeStream(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      stream.destroy();
      resolve();
    }, CLOSE_TIMEOUT);
    stream.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    stream.end();
  });
}

import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { once } from '../../shared/memo.ts';

/** How many bytes arrive before their buffers are released, and how often (ms) that is checked. */
const OFTEN = 4 * 2 ** 20;
const LOOK = 10;

type Clear = (options: { type: 'minor' }) => void;

/**
 * Releases the buffers of a large file while it arrives, since their content is on disk. Otherwise 64 MB of them would
 * stay: the garbage collector sees small objects. The returned function ends it. Held by `npm run bench -- tricks`.
 */
export function releaseUploadBuffers(socket: Socket): () => void {
  let cleared = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - cleared < OFTEN) return;
    cleared = socket.bytesRead;
    collector()({ type: 'minor' });
  }, LOOK);
  timer.unref();
  return () => clearInterval(timer);
}

const collector = once((): Clear => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Clear;
});

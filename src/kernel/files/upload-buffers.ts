import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes that come in before what they came in is cleared away, and how often (ms) that is looked at. */
const OFTEN = 4 * 2 ** 20;
const LOOK = 10;

type Clear = (options: { type: 'minor' }) => void;
let clear: Clear | undefined;

/**
 * While a large file comes in, clears away the buffers it came in, whose content is on disk: left alone, 64 MB of them lie about, for they
 * are small objects that hold much. The answer ends it.
 */
export function clearPageCache(socket: Socket): () => void {
  let cleared = socket.bytesRead;
  const timer = setInterval(() => {
    if (socket.bytesRead - cleared < OFTEN) return;
    cleared = socket.bytesRead;
    clear ??= collector();
    clear({ type: 'minor' });
  }, LOOK);
  timer.unref();
  return () => clearInterval(timer);
}

function collector(): Clear {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Clear;
}

import { parentPort } from 'node:worker_threads';
import { loadSharp } from './load-sharp.ts';
import { BadPicture, paint, type Task } from './painting.ts';

/** A thread's whole life: tasks come one after another, each is answered; without a task it ends. */
const port = parentPort!;
const sharp = loadSharp().then((loaded) => {
  loaded.cache(false);
  loaded.concurrency(1);
  return loaded;
});

port.on('message', async (task: Task | null) => {
  if (task === null) return port.close();
  try {
    const value = await paint(await sharp, task);
    port.postMessage({ value });
  } catch (error) {
    port.postMessage({ refused: error instanceof BadPicture ? error.message : String(error) });
  }
});

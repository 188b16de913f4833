import { InvalidImage, processImage, type Task } from './image-processing.ts';
import { loadSharp } from './load-sharp.ts';

/** The result of a task; `unable`: why this machine cannot process images at all. */
export type Answer = { value: Awaited<ReturnType<typeof processImage>> } | { refused: string } | { unable: string };

/** The main function of the image process: answers tasks one after another and ends when the server disconnects. */
const sharp = loadSharp().then(
  (loaded) => {
    loaded.cache(false);
    loaded.concurrency(1);
    return loaded;
  },
  (error: Error) => error,
);

process.on('message', async (task: Task) => {
  process.send!(await answerTo(task));
});
process.on('disconnect', () => process.exit());
// Ctrl+C and systemd send the signal to this process, too. The server may still need it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

async function answerTo(task: Task): Promise<Answer> {
  const loaded = await sharp;
  if (loaded instanceof Error) return { unable: loaded.message };
  try {
    return { value: await processImage(loaded, task) };
  } catch (error) {
    return { refused: error instanceof InvalidImage ? error.message : String(error) };
  }
}

import { InvalidImage, processImage, type Task } from './image-processing.ts';
import { loadSharp } from './load-sharp.ts';

/** What comes of a task; `unable`: why this machine cannot work on pictures at all. */
export type Answer = { value: Awaited<ReturnType<typeof processImage>> } | { refused: string } | { unable: string };

/** The whole life of the process that works on pictures: tasks come one after another, each is answered; it ends when the server lets go of it. */
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
// Ctrl+C and systemd reach it as they reach the server, which may want to finish something.
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

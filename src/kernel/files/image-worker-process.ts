import { answerTasks } from '../task-process/answer-tasks.ts';
import { InvalidImage, processImage, type Task } from './image-processing.ts';
import { loadSharp } from './load-sharp.ts';

/** The result of a task; `unable`: why this machine cannot process images at all. */
export type Answer = { value: Awaited<ReturnType<typeof processImage>> } | { refused: string } | { unable: string };

/** The main function of the process that works on images. */
const sharp = loadSharp().then(
  (loaded) => {
    loaded.cache(false);
    loaded.concurrency(1);
    return loaded;
  },
  (error: Error) => error,
);

async function work(task: Task): Promise<Answer> {
  const loaded = await sharp;
  if (loaded instanceof Error) return { unable: loaded.message };
  try {
    return { value: await processImage(loaded, task) };
  } catch (error) {
    return { refused: error instanceof InvalidImage ? error.message : String(error) };
  }
}

answerTasks(work);

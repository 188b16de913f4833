import { setFlagsFromString } from 'node:v8';
import { readFeed, readOpml } from '../feeds/read-feed.ts';
import { readMail } from '../mail/reading/read-mail.ts';
import { answerTasks } from '../task-process/answer-tasks.ts';
import {
  type DocumentKind,
  type ReadingAnswer,
  type ReadingOrder,
  type ReadingReport,
  type Readings,
  Unreadable,
} from './types.ts';

/** The main function of the process that reads documents. One that needs more memory ends it, and is rejected. */
setFlagsFromString('--max-old-space-size=128');

const readers: { [K in DocumentKind]: (task: Readings[K]['task']) => Promise<Readings[K]['read']> } = {
  mail: readMail,
  feed: readFeed,
  opml: readOpml,
};

async function read<K extends DocumentKind>({ kind, task }: ReadingOrder<K>): Promise<ReadingAnswer<K>> {
  try {
    return { read: await readers[kind](task) };
  } catch (error) {
    const { message } = error as Error;
    return {
      rejected: error instanceof Unreadable ? message : `The ${kind} cannot be read: ${message.slice(0, 200)}`,
    };
  }
}

answerTasks<ReadingOrder, ReadingReport>(async (order) => ({
  answer: await read(order),
  memory: process.memoryUsage.rss(),
}));

import type { Serializable } from 'node:child_process';

/**
 * The main function of a task process: answers tasks one after another, and ends when the server disconnects. `answer`
 * must not throw.
 */
export function answerTasks<Task extends Serializable, Answer extends Serializable>(
  answer: (task: Task) => Answer | Promise<Answer>,
): void {
  process.on('message', async (task: Task) => process.send!(await answer(task)));
  process.on('disconnect', () => process.exit());
  // Ctrl+C and systemd send the signal to this process, too. The server may still need it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.send!('ready');
}

import { printJson, printLine, printTable } from '../../kernel/terminal/output.ts';
import { counted } from '../../kernel/terminal/progress.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { runCommandAnywhere } from '../connection/run-command.ts';

type As = CommandOptions & { as?: string };

/** The characters of a message that the list shows. */
const PREVIEW = 60;

/** Lists deleted messages, the latest deletions first. */
export async function deleted(options: As & { limit: number }): Promise<void> {
  const { messages } = await runCommandAnywhere(options, 'message-deleted', {
    before: null,
    limit: options.limit,
    as: options.as,
  });
  if (options.json) return printJson(messages);
  printTable(
    ['id', 'deleted', 'until', 'sender', 'conversation', 'message'],
    messages.map(({ id, deleted, restorable_until, sender, conversation, content }) => [
      id,
      timeOf(deleted),
      timeOf(restorable_until).slice(0, 10),
      sender,
      conversation,
      content.length > PREVIEW ? `${content.slice(0, PREVIEW)}…` : content,
    ]),
  );
}

/** Restores deleted messages where they were. */
export async function restore(ids: number[], options: As): Promise<void> {
  const done = await runCommandAnywhere(options, 'message-restore', { ids, as: options.as });
  printLine(options, done, `Restored ${counted(done.restored.length, 'message')}.`);
}

const timeOf = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 16)}Z`;

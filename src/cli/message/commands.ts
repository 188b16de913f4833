import { printTable, say } from '../../kernel/terminal/output.ts';
import { countWords } from '../../kernel/terminal/progress.ts';
import { type Noun, operationCommand } from '../declaration/command.ts';
import { AS, count, countArguments, usualFlag } from '../declaration/parameters.ts';

/** The characters of a message that the list shows. */
const PREVIEW = 60;

export const messageNoun: Noun = {
  about: 'list and restore deleted messages',
  commands: {
    deleted: operationCommand({
      about: 'list deleted messages that can be restored, latest deletions first',
      flags: { as: AS, limit: usualFlag('<n>', 'maximum number of messages', 50, count) },
      operation: 'message-deleted',
      print: (messages) =>
        printTable(
          ['id', 'deleted', 'until', 'sender', 'conversation', 'message'],
          messages.map(({ id, deleted, restorable_until, sender, conversation, content }) => [
            id,
            formatTime(deleted),
            formatTime(restorable_until).slice(0, 10),
            sender,
            conversation,
            content.length > PREVIEW ? `${content.slice(0, PREVIEW)}…` : content,
          ]),
        ),
    }),
    restore: operationCommand({
      about: 'restore deleted messages',
      arguments: { ids: countArguments('IDs from message deleted') },
      flags: { as: AS },
      operation: 'message-restore',
      print: ({ restored }) => say(`Restored ${countWords(restored.length, 'message')}.`),
    }),
  },
};

const formatTime = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 16)}Z`;

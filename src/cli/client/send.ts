import { Type } from 'typebox';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { say } from '../../kernel/terminal/output.ts';
import { LIMITS } from '../../limits.ts';
import { readText } from '../connection/read-text.ts';
import { work } from '../declaration/command.ts';
import { ask } from './ask.ts';
import type { SendInput } from './commands.ts';
import { findLogin } from './credentials.ts';

/** Sends a message; prints its id. */
export const sendMessage = work({
  result: Type.Object({ id: Type.Integer() }),
  async run({ text, ...flags }: SendInput) {
    const login = await findLogin(flags);
    const content = await requireContent(text);
    const fields = { ...chooseRecipients(flags), content };
    const { id } = await ask<{ id: number }>(login, { method: 'POST', path: '/messages', fields });
    return { id };
  },
  print({ id }) {
    say('Sent. Message ID:');
    console.log(id);
  },
});

/** People are known by the @ in their addresses; a topic makes it a channel all the same. */
function chooseRecipients({ to, topic }: { to: string[]; topic?: string }) {
  if (topic === undefined && to.every((one) => one.includes('@'))) return { type: 'private', to };
  if (to.length !== 1) throw new Failure(EXIT.usage, 'Specify one channel, or one or more e-mail addresses, with --to');
  return { type: 'stream', to: to[0]!.replace(/^#/, ''), topic: topic ?? '' };
}

async function requireContent(input: string | undefined): Promise<string> {
  const content = await readText(input);
  if (content.trim() === '') throw new Failure(EXIT.usage, 'The message is empty');
  requireFittingLength(content);
  return content;
}

/** Throws for a message that a server would truncate. */
function requireFittingLength(content: string): void {
  const most = LIMITS.message_length;
  const length = [...content.replaceAll('\r\n', '\n').trimEnd()].length;
  if (length > most)
    throw new Failure(
      EXIT.usage,
      `Nothing was sent. The text has ${length} characters; a message can have at most ${most}. Send it in parts, or upload it as a file and send its link`,
    );
}

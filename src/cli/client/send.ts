import { text } from 'node:stream/consumers';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printJson, say } from '../../kernel/terminal/output.ts';
import { LIMITS } from '../../limits.ts';
import { ask } from './ask.ts';
import { type LoginFlags, loginOf } from './login.ts';

/** Sends a message; prints its id. */
export async function sendMessage(
  input: string | undefined,
  flags: LoginFlags & { to: string[]; topic?: string },
): Promise<void> {
  const login = await loginOf(flags);
  const content = await contentOf(input);
  const { id } = await ask<{ id: number }>(login, 'POST', '/messages', { ...addressOf(flags), content });
  if (flags.json) printJson({ id });
  else {
    say('Sent. Message ID:');
    console.log(id);
  }
}

/** People are known by the @ in their addresses; a topic makes it a channel all the same. */
function addressOf({ to, topic }: { to: string[]; topic?: string }) {
  if (topic === undefined && to.every((one) => one.includes('@'))) return { type: 'private', to };
  if (to.length !== 1) throw new Failure(EXIT.usage, 'Specify one channel, or one or more e-mail addresses, with --to');
  return { type: 'stream', to: to[0]!.replace(/^#/, ''), topic: topic ?? '' };
}

async function contentOf(input: string | undefined): Promise<string> {
  if (input === undefined && process.stdin.isTTY)
    throw new Failure(EXIT.usage, 'Specify the text, or - to read it from standard input');
  const content = input === undefined || input === '-' ? await text(process.stdin) : input;
  if (content.trim() === '') throw new Failure(EXIT.usage, 'The message is empty');
  requireFitting(content);
  return content;
}

/** Throws for a message that a server would truncate. */
function requireFitting(content: string): void {
  const most = LIMITS.message_length;
  const length = [...content.replaceAll('\r\n', '\n').trimEnd()].length;
  if (length > most)
    throw new Failure(
      EXIT.usage,
      `Nothing was sent. The text has ${length} characters; a message can have at most ${most}. Send it in parts, or upload it as a file and send its link`,
    );
}

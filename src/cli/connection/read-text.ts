import { text } from 'node:stream/consumers';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';

/** Returns a text argument, which may be in standard input. Throws Failure. */
export async function readText(input: string | undefined): Promise<string> {
  if (input === undefined && process.stdin.isTTY)
    throw new Failure(EXIT.usage, 'Specify the text, or - to read it from standard input');
  return input === undefined || input === '-' ? text(process.stdin) : input;
}

import { text } from 'node:stream/consumers';

/** The value of `--password`; `-` stands for the first line of standard input. */
export async function readPassword(input: string): Promise<string> {
  if (input !== '-') return input;
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0]!;
  console.error('Password:');
  for await (const line of (await import('node:readline')).createInterface(process.stdin)) return line;
  return '';
}

/** Returns the hash of `--password`. Throws ApiError for a weak one. */
export async function hashPassword(input: string): Promise<string> {
  const password = await readPassword(input);
  const { requirePassword } = await import('../../chat/people/users/field-rules.ts');
  requirePassword(password);
  return (await import('../../chat/people/sign-in/password-checks.ts')).hashPassword(password);
}

import { text } from 'node:stream/consumers';
import { requirePassword } from '../chat/users/names.ts';
import type { Account } from './commands.ts';
import { EXIT, Failure } from './failure.ts';
import { perform } from './perform.ts';

interface Given {
  data?: string;
  json?: boolean;
}

/** Makes an account and prints its API key: alone on standard output, or all there is to know with `--json`. */
export async function create(
  email: string,
  given: Given & { name: string; owner?: boolean; role?: string; password?: string },
): Promise<void> {
  if (given.owner && given.role && given.role !== 'owner') throw new Failure(EXIT.usage, '--owner and --role contradict each other');
  const role = given.owner ? 'owner' : (given.role ?? 'member');
  const password_hash = given.password === undefined ? null : await hashOf(given.password);
  const made = await perform(given.data, 'user-create', { email, full_name: given.name, role, password_hash });
  console.error(`${described(made)} can sign in; the API key:`);
  printKey(made, given);
}

export async function list(given: Given): Promise<void> {
  const { users } = await perform(given.data, 'user-list', {});
  if (given.json) return print(users);
  for (const { user_id, role, is_active, email, full_name, is_bot } of users)
    console.log(
      [String(user_id).padStart(5), (is_bot ? 'bot' : role).padEnd(13), is_active ? ' ' : '-', email.padEnd(32), full_name].join(' '),
    );
}

export async function apiKey(who: string, given: Given & { new?: boolean }): Promise<void> {
  printKey(await perform(given.data, given.new ? 'user-new-api-key' : 'user-api-key', { who }), given);
}

export async function passwd(who: string, given: Given & { password?: string }): Promise<void> {
  const password_hash = await hashOf(given.password ?? '-');
  const changed = await perform(given.data, 'user-passwd', { who, password_hash });
  console.error(`${described(changed)} has a new password.`);
}

export async function role(who: string, name: string, given: Given): Promise<void> {
  console.error(`${described(await perform(given.data, 'user-role', { who, role: name }))}.`);
}

export async function deactivate(who: string, given: Given): Promise<void> {
  console.error(`${described(await perform(given.data, 'user-deactivate', { who }))} is deactivated.`);
}

export async function reactivate(who: string, given: Given): Promise<void> {
  console.error(`${described(await perform(given.data, 'user-reactivate', { who }))} is active.`);
}

export async function allowEmailChanges(who: string, given: Given & { revoke?: boolean }): Promise<void> {
  const changed = await perform(given.data, 'user-allow-email-changes', { who, allowed: !given.revoke });
  console.error(`${described(changed)} may ${given.revoke ? 'no longer' : 'as an owner'} give others another e-mail address.`);
}

const described = ({ full_name, email, role, user_id }: Account): string => `${full_name} <${email}> (${role}, id ${user_id})`;

const print = (value: unknown): void => console.log(JSON.stringify(value, null, 2));

function printKey(made: Account & { api_key: string }, { json }: Given): void {
  if (json) print(made);
  else console.log(made.api_key);
}

/** The password's hash; `-` stands for the first line of standard input. */
async function hashOf(given: string): Promise<string> {
  if (given === '-' && process.stdin.isTTY) console.error('Password:');
  const password = given === '-' ? await firstLine() : given;
  requirePassword(password);
  return (await import('../chat/users/passwords.ts')).hashPassword(password);
}

async function firstLine(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0]!;
  for await (const line of (await import('node:readline')).createInterface(process.stdin)) return line;
  return '';
}

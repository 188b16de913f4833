import { text } from 'node:stream/consumers';
import { requirePassword } from '../chat/people/users/names.ts';
import { commandLine } from '../kernel/own-command.ts';
import type { Account } from './commands/accounts.ts';
import { type CommandOptions, placeOf } from './configuration.ts';
import { EXIT, Failure } from './failure.ts';
import { printJson, printLine, printTable, say } from './output.ts';
import { counted } from './progress.ts';
import { runCommandAnywhere } from './run-command.ts';

/** Creates an account and prints its API key alone, or all its data with `--json`. */
export async function create(
  email: string,
  given: CommandOptions & { name?: string; owner?: boolean; role?: string; password?: string },
): Promise<void> {
  if (given.owner && given.role && given.role !== 'owner')
    throw new Failure(EXIT.usage, 'Use either --owner or --role');
  const role = given.owner ? 'owner' : (given.role ?? 'member');
  const password_hash = given.password === undefined ? null : await hashOf(given.password);
  const made = await runCommandAnywhere(given, 'user-create', {
    email,
    full_name: given.name ?? nameFrom(email),
    role,
    password_hash,
  });
  say(`Created ${described(made)}.${signInHint(made, given)}\nAPI key:`);
  printKey(made, given);
}

/** How a new user signs in: with the password, or with a link if there is none. */
function signInHint({ email }: Account, given: CommandOptions & { password?: string }): string {
  if (given.password !== undefined) return ' They can sign in with the password.';
  return ` They have no password yet. To print a sign-in link: ${commandLine(`user login-link ${email}`, placeOf(given))}\n`;
}

/**
 * `ada.lovelace@example.com` → `Ada Lovelace`, until she changes it. Throws Failure for an address without a usable
 * name.
 */
function nameFrom(email: string): string {
  const name = email
    .replace(/@.*/, '')
    .split(/[._+-]+/)
    .filter((part) => part !== '')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join(' ');
  if (email.includes('@') && name.length < 2)
    throw new Failure(
      EXIT.usage,
      `The address ${email} does not contain a name of at least 2 characters. Specify one with --name`,
    );
  return name;
}

export async function list(given: CommandOptions): Promise<void> {
  const { users } = await runCommandAnywhere(given, 'user-list', {});
  if (given.json) return printJson(users);
  printTable(
    ['id', 'role', 'active', 'email', 'name'],
    users.map((one) => [
      one.user_id,
      one.is_bot ? 'bot' : one.role,
      one.is_active ? 'yes' : 'no',
      one.email,
      one.full_name,
    ]),
  );
}

export async function apiKey(who: string, given: CommandOptions & { new?: boolean }): Promise<void> {
  printKey(await runCommandAnywhere(given, given.new ? 'user-new-api-key' : 'user-api-key', { who }), given);
}

/** Prints a link that signs a user in once: for users who lost their password and have no mail. */
export async function loginLink(who: string, given: CommandOptions & { minutes: number }): Promise<void> {
  const made = await runCommandAnywhere(given, 'user-login-link', { who, minutes: given.minutes });
  if (given.json) return printJson(made);
  say(`This link signs in ${described(made)} once, within ${counted(given.minutes, 'minute')}:`);
  console.log(made.link);
}

/** Gives an imported account without an address to somebody, and prints their sign-in link. */
export async function claim(who: string, email: string, given: CommandOptions & { minutes: number }): Promise<void> {
  const made = await runCommandAnywhere(given, 'user-claim', { who, email, minutes: given.minutes });
  if (given.json) return printJson(made);
  say(`The account belongs to ${described(made)} now. Invite them with this link, which signs them in once:`);
  console.log(made.link);
}

export async function passwd(who: string, given: CommandOptions & { password?: string }): Promise<void> {
  const password_hash = await hashOf(given.password ?? '-');
  const changed = await runCommandAnywhere(given, 'user-passwd', { who, password_hash });
  printLine(given, changed, `Changed the password of ${described(changed)}.`);
}

export async function unlink(who: string, given: CommandOptions): Promise<void> {
  const changed = await runCommandAnywhere(given, 'user-unlink', { who });
  printLine(given, changed, `${described(changed)} is no longer linked to identity providers.`);
}

export async function resetSecondFactor(who: string, given: CommandOptions): Promise<void> {
  const changed = await runCommandAnywhere(given, 'user-reset-second-factor', { who });
  printLine(given, changed, `${described(changed)} has no second factor.`);
}

export async function role(who: string, name: string, given: CommandOptions): Promise<void> {
  const changed = await runCommandAnywhere(given, 'user-role', { who, role: name });
  printLine(given, changed, `${described(changed)}.`);
}

export async function deactivate(who: string, given: CommandOptions): Promise<void> {
  const changed = await runCommandAnywhere(given, 'user-deactivate', { who });
  printLine(given, changed, `Deactivated ${described(changed)}.`);
}

export async function reactivate(who: string, given: CommandOptions): Promise<void> {
  const changed = await runCommandAnywhere(given, 'user-reactivate', { who });
  printLine(given, changed, `Reactivated ${described(changed)}.`);
}

export async function allowEmailChanges(who: string, given: CommandOptions & { revoke?: boolean }): Promise<void> {
  const changed = await runCommandAnywhere(given, 'user-allow-email-changes', { who, allowed: !given.revoke });
  printLine(
    given,
    changed,
    `${described(changed)} can ${given.revoke ? 'no longer' : 'now'} change the e-mail addresses of other users.`,
  );
}

const described = ({ full_name, email, role, user_id }: Account): string =>
  `${full_name} <${email}> (${role}, id ${user_id})`;

function printKey(made: Account & { api_key: string }, { json }: CommandOptions): void {
  if (json) printJson(made);
  else console.log(made.api_key);
}

/** The password's hash; `-` stands for the first line of standard input. */
async function hashOf(given: string): Promise<string> {
  if (given === '-' && process.stdin.isTTY) console.error('Password:');
  const password = given === '-' ? await firstLine() : given;
  requirePassword(password);
  return (await import('../chat/people/sign-in/passwords.ts')).hashPassword(password);
}

async function firstLine(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0]!;
  for await (const line of (await import('node:readline')).createInterface(process.stdin)) return line;
  return '';
}

import { requirePassword } from '../../chat/people/users/field-rules.ts';
import { commandLine } from '../../kernel/own-command.ts';
import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { printJson, printLine, printTable, say } from '../../kernel/terminal/output.ts';
import { counted } from '../../kernel/terminal/progress.ts';
import type { Account } from '../../operations/accounts.ts';
import { type CommandOptions, placeOf } from '../../server/configuration.ts';
import { runCommandAnywhere } from '../connection/run-command.ts';
import { nameFromAddress } from './address-name.ts';
import { readPassword } from './password.ts';

/** Creates an account and prints its API key alone, or all its data with `--json`. */
export async function create(
  email: string,
  options: CommandOptions & { name?: string; owner?: boolean; role?: string; password?: string },
): Promise<void> {
  if (options.owner && options.role && options.role !== 'owner')
    throw new Failure(EXIT.usage, 'Use either --owner or --role');
  const role = options.owner ? 'owner' : (options.role ?? 'member');
  const password_hash = options.password === undefined ? null : await hashOf(options.password);
  const made = await runCommandAnywhere(options, 'user-create', {
    email,
    full_name: options.name ?? nameFrom(email),
    role,
    password_hash,
  });
  say(`Created ${described(made)}.${signInHint(made, options)}\nAPI key:`);
  printKey(made, options);
}

/** How a new user signs in: with the password, or with a link if there is none. */
function signInHint({ email }: Account, options: CommandOptions & { password?: string }): string {
  if (options.password !== undefined) return ' They can sign in with the password.';
  return ` They have no password yet. To print a sign-in link: ${commandLine(`user login-link ${email}`, placeOf(options))}\n`;
}

/** The name of a new account. Throws Failure for an address without a usable name. */
function nameFrom(email: string): string {
  const name = nameFromAddress(email);
  if (email.includes('@') && name.length < 2)
    throw new Failure(
      EXIT.usage,
      `The address ${email} does not contain a name of at least 2 characters. Specify one with --name`,
    );
  return name;
}

export async function list(options: CommandOptions): Promise<void> {
  const { users } = await runCommandAnywhere(options, 'user-list', {});
  if (options.json) return printJson(users);
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

export async function apiKey(who: string, options: CommandOptions & { new?: boolean }): Promise<void> {
  printKey(await runCommandAnywhere(options, options.new ? 'user-new-api-key' : 'user-api-key', { who }), options);
}

/** Prints a link that signs a user in once: for users who lost their password and have no mail. */
export async function loginLink(who: string, options: CommandOptions & { minutes: number }): Promise<void> {
  const made = await runCommandAnywhere(options, 'user-login-link', { who, minutes: options.minutes });
  if (options.json) return printJson(made);
  say(`This link signs in ${described(made)} once, within ${counted(options.minutes, 'minute')}:`);
  console.log(made.link);
}

/** Gives an imported account without an address to somebody, and prints their sign-in link. */
export async function claim(who: string, email: string, options: CommandOptions & { minutes: number }): Promise<void> {
  const made = await runCommandAnywhere(options, 'user-claim', { who, email, minutes: options.minutes });
  if (options.json) return printJson(made);
  say(`The account belongs to ${described(made)} now. Invite them with this link, which signs them in once:`);
  console.log(made.link);
}

export async function passwd(who: string, options: CommandOptions & { password?: string }): Promise<void> {
  const password_hash = await hashOf(options.password ?? '-');
  const changed = await runCommandAnywhere(options, 'user-passwd', { who, password_hash });
  printLine(options, changed, `Changed the password of ${described(changed)}.`);
}

export async function unlink(who: string, options: CommandOptions): Promise<void> {
  const changed = await runCommandAnywhere(options, 'user-unlink', { who });
  printLine(options, changed, `${described(changed)} is no longer linked to identity providers.`);
}

export async function resetSecondFactor(who: string, options: CommandOptions): Promise<void> {
  const changed = await runCommandAnywhere(options, 'user-reset-second-factor', { who });
  printLine(options, changed, `${described(changed)} has no second factor.`);
}

/** Ends the sessions of one user, or of everybody. */
export async function signOut(
  who: string | undefined,
  options: CommandOptions & { everyone?: boolean; apiKeys?: boolean },
): Promise<void> {
  if ((who === undefined) !== (options.everyone ?? false))
    throw new Failure(EXIT.usage, 'Name a user, or use --everyone');
  const api_keys = options.apiKeys ?? false;
  const keys = api_keys ? ' and replaced the API keys' : '';
  if (who === undefined) {
    const ended = await runCommandAnywhere(options, 'user-sign-out-everyone', { api_keys });
    return printLine(
      options,
      ended,
      `Ended all sessions${keys}. ${counted(ended.users, 'person', 'people')} can sign in again.`,
    );
  }
  const changed = await runCommandAnywhere(options, 'user-sign-out', { who, api_keys });
  printLine(options, changed, `Ended the sessions of ${described(changed)}${keys.replace('keys', 'key')}.`);
}

export async function role(who: string, name: string, options: CommandOptions): Promise<void> {
  const changed = await runCommandAnywhere(options, 'user-role', { who, role: name });
  printLine(options, changed, `${described(changed)}.`);
}

export async function deactivate(who: string, options: CommandOptions): Promise<void> {
  const changed = await runCommandAnywhere(options, 'user-deactivate', { who });
  printLine(options, changed, `Deactivated ${described(changed)}.`);
}

export async function reactivate(who: string, options: CommandOptions): Promise<void> {
  const changed = await runCommandAnywhere(options, 'user-reactivate', { who });
  printLine(options, changed, `Reactivated ${described(changed)}.`);
}

export async function allowEmailChanges(who: string, options: CommandOptions & { revoke?: boolean }): Promise<void> {
  const changed = await runCommandAnywhere(options, 'user-allow-email-changes', { who, allowed: !options.revoke });
  printLine(
    options,
    changed,
    `${described(changed)} can ${options.revoke ? 'no longer' : 'now'} change the e-mail addresses of other users.`,
  );
}

const described = ({ full_name, email, role, user_id }: Account): string =>
  `${full_name} <${email}> (${role}, id ${user_id})`;

function printKey(made: Account & { api_key: string }, { json }: CommandOptions): void {
  if (json) printJson(made);
  else console.log(made.api_key);
}

/** The password's hash; `-` stands for the first line of standard input. */
async function hashOf(input: string): Promise<string> {
  const password = await readPassword(input);
  requirePassword(password);
  return (await import('../../chat/people/sign-in/password-checks.ts')).hashPassword(password);
}

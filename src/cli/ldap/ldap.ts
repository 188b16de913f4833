import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { harmless, printJson, printTable, say } from '../../kernel/terminal/output.ts';
import { counted } from '../../kernel/terminal/progress.ts';
import type { Result } from '../../operations/operations.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import { runCommandAnywhere } from '../connection/run-command.ts';
import { readPassword } from '../user/password.ts';

type Check = Result<'ldap-check'>;
type Change = NonNullable<Extract<Check['signIn'], { changes: unknown }>>['changes'][number];

/** Prints what the directory says about a login name, and what a sign-in with it would do. */
export async function check(name: string, options: CommandOptions & { password?: string | true }): Promise<void> {
  const { password: input } = options;
  const password = input === undefined ? undefined : await readPassword(input === true ? '-' : input);
  const found = await runCommandAnywhere(options, 'ldap-check', { name, password });
  if (options.json) printJson(found);
  else console.log(harmless(report(found).join('\n')));
  const { failure, isPassword, signIn } = found;
  if (failure !== undefined) throw new Failure(EXIT.unreachable, `The directory at ${found.url} ${failure}`);
  if (found.entries === 'none') throw new Failure(EXIT.notFound, 'No entry matches. Check base, filter and users');
  if (found.entries === 'several')
    throw new Failure(EXIT.failure, 'Several entries match, so nobody can sign in. Make the filter stricter');
  if (isPassword === false) throw new Failure(EXIT.notAllowed, 'The directory rejects this password');
  if (signIn && 'rejected' in signIn) throw new Failure(EXIT.notAllowed, `A sign-in is rejected: ${signIn.rejected}`);
}

function report({ url, base, filter, entries, dn, attributes, isPassword, signIn }: Check): string[] {
  const lines = [`Directory:  ${url}`, `Base:       ${base}`, `Filter:     ${filter}`];
  if (entries !== undefined) lines.push(`Entries:    ${entries}`);
  if (attributes) {
    const { id, email = 'missing', name = 'missing', groups } = attributes;
    const names = groups === 'withheld' ? ['too many to read'] : groups;
    lines.push(`Entry:      ${dn}`, `ID:         ${id}`, `E-mail:     ${email}`, `Name:       ${name}`);
    lines.push(`Groups:     ${names.length === 0 ? 'none' : names.join('\n            ')}`);
  }
  if (isPassword !== undefined) lines.push(`Password:   ${isPassword ? 'correct' : 'wrong'}`);
  if (signIn && 'account' in signIn) {
    const { user_id, email, full_name, role } = signIn.account;
    const id = user_id === null ? 'a new account' : `id ${user_id}`;
    lines.push(`Sign-in to: ${full_name} <${email}> (${role}, ${id})`);
    lines.push(...signIn.changes.map((change) => `            ${textOf(change)}`));
  }
  return lines;
}

/** Updates all accounts from the directory now, or prints what that would change. */
export async function synchronize(options: CommandOptions & { dryRun?: boolean }): Promise<void> {
  const isTrial = options.dryRun === true;
  const done = await runCommandAnywhere(options, 'ldap-sync', { isTrial });
  const { entries, accounts, changes, reason } = done;
  if (options.json) printJson(done);
  else if (changes.length > 0)
    printTable(
      ['id', 'email', 'change'],
      changes.map((change) => [change.user_id, change.email, textOf(change)]),
    );
  if (reason !== undefined) throw new Failure(EXIT.failure, sentence(reason));
  const compared = `Compared ${counted(accounts, 'account')} with ${counted(entries, 'entry', 'entries')}`;
  const number = changes.filter(({ rejected }) => rejected === undefined).length;
  say(`${compared}: ${counted(number, 'change')}${isTrial ? '. Nothing was changed' : ''}.`);
}

const sentence = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

function textOf({ change, value, rejected }: Change): string {
  const text = value === '' ? change : `${change}: ${value}`;
  return rejected === undefined ? text : `${text} (rejected: ${rejected})`;
}

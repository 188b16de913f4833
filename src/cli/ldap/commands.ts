import { EXIT, Failure } from '../../kernel/terminal/failure.ts';
import { harmless, printTable, say } from '../../kernel/terminal/output.ts';
import { countWords } from '../../kernel/terminal/progress.ts';
import type { Result } from '../../operations/operations.ts';
import { type Noun, operationCommand } from '../declaration/command.ts';
import { argument, flag, type Parameter } from '../declaration/parameters.ts';
import { readPassword } from '../user/password.ts';

type Check = Result<'ldap-check'>;
type Change = Pick<Result<'ldap-sync'>['changes'][number], 'change' | 'value' | 'rejected'>;

const password: Parameter<string | true | undefined> = {
  form: '[password]',
  about: 'also check this password; without it or with -: from standard input',
};

export const ldapNoun: Noun = {
  about: 'check the LDAP directory, and update accounts from it',
  commands: {
    check: operationCommand({
      about: 'look for a login name in the directory, and print what a sign-in would do',
      arguments: { name: argument('what somebody enters to sign in') },
      flags: { password },
      operation: 'ldap-check',
      prepare: async ({ name, password: input }) => ({
        name,
        password: input === undefined ? undefined : await readPassword(input === true ? '-' : input),
      }),
      print: (found) => console.log(harmless(describe(found).join('\n'))),
      fails: findFault,
    }),
    sync: operationCommand({
      about: 'update names, roles and groups of all accounts now, and deactivate those without an entry',
      flags: { dryRun: flag('only print what would change') },
      operation: 'ldap-sync',
      print({ changes, reason, accounts, entries }, { dryRun }) {
        if (changes.length > 0)
          printTable(
            ['id', 'email', 'change'],
            changes.map((change) => [change.user_id, change.email, describeChange(change)]),
          );
        if (reason !== undefined) return;
        const compared = `Compared ${countWords(accounts, 'account')} with ${countWords(entries, 'entry', 'entries')}`;
        const number = changes.filter(({ rejected }) => rejected === undefined).length;
        say(`${compared}: ${countWords(number, 'change')}${dryRun ? '. Nothing was changed' : ''}.`);
      },
      fails: ({ reason }) =>
        reason === undefined ? undefined : new Failure(EXIT.failure, reason[0]!.toUpperCase() + reason.slice(1)),
    }),
  },
};

function findFault({ url, failure, entries, isPassword, signIn }: Check): Failure | undefined {
  if (failure !== undefined) return new Failure(EXIT.unreachable, `The directory at ${url} ${failure}`);
  if (entries === 'none') return new Failure(EXIT.notFound, 'No entry matches. Check base, filter and users');
  if (entries === 'several')
    return new Failure(EXIT.failure, 'Several entries match, so nobody can sign in. Make the filter stricter');
  if (isPassword === false) return new Failure(EXIT.notAllowed, 'The directory rejects this password');
  if (signIn && 'rejected' in signIn) return new Failure(EXIT.notAllowed, `A sign-in is rejected: ${signIn.rejected}`);
  return undefined;
}

function describe({ url, base, filter, entries, dn, attributes, isPassword, signIn }: Check): string[] {
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
    lines.push(...signIn.changes.map((change) => `            ${describeChange(change)}`));
  }
  return lines;
}

function describeChange({ change, value, rejected }: Change): string {
  const text = value === '' ? change : `${change}: ${value}`;
  return rejected === undefined ? text : `${text} (rejected: ${rejected})`;
}

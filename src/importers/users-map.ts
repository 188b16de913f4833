import { requireReadable } from '../backup/readable-file.ts';
import { parseCsv } from '../kernel/files/csv.ts';
import { readTextFile } from '../kernel/files/text-file.ts';
import { EXIT, Failure } from '../kernel/terminal/failure.ts';

/** E-mail addresses for people whom the archive names without one, or with another one. */
export class UsersMap {
  readonly #emails: ReadonlyMap<string, string>;

  constructor(emails: ReadonlyMap<string, string>) {
    this.#emails = emails;
  }

  /** By the id, user name or address on the other server. */
  findEmail(...names: (string | undefined)[]): string | undefined {
    for (const name of names) {
      const email = name && this.#emails.get(name.toLowerCase());
      if (email) return email;
    }
    return undefined;
  }
}

/** The head of the list of people without an address. */
export const USERS_MAP_HEAD = 'user,address,name\n';

/**
 * Reads a CSV file: id, user name or address on the other server; address here. Further columns are for people who fill
 * it in.
 */
export function readUsersMap(path: string | undefined): UsersMap {
  const emails = new Map<string, string>();
  if (path === undefined) return new UsersMap(emails);
  requireReadable(path);
  const { rows, unclosed } = parseCsv(readTextFile(path));
  if (unclosed !== undefined)
    throw new Failure(EXIT.usage, `${path}, line ${unclosed}: the quotation mark is not closed`);
  for (const [at, { line, cells }] of rows.entries()) {
    const [name, email] = cells;
    // The list that an import writes: nobody has filled in this address yet.
    if (name && email === '') continue;
    if (!name || !email?.includes('@')) {
      // The first line may have the names of the columns.
      if (at === 0 && !email?.includes('@')) continue;
      throw new Failure(EXIT.usage, `${path}, line ${line}: write the user there, a comma, and the address here`);
    }
    emails.set(name.toLowerCase(), email);
  }
  return new UsersMap(emails);
}

import type { Person } from '../server/types.ts';

// Reads lists of people as copied from e-mails, address books and spreadsheets: `Mia Martín <mia@example.com>; "Planck,
// Max" <max@example.com>`.

const once = (parts: readonly string[]): string[] => [...new Set(parts.map((part) => part.trim()).filter(Boolean))];

/**
 * The e-mail addresses in a list. A word next to an address without @ or dot is a name and is ignored. The server
 * validates everything else.
 */
export const parseAddresses = (list: string): string[] =>
  once(
    list.split('\n').flatMap((line) => {
      const parts = line.split(/[\s,;<>"]+/);
      return line.includes('@') ? parts.filter((part) => /[@.]/.test(part)) : parts;
    }),
  );

/** The people in a list, by address, or by name if no address is given. */
export const parseRecipients = (list: string): string[] =>
  once(list.replace(/(?:"[^"]*"|[^,;\t\r\n<>"]*)\s*<([^<>]*)>/g, ',$1,').split(/[,;\t\r\n]+/));

/** The users that a list refers to, by address or by unique name, and the entries that match no user. */
export function matchRecipients(list: string, all: readonly Person[]): { ids: number[]; unknown: string[] } {
  const ids: number[] = [];
  const unknown = parseRecipients(list).filter((wanted) => {
    const is = (name: string) => name.toLowerCase() === wanted.toLowerCase();
    const [found, another] = all.filter(
      ({ full_name, email, delivery_email }) => is(full_name) || is(delivery_email ?? email),
    );
    if (!found || another) return true;
    ids.push(found.user_id);
    return false;
  });
  return { ids, unknown };
}

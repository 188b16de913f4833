import type { Person } from '../server/types.ts';

// Lists of people as mails, books of addresses and tables write them: `Mia Martín <mia@example.com>; "Planck, Max" <max@example.com>`.

const once = (parts: readonly string[]): string[] => [...new Set(parts.map((part) => part.trim()).filter(Boolean))];

/** The addresses of a list. Beside one, what has neither an @ nor a dot is somebody's name; what else is no address is for the server to refuse. */
export const addressesIn = (list: string): string[] =>
  once(
    list.split('\n').flatMap((line) => {
      const parts = line.split(/[\s,;<>"]+/);
      return line.includes('@') ? parts.filter((part) => /[@.]/.test(part)) : parts;
    }),
  );

/** Whom a list names, by name or address; behind a name the address says enough. */
export const peopleIn = (list: string): string[] =>
  once(list.replace(/(?:"[^"]*"|[^,;\t\r\n<>"]*)\s*<([^<>]*)>/g, ',$1,').split(/[,;\t\r\n]+/));

/** Who of these is meant by a list, by address or by a name that no other of them has; and what of it names nobody. */
export function meantBy(list: string, all: readonly Person[]): { ids: number[]; unknown: string[] } {
  const ids: number[] = [];
  const unknown = peopleIn(list).filter((wanted) => {
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

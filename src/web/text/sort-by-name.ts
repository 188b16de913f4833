import { computed } from '@preact/signals';
import type { Person } from '../server/types.ts';
import { store } from '../store/store.ts';

const collator = new Intl.Collator(undefined, { sensitivity: 'base' });
const ASCII = /^[\x20-\x7e]*$/;
/** A name without accents. Unlike searches, the order keeps letters such as ø apart. */
const sortKey = (name: string): string =>
  (ASCII.test(name) ? name : name.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase().trim();
const LATIN = /^[a-z0-9 .'-]*$/;

/** Normalized names that several active users have. */
export const sharedNames = computed((): ReadonlySet<string> => {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { is_active, full_name } of store.users.value.values()) {
    if (!is_active) continue;
    const name = sortKey(full_name);
    if (seen.has(name)) shared.add(name);
    seen.add(name);
  }
  return shared;
});

/**
 * All users sorted by name, shared by all views, since sorting ten thousand names is slow. A changed user is moved
 * within the existing order.
 */
export const usersByName = computed(usersSorter());

function usersSorter(): () => readonly Person[] {
  let before: readonly Person[] = [];
  return () => (before = sortUsers(store.users.value, before));
}

/** Sorts quickly if most users are in `before`, the order of the last call. */
function sortUsers(all: ReadonlyMap<number, Person>, before: readonly Person[]): readonly Person[] {
  const known = new Set<number>();
  const keyed: { key: string; isLatin: boolean; person: Person }[] = [];
  const take = (person: Person | undefined) => {
    if (!person || known.has(person.user_id)) return;
    known.add(person.user_id);
    const key = sortKey(person.full_name);
    keyed.push({ key, isLatin: LATIN.test(key), person });
  };
  for (const { user_id } of before) take(all.get(user_id));
  for (const person of all.values()) take(person);
  keyed.sort((a, b) => {
    if (a.key === b.key) return 0;
    // For Latin text, comparing normalized keys gives the same order as the language's collation and is ten times
    // faster.
    if (a.isLatin && b.isLatin) return a.key < b.key ? -1 : 1;
    return collator.compare(a.key, b.key);
  });
  return keyed.map(({ person }) => person);
}

/** Some users in the same order. */
export function sortedByName(ids: ReadonlySet<number>): readonly Person[] {
  return usersByName.value.filter(({ user_id }) => ids.has(user_id));
}

import { computed } from '@preact/signals';
import type { Person } from '../server/types.ts';
import { store } from '../store/store.ts';
import { plain } from './normalize.ts';

const collator = new Intl.Collator(undefined, { sensitivity: 'base' });
const LATIN = /^[a-z0-9 .'-]*$/;
let before: readonly Person[] = [];

/** Plain names that several people have who are still there. */
export const sharedNames = computed((): ReadonlySet<string> => {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { is_active, full_name } of store.people.value.values()) {
    if (!is_active) continue;
    const name = plain(full_name);
    if (seen.has(name)) shared.add(name);
    seen.add(name);
  }
  return shared;
});

/**
 * Everybody one may know by their names. Ten thousand are sorted once, for all who show them: one who changes is put into the order
 * there was.
 */
export const peopleByName = computed((): readonly Person[] => {
  const all = store.people.value;
  const known = new Set<number>();
  const keyed: { key: string; isLatin: boolean; person: Person }[] = [];
  const take = (person: Person | undefined) => {
    if (!person || known.has(person.user_id)) return;
    known.add(person.user_id);
    const key = plain(person.full_name);
    keyed.push({ key, isLatin: LATIN.test(key), person });
  };
  for (const { user_id } of before) take(all.get(user_id));
  for (const person of all.values()) take(person);
  keyed.sort((a, b) => {
    if (a.key === b.key) return 0;
    // The language's own order costs ten times as much, and is the same for these.
    if (a.isLatin && b.isLatin) return a.key < b.key ? -1 : 1;
    return collator.compare(a.key, b.key);
  });
  before = keyed.map(({ person }) => person);
  return before;
});

/** Some of them, in the same order. */
export function inOrder(ids: ReadonlySet<number>): readonly Person[] {
  return peopleByName.value.filter(({ user_id }) => ids.has(user_id));
}

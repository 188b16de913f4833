import { computed } from '@preact/signals';
import fuzzysort from 'fuzzysort';
import { store } from '../../store/store.ts';
import type { Person } from '../../wire.ts';

// What is looked through at every key is made once, and again only for what changed.

export interface Named<T> {
  one: T;
  name: ReturnType<typeof fuzzysort.prepare>;
}

const known = new WeakMap<Person, Named<Person>>();

export function namedPerson(one: Person): Named<Person> {
  let found = known.get(one);
  if (!found) known.set(one, (found = { one, name: fuzzysort.prepare(one.full_name) }));
  return found;
}

/** Everybody who is active. */
export const namedPeople = computed((): readonly Named<Person>[] =>
  [...store.people.value.values()].filter(({ is_active }) => is_active).map(namedPerson),
);

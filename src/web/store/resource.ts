import type { ServerEvent, Snapshot } from '../server/types.ts';

/**
 * A resource as the client keeps it: how it begins, and what an event makes of it. Plain functions; a state is never changed, and one
 * that an event does not touch is returned as it is, so that nobody who looks at it has to look again.
 */
export interface Resource<State> {
  start(snapshot: Snapshot): State;
  apply(state: State, event: ServerEvent): State;
}

/** `type` or `type/op`, as reducers are named. */
export const nameOf = ({ type, op }: ServerEvent): string => (op === undefined ? type : `${type}/${op}`);

type Reducers<State> = Record<string, (state: State, event: ServerEvent) => State>;

/** A resource whose events each have a reducer of their own. */
export const resource = <State>(start: (snapshot: Snapshot) => State, reducers: Reducers<State>): Resource<State> => ({
  start,
  apply: (state, event) => reducers[nameOf(event)]?.(state, event) ?? state,
});

/**
 * Copies made since the events at hand began to be taken up: nobody else has seen them, so that the next of these events may change
 * them in place.
 */
let made: WeakSet<object> | undefined;

/** Takes up several events at once: what they change is copied once for all of them, were it a thousand. */
export function together<T>(takeUp: () => T): T {
  made = new WeakSet();
  try {
    return takeUp();
  } finally {
    made = undefined;
  }
}

/** A map to change in the place of this one, which somebody may look at. */
export function copied<K, V>(map: ReadonlyMap<K, V>): Map<K, V> {
  if (made?.has(map)) return map as Map<K, V>;
  const copy = new Map(map);
  made?.add(copy);
  return copy;
}

/** The same for a set. */
export function copiedSet<T>(set: ReadonlySet<T> = new Set()): Set<T> {
  if (made?.has(set)) return set as Set<T>;
  const copy = new Set(set);
  made?.add(copy);
  return copy;
}

/** A map with one entry more, other, or (undefined) less. */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | undefined): ReadonlyMap<K, V> {
  const next = copied(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}

/** A map whose entry, if there is one, has changed. */
export function changed<K, V>(map: ReadonlyMap<K, V>, key: K, change: (value: V) => V): ReadonlyMap<K, V> {
  const value = map.get(key);
  return value === undefined ? map : withEntry(map, key, change(value));
}

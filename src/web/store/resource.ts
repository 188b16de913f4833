import type { EventName, EventNamed, ServerEvent, Snapshot } from '../server/types.ts';

/**
 * A resource of the client's state: its initial value and how an event changes it. Reducers are pure functions. They
 * return the same object if the event does not concern it, so that views are not rendered again.
 */
export interface Resource<State> {
  start(snapshot: Snapshot): State;
  apply(state: State, event: ServerEvent): State;
}

/** The name of an event's reducer: `type` or `type/op`. */
export const eventName = ({ type, op }: ServerEvent): EventName =>
  (op === undefined ? type : `${type}/${op}`) as EventName;

/** Reducers by the name of the event that they apply. */
type Reducers<State> = { [Name in EventName]?: (state: State, event: EventNamed<Name>) => State };

/** Creates a resource with one reducer per event. */
export const resource = <State>(start: (snapshot: Snapshot) => State, reducers: Reducers<State>): Resource<State> => ({
  start,
  apply(state, event) {
    const reduce = reducers[eventName(event)] as ((state: State, event: ServerEvent) => State) | undefined;
    return reduce?.(state, event) ?? state;
  },
});

/**
 * Copies made in the current batch of events. Nothing else refers to them yet, so later events of the batch may modify
 * them in place.
 */
let batchCopies: WeakSet<object> | undefined;

/** Applies a batch of events. Each collection that changes is copied once for the whole batch. */
export function inBatch<T>(apply: () => T): T {
  batchCopies = new WeakSet();
  try {
    return apply();
  } finally {
    batchCopies = undefined;
  }
}

/** A copy of the map that the caller may modify. The original may be in use by a view. */
export function mutableCopy<K, V>(map: ReadonlyMap<K, V>): Map<K, V> {
  if (batchCopies?.has(map)) return map as Map<K, V>;
  const copy = new Map(map);
  batchCopies?.add(copy);
  return copy;
}

/** The same for a set. */
export function mutableSet<T>(set: ReadonlySet<T> = new Set()): Set<T> {
  if (batchCopies?.has(set)) return set as Set<T>;
  const copy = new Set(set);
  batchCopies?.add(copy);
  return copy;
}

/** A copy of the map with an entry set or, for undefined, removed. */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | undefined): ReadonlyMap<K, V> {
  const next = mutableCopy(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}

/** A copy of the map with one existing entry changed. */
export function withChanged<K, V>(map: ReadonlyMap<K, V>, key: K, change: (value: V) => V): ReadonlyMap<K, V> {
  const value = map.get(key);
  return value === undefined ? map : withEntry(map, key, change(value));
}

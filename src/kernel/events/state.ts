import type { Static, TObject, TProperties } from 'typebox';
import type { ClientKind } from './client.ts';

/** The parameters of /register that its parts may need. */
export interface StateRequest<App = unknown, User = unknown> {
  app: App;
  /** undefined: a visitor without an account. */
  user: User | undefined;
  kind: ClientKind;
  includeSubscribers: 'true' | 'false' | 'partial';
  presenceHistoryDays: number;
  /** Whether the client fetches this type, too. */
  fetches(type: string): boolean;
  /** Whether the client requested this type by name, not only as part of all types. */
  names(type: string): boolean;
  caller: { origin: string };
}

/** One part of /register's answer, sent if all its `types` are fetched. */
export interface StateDeclaration<Shape extends TProperties = TProperties> {
  types: readonly string[];
  shape: Shape;
  read(request: StateRequest): object;
}

/**
 * Makes the function that declares what a client receives from /register for an event type. Events of that type keep it
 * up to date.
 */
export function statesOf<App, User>() {
  return function state<S extends TProperties>(
    types: string | readonly string[],
    shape: S,
    read: (request: StateRequest<App, User>) => Static<TObject<S>>,
  ): StateDeclaration<S> {
    return { types: typeof types === 'string' ? [types] : types, shape, read };
  };
}

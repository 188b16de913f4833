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

/** What all viewers of one kind see alike, except for their own entry. */
export interface SharedState<App = unknown, User = unknown> {
  /** Tells the kinds of viewers apart. */
  key: string;
  /** The request of a viewer of this kind who is nobody. */
  as: StateRequest<App, User>;
  /** The viewer's own entry in that state, and as the viewer sees it. */
  own?: readonly [shared: object, seen: object] | undefined;
  /** The tables whose changes may be missing in a state of this age, in ms. */
  late?: { tables: readonly string[]; by: number } | undefined;
}

/** One part of /register's answer, sent if all its `types` are fetched. */
export interface StateDeclaration<Shape extends TProperties = TProperties> {
  types: readonly string[];
  shape: Shape;
  read(request: StateRequest): object;
  /** How this viewer's state is that of many, if it is. It is then read and serialized once for all. */
  share?: ((request: StateRequest) => SharedState | undefined) | undefined;
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
    share?: (request: StateRequest<App, User>) => SharedState<App, User> | undefined,
  ): StateDeclaration<S> {
    return { types: typeof types === 'string' ? [types] : types, shape, read, share } as StateDeclaration<S>;
  };
}

import type { Static, TObject, TProperties } from 'typebox';
import type { App } from '../../app.ts';
import type { User } from '../../chat/people/users/types.ts';
import type { ClientKind } from './client.ts';

/** What /register was asked for, as the parts of its answer may want to know it. */
export interface StateRequest {
  app: App;
  /** undefined: a visitor without an account. */
  user: User | undefined;
  kind: ClientKind;
  includeSubscribers: 'true' | 'false' | 'partial';
  presenceHistoryDays: number;
  /** Whether the client fetches this type too. */
  fetches(type: string): boolean;
  /** Whether the client asked for this type by name, not only for all types. */
  names(type: string): boolean;
  caller: { origin: string };
}

/** One part of /register's answer: given when all its `types` are fetched. */
export interface StateDeclaration {
  types: readonly string[];
  shape: TProperties;
  read(request: StateRequest): object;
}

/** Declares what a client learns at /register under an event type; events of that type keep it right. */
export function state<S extends TProperties>(
  types: string | readonly string[],
  shape: S,
  read: (request: StateRequest) => Static<TObject<S>>,
): StateDeclaration {
  return { types: typeof types === 'string' ? [types] : types, shape, read };
}

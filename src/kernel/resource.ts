import type { Database } from './db/database.ts';
import type { EventDeclaration, EventMaker } from './events/event.ts';
import type { StateDeclaration } from './events/state.ts';
import type { Endpoint } from './http/endpoint.ts';
import type { Job } from './jobs.ts';

/** Modules of one folder whose exports are declarations. */
export type Resource = readonly object[];

type Factories = Readonly<Record<string, (db: Database) => unknown>>;

/** What the factories of a table create, by name. */
export type Opened<T extends Factories> = { [N in keyof T]: ReturnType<T[N]> };

/** Calls all factories of a table: repositories on an open database, or state in the process. */
export const openEach = <T extends Factories>(factories: T, db: Database): Opened<T> =>
  Object.fromEntries(Object.entries(factories).map(([name, open]) => [name, open(db)])) as Opened<T>;

/** Everything the resources declare, by kind. */
export interface Declarations {
  endpoints: readonly Endpoint[];
  events: readonly EventDeclaration[];
  states: readonly StateDeclaration[];
  jobs: readonly Job[];
}

/** Declares a resource: each export of these modules that is an endpoint, event, state or job takes part. */
export const resource = <const Parts extends Resource>(...parts: Parts): Parts => parts;

/** Collects what the resources declare. */
export function collectDeclarations(resources: Readonly<Record<string, Resource>>): Declarations {
  const all: unknown[] = Object.values(resources).flatMap((parts) => parts.flatMap((part) => Object.values(part)));
  return {
    endpoints: all.filter((value): value is Endpoint => has(value, 'kind') && value.kind === 'endpoint'),
    events: all.filter(isEventMaker).map(({ declaration }) => declaration),
    states: all.filter((value): value is StateDeclaration => has(value, 'read') && has(value, 'types')),
    jobs: all.filter((value): value is Job => has(value, 'run') && has(value, 'every')),
  };
}

function isEventMaker(value: unknown): value is EventMaker<unknown> {
  return typeof value === 'function' && 'declaration' in value;
}

function has<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && key in value;
}

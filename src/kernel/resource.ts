import type { Database } from './db/database.ts';
import type { EventDeclaration, EventMaker } from './events/event.ts';
import type { StateDeclaration } from './events/state.ts';
import type { Endpoint } from './http/endpoint.ts';
import type { Job } from './jobs.ts';

type RepositoryFactories = Readonly<Record<string, (db: Database) => object>>;
type MemoryFactories = Readonly<Record<string, () => object>>;

/**
 * What one folder adds to the server: repositories by their name in `App`, in-process state by its name in
 * `App.memory`, and modules whose exports are declarations.
 */
export interface Resource<
  R extends RepositoryFactories = {},
  M extends MemoryFactories = {},
  P extends readonly object[] = readonly object[],
> {
  repositories: R;
  memory: M;
  parts: P;
}

/** Everything the resources declare, by kind. */
export interface Declarations {
  endpoints: readonly Endpoint[];
  events: readonly EventDeclaration[];
  states: readonly StateDeclaration[];
  jobs: readonly Job[];
}

type Table = Readonly<
  Record<string, { repositories: RepositoryFactories; memory: MemoryFactories; parts: readonly object[] }>
>;
type Combined<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

/** The repositories of all resources of a table, by name. */
export type RepositoriesOf<T extends Table> = Combined<
  { [K in keyof T]: { [N in keyof T[K]['repositories']]: ReturnType<T[K]['repositories'][N]> } }[keyof T]
>;

/** The in-process state of all resources of a table, by name. */
export type MemoryOf<T extends Table> = Combined<
  { [K in keyof T]: { [N in keyof T[K]['memory']]: ReturnType<T[K]['memory'][N]> } }[keyof T]
>;

/**
 * Declares a resource. `memory`: state that a restart may lose. `parts` are modules: each export that is an endpoint,
 * event, state or job takes part.
 */
export function resource<
  R extends RepositoryFactories = {},
  M extends MemoryFactories = {},
  const P extends readonly object[] = [],
>({
  repositories = {} as R,
  memory = {} as M,
  parts = [] as unknown as P,
}: {
  repositories?: R;
  memory?: M;
  parts?: P;
}): Resource<R, M, P> {
  return { repositories, memory, parts };
}

/** Prepares the repositories of all resources on an open database. */
export function openRepositories<T extends Table>(resources: T, db: Database): RepositoriesOf<T> {
  const factories = Object.values(resources).flatMap(({ repositories }) => Object.entries(repositories));
  return Object.fromEntries(factories.map(([name, open]) => [name, open(db)])) as RepositoriesOf<T>;
}

/** Creates the in-process state of all resources. */
export function createMemory<T extends Table>(resources: T): MemoryOf<T> {
  const factories = Object.values(resources).flatMap(({ memory }) => Object.entries(memory));
  return Object.fromEntries(factories.map(([name, create]) => [name, create()])) as MemoryOf<T>;
}

/** Collects what the resources declare. */
export function declarationsOf(resources: Table): Declarations {
  const all: unknown[] = Object.values(resources).flatMap(({ parts }) => parts.flatMap((part) => Object.values(part)));
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

import type { Static, TSchema } from 'typebox';
import type { App } from '../app.ts';
import type { AuditedAction } from '../chat/organization/audit-log/types.ts';

/**
 * Why an operation adds nothing to the audit log. `reads`: it changes nothing and reveals no secret. `part`: another
 * operation of the same command is recorded. `itself`: it records each of its actions. `transient`: nothing remains of
 * what it does.
 */
type Unaudited = 'reads' | 'part' | 'itself' | 'transient';

/** The entry of an operation after it ran; undefined: this run needs none. */
type Describe<A, R> = (result: R, args: A, app: App) => AuditedAction | undefined;

/**
 * What a command does to an open database, in whichever process has it open. It throws ApiError; status 404: not found.
 * Waiting, such as for writing a file, comes before any change.
 */
export interface Operation<A, R> {
  /** The JSON of the command. An operation without one is a part of a command. */
  result?: TSchema;
  audit: Unaudited | Describe<A, R>;
  run(app: App, args: A): R | Promise<R>;
}

/** Declares the operation of a command. */
export const operation = <A, S extends TSchema>(
  declared: Operation<A, Static<S>> & { result: S },
): Operation<A, Static<S>> => declared;

/** Declares an operation of which a command runs several, such as one for each part of an archive. */
export const part = <A, R extends object>(declared: Omit<Operation<A, R>, 'result'>): Operation<A, R> => declared;

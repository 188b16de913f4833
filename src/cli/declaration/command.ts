import type { Command as Program } from 'commander';
import type { Static, TSchema } from 'typebox';
import type { Failure } from '../../kernel/terminal/failure.ts';
import type { Args, OperationName, Result } from '../../operations/operations.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import type { Parameters, Values } from './parameters.ts';

/**
 * Which folder a command uses. `organization` (the default): the data folder of one organization. `organizations`: the
 * folder of many. `either`: one of both. `new`: its own, or the folder of many. `account`: that of one organization
 * with `--as`, or none. `none`: none.
 */
export type Place = 'organization' | 'organizations' | 'either' | 'new' | 'account' | 'none';

/** What a user types, and what help says about it. */
interface Form<A extends Parameters, F extends Parameters> {
  about: string;
  /** In their order. The names of arguments and flags are the names of their values. */
  arguments?: A;
  flags?: F;
  /** The flags of all settings, with other defaults for some of them. */
  settings?: Readonly<Record<string, string>>;
  place?: Place;
  /** False: it has no result that is data. */
  json?: false;
  /** It runs if no command is named. */
  isDefault?: true;
  /** What help says after the flags. */
  notes?: string;
}

/** What a command is given. */
export type Input<A, F> = Values<A> & Values<F> & CommandOptions;
/** The same, by the declared arguments and flags. */
export type InputOf<D extends { arguments?: Parameters; flags?: Parameters }> = Input<D['arguments'], D['flags']>;

/** Prints the result as text. `--json` prints the same result as JSON. */
interface Printing<R, I> {
  print?(result: R, input: I): void | Promise<void>;
  /** The error that ends the command after its output. */
  fails?(result: R, input: I): Failure | undefined | Promise<Failure | undefined>;
  /** The exit code, if it is not 0. */
  exitCode?(result: R, input: I): number;
}

/** What a command of its own does, in this process. */
export interface Work<R, I> extends Printing<R, I> {
  /** The JSON of the result. */
  result?: TSchema;
  run(input: I, program: Program): R | Promise<R>;
}

/** A declared command: help, completion, docs/command-line.md and `--json` follow from it. */
export interface Command extends Form<Parameters, Parameters>, Printing<any, any> {
  /** Runs this operation: in the server that has the data folder open, or else in this process. */
  operation?: OperationName;
  /** `server`: only in a running server. `long`: for minutes, so that a lost server ends the command. */
  runsIn?: 'server' | 'long';
  /** The arguments of the operation, if they are not those of the command. */
  prepare?(input: any): object | Promise<object>;
  /** Loads what the command does in this process. */
  load?(): Promise<Work<any, any>>;
  audit?: LocalAudit;
}

/**
 * Why a local command adds nothing to the audit log. `reads`: it changes no data. `parts`: the operations or requests
 * that it makes are recorded. `files`: it changes files, and no data of the organization.
 */
type LocalAudit = 'reads' | 'parts' | 'files';

/** Commands with a common first word. */
export interface Noun {
  about: string;
  commands: Readonly<Record<string, Command>>;
}

interface OfOperation<N extends OperationName, I> extends Printing<Result<N>, I> {
  operation: N;
  runsIn?: 'server' | 'long';
  prepare?(input: I): Args<N> | Promise<Args<N>>;
}
/** An error for a command whose values are not the arguments of its operation. */
type Prepared<N extends OperationName, I> = I extends Args<N> ? unknown : { prepare: unknown };

/** Declares a command that is an operation on the database. */
export const operationCommand = <
  N extends OperationName,
  A extends Parameters = Record<never, never>,
  F extends Parameters = Record<never, never>,
>(
  declared: Form<A, F> & OfOperation<N, Input<A, F>> & Prepared<N, Input<A, F>>,
): Command => declared as Command;

/** Declares a command that runs in this process, and whose code is loaded when it is called. */
export const localCommand = <A extends Parameters = Record<never, never>, F extends Parameters = Record<never, never>>(
  declared: Form<A, F> & { audit: LocalAudit; load(): Promise<Work<any, Input<A, F>>> },
): Command => declared;

/** Declares what a local command does. */
export const work = <I, S extends TSchema>(declared: Work<Static<S>, I> & { result: S }): Work<Static<S>, I> =>
  declared;

/**
 * Declares what a command does that prints by itself: data as it comes, or files for other programs. `result`: the JSON
 * of it, or of each line.
 */
export const selfPrintingWork = <I>(
  run: (input: I, program: Program) => void | Promise<void>,
  result?: TSchema,
): Work<void, I> => ({ run, ...(result && { result }) });

import type { Command as Program } from 'commander';
import { printJson } from '../../kernel/terminal/output.ts';
import type { Args, OperationName } from '../../operations/operations.ts';
import type { CommandOptions } from '../../server/configuration.ts';
import type { Command, Work } from './command.ts';

/** Runs a command with its values by name, and prints its result. Throws Failure. */
export async function runDeclared(command: Command, input: CommandOptions, program: Program): Promise<void> {
  const { run, print, fails, exitCode }: Work<any, any> = command.load
    ? await command.load()
    : { ...command, run: () => runItsOperation(command, input) };
  const result = await run(input, program);
  if (result === undefined) return;
  if (input.json) printJson(result);
  else await print?.(result, input);
  const failure = await fails?.(result, input);
  if (failure) throw failure;
  if (exitCode) process.exitCode = exitCode(result, input);
}

async function runItsOperation(command: Command, input: CommandOptions): Promise<object> {
  const operation: OperationName = command.operation!;
  const args = ((await command.prepare?.(input)) ?? pickValues(command, input)) as Args<OperationName>;
  if (command.runsIn === 'long') return runInSession(operation, args, input);
  const { runAnywhere, runOnlyInServer } = await import('../connection/run-operation.ts');
  return (command.runsIn === 'server' ? runOnlyInServer : runAnywhere)(input, operation, args);
}

/** Only the arguments and flags of the command itself. */
function pickValues({ arguments: words, flags }: Command, input: object): object {
  const own = Object.keys({ ...words, ...flags });
  return Object.fromEntries(Object.entries(input).filter(([name]) => own.includes(name)));
}

async function runInSession(operation: OperationName, args: Args<OperationName>, input: CommandOptions) {
  const { openCommandSession } = await import('../connection/command-session.ts');
  const session = await openCommandSession(input);
  try {
    return await session.run(operation, args);
  } finally {
    await session.close();
  }
}

import { type Context, createContext, Script } from 'node:vm';

let context: Context | undefined;
let script: Script | undefined;

/**
 * Returns what `work` returns, or undefined if it took longer than `milliseconds`. This stops even a regular expression
 * while it runs.
 */
export function withTimeLimit<T>(milliseconds: number, work: () => T): T | undefined {
  context ??= createContext({});
  script ??= new Script('work()');
  context.work = work;
  try {
    return script.runInContext(context, { timeout: milliseconds }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined;
    throw error;
  } finally {
    context.work = undefined;
  }
}

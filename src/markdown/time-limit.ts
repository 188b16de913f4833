import { createContext, Script } from 'node:vm';
import { once } from '../shared/memo.ts';

const limited = once(() => ({ context: createContext({}), script: new Script('work()') }));

/**
 * Returns what `work` returns, or undefined if it took longer than `milliseconds`. This stops even a regular expression
 * while it runs.
 */
export function withTimeLimit<T>(milliseconds: number, work: () => T): T | undefined {
  const { context, script } = limited();
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

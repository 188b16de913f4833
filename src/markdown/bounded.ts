import { type Context, createContext, Script } from 'node:vm';

let context: Context | undefined;
let script: Script | undefined;

/** What `work` answers; undefined if it took longer than so many milliseconds: even a regular expression is stopped in its midst. */
export function within<T>(milliseconds: number, work: () => T): T | undefined {
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

import type { App } from '../app.ts';
import { recordAction } from '../chat/organization/audit-log/actions.ts';
import { badRequest } from '../kernel/errors.ts';
import type { Operation } from './operation.ts';

/** Runs an operation on an open database, and adds it to the audit log; the caller commits. */
export async function runOperation(app: App, name: string, args: unknown): Promise<object> {
  // Loaded when first used: with their schemas they need memory, and most servers never run one.
  const { OPERATIONS } = await import('./operations.ts');
  const { COMMAND_LINE, requireAccount } = await import('./accounts.ts');
  if (!Object.hasOwn(OPERATIONS, name)) throw badRequest(`This server has no command '${name}'`);
  const { run, audit } = OPERATIONS[name as keyof typeof OPERATIONS] as Operation<unknown, object>;
  const result = await run(app, args);
  const action = typeof audit === 'function' ? audit(result, args, app) : undefined;
  // The actor is known if the command names one with `--as`.
  const { as } = args as { as?: string };
  if (action)
    recordAction(app, action, { actor: as === undefined ? undefined : requireAccount(app, as), ...COMMAND_LINE });
  return result;
}
